"""The token of a form that makes something: see `grants.services.once`."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _


class OnceForm(forms.Form):
    """Carries a token that is new each time the form is shown."""

    token = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid4,
        error_messages={
            "required": _("Open dit formulier opnieuw."),
            "invalid": _("Open dit formulier opnieuw."),
        },
    )
