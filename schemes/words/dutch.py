"""Numbers, amounts and rules as a Dutch letter writes them."""

import re
from collections.abc import Sequence
from fractions import Fraction

from schemes.exact import Points

ORDINALS = [
    "nulde",
    "eerste",
    "tweede",
    "derde",
    "vierde",
    "vijfde",
    "zesde",
    "zevende",
    "achtste",
    "negende",
    "tiende",
    "elfde",
    "twaalfde",
    "dertiende",
    "veertiende",
    "vijftiende",
    "zestiende",
    "zeventiende",
    "achttiende",
    "negentiende",
    "twintigste",
]
_LID = re.compile(r"lid (\d+)(?: onder ([a-z]{1,2}))?")
_AWB = re.compile(r"Awb (\d+:\d+[a-z]?)(?: (lid .*))?")


def number(points: Points) -> str:
    """A number with thousands separators: 1.250, 7,5, or 8 2/3 where no two decimals can say it."""
    if points < 0:
        return f"-{number(-points)}"
    if points.denominator == 1:
        return f"{points.numerator:,}".replace(",", ".")
    hundredths = points * 100
    if hundredths.denominator == 1:
        return _decimal(hundredths.numerator).rstrip("0")
    whole, rest = divmod(points.numerator, points.denominator)
    fraction = f"{rest}/{points.denominator}"
    return f"{number(whole)} {fraction}" if whole else fraction


def euros(cents: int) -> str:
    """An amount: € 18.400, or € 18.400,50 where there are cents."""
    whole, rest = divmod(cents, 100)
    return f"€ {_decimal(cents)}" if rest else f"€ {number(whole)}"


def euros_about(cents: Points) -> str:
    """An exact amount that need not be whole cents, rounded to the cent on paper: € 83,33."""
    return euros(int(cents + Fraction(1, 2)))


def _decimal(hundredths: int) -> str:
    whole, rest = divmod(hundredths, 100)
    return f"{number(whole)},{rest:02}"


def percentage(share: Points) -> str:
    """A share as a percentage: 60%, 66 2/3%."""
    hundred = Fraction(share) * 100
    return f"{number(hundred.numerator if hundred.denominator == 1 else hundred)}%"


def ordinal(count: int) -> str:
    """First, second, … in words up to twenty, and 21e above."""
    return ORDINALS[count] if 0 < count < len(ORDINALS) else f"{number(count)}e"


def counted(count: Points, one: str, more: str) -> str:
    """A number with its noun: 1 punt, 2 punten."""
    return f"{number(count)} {one if count == 1 else more}"


def points(count: Points) -> str:
    """A number of points."""
    return counted(count, "punt", "punten")


def listed(items: Sequence[str], joint: str = "en") -> str:
    """a, b en c."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joint} {items[-1]}"


def rule_in_words(rule: str) -> str:
    """A rule as a letter cites it: "derde lid", "tweede lid, onder e", "artikel 4:25, tweede lid, van de Awb"."""
    if found := _AWB.fullmatch(rule):
        lid = f", {rule_in_words(found[2])}," if found[2] else ""
        return f"artikel {found[1]}{lid} van de Algemene wet bestuursrecht"
    if found := _LID.fullmatch(rule):
        under = f", onder {found[2]}" if found[2] else ""
        return f"{ordinal(int(found[1]))} lid{under}"
    return " en ".join(rule_in_words(part) for part in rule.split(" en ")) if " en " in rule else rule
