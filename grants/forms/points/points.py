"""A number of points, where the article lets an assessor give any."""

import re
from fractions import Fraction

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from schemes.levels import may_be_given
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.dutch import number

LONGEST = 50
UNSURE = re.compile(r"-?[0-9]{1,3}(?:\.[0-9]{3})+")
NUMBER = re.compile(r"(-?)([0-9]+)(?:[.,]([0-9]+))?")


class PointsField(forms.Field):
    """Points as the Dutch write them: 7,5. What can be read in two ways is not guessed."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "sr-count"})
    default_error_messages = {
        "invalid": gettext_lazy("Vul een getal in, zoals 7 of 7,5."),
        "unsure": gettext_lazy("Schrijf dit getal zonder punt. Een deel schrijft u met een komma: 7,5."),
        "beyond": gettext_lazy("De regeling kent hier %(range)s. Vul zo’n getal in."),
    }

    def __init__(self, regulation: Regulation, criterion: Criterion, *, label: str) -> None:
        super().__init__(label=label, required=False)
        self.regulation, self.criterion = regulation, criterion

    def to_python(self, value: str | None) -> Fraction | None:
        """The exact number; None for nothing typed."""
        typed = re.sub(r"\s", "", value or "").replace("\N{MINUS SIGN}", "-")
        if not typed:
            return None
        if UNSURE.fullmatch(typed):
            raise ValidationError(self.error_messages["unsure"], code="unsure")
        found = NUMBER.fullmatch(typed)
        if found is None or len(typed) > LONGEST:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        sign, whole, part = found.groups(default="")
        points = Fraction(int(f"{sign}{whole}{part}"), 10 ** len(part))
        if not may_be_given(self.regulation, self.criterion, points):
            raise ValidationError(
                self.error_messages["beyond"], code="beyond", params={"range": given_range(self.criterion)}
            )
        return points


def given_range(criterion: Criterion) -> str:
    """From where to where any number can be given."""
    least, most = criterion.any_number_from or 0, criterion.any_number_to
    if most is None:
        return _("elk aantal punten vanaf %(least)s") % {"least": number(least)}
    return _("elk aantal punten van %(least)s tot en met %(most)s") % {
        "least": number(least),
        "most": number(most),
    }
