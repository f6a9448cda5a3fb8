"""The form with which a role is given."""

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.enums import Role


class RoleForm(forms.Form):
    """Who does what from now on. The person is named by mail address: lists of everyone are for the page Personen."""

    # browsers colour a choice that is not made yet as a mistake
    use_required_attribute = False

    email = forms.EmailField(label=_("E-mailadres van de persoon"))
    role = forms.ChoiceField(label=_("Rol"), choices=Role.choices, widget=forms.RadioSelect)

    def clean_role(self) -> Role:
        """The role itself."""
        return Role(self.cleaned_data["role"])
