"""Moments in words, on the clocks of the Netherlands: for pages and sentences alike."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def moment(value: datetime) -> str:
    """A moment as maandag 1 maart 2027, 12.00 uur."""
    return date_format(localtime(value), _("l j F Y, H.i \\u\\u\\r"))


def exact_moment(value: datetime) -> str:
    """A moment with its seconds, where they can count. On letters, which are Dutch."""
    return date_format(localtime(value), "l j F Y, H.i.s \\u\\u\\r")


def day(value: datetime) -> str:
    """The day of a moment, as maandag 1 maart 2027."""
    return date_format(localtime(value), "l j F Y")


def short_day(value: date | datetime) -> str:
    """A day, or that of a moment, as 1 maart: where the year is plain."""
    return date_format(localtime(value) if isinstance(value, datetime) else value, "j F")


def date_in_words(value: date) -> str:
    """A day of the calendar, as maandag 1 maart 2027."""
    return date_format(value, "l j F Y")


def time_left(now: datetime, until: datetime) -> str:
    """How long there is left, in the largest whole unit: 6 dagen, 3 uur, 12 minuten, minder dan een minuut."""
    seconds = int((until - now).total_seconds())
    if days := seconds // 86_400:
        return ngettext("%(days)s dag", "%(days)s dagen", days) % {"days": days}
    if hours := seconds // 3_600:
        return ngettext("%(hours)s uur", "%(hours)s uur", hours) % {"hours": hours}
    if minutes := seconds // 60:
        return ngettext("%(minutes)s minuut", "%(minutes)s minuten", minutes) % {"minutes": minutes}
    return _("minder dan een minuut")


def clock_time(value: datetime) -> str:
    """The time of a moment, as 21.32."""
    return date_format(localtime(value), "H.i")
