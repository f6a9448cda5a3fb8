"""Moments in words, on the clocks of the Netherlands: for pages and sentences alike."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _


def moment(value: datetime) -> str:
    """A moment as maandag 1 maart 2027, 12.00 uur."""
    return date_format(localtime(value), _("l j F Y, H.i \\u\\u\\r"))


def day(value: datetime) -> str:
    """The day of a moment, as maandag 1 maart 2027."""
    return date_format(localtime(value), "l j F Y")


def date_in_words(value: date) -> str:
    """A day of the calendar, as maandag 1 maart 2027."""
    return date_format(value, "l j F Y")
