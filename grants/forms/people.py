"""Forms about people."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from grants.models import User


class NameForm(forms.Form):
    """The one thing beside mail and password that an account asks."""

    name = forms.CharField(
        label=_("Uw naam"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Zoals de gemeente u in een brief noemt."),
    )

    def signup(self, _request: HttpRequest, user: User) -> None:
        """Called by allauth when somebody makes an account."""
        user.name = self.cleaned_data["name"]
        user.save()
