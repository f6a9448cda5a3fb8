"""What people fill in to load a regulation, and to judge what someone else proposes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.enums import Verdict


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

    def clean_document(self) -> str:
        """The text as it was in the file: browsers send every line end as two characters."""
        return str(self.cleaned_data["document"]).replace("\r\n", "\n")


class VerdictForm(forms.Form):
    """How a proposal ends."""

    verdict = forms.ChoiceField(choices=Verdict.choices, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reden"),
        help_text=_("Verplicht als u afwijst. Wie het voorstel deed, leest dit."),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean(self) -> dict[str, object]:
        """A refusal has a reason."""
        found: dict[str, object] = self.cleaned_data
        if found.get("verdict") == Verdict.REFUSED and not found.get("reason"):
            self.add_error("reason", _("Schrijf waarom u afwijst. Dan kan de indiener het verbeteren."))
        return found
