"""The code in a letter, typed by who takes an application over."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """In capitals or not, with or without the spaces between its groups."""

    code = forms.CharField(
        label=_("Code uit de brief"),
        max_length=120,
        help_text=_("De code bestaat uit groepjes van vier letters en cijfers."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        """Only its letters and digits."""
        code = "".join(
            sign for sign in str(self.cleaned_data["code"]).lower() if sign.isalnum() and sign.isascii()
        )
        if not code:
            raise forms.ValidationError(_("Neem de code over uit de brief."), code="empty")
        return code
