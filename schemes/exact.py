"""Exact numbers: points are integers or fractions, never floats (docs/adr/0004)."""

import re
from collections.abc import Iterable
from fractions import Fraction

Points = int | Fraction

MAX_DIGITS = 40
LARGEST_POINTS: int = 10**MAX_DIGITS - 1
"""Points, shares and weights go no further, in numerator and denominator, so that every total can be written."""

LARGEST_AMOUNT: int = 10**4000
"""Amounts go no further: a sum of these still has no more digits than Python writes."""

READABLE = 10**6
"""Denominators up to this are shown as they are."""

_DECIMAL = re.compile(r"(-?[0-9]{1,40})(?:\.([0-9]{1,40}))?")
_FRACTION = re.compile(r"(-?[0-9]{1,40})/([0-9]{1,40})")


def lowest_terms(number: Fraction) -> Points:
    """The same number, as an integer where it is one."""
    return number.numerator if number.denominator == 1 else number


def parse_exact(text: str) -> Points | None:
    """An integer, a decimal with a point or a fraction in text; None where the text is none of these."""
    if found := _FRACTION.fullmatch(text):
        below = int(found[2])
        return lowest_terms(Fraction(int(found[1]), below)) if below else None
    if found := _DECIMAL.fullmatch(text):
        decimals = found[2] or ""
        return lowest_terms(Fraction(int(found[1] + decimals), 10 ** len(decimals)))
    return None


def exact_json(points: Points) -> int | str:
    """Points as the file format writes them: an integer, or "17/2" in lowest terms."""
    return points.numerator if points.denominator == 1 else f"{points.numerator}/{points.denominator}"


def exact_of(written: object) -> Points:
    """What `exact_json` wrote, as a number again; TypeError for anything else."""
    number = parse_exact(written) if isinstance(written, str) else written
    if isinstance(number, bool) or not isinstance(number, Points):
        raise TypeError(written)
    return number


def exact_sum(numbers: Iterable[Fraction]) -> Fraction:
    """The sum, added in pairs so that ten thousand different denominators stay affordable."""
    row = list(numbers)
    while len(row) > 1:
        row = [sum(row[at : at + 2], Fraction(0)) for at in range(0, len(row), 2)]
    return row[0] if row else Fraction(0)


def unweighted(points: Points, weight: Points) -> Points:
    """The points before weighing."""
    return points if weight == 1 else lowest_terms(Fraction(points, weight))


def readable(number: Fraction) -> Points:
    """The number itself, or rounded down to hundredths where its denominator is too large for anyone to read."""
    if number.denominator <= READABLE:
        return lowest_terms(number)
    return lowest_terms(Fraction(number.numerator * 100 // number.denominator, 100))


def readable_share(own: Fraction, whole: Fraction) -> Points:
    """One number as a share of another, rounded down to hundredths of a percent, without reducing huge fractions."""
    above, below = own.numerator * whole.denominator, own.denominator * whole.numerator
    return lowest_terms(Fraction(above * 10_000 // below, 10_000))
