"""Forms about organisations and who acts for them."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.forms.fields import NameField
from grants.forms.once import OnceForm
from grants.forms.people import EMAIL
from grants.forms.versioned import VersionedForm
from grants.models import Organisation
from grants.validators import validate_kvk_number

MAIL = {"autocomplete": "off", "inputmode": "email"}


class KvkField(forms.CharField):
    """A KvK number as people type it: with spaces or dots between the digits."""

    default_validators = [validate_kvk_number]

    def to_python(self, value: str | None) -> str:
        """The digits alone."""
        return re.sub(r"[\s.-]", "", super().to_python(value) or "")


class OrganisationForm(VersionedForm[Organisation]):
    """What is known of an organisation."""

    name = NameField(label=_("Naam van de organisatie of het initiatief"), max_length=200)
    kvk_number = KvkField(
        label=_("KvK-nummer"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        help_text=_(
            "Acht cijfers. Laat dit leeg als u een initiatief van bewoners bent, zonder inschrijving."
        ),
    )

    class Meta:
        model = Organisation
        fields = ("name", "kvk_number")


class RegistrationForm(OnceForm, OrganisationForm):
    """A new organisation. Whether its number is taken is left to the service: sent twice, it is taken by itself."""

    class Meta:
        model = Organisation
        fields = ("name",)


class InvitationForm(forms.Form):
    """Who is asked to act for the organisation."""

    email = forms.EmailField(
        label=_("E-mailadres"),
        max_length=EMAIL.max_length,
        widget=forms.EmailInput(attrs=MAIL),
        help_text=_("Deze persoon krijgt een mail, en treedt pas op na een ja."),
    )
