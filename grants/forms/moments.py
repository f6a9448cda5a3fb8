"""Moments as people fill them in: a day and a time on the clocks of the Netherlands."""

from datetime import UTC, date, datetime, time

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.fields import DayInput, HourInput
from grants.moments import day as day_in_words

FIRST_YEAR, LAST_YEAR = 2000, 2100
DAYS = ["%Y-%m-%d", "%d-%m-%Y"]
HOURS = ["%H:%M", "%H.%M", "%H:%M:%S"]


class DayField(forms.DateField):
    """A day in the years that a round can be in."""

    def __init__(self, **options: object) -> None:
        super().__init__(input_formats=DAYS, widget=DayInput(), **options)  # type: ignore[arg-type]

    def validate(self, value: date | None) -> None:
        """No year that nobody means."""
        super().validate(value)
        if value is not None and not FIRST_YEAR <= value.year <= LAST_YEAR:
            raise ValidationError(
                _("Kies een dag in de jaren %(first)s tot en met %(last)s.")
                % {"first": FIRST_YEAR, "last": LAST_YEAR},
                code="year",
            )


class HourField(forms.TimeField):
    """A time of day."""

    default_error_messages = {"invalid": gettext_lazy("Vul een tijd in, zoals 12:00.")}

    def __init__(self, **options: object) -> None:
        super().__init__(input_formats=HOURS, widget=HourInput(), **options)  # type: ignore[arg-type]


def moment_on(day: date, hour: time) -> datetime:
    """The moment at this time of this day.

    ValidationError where it is not there, or twice, on the nights on which the clock changes.
    """
    zone, wall = get_default_timezone(), datetime.combine(day, hour)
    found = wall.replace(tzinfo=zone)
    values = {"day": day_in_words(found.replace(hour=12)), "hour": hour.strftime("%H.%M")}
    if found.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != wall:
        raise ValidationError(
            _(
                "Op %(day)s is het nooit %(hour)s uur: de klok gaat dan van 2.00 naar 3.00 uur. "
                "Kies een tijd vóór 2.00 uur, of vanaf 3.00 uur."
            )
            % values,
            code="never",
        )
    if found.utcoffset() != found.replace(fold=1).utcoffset():
        raise ValidationError(
            _(
                "Op %(day)s is het twee keer %(hour)s uur: de klok gaat dan van 3.00 terug naar 2.00 uur. "
                "Kies een tijd vóór 2.00 uur, of vanaf 3.00 uur."
            )
            % values,
            code="twice",
        )
    return found


def moment_in(form: forms.BaseForm, name: str) -> datetime | None:
    """The moment in the two fields of this name, with what is wrong set beside the field. None where it is empty."""
    on, hour = f"{name}_on", f"{name}_time"
    day, at = form.cleaned_data.get(on), form.cleaned_data.get(hour)
    if day is None and at is None:
        return None
    if day is None or at is None:
        missing, sentence = (on, _("Kies ook een dag.")) if day is None else (hour, _("Kies ook een tijd."))
        if missing not in form.errors:
            form.add_error(missing, sentence)
        return None
    try:
        return moment_on(day, at)
    except ValidationError as error:
        form.add_error(hour, error)
        return None
