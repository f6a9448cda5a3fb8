"""Thresholds of all kinds, each tried one below, at, and one above its border."""

from fractions import Fraction

import pytest

from schemes.documents import Document, load_document
from schemes.exact import Points
from schemes.files.solving import solve_one
from schemes.library import Shipped
from schemes.publication import NOBODY
from schemes.regulation import Regulation
from schemes.round import RoundError
from schemes.thresholds import attainable, threshold_tests
from schemes.words.explain import explained_document
from schemes.words.phrases import condition_phrase
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.small_rounds import by_id

TWO_CRITERIA = """
[[criteria]]
letter = "b"
rule = "lid 1"
name = "Bereik"
text = "hoeveel mensen het plan bereikt"
weight = 3
levels = [{ points = 0, text = "niemand" }, { points = 1, text = "enkelen" }, { points = 4, text = "velen" }]
"""


def _with_threshold(condition: str) -> Regulation:
    threshold = f'\n[[thresholds]]\ncode = "below_threshold"\nrule = "lid 1"\nrefused_when = {condition}\n'
    return loaded(
        replaced(MINIMAL, {"\n[[tie_breaks]]": f"{TWO_CRITERIA}{threshold}\n[[tie_breaks]]"})
    ).chosen


def _refused(condition: str, *row: Points) -> bool:
    ((_, refuses),) = threshold_tests(_with_threshold(condition))
    return refuses(row, sum(row), NOBODY)


@pytest.mark.parametrize(
    ("condition", "row", "refused"),
    [
        ('{ kind = "points_below", points = 5 }', (2, 2), True),
        ('{ kind = "points_below", points = 5 }', (2, 3), False),
        ('{ kind = "points_below", points = 5, or_equal = true }', (2, 3), True),
        ('{ kind = "points_below", points = 5, or_equal = true }', (2, Fraction(10, 3)), False),
        ('{ kind = "points_below", of = ["b"], points = 3 }', (2, Fraction(8, 3)), True),
        ('{ kind = "points_below", of = ["b"], points = 3 }', (0, 3), False),
        ('{ kind = "points_below", of = ["b"], points = 1, weighted = false }', (2, Fraction(8, 3)), True),
        ('{ kind = "points_below", of = ["b"], points = 1, weighted = false }', (2, 3), False),
        ('{ kind = "share_below", share = "1/2" }', (2, Fraction(9, 2)), True),
        ('{ kind = "share_below", share = "1/2" }', (2, 5), False),
        ('{ kind = "share_below", share = "1/2", or_equal = true }', (2, 5), True),
        ('{ kind = "share_below", of = ["b"], share = "3/5" }', (2, 7), True),
        ('{ kind = "share_below", of = ["b"], share = "3/5" }', (0, Fraction(36, 5)), False),
        ('{ kind = "fewer_than", count = 2, points = 1 }', (1, Fraction(8, 3)), True),
        ('{ kind = "fewer_than", count = 2, points = 1 }', (1, 3), False),
        ('{ kind = "fewer_than", of = ["b"], count = 1, points = 4 }', (2, 3), True),
        ('{ kind = "fewer_than", of = ["b"], count = 1, points = 4 }', (0, 12), False),
    ],
)
def test_condition_refuses_below_its_border_and_not_at_it(
    condition: str, row: tuple[Points, ...], refused: bool
) -> None:
    # a counts once and b three times: 2 and 12 are the most, 14 together; half of that is 7, three fifths of b is 7.2.
    assert _refused(condition, *row) is refused


BOTH = '[{ kind = "points_below", points = 5 }, { kind = "fewer_than", count = 1, points = 2 }]'


@pytest.mark.parametrize(
    ("row", "all_of", "any_of"),
    [((1, 3), True, True), ((2, 0), False, True), ((1, 5), False, True), ((2, 12), False, False)],
)
def test_conditions_combine_with_and_as_well_as_or(row: tuple[int, int], all_of: bool, any_of: bool) -> None:
    # (1, 3): total 4 and on b 1 before weighing, so both; (2, 0): only the total; (1, 5): only fewer_than.
    assert _refused(f'{{ kind = "all_of", conditions = {BOTH} }}', *row) is all_of
    assert _refused(f'{{ kind = "any_of", conditions = {BOTH} }}', *row) is any_of


@pytest.mark.parametrize(
    ("condition", "phrase"),
    [
        ('{ kind = "points_below", points = 1 }', "in totaal minder dan 1 punt"),
        (
            '{ kind = "points_below", of = ["a", "b"], points = "15/2", or_equal = true }',
            "op de criteria a en b ten hoogste 7,5 punten",
        ),
        (
            '{ kind = "share_below", of = ["b"], share = "3/5" }',
            "op criterium b minder dan 60% van de te behalen punten",
        ),
        ('{ kind = "fewer_than", count = 1, points = 2 }', "op geen enkel criterium 2 punten of meer"),
        (
            '{ kind = "fewer_than", of = ["a"], count = 1, points = 2 }',
            "op criterium a minder dan 2 punten",
        ),
        (
            '{ kind = "fewer_than", of = ["a", "b"], count = 1, points = 2 }',
            "op geen van de criteria a en b 2 punten of meer",
        ),
        (
            '{ kind = "points_below", of = ["a"], points = 0, or_equal = true }',
            "op criterium a geen punten",
        ),
        (
            '{ kind = "fewer_than", of = ["a", "b"], count = 3, points = 2 }',
            "op minder dan 3 van de criteria a en b 2 punten of meer",
        ),
        (
            '{ kind = "fewer_than", count = 2, points = 2 }',
            "niet op elk van de criteria a en b 2 punten of meer",
        ),
        ('{ kind = "fewer_than", count = 3, points = 2 }', "op minder dan 3 criteria 2 punten of meer"),
        (
            f'{{ kind = "any_of", conditions = {BOTH} }}',
            "in totaal minder dan 5 punten of op geen enkel criterium 2 punten of meer",
        ),
    ],
)
def test_condition_is_said_in_words(condition: str, phrase: str) -> None:
    regulation = _with_threshold(condition)
    assert condition_phrase(regulation, regulation.thresholds[0].refused_when) == phrase


def test_attainable_points_have_no_most_where_any_number_may_be_given() -> None:
    open_ended = replaced(
        MINIMAL,
        {'levels = [{ points = 0, text = "niet" }, { points = 2, text = "wel" }]': "any_number_from = 0"},
    )
    assert attainable(loaded(open_ended).chosen) is None
    assert attainable(loaded(MINIMAL).chosen) == 2


LEVELS = 'levels = [{ points = 0, text = "niet" }, { points = 2, text = "wel" }]'


def _scored_up_to(most: str, score: object) -> object:
    document = loaded(replaced(MINIMAL, {LEVELS: f"any_number_from = 0\nany_number_to = {most}"}))
    raw = {
        "scheme": document.slug,
        "pools": [{"id": "plafond", "ceiling_cents": 1}],
        "applications": [{"id": "A", "pool": "plafond", "requested_cents": 1, "scores": {"a": score}}],
    }
    return solve_one(Shipped(document), raw)


@pytest.mark.parametrize("score", [0, 35, "69/2", "35"])
def test_any_number_up_to_the_most_is_a_score(score: object) -> None:
    outcome = _scored_up_to("35", score)
    assert isinstance(outcome, dict)
    assert outcome["applications"][0]["reasons"][0]["numbers"]["attainable"] == 35  # type: ignore[index, call-overload]


@pytest.mark.parametrize("score", [-1, 36, "71/2"])
def test_number_beyond_the_most_is_no_score(score: object) -> None:
    error = _scored_up_to("35", score)
    assert isinstance(error, RoundError)
    assert error.sentence.endswith("Geef een getal van ten minste 0 en ten hoogste 35, zonder komma.")


@pytest.mark.parametrize("bounds", ["any_number_from = 3\nany_number_to = 3", f"{LEVELS}\nany_number_to = 3"])
def test_most_that_is_not_above_the_least_is_refused(bounds: str) -> None:
    problems = load_document(replaced(MINIMAL, {LEVELS: bounds}))
    assert not isinstance(problems, Document)
    assert [str(found) for found in problems] == [
        "criteria › a: any_number_to moet hoger zijn dan any_number_from; geef ze samen"
    ]


def test_share_of_a_number_with_a_most_is_a_threshold() -> None:
    share = '\n[[thresholds]]\ncode = "low"\nrule = "lid 1"\nrefused_when = { kind = "share_below", share = "3/5" }\n'
    regulation = loaded(replaced(MINIMAL, {LEVELS: "any_number_from = 0\nany_number_to = 35"}) + share).chosen
    ((_, refuses),) = threshold_tests(regulation)
    # three fifths of 35 is 21
    assert (refuses((20,), 20, NOBODY), refuses((21,), 21, NOBODY)) == (True, False)
    assert "elk aantal vanaf 0 punten tot en met 35." in explained_document(
        loaded(replaced(MINIMAL, {LEVELS: "any_number_from = 0\nany_number_to = 35"}))
    )


COSTS = '\n[[facts]]\nkey = "costs"\nkind = "amount"\nquestion = "Wat kost het?"\nrule = "lid 1"\n'


def _costing(more: str) -> str:
    return f"{MINIMAL}{COSTS}{more}"


def _with_costs(more: str, requested: int, costs: int) -> dict[str, object]:
    document = loaded(_costing(more))
    raw = {
        "scheme": document.slug,
        "pools": [{"id": "plafond", "ceiling_cents": 10_000}],
        "applications": [
            {"id": "A", "pool": "plafond", "requested_cents": requested, "scores": {"a": 2}, "costs": costs}
        ],
    }
    outcome = solve_one(Shipped(document), raw)
    assert isinstance(outcome, dict), outcome
    return dict(outcome["applications"][0])  # type: ignore[index, call-overload, arg-type]


BEYOND = '\n[[thresholds]]\ncode = "size"\nrule = "lid 1"\nrefused_when = { kind = "fact_beyond", fact = "costs", below = 100, above = 900 }\n'


@pytest.mark.parametrize(
    ("costs", "status"),
    [(99, "refused_threshold"), (100, "granted"), (900, "granted"), (901, "refused_threshold")],
)
def test_fact_beyond_its_limits_is_refused(costs: int, status: str) -> None:
    assert _with_costs(BEYOND, 10, costs)["status"] == status


def test_border_of_a_fact_can_be_as_low_as_one() -> None:
    assert _with_costs(BEYOND.replace("below = 100", "below = 1"), 10, 1)["status"] == "granted"


def test_limits_of_a_fact_are_said_in_words() -> None:
    regulation = loaded(_costing(BEYOND)).chosen
    phrase = condition_phrase(regulation, regulation.thresholds[0].refused_when)
    assert phrase == "bij «Wat kost het?» minder dan € 1 of meer dan € 9"


SHARE = '\n[[shares]]\ncode = "half"\nrule = "lid 1"\nfact = "costs"\nshare = "1/2"\n'


@pytest.mark.parametrize(
    ("requested", "costs", "granted", "code"),
    [
        (50, 100, 50, None),
        (51, 100, 50, "half"),
        (51, 101, 50, "half"),
        (51, 102, 51, None),
        (5, 1, 0, "half"),
    ],
)
def test_share_of_a_fact_is_the_most_that_is_granted(
    requested: int, costs: int, granted: int, code: str | None
) -> None:
    line = _with_costs(SHARE, requested, costs)
    reason = line["reason"]
    assert (line["granted_cents"], reason["code"] if isinstance(reason, dict) else None) == (granted, code)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            BEYOND.replace(", below = 100, above = 900", ""),
            "thresholds › size: geef below of above: vanaf waar het gegeven te laag of te hoog is",
        ),
        (SHARE.replace("1/2", "3/2"), "shares › half: een deel ligt boven 0 en is ten hoogste 1"),
        (
            SHARE.replace('"costs"', '"requested"'),
            "shares › half: gegeven «requested» wordt nergens als getal of bedrag gevraagd; zet het bij [[facts]]",
        ),
    ],
)
def test_limit_on_a_fact_that_says_nothing_is_refused(more: str, problem: str) -> None:
    problems = load_document(_costing(more))
    assert not isinstance(problems, Document)
    assert [str(found) for found in problems] == [problem]


def test_large_tied_group_holds_one_who_can_get_nothing() -> None:
    # Half of 1 cent is nothing: A0 takes no part in the draw for the money, the eight others claim 50 each of 100.
    document = loaded(_costing(SHARE))
    rows = [
        {
            "id": f"A{at}",
            "pool": "plafond",
            "requested_cents": 50,
            "scores": {"a": 2},
            "costs": 100 if at else 1,
        }
        for at in range(9)
    ]
    outcome = solve_one(
        Shipped(document),
        {"scheme": document.slug, "pools": [{"id": "plafond", "ceiling_cents": 100}], "applications": rows},
    )
    assert isinstance(outcome, dict)
    found = by_id(outcome)
    assert (found["A0"]["status"], found["A0"]["granted_cents"]) == ("refused_ceiling", 0)
    assert (found["A1"]["granted_min_cents"], found["A1"]["granted_max_cents"]) == (0, 50)
