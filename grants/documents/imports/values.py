"""Values as they stand in the cells of a file: amounts, numbers, days and moments as the Dutch or the English write them."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from enum import StrEnum
from fractions import Fraction
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

Cell = str | int | float | datetime | date | time | bool | None

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
SPACES = re.compile("[\\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}']")
SIGN = re.compile(r"^(?:€|EUR|Eur|eur)|(?:€|EUR|Eur|eur)$")
DAY = re.compile(r"(?a)(?P<day>\d{1,2})[-/. ](?P<month>\d{1,2})[-/. ](?P<year>\d{4})")
ISO = re.compile(r"(?a)(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})")
CLOCK = re.compile(
    r"(?a)(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2})(?:[.,]\d+)?)?(?: ?uur)?"
)
ZONE = re.compile(r"(?:Z|[+-]\d{2}:?\d{2})$")
TINY = Fraction(1, 1_000_000)


LONGEST_NUMBER = 24


class Notation(StrEnum):
    """How numbers are written in a column."""

    DUTCH = "nl"
    ENGLISH = "en"


AMOUNTS = {
    Notation.DUTCH: re.compile(r"(?a)(?P<whole>\d{1,3}(?:\.\d{3})+|\d+)(?:,(?P<cents>\d{1,2}|--?))?"),
    Notation.ENGLISH: re.compile(r"(?a)(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<cents>\d{1,2}|--?))?"),
}
COUNT = re.compile(r"(?a)\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d+")
"""A whole number has no decimals, so each sign in it stands for thousands, in both notations."""

EXAMPLES = {Notation.DUTCH: "1.000,50", Notation.ENGLISH: "1,000.50"}
OTHER = {Notation.DUTCH: Notation.ENGLISH, Notation.ENGLISH: Notation.DUTCH}


class WrongCell(Exception):  # noqa: N818 - it is an answer, not a mistake in the program
    """A cell that does not say what its column is for, with a sentence that says so."""


def text_in(cell: Cell) -> str:
    """What a cell says, as text: numbers without a decimal part that says nothing, days as the Dutch write them."""
    match cell:
        case None:
            return ""
        case str():
            return cell.strip()
        case bool():
            return _("ja") if cell else _("nee")
        case float():
            return str(int(cell)) if cell.is_integer() else repr(cell)
        case datetime():
            return f"{cell:%d-%m-%Y %H:%M}"
        case date():
            return f"{cell:%d-%m-%Y}"
        case _:
            return str(cell)


def shown(cell: Cell, most: int) -> str:
    """The beginning of what a cell says, without what cannot be shown or kept."""
    return "".join(sign for sign in text_in(cell)[:most] if sign.isprintable())


def one_line(cell: Cell) -> str:
    """The same on one line, with one space between the words."""
    return " ".join(text_in(cell).split())


def cents_in(cell: Cell, notation: Notation) -> int | None:
    """An amount in cents, or None for an empty cell. A number in a spreadsheet is what it is, in any notation."""
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return _cents_of(cell)
    typed = bare(text_in(cell))
    if not typed:
        return None
    match = AMOUNTS[notation].fullmatch(typed) if len(typed) <= LONGEST_NUMBER else None
    if match is None:
        raise WrongCell(_unlike(typed, notation))
    whole, cents = re.sub("[.,]", "", match["whole"]), (match["cents"] or "0").replace("-", "0")
    return int(whole) * 100 + int(cents.ljust(2, "0"))


def count_in(cell: Cell) -> int | None:
    """A whole number, or None for an empty cell."""
    if isinstance(cell, float) and not cell.is_integer():
        raise WrongCell(_("Vul hier een heel getal in, zonder cijfers achter de komma."))
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return int(cell)
    typed = SPACES.sub("", text_in(cell))
    if not typed:
        return None
    if len(typed) > LONGEST_NUMBER or not COUNT.fullmatch(typed):
        raise WrongCell(_("Vul hier een heel getal in, alleen met cijfers."))
    return int(re.sub("[.,]", "", typed))


def day_in(cell: Cell) -> str:
    """A day as 2027-03-31, or empty for an empty cell."""
    if isinstance(cell, datetime | date):
        return f"{cell:%Y-%m-%d}"
    typed = text_in(cell)
    if not typed:
        return ""
    match = DAY.fullmatch(typed) or ISO.fullmatch(typed)
    if match is None:
        raise WrongCell(_("Dit is geen dag. Schrijf de datum als 31-03-2027."))
    return _day(match).isoformat()


def moment_in(cell: Cell) -> datetime | None:
    """A moment on the clocks of the Netherlands, unless it names its zone; a day alone begins at 00.00 uur."""
    if isinstance(cell, datetime):
        return _here(cell)
    if isinstance(cell, date):
        return _here(datetime.combine(cell, time()))
    typed = text_in(cell)
    if not typed:
        return None
    if ZONE.search(typed) and "T" in typed:
        return _with_zone(typed)
    day, _space, clock = typed.replace("T", " ", 1).replace(",", " ", 1).partition(" ")
    match = DAY.fullmatch(day) or ISO.fullmatch(day)
    if match is None:
        raise WrongCell(_no_moment())
    return _here(datetime.combine(_day(match), _clock(clock.strip())))


def notations_of(cells: Iterable[Cell]) -> set[Notation]:
    """In which notations each of these amounts can be read that can be read at all."""
    possible = set(Notation)
    for cell in cells:
        if isinstance(cell, str):
            possible &= _notations_of(bare(cell)) or possible
    return possible


def _notations_of(typed: str) -> set[Notation]:
    return {each for each in Notation if AMOUNTS[each].fullmatch(typed)}


def bare(typed: str) -> str:
    """An amount without its sign and spaces."""
    return SIGN.sub("", SPACES.sub("", typed))


def _cents_of(number: float) -> int:
    """What a spreadsheet keeps of 1000,10 is a hair beside it; more than a hair is a mistake."""
    try:
        exact = Fraction(repr(number)) * 100
    except ValueError:
        raise WrongCell(_("Dit is geen bedrag.")) from None
    if abs(exact - round(exact)) > TINY:
        raise WrongCell(_("Dit bedrag heeft meer dan twee cijfers achter de komma. Rond het af op centen."))
    return round(exact)


def _unlike(typed: str, notation: Notation) -> str:
    if typed.startswith(("-", "(", "\N{MINUS SIGN}")):
        return _("Een bedrag is meer dan nul, en heeft geen minteken.")
    if AMOUNTS[OTHER[notation]].fullmatch(typed):
        sentence = _(
            "Deze kolom wordt gelezen als %(example)s, en zo is dit geen bedrag. "
            "Schrijf het anders, of kies bij deze kolom de andere schrijfwijze."
        )
        return sentence % {"example": EXAMPLES[notation]}
    return _("Dit is geen bedrag. Schrijf het als %(example)s.") % {"example": EXAMPLES[notation]}


def _no_moment() -> str:
    return _("Dit is geen moment. Schrijf het als 01-03-2027 11:59.")


def _day(match: re.Match[str]) -> date:
    try:
        return date(int(match["year"]), int(match["month"]), int(match["day"]))
    except ValueError:
        raise WrongCell(_("Deze dag bestaat niet. Kijk de datum na.")) from None


def _clock(typed: str) -> time:
    if not typed:
        return time()
    match = CLOCK.fullmatch(typed)
    if match is None:
        raise WrongCell(_no_moment())
    try:
        return time(int(match["hour"]), int(match["minute"]), int(match["second"] or 0))
    except ValueError:
        raise WrongCell(_no_moment()) from None


def _with_zone(typed: str) -> datetime:
    try:
        return datetime.fromisoformat(typed)
    except ValueError:
        raise WrongCell(_no_moment()) from None


def _here(moment: datetime) -> datetime:
    """On the clocks of the Netherlands; refused in the hour that the clocks skip, and told in the hour they do twice."""
    if moment.tzinfo is not None:
        return moment
    first, second = moment.replace(tzinfo=AMSTERDAM, fold=0), moment.replace(tzinfo=AMSTERDAM, fold=1)
    if first.utcoffset() == second.utcoffset():
        return first
    if first.utcoffset() < second.utcoffset():  # type: ignore[operator]  # a zone has an offset
        raise WrongCell(
            _("Dit moment bestaat niet: in die nacht ging de klok een uur vooruit. Kijk de tijd na.")
        )
    sentence = _(
        "Dit moment was er twee keer: in die nacht ging de klok een uur terug. "
        "Zet er de zone bij, zoals 2027-10-31T02:30:00+02:00."
    )
    raise WrongCell(sentence)
