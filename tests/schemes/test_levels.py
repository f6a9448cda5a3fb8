from fractions import Fraction
from itertools import pairwise

import pytest

from schemes.exact import MAX_DIGITS, Points
from schemes.levels import SMALLEST_PART, may_be_given
from schemes.library import SHIPPED, shipped
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria
from tests.schemes.documents import MINIMAL, loaded, replaced

LEVELS = 'levels = [{ points = 0, text = "niet" }, { points = 2, text = "wel" }]'
HALVES = replaced(MINIMAL, {"points = 2": 'points = "5/2"'})


def given(text: str, points: Points) -> bool:
    regulation = loaded(text).chosen
    return may_be_given(regulation, regulation.criteria[0], points)


def any_number(borders: str) -> str:
    return replaced(MINIMAL, {LEVELS: borders})


@pytest.mark.parametrize(
    ("points", "may"), [(0, True), (2, True), (Fraction(2), True), (1, False), (3, False), (-1, False)]
)
def test_points_are_those_of_a_level(points: Points, may: bool) -> None:
    assert given(MINIMAL, points) is may


@pytest.mark.parametrize(("points", "may"), [(Fraction(5, 2), True), (2, False), (Fraction(5, 3), False)])
def test_level_can_be_a_fraction(points: Points, may: bool) -> None:
    assert given(HALVES, points) is may


@pytest.mark.parametrize(
    ("points", "may"),
    [
        (1, True),
        (10, True),
        (Fraction(15, 2), True),
        (Fraction(99, 100), False),
        (Fraction(1001, 100), False),
        (Fraction(1 + SMALLEST_PART, SMALLEST_PART), True),
        (1 + Fraction(1, SMALLEST_PART + 1), False),
    ],
)
def test_number_is_between_the_borders_of_the_article(points: Points, may: bool) -> None:
    assert given(any_number("any_number_from = 1\nany_number_to = 10"), points) is may


@pytest.mark.parametrize(
    ("points", "may"), [(0, True), (10**MAX_DIGITS - 1, True), (10**MAX_DIGITS, False), (-1, False)]
)
def test_number_without_an_end_can_still_be_written(points: Points, may: bool) -> None:
    assert given(any_number("any_number_from = 0"), points) is may


def regulation_called(slug: str) -> Regulation:
    document = shipped(slug)
    assert document is not None
    return document.chosen


@pytest.mark.parametrize("slug", SHIPPED)
def test_each_level_of_each_criterion_that_ships_can_be_given_and_nothing_between(slug: str) -> None:
    regulation = regulation_called(slug)
    for criterion in scored_criteria(regulation):
        levels = sorted(level.points for level in regulation.levels(criterion))
        assert len(levels) > 1
        assert all(may_be_given(regulation, criterion, points) for points in levels)
        between = [Fraction(lower + upper, 2) for lower, upper in pairwise(levels)]
        beyond = [levels[0] - 1, levels[-1] + 1]
        assert not any(may_be_given(regulation, criterion, points) for points in (*between, *beyond))


def test_computed_criterion_is_given_by_nobody() -> None:
    hague = regulation_called("den-haag-samen-sociaal-vitaal-2026")
    computed = next(each for each in hague.criteria if each.average is not None)
    assert not may_be_given(hague, computed, 1)
