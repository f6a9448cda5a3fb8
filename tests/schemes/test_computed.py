from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemes.computed import Comparison, comparisons
from schemes.library import shipped
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.scoring import averages, points_of
from schemes.words.computed import sum_in_words

NOT_WEIGHED = (0, 0, 0, 0, 0)
CENTS = st.integers(1, 50_000_00)
PEOPLE = st.integers(1, 500)
BASES = ("requested", "total_costs", "total_costs_per_requested")


def hague(basis: str = "requested", joined: str = "ratio_of_totals") -> Regulation:
    document = shipped("den-haag-samen-sociaal-vitaal-2026")
    assert document is not None
    return document.regulation({"cost_basis": basis, "cost_average": joined})


def entry(name: str, euros: int, people: int, **more: object) -> Entry:
    facts = {"unique_participants": people, "total_costs_cents": 2 * euros * 100}
    values: dict[str, object] = {"facts": facts, "scores": NOT_WEIGHED, **more}
    return Entry(name, "subsidieplafond", euros * 100, euros * 100, **values)  # type: ignore[arg-type]


def told(regulation: Regulation, *entries: Entry) -> list[str]:
    """What is said of the first one."""
    (compared,) = comparisons(regulation, entries)[entries[0].id]
    return list(sum_in_words(regulation, compared))


def test_sum_is_told_from_the_amount_to_the_points() -> None:
    # 15.000 / 100 = 150; 212.600 / 1.350 = 157,48148…; 150 / 157,48148… = 0,952493…: 4,75…% below
    assert told(hague(), entry("A", 15_000, 100), entry("B", 197_600, 1_250)) == [
        "€ 15.000 gevraagd, gedeeld door 100 unieke deelnemers, is € 150 per unieke deelnemer.",
        (
            "Van de 2 aanvragen die meetellen samen: € 212.600 gevraagd, gedeeld door 1.350 unieke deelnemers, is ongeveer "
            "€ 157,48 per unieke deelnemer. Dat is het gemiddelde."
        ),
        "Deze aanvraag ligt ruim 4,75% onder het gemiddelde.",
        "Dat is «de kosten verschillen minder dan 10% van het gemiddelde»: 1 punt.",
    ]


def test_who_is_alone_is_on_the_average() -> None:
    assert told(hague("total_costs"), entry("A", 100, 3)) == [
        "€ 200 (totale kosten), gedeeld door 3 unieke deelnemers, is ongeveer € 66,67 per unieke deelnemer.",
        (
            "Van de ene aanvraag die meetelt samen: € 200 (totale kosten), gedeeld door 3 unieke deelnemers, is ongeveer "
            "€ 66,67 per unieke deelnemer. Dat is het gemiddelde."
        ),
        "Deze aanvraag ligt precies op het gemiddelde.",
        "Dat is «de kosten verschillen minder dan 10% van het gemiddelde»: 1 punt.",
    ]


def test_mean_of_ratios_weighs_every_application_alike() -> None:
    # (500 + 150 + 250) / 3 = 300: the third lies one sixth below, 16,66…%
    entries = (entry("C", 15_000, 60), entry("A", 10_000, 20), entry("B", 45_000, 300))
    assert told(hague(joined="mean_of_ratios"), *entries)[1:] == [
        "Het gemiddelde van de 3 aanvragen die meetellen is € 300.",
        "Deze aanvraag ligt ruim 16,66% onder het gemiddelde.",
        "Dat is «de kosten zijn meer dan 10% onder het gemiddelde»: 3 punten.",
    ]


def test_share_that_is_no_amount_is_told_without_one() -> None:
    # 2 euros of costs per euro asked, for everyone: 2/10, 2/5 and so 2/10 / (3/10) = 2/3, a third below
    entries = (entry("A", 100, 10), entry("B", 100, 5))
    assert told(hague("total_costs_per_requested", "mean_of_ratios"), *entries) == [
        "€ 200 (totale kosten), gedeeld door 10 unieke deelnemers en door € 100 gevraagd.",
        "Het gemiddelde van de 2 aanvragen die meetellen is zo ook berekend.",
        "Deze aanvraag ligt ruim 33,33% onder het gemiddelde.",
        "Dat is «de kosten zijn meer dan 10% onder het gemiddelde»: 3 punten.",
    ]


def test_who_is_dearer_lies_above() -> None:
    # 300 / 10 = 30 against 400 / 20 = 20: half above
    assert told(hague(), entry("A", 300, 10), entry("B", 100, 10))[2:] == [
        "Deze aanvraag ligt 50% boven het gemiddelde.",
        "Dat is «de kosten zijn meer dan 10% boven het gemiddelde»: 0 punten.",
    ]


def test_who_left_after_the_points_were_established_keeps_counting_and_is_not_compared() -> None:
    left = entry("B", 197_600, 1_250, admissible=False, counts_in_average=True)
    found = comparisons(hague(), [entry("A", 15_000, 100), left])
    assert list(found) == ["A"]
    assert found["A"][0].mean == Fraction(212_600_00, 1_350)


def test_unknown_facts_give_no_points_and_stay_out_of_the_average() -> None:
    unknown = entry("A", 100, 10, facts={}, facts_unknown=True)
    assert told(hague(), unknown, entry("B", 300, 10)) == [
        "De gegevens voor f bleken niet te kloppen of te ontbreken: 0 punten.",
        "Deze aanvraag telt niet mee in het gemiddelde.",
    ]


def test_without_anyone_who_counts_there_is_no_average() -> None:
    assert told(hague(), entry("A", 100, 10, counts_in_average=False)) == [
        "Geen enkele aanvraag telt mee in het gemiddelde. Daarom zijn er 0 punten voor f."
    ]


def test_measure_outside_every_band_gets_the_points_of_the_unknown() -> None:
    regulation = hague()
    criteria = tuple(
        one
        if one.average is None
        else one.model_copy(
            update={"average": one.average.model_copy(update={"bands": one.average.bands[:1]})}
        )
        for one in regulation.criteria
    )
    narrow = regulation.model_copy(update={"criteria": criteria})
    assert told(narrow, entry("A", 300, 10), entry("B", 100, 10))[-1] == "Dat is: 0 punten."


def test_difference_without_an_average_is_none_at_all() -> None:
    (compared,) = comparisons(hague(), [entry("A", 100, 10, counts_in_average=False)])["A"]
    assert compared.difference == 0


@pytest.mark.parametrize("basis", BASES)
@given(
    asked=st.lists(
        st.tuples(CENTS, PEOPLE, st.booleans(), st.sampled_from((None, True, False))), min_size=1, max_size=8
    )
)
def test_points_are_those_of_the_calculation(
    basis: str, asked: list[tuple[int, int, bool, bool | None]]
) -> None:
    regulation = hague(basis, "mean_of_ratios")
    entries = [
        entry(f"A{at}", euros, people, admissible=admissible, counts_in_average=counts)
        for at, (euros, people, admissible, counts) in enumerate(asked)
    ]
    rows = points_of(regulation, entries, averages(regulation, entries))
    worked_out = {each.id: row[-1] for each, row in zip(entries, rows, strict=True) if row is not None}
    found: dict[str, tuple[Comparison, ...]] = comparisons(regulation, entries)
    assert {name: compared.points for name, (compared,) in found.items()} == worked_out
