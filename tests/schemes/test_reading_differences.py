"""Whose outcome another reading would change, worked out by hand."""

from schemes.files.reading import ReadRound, read_round
from schemes.library import Shipped
from schemes.readings import Difference, differences
from schemes.round import Outcome
from schemes.run import run
from tests.schemes.small_rounds import HET_FONDS, ONTMOETING, SAMEN, Round


def _found(raw: Round) -> dict[tuple[str, str | int], Difference]:
    read = read_round(Shipped(), raw)
    assert isinstance(read, ReadRound), read
    outcome = run(read.regulation, read.round_input)
    assert isinstance(outcome, Outcome)
    found = differences(read.document, read.options, read.round_input, outcome)
    return {(item.reading, item.choice): item for item in found}


def _fund(name: str, cents: int, **scores: int) -> dict[str, object]:
    return {
        "id": name,
        "pool": "small",
        "requested_cents": cents,
        "scores": dict.fromkeys("abcdefghij", 0) | scores,
    }


FUND: Round = {
    "scheme": HET_FONDS,
    "pools": [{"id": "small", "ceiling_cents": 1000}],
    "applications": [
        # 8 points with one 3; twelve points, all at most 2: each has one of the two defects of lid 5.
        _fund("A", 100, a=3, b=2, c=2, d=1),
        _fund("B", 100, a=2, b=2, c=2, d=2, e=2, f=2),
        _fund("C", 100, a=4, b=4, c=4),
    ],
}


def test_one_defect_refuses_under_the_other_reading_of_lid_5() -> None:
    other = _found(FUND)["threshold_reading", "either_defect"]
    assert set(other.applications) == {"A", "B"}
    assert {line.status for line in other.applications.values()} == {"refused_threshold"}


def test_readings_that_nothing_hangs_on_differ_for_nobody() -> None:
    found = _found(FUND)
    assert found["remainder", "skip"].applications == {}
    assert found["ties", "always"].applications == {}


def test_choices_that_act_before_the_calculation_are_marked() -> None:
    found = _found(FUND)
    assert (found["offer", "grant"].before, found["aggregation", "consensus"].before) == (True, True)
    assert not found["remainder", "skip"].before


def test_every_other_choice_of_every_reading_is_tried() -> None:
    assert set(_found(FUND)) == {
        ("threshold_reading", "either_defect"),
        ("ties", "exceeded"),
        ("ties", "always"),
        ("remainder", "stop"),
        ("remainder", "skip"),
        ("offer", "grant"),
        ("aggregation", "consensus"),
    }


def _samen(name: str, cents: int, people: int, **more: int) -> dict[str, object]:
    scores = {"a": 12, "b": 3, "c": 0, "d": 0, "e": 0}
    return {
        "id": name,
        "pool": "p",
        "requested_cents": cents,
        "unique_participants": people,
        "scores": scores,
        **more,
    }


SAMEN_ROUND: Round = {
    "scheme": SAMEN,
    "pools": [{"id": "p", "ceiling_cents": 10**9}],
    # Per participant € 500, € 150 and € 250: together € 184,21, on average € 300. The third lies under 90 % of the
    # second and over 110 % of the first: 15 + 3 points or 15 + 0, and 17 are needed.
    "applications": [_samen("A", 1_000_000, 20), _samen("B", 4_500_000, 300), _samen("C", 1_500_000, 60)],
}


def test_mean_of_ratios_lets_the_third_in_where_the_ratio_of_totals_does_not() -> None:
    other = _found(SAMEN_ROUND)["cost_average", "mean_of_ratios"]
    assert {name: line.status for name, line in other.applications.items()} == {"C": "granted"}


def test_reading_that_needs_facts_nobody_gave_says_whose_are_missing() -> None:
    other = _found(SAMEN_ROUND)["cost_basis", "total_costs"]
    assert (other.unknown, other.applications) == (("A", "B", "C"), {})


def test_draw_that_does_not_hold_a_group_of_the_other_reading_is_left_out() -> None:
    # P and Q (36) fit and R and S (24) straddle: under «straddling» only R and S are drawn. «always» must draw P and
    # Q too, of whom only P has a lot by chance: its lots are left out, and R and S, as equals, are open again.
    raw: Round = {
        "scheme": ONTMOETING,
        "options": {"ties": "straddling"},
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 250}],
        "lottery": ["R", "S", "P"],
        "applications": [
            {"id": name, "pool": "noord", "requested_cents": cents, "scores": dict.fromkeys("abcde", points)}
            for name, cents, points in (("P", 50, 3), ("Q", 50, 3), ("R", 100, 2), ("S", 100, 2))
        ],
    }
    other = _found(raw)["ties", "always"].applications
    assert {name: line.status for name, line in other.items()} == {
        "R": "awaiting_lottery",
        "S": "awaiting_lottery",
    }


def test_two_thousand_applications_are_compared_at_once() -> None:
    applications = [_samen(f"A{at:04}", 100_000 + 100 * at, 10 + at % 7) for at in range(2000)]
    found = _found(
        {**SAMEN_ROUND, "applications": applications, "pools": [{"id": "p", "ceiling_cents": 10**8}]}
    )
    assert len(found) == 12
    assert found["cost_boundary", "outer"].before is False


def test_choice_that_cannot_go_with_those_made_is_not_tried() -> None:
    # total_costs_per_requested goes only with mean_of_ratios, so the other average is no alternative beside it.
    costs = [{**application, "total_costs_cents": 100} for application in SAMEN_ROUND["applications"]]  # type: ignore[attr-defined]
    options = {"cost_basis": "total_costs_per_requested", "cost_average": "mean_of_ratios"}
    found = _found({**SAMEN_ROUND, "applications": costs, "options": options})
    assert ("cost_average", "ratio_of_totals") not in found
    assert ("cost_basis", "requested") in found
