"""Thresholds of all kinds, each tried one below, at, and one above its border."""

from fractions import Fraction

import pytest

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.thresholds import attainable, threshold_tests
from schemes.words.phrases import condition_phrase
from tests.schemes.documents import MINIMAL, loaded, replaced

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
    return refuses(row, sum(row))


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
        ('{ kind = "points_below", points = 1 }', "minder dan 1 punt in totaal"),
        (
            '{ kind = "points_below", of = ["a", "b"], points = "15/2", or_equal = true }',
            "ten hoogste 7,5 punten op de criteria a en b",
        ),
        (
            '{ kind = "share_below", of = ["b"], share = "3/5" }',
            "minder dan 60% van de te behalen punten op criterium b",
        ),
        ('{ kind = "fewer_than", count = 1, points = 2 }', "op geen criterium ten minste 2 punten"),
        (
            '{ kind = "fewer_than", of = ["a"], count = 1, points = 2 }',
            "op geen van criterium a ten minste 2 punten",
        ),
        (
            '{ kind = "fewer_than", count = 2, points = 2 }',
            "niet op elk van de criteria a en b ten minste 2 punten",
        ),
        ('{ kind = "fewer_than", count = 3, points = 2 }', "op minder dan 3 criteria ten minste 2 punten"),
        (
            f'{{ kind = "any_of", conditions = {BOTH} }}',
            "minder dan 5 punten in totaal of op geen criterium ten minste 2 punten",
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
