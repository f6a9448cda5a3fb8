"""The form with which a role is given."""

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.enums import Role
from grants.forms.people import EMAIL


class RoleForm(forms.Form):
    """Who does what from now on. The person is named by mail address: lists of everyone are for the page Personen."""

    email = forms.EmailField(label=_("E-mailadres van de persoon"), max_length=EMAIL.max_length)
    role = forms.ChoiceField(label=_("Rol"), choices=Role.choices, widget=forms.RadioSelect)

    def clean_role(self) -> Role:
        """The role itself."""
        return Role(self.cleaned_data["role"])
