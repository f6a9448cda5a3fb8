"""Until when: terms that law and regulations give, counted from values. Dates in, dates out; nothing here knows the clock."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

DAY = timedelta(days=1)
SATURDAY = 5
SUNDAY = 6

NOT_HANDLED_WEEKS = 4
"""Awb 4:5 lid 4: within so many weeks after the application was completed or the term for it passed."""

USUAL_WEEKS = 8
"""Awb 4:13 lid 2: the longest reasonable term where no regulation gives one."""

WARNED_WEEKS = 2
"""How long before the last day an official is warned."""

LONGEST_WEEKS = 12
LONGEST_DAYS = 90
"""Algemene termijnenwet art. 4: longer terms end on any day, also in a weekend."""


@dataclass(frozen=True)
class Pause:
    """The applicant was asked to complete on this day; `ended` is when it did, or the last day of the term for it."""

    asked: date
    ended: date

    @property
    def days(self) -> int:
        """Awb 4:15 lid 1 onder a: from the day after asking until, and not including, the day on which it ended."""
        return max((self.ended - self.asked).days - 1, 0)


@dataclass(frozen=True)
class Postponement:
    """Awb 4:14: told on this day, that the decision comes on that day at the latest."""

    told: date
    until: date


def decide_by(
    start: date, weeks: int, pauses: Sequence[Pause] = (), postponements: Sequence[Postponement] = ()
) -> date:
    """The last day to decide: so many weeks after `start`, later by each pause, or the day of the last postponement.

    A pause that begins after a postponement makes that later as well.
    """
    last, counted = start + timedelta(weeks=weeks), list(pauses)
    if postponements:
        latest = max(postponements, key=lambda each: (each.told, each.until))
        last, counted = latest.until, [each for each in pauses if each.asked > latest.told]
    last += sum((each.days * DAY for each in counted), start=timedelta())
    return working_day_from(last) if weeks <= LONGEST_WEEKS else last


def days_later(start: date, days: int) -> date:
    """The last day of a term of so many days that begins the day after `start`."""
    last = start + timedelta(days=days)
    return working_day_from(last) if days <= LONGEST_DAYS else last


def not_handled_by(ended: date) -> date:
    """Until when an application can be left unhandled, after the term to complete it ended on this day."""
    return working_day_from(ended + timedelta(weeks=NOT_HANDLED_WEEKS))


def is_near(last: date, today: date) -> bool:
    """Whether the last day is so near, or passed, that someone must act."""
    return today >= last - timedelta(weeks=WARNED_WEEKS)


def working_day_from(day: date) -> date:
    """This day, or the first after it that is no Saturday, Sunday or holiday (Algemene termijnenwet art. 1)."""
    while day.weekday() in (SATURDAY, SUNDAY) or day in holidays(day.year):
        day += DAY
    return day


@cache
def holidays(year: int) -> frozenset[date]:
    """The days of art. 3 of the Algemene termijnenwet, Good Friday among them; Sundays are none of their own."""
    sunday = easter(year)
    kings_day = date(year, 4, 27)
    return frozenset(
        {
            date(year, 1, 1),
            sunday - 2 * DAY,  # Goede Vrijdag
            sunday + 1 * DAY,  # tweede Paasdag
            kings_day - DAY if kings_day.weekday() == SUNDAY else kings_day,
            date(year, 5, 5),
            sunday + 39 * DAY,  # Hemelvaartsdag
            sunday + 50 * DAY,  # tweede Pinksterdag
            date(year, 12, 25),
            date(year, 12, 26),
        }
    )


def easter(year: int) -> date:
    """The Sunday of Easter, by the rule that is known as Meeus, Jones and Butcher's."""
    century, cycle = year // 100, year % 19
    moon = (19 * cycle + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - moon - year % 4) % 7
    late = (cycle + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)
