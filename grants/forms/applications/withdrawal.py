"""Why an applicant takes an application back."""

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.forms.applications.typed import LongTextField


class WithdrawalForm(forms.Form):
    """The reason is for the file, and need not be given."""

    reason = LongTextField(
        label=_("Waarom trekt u de aanvraag in?"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
