"""The points that can be given on a criterion, before weighing."""

from fractions import Fraction

from schemes.exact import MAX_DIGITS, Points
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion

SMALLEST_PART = 10**6
"""Where any number can be given, parts are no smaller than this."""


def may_be_given(regulation: Regulation, criterion: Criterion, points: Points) -> bool:
    """Whether an assessor can give these points: those of a level, or a number between the borders of the article."""
    levels = regulation.levels(criterion)
    if levels:
        return any(level.points == points for level in levels)
    least, most = criterion.any_number_from, criterion.any_number_to
    if least is None:
        return False
    number = Fraction(points)
    return (
        points >= least
        and (most is None or points <= most)
        and number.denominator <= SMALLEST_PART
        and len(str(number.numerator)) <= MAX_DIGITS
    )
