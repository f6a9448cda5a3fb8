import re
from hashlib import sha256

import pytest

from schemes.documents import Document
from schemes.library import SHIPPED, Shipped, _sound, shipped
from schemes.problems import Problem
from schemes.regulation import Regulation
from tests.schemes.documents import MINIMAL, loaded

FUND, HAGUE, CULTURE, SPOTS, CARE = (
    "ooststellingwerf-het-fonds",
    "den-haag-samen-sociaal-vitaal-2026",
    "cultuurparticipatie",
    "apeldoorn-basisontmoetingsplekken",
    "apeldoorn-vrijwilligers-mantelzorg",
)

# SHA-256 of the texts of the leden, joined by line feeds, as compared with the articles.
LEDEN = {
    FUND: "72dcf694b4239574a85955c29d868084dfc8d0fcbd159b103cd34e0f594fd23d",
    HAGUE: "d7bb6a8e484a2170a833e0a77520d788a99576e5fedd7c7d0c879ebc2d74b8fc",
    CULTURE: "e20b538569f58005cd1e64190238edee69fb2e850740a914af591495c380d814",
    SPOTS: "ba01008d02d1010c2b67793a6db8b4aa61c5c19913aa100bb693131d12b55d27",
    CARE: "30c4c9f4a0975653e39ba4187cda378262b1f051576ae82449b271cde25e4bfb",
}
NUMBERS = {FUND: 8, HAGUE: 7, CULTURE: 5, SPOTS: 10, CARE: 2}
MOST_POINTS = {FUND: 40, HAGUE: 39, CULTURE: 26, SPOTS: 48, CARE: 48}

TIES = ("straddling", "exceeded", "always")
REMAINDER = ("partial", ("partial", "stop", "skip"))
# Per reading the choice made, and all choices: the options of POSITIONS.md.
POSITIONS: dict[str, dict[str, tuple[str | int, tuple[str | int, ...]]]] = {
    FUND: {
        "remainder": REMAINDER,
        "ties": ("straddling", TIES),
        "threshold_reading": ("both_defects", ("both_defects", "either_defect")),
    },
    HAGUE: {
        "remainder": REMAINDER,
        "ties": ("straddling", TIES),
        "cost_basis": ("requested", ("requested", "total_costs", "total_costs_per_requested")),
        "cost_average": ("ratio_of_totals", ("ratio_of_totals", "mean_of_ratios")),
        "cost_boundary": ("middle", ("middle", "outer", "favourable")),
        "cost_pool": ("admissible", ("admissible", "all")),
    },
    CULTURE: {"remainder": REMAINDER, "ties": ("straddling", TIES)},
    SPOTS: {
        "remainder": REMAINDER,
        "ties": ("always", TIES),
        "insufficient_max_score": (0, (0, 1)),
        "insufficient_criteria": ("any", ("any", "all")),
        "pending_discretion": ("undecided", ("undecided", "keep")),
        "distance_scope": ("round", ("round", "pool")),
        "distance_points": ("total", ("total", "weight_3")),
    },
    CARE: {"remainder": REMAINDER, "ties": ("always", TIES)},
}
# Readings without an option there: whether a remainder is offered first, and how several scores become one.
OFFER = ("ask", ("ask", "grant"))
AGGREGATION = {slug: ("mean" if slug == FUND else "consensus", ("consensus", "mean")) for slug in SHIPPED}


def document(slug: str) -> Document:
    found = shipped(slug)
    assert found is not None
    return found


def most_points(regulation: Regulation) -> int:
    most = 0
    for criterion in regulation.criteria:
        steps = regulation.levels(criterion) if criterion.average is None else criterion.average.bands
        weighted = criterion.weight * max(step.points for step in steps)
        assert isinstance(weighted, int)
        most += weighted
    return most


def rules(value: object) -> set[str]:
    """Every `rule` anywhere in a value."""
    if isinstance(value, dict):
        own = {value["rule"]} if isinstance(value.get("rule"), str) else set()
        return own.union(*map(rules, value.values()))
    return set().union(*map(rules, value)) if isinstance(value, list | tuple) else set()


def lid_numbers(found: Document) -> set[str]:
    """The leden that a rule, a position or a reading names."""
    values: list[object] = [found.chosen.model_dump(), *(reading.model_dump() for reading in found.readings)]
    named = (rule for rule in rules(values) if not rule.startswith("Awb"))
    return {number for rule in named for number in re.findall(r"lid (\d+)", rule)}


def test_the_five_regulations_are_shipped_in_the_order_of_their_numbers() -> None:
    assert SHIPPED == (FUND, HAGUE, CULTURE, SPOTS, CARE)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_document_loads_bears_its_slug_and_is_loaded_once(slug: str) -> None:
    assert document(slug).slug == document(slug).chosen.slug == slug
    assert Shipped().get(slug) is document(slug)


@pytest.mark.parametrize("slug", ["", "000", "proef", "../library", f"{CULTURE}.toml", CULTURE.upper()])
def test_no_other_name_is_a_shipped_document(slug: str) -> None:
    assert shipped(slug) is Shipped().get(slug) is None


def test_a_shipped_document_with_problems_is_a_programmers_mistake_with_its_name() -> None:
    problems = (Problem("title", "dit veld ontbreekt"), Problem("", "te groot"))
    with pytest.raises(AssertionError, match=r"^proef: title: dit veld ontbreekt; te groot$"):
        _sound("proef", problems)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_regulation_knows_its_lists_and_its_facts_by_name(slug: str) -> None:
    regulation = document(slug).chosen
    assert [regulation.pool_kind(kind.kind) for kind in regulation.pools] == list(regulation.pools)
    assert [regulation.fact(fact.key) for fact in regulation.facts] == list(regulation.facts)
    with pytest.raises(KeyError):
        regulation.pool_kind("elders")
    with pytest.raises(KeyError):
        regulation.fact("elders")


def test_a_regulation_that_is_added_stands_beside_the_shipped_ones() -> None:
    own = loaded(MINIMAL)
    assert Shipped(own).get("proef") is own
    assert Shipped(own).get(CARE) is document(CARE)


def test_a_regulation_that_is_added_goes_before_a_shipped_one_with_its_name() -> None:
    own = loaded(MINIMAL.replace('"proef"', f'"{CARE}"'))
    assert Shipped(own).get(CARE) is own


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_leden_stand_word_for_word(slug: str) -> None:
    leden = document(slug).chosen.leden
    assert [lid.number for lid in leden] == [str(number) for number in range(1, NUMBERS[slug] + 1)]
    assert sha256("\n".join(lid.text for lid in leden).encode()).hexdigest() == LEDEN[slug]


@pytest.mark.parametrize("slug", SHIPPED)
def test_criteria_and_levels_are_in_the_words_of_the_article(slug: str) -> None:
    regulation = document(slug).chosen
    article = "\n".join(lid.text for lid in regulation.leden)
    for criterion in regulation.criteria:
        assert criterion.text in article
        for level in regulation.levels(criterion):
            # Lid 4 of the fund leaves out this "aan" once.
            assert level.text.replace(" aan het criterium", "") in article.replace(" aan het criterium", "")


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_most_points_are_those_of_the_article(slug: str) -> None:
    assert most_points(document(slug).chosen) == MOST_POINTS[slug]


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_option_of_the_positions_is_a_reading_with_those_choices_and_that_default(slug: str) -> None:
    readings = {
        reading.id: (reading.chosen, tuple(choice.choice for choice in reading.choices))
        for reading in document(slug).readings
    }
    assert readings == {**POSITIONS[slug], "offer": OFFER, "aggregation": AGGREGATION[slug]}


@pytest.mark.parametrize("slug", SHIPPED)
def test_options_that_the_worked_rounds_do_not_name_are_reported_only_when_departed_from(slug: str) -> None:
    quiet = {reading.id for reading in document(slug).readings if reading.reported == "when_departing"}
    assert quiet == {"offer", "aggregation"} | ({"distance_points"} if slug == SPOTS else set())


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_lid_is_carried_out_explained_or_said_to_be_left_out(slug: str) -> None:
    found = document(slug)
    named = lid_numbers(found)
    missing = [lid.number for lid in found.chosen.leden if lid.number not in named and not lid.not_modelled]
    assert missing == []


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_choice_is_explained_in_words(slug: str) -> None:
    for reading in document(slug).readings:
        assert reading.question.endswith("?")
        assert reading.why.endswith(".")
        assert all(choice.text.endswith(".") for choice in reading.choices)
