"""Forms about people."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from grants.forms.fields import NameField
from grants.forms.once import OnceForm
from grants.models import User

NAME = User._meta.get_field("name")  # noqa: SLF001 - Django's own name
EMAIL = User._meta.get_field("email")  # noqa: SLF001 - idem


class NameForm(forms.Form):
    """The one thing beside mail and password that an account asks."""

    name = NameField(
        label=_("Uw naam"),
        max_length=NAME.max_length,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
        help_text=_("Zoals de gemeente u in een brief noemt."),
    )

    def signup(self, _request: HttpRequest, user: User) -> None:
        """Called by allauth when somebody makes an account."""
        user.name = self.cleaned_data["name"]
        user.save()


class RenameForm(forms.Form):
    """How an administrator names someone else."""

    name = NameField(label=_("Naam"), max_length=NAME.max_length)


class PersonForm(OnceForm):
    """Whom an administrator invites."""

    name = NameField(label=_("Naam"), max_length=NAME.max_length)
    email = forms.EmailField(
        label=_("E-mailadres"),
        max_length=EMAIL.max_length,
        help_text=_("Hierheen gaat de mail waarmee deze persoon een wachtwoord kiest."),
    )


class SearchForm(forms.Form):
    """What a list is searched by."""

    words = forms.CharField(required=False, max_length=100)


class CandidacyForm(forms.Form):
    """Why someone should be an administrator."""

    reason = forms.CharField(
        label=_("Waarom moet deze persoon beheerder worden?"),
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("De tweede beheerder leest dit."),
    )
