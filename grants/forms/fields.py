"""Fields in which people type as they write: amounts with a comma, days from a calendar."""

import re
from typing import TYPE_CHECKING, NoReturn

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from grants.names import spaced
from grants.validators import validate_name
from schemes.words.dutch import euros

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Text = str | StrPromise

AMOUNT = re.compile(r"(?P<whole>[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+)(?:,(?P<cents>[0-9]{2}|-))?")


class EuroInput(forms.TextInput):
    """Shows cents as 18.400,50; the euro sign stands before it on the page."""

    is_money = True

    def __init__(self) -> None:
        super().__init__(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def format_value(self, value: object) -> str | None:
        """Cents as an amount; what somebody typed as they typed it."""
        return (
            euros(value).removeprefix("€").strip() if isinstance(value, int) else super().format_value(value)
        )


class EuroField(forms.Field):
    """An amount as the Dutch write it, as integer cents."""

    widget = EuroInput
    default_error_messages = {
        "invalid": _("Vul een bedrag in, zoals 18.400 of 18.400,50."),
        "too_little": _("Vul een bedrag in van ten minste %(euros)s."),
        "too_much": _("Vul een bedrag in van ten hoogste %(euros)s."),
    }

    def __init__(
        self, *, label: "Text", help_text: "Text" = "", most: int, least: int = 1, required: bool = True
    ) -> None:
        super().__init__(label=label, help_text=help_text, required=required)
        self.least, self.most = least, most

    def to_python(self, value: str | None) -> int | None:
        """Cents, or None for nothing typed."""
        typed = re.sub(r"[€\s]", "", value or "")
        if not typed:
            return None
        match = AMOUNT.fullmatch(typed)
        if match is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        whole, cents = match["whole"].replace(".", ""), (match["cents"] or "-").replace("-", "00")
        if len(whole) > len(str(self.most)):
            self._refuse("too_much", self.most)
        return int(whole) * 100 + int(cents)

    def validate(self, value: int | None) -> None:
        """Within the limits, and there at all."""
        super().validate(value)
        if value is not None and value < self.least:
            self._refuse("too_little", self.least)
        if value is not None and value > self.most:
            self._refuse("too_much", self.most)

    def _refuse(self, code: str, limit: int) -> NoReturn:
        raise ValidationError(self.error_messages[code], code=code, params={"euros": euros(limit)})


class NameField(forms.CharField):
    """A name that people read: with one space between its words, and no character that nobody sees."""

    default_validators = [validate_name]

    def to_python(self, value: str | None) -> str:
        """The name, in which an unseen character is still refused: whoever types it can do so anew."""
        return spaced(super().to_python(value) or "")


class HourInput(forms.TimeInput):
    """A time of day, without seconds."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


class DayInput(forms.DateInput):
    """A day from the browser's own calendar, which speaks the reader's language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")
