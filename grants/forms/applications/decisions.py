"""What an official fills in when decisions on applications apart were sent."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from grants.enums import Sending
from grants.forms.applications.acts import SeenForm
from grants.forms.applications.together import TogetherForm
from grants.forms.moments import DayField
from grants.models import Application
from grants.selectors.applications.terms import today

DAY_NOTE = _("De dag waarop de brief of mail wegging, of het besluit werd overhandigd.")


def _day() -> DayField:
    return DayField(label=_("Verstuurd op"), help_text=DAY_NOTE, initial=today)


def _how() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Hoe?"), choices=Sending.choices, widget=forms.RadioSelect)


class SentForm(SeenForm):
    """When and how the decision on one application was sent."""

    sent_on = _day()
    how = _how()

    def seen(self) -> dict[int, int]:
        """The version that was shown."""
        return {self.application.pk: self.cleaned_data["version"]}


class SentTogetherForm(TogetherForm):
    """The same for those that are chosen from a list."""

    sent_on = _day()
    how = _how()

    def __init__(self, data: QueryDict | None = None, *, applications: list[Application]) -> None:
        super().__init__(data, applications=applications)
        self.fields["chosen"].label = _("Welke besluiten zijn verstuurd?")
        self.fields["chosen"].required = True
        self.fields["chosen"].error_messages["required"] = _("Kruis aan welke besluiten zijn verstuurd.")

    def chosen_seen(self) -> dict[int, int]:
        """The version that was shown of each that was chosen."""
        seen: dict[int, int] = self.cleaned_data["seen"]
        return {key: seen[key] for key in self.chosen_keys()}
