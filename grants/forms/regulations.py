"""What people fill in to load a regulation."""

from django import forms
from django.utils.translation import gettext_lazy as _


class RegulationFileForm(forms.Form):
    """The file to look at."""

    file = forms.FileField(
        label=_("Bestand met de regeling"),
        help_text=_("Een TOML-bestand in UTF-8, van ten hoogste 2 MB."),
        allow_empty_file=True,
        error_messages={"required": _("Kies een bestand. Met een TOML-bestand kunt u verder.")},
        widget=forms.FileInput(attrs={"accept": ".toml"}),
    )


class RegulationProposalForm(forms.Form):
    """The document that was looked at, and why it is proposed."""

    document = forms.CharField(strip=False, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Waarom stelt u deze versie voor?"),
        help_text=_("Uw collega leest dit. Noem het besluit of de verbetering."),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
