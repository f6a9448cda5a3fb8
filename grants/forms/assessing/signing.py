"""Small forms of the official: confirming at once, signing the round, a note of the meeting, asking for fewer."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.applications.typed import LongTextField, storable
from grants.forms.assessing.matrix import LONGEST_REASON, TOO_LONG
from grants.forms.once import OnceForm


class SeenForm(forms.Form):
    """Carries the fingerprint of what the page showed."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)


class SignForm(SeenForm):
    """Establishes the points of the round, as they were read on this page."""

    declaration = forms.BooleanField(
        label=gettext_lazy(
            "Ik heb deze punten bekeken, en ik stel ze vast. Beoordelen kan daarna niet meer."
        ),
        error_messages={"required": gettext_lazy("Zet hier een vinkje. Dan kunt u vaststellen.")},
    )


class WordsForm(OnceForm):
    """One text. What is too long is kept, and refused with a sentence."""

    words = LongTextField(widget=forms.Textarea(attrs={"rows": 6}))

    def __init__(self, data: QueryDict | None, *, label: str, required: str) -> None:
        super().__init__(None if data is None else {name: storable(str(data[name])) for name in data})
        words = self.fields["words"]
        words.label = label
        words.error_messages["required"] = required
        words.validators.append(MaxLengthValidator(LONGEST_REASON, TOO_LONG))


def note_form(data: QueryDict | None) -> WordsForm:
    """What was said in the meeting of the assessors."""
    return WordsForm(
        data, label=_("Wat is er besproken?"), required=_("Schrijf eerst op wat er is besproken.")
    )


def fewer_form(data: QueryDict | None) -> WordsForm:
    """Why fewer assessments are enough."""
    return WordsForm(
        data,
        label=_("Waarom kan het met minder beoordelingen?"),
        required=_("Vertel waarom. Wie het goedkeurt, leest dat."),
    )
