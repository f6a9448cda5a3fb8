"""What people fill in to judge what someone else proposes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.enums import Verdict


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
