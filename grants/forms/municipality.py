"""What an administrator fills in about the municipality."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from grants.forms.fields import NameField
from grants.forms.versioned import VersionedForm
from grants.models import Municipality

IBAN = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


class MunicipalityForm(VersionedForm[Municipality]):
    """The one row that pages and letters take their name, addresses and colours from."""

    class Meta:
        model = Municipality
        fields = (
            "name",
            "visiting_address",
            "objection_address",
            "telephone",
            "email",
            "iban",
            "mandate",
            "theme",
        )
        field_classes = {"name": NameField}
        labels = {
            "name": _("Naam van de gemeente"),
            "visiting_address": _("Bezoekadres"),
            "objection_address": _("Adres voor bezwaar"),
            "telephone": _("Telefoon"),
            "email": _("E-mailadres"),
            "iban": _("Bankrekening (IBAN)"),
            "mandate": _("Ondertekening"),
            "theme": _("Kleuren"),
        }
        help_texts = {
            "name": _("Zonder het woord gemeente, bijvoorbeeld Voorbeeldstad."),
            "objection_address": _("Staat in elk besluit: waar iemand een bezwaarschrift naartoe stuurt."),
            "telephone": _("Met de uren waarop iemand opneemt."),
            "mandate": _("Wie namens het college ondertekent, zoals het onder een brief komt te staan."),
        }
        widgets = {
            "objection_address": forms.Textarea(attrs={"rows": 4}),
            "mandate": forms.Textarea(attrs={"rows": 4}),
        }

    def clean_iban(self) -> str:
        """An account number without spaces whose check digits are right; or none."""
        iban = re.sub(r"\s", "", str(self.cleaned_data["iban"])).upper()
        if iban and not is_iban(iban):
            raise forms.ValidationError(
                _("Dit is geen juist IBAN. Neem het over van een rekeningafschrift."), code="iban"
            )
        return iban


def is_iban(iban: str) -> bool:
    """Whether the check digits are right (ISO 13616): moved to the end, letters as numbers, 1 modulo 97."""
    if not IBAN.fullmatch(iban):
        return False
    digits = "".join(str(int(sign, 36)) for sign in iban[4:] + iban[:4])
    return int(digits) % 97 == 1
