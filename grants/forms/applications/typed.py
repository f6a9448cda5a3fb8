"""Fields of the application form: each takes what applicants type, and says at the field what is wrong with it."""

import re
import unicodedata
from typing import TYPE_CHECKING

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _
from stdnum import iban
from stdnum.exceptions import ValidationError as NumberError

from grants.documents.rules import MOST_CENTS, MOST_COUNTED, is_readable
from grants.forms.fields import EuroField
from grants.names import spaced

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

    Text = str | StrPromise

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
WITH_ENGLISH_SIGNS = re.compile(
    r"[0-9]{1,3}(?:,[0-9]{3})*\.[0-9]{1,2}|[0-9]+\.[0-9]{1,2}|[0-9]{1,3}(?:,[0-9]{3})+"
)


def storable(text: str) -> str:
    """What was typed, with a sign for each character that no database keeps: the form then says so at the field."""
    return "".join(UNREADABLE if one == "\0" or unicodedata.category(one) == "Cs" else one for one in text)


def validate_readable(value: str) -> None:
    """No character that nobody can see, and none that turns the direction of what follows it."""
    if UNREADABLE in value or not is_readable(value):
        raise ValidationError(
            _("Hier staat een teken dat niemand kan lezen. Typ deze tekst, in plaats van die te plakken."),
            code="unreadable",
        )


class LineField(forms.CharField):
    """Text on one line."""

    default_validators = [validate_readable]

    def to_python(self, value: str | None) -> str:
        """With one space between its words."""
        return spaced(super().to_python(value) or "")


class LongTextField(forms.CharField):
    """Text of more lines. A line end counts as one character, however a browser sends it."""

    default_validators = [validate_readable]
    widget = forms.Textarea(attrs={"rows": 5})

    def to_python(self, value: str | None) -> str:
        """With line ends as we keep them."""
        return (super().to_python(value) or "").replace("\r\n", "\n").replace("\r", "\n")


class TelephoneField(LineField):
    """A telephone number, as people write it."""

    widget = forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "tel"})
    default_validators = [
        RegexValidator(r"^\+?[0-9()\s./-]{6,24}$", _("Vul een telefoonnummer in, zoals 06 12345678."))
    ]


class IbanField(LineField):
    """An account number whose check digits are right, kept without spaces."""

    def to_python(self, value: str | None) -> str:
        """Without spaces, in capitals."""
        return re.sub(r"\s", "", super().to_python(value)).upper()

    def validate(self, value: str) -> None:
        """As the banks make them: length and check digits."""
        super().validate(value)
        if not value:
            return
        try:
            iban.validate(value)
        except (NumberError, ValueError):
            raise ValidationError(
                _("Dit is geen juist rekeningnummer (IBAN). Neem het over van een rekeningafschrift."),
                code="iban",
            ) from None


class AmountField(EuroField):
    """An amount in a budget. What can be read in two ways is not guessed."""

    default_error_messages = {
        "unsure": _(
            "Schrijf een punt voor duizenden en een komma voor centen: 1.000,50. Zo weten wij zeker wat u bedoelt."
        ),
        "negative": _("Vul een bedrag in zonder minteken."),
    }

    def __init__(
        self, *, label: "Text", help_text: "Text" = "", least: int = 1, required: bool = True
    ) -> None:
        super().__init__(label=label, help_text=help_text, least=least, most=MOST_CENTS)
        self.required = self.widget.is_required = required

    def to_python(self, value: str | None) -> int | None:
        """Cents, or None for nothing typed."""
        typed = re.sub(r"[€\s]", "", value or "")
        if WITH_ENGLISH_SIGNS.fullmatch(typed):
            raise ValidationError(self.error_messages["unsure"], code="unsure")
        if typed.startswith(("-", "\N{MINUS SIGN}")):
            raise ValidationError(self.error_messages["negative"], code="negative")
        return super().to_python(value)


class WholeNumberField(forms.Field):
    """A number of people or hours, as the Dutch write it."""

    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "class": "sr-count"})
    default_error_messages = {
        "invalid": _("Vul een heel getal in, zoals 250."),
        "too_little": _("Vul een getal in van ten minste %(least)s."),
        "too_much": _("Dit getal is te groot. Kijk of u het goed overnam."),
    }

    def __init__(self, *, least: int, label: "Text", help_text: "Text", required: bool) -> None:
        super().__init__(label=label, help_text=help_text, required=required)
        self.least = least

    def to_python(self, value: str | None) -> int | None:
        """The number, or None for nothing typed."""
        typed = re.sub(r"\s", "", value or "")
        if not typed:
            return None
        if not re.fullmatch(r"[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]+", typed):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        if len(typed) > 13 or (found := int(typed.replace(".", ""))) > MOST_COUNTED:
            raise ValidationError(self.error_messages["too_much"], code="too_much")
        return found

    def validate(self, value: int | None) -> None:
        """Not less than the regulation asks."""
        super().validate(value)
        if value is not None and value < self.least:
            raise ValidationError(
                self.error_messages["too_little"], code="too_little", params={"least": self.least}
            )
