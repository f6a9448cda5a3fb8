"""Small forms of the official: confirming at once, signing the round, a note of the meeting, asking for fewer."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.words import WordsForm


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


def note_form(data: QueryDict | None) -> WordsForm:
    """What was said in the meeting of the assessors."""
    required = _("Schrijf eerst op wat er is besproken.")
    return WordsForm(data, label=_("Wat is er besproken?"), required=required, rows=6)


def fewer_form(data: QueryDict | None) -> WordsForm:
    """Why fewer assessments are enough."""
    return WordsForm(
        data,
        label=_("Waarom kan het met minder beoordelingen?"),
        required=_("Vertel waarom. Wie het goedkeurt, leest dat."),
        rows=6,
    )
