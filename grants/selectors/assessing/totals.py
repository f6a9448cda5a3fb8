"""Totals of points: what is known of them, weighed, and what can be had at most."""

from collections.abc import Mapping
from fractions import Fraction

from grants.documents.criteria import most_points
from schemes.computed import Comparison
from schemes.exact import Points, lowest_terms
from schemes.regulation import Regulation

NOTHING: Mapping[str, Fraction] = {}


def known_points(
    given: Mapping[str, Fraction | None], compared: tuple[Comparison, ...]
) -> dict[str, Fraction]:
    """By letter the points that are known, before weighing: what was given, and what was computed."""
    computed = {each.criterion.letter: Fraction(each.points) for each in compared}
    return {letter: points for letter, points in given.items() if points is not None} | computed


def total(regulation: Regulation, points: Mapping[str, Fraction]) -> Points:
    """The weighed sum of these points."""
    weights = {each.letter: each.weight for each in regulation.criteria}
    return lowest_terms(sum((given * weights[letter] for letter, given in points.items()), Fraction(0)))


def is_whole(regulation: Regulation, points: Mapping[str, Fraction]) -> bool:
    """Whether there are points on every criterion: only then is a sum a total."""
    return all(each.letter in points for each in regulation.criteria)


def most_in_total(regulation: Regulation) -> Points | None:
    """The most that an application can get; None where the article sets no end."""
    most = [most_points(regulation, each) for each in regulation.criteria]
    known = [Fraction(each) for each in most if each is not None]
    return lowest_terms(sum(known, Fraction(0))) if len(known) == len(most) else None
