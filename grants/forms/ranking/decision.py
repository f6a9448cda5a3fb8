"""The form on which an official decides about one application. Nothing is chosen beforehand."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.rules import LONGEST_REASON, MOST_CENTS
from grants.enums import Said
from grants.forms.applications.typed import LongTextField, storable
from grants.forms.fields import EuroField
from grants.services.ranking.deciding import Answer


class DecisionForm(forms.Form):
    """What is decided, why, and for a lower amount how much. `after` is the last decision that the page shows."""

    after = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    said = forms.ChoiceField(widget=forms.RadioSelect)
    cap = EuroField(label=gettext_lazy("Ten hoogste welk bedrag?"), most=MOST_CENTS, required=False)
    reason = LongTextField(widget=forms.Textarea(attrs={"rows": 5}), max_length=LONGEST_REASON)

    def __init__(self, data: QueryDict | None, *, sayings: Sequence[Said], after: int) -> None:
        cleaned = None if data is None else {name: storable(str(data[name])) for name in data}
        super().__init__(cleaned, initial={"after": after})
        choices = [(each.value, str(each.label).capitalize()) for each in sayings]
        said, reason = self.fields["said"], self.fields["reason"]
        said.label, reason.label = _("Wat beslist u?"), _("Waarom?")
        said.choices = choices  # type: ignore[attr-defined]
        reason.help_text = _("Deze redenen staan straks in de brief aan de aanvrager.")
        said.error_messages["required"] = _("Kies wat u beslist.")
        reason.error_messages["required"] = _("Geef redenen. Die staan straks in de brief.")
        if Said.CAP not in sayings:
            del self.fields["cap"]

    def clean(self) -> dict[str, object]:
        """A lower amount says how much."""
        if self.cleaned_data.get("said") == Said.CAP and not self.cleaned_data.get("cap"):
            self.add_error("cap", _("Vul het bedrag in dat u ten hoogste verleent."))
        return self.cleaned_data

    def answer(self) -> Answer:
        """What was decided."""
        said = Said(self.cleaned_data["said"])
        cap = self.cleaned_data.get("cap") if said is Said.CAP else None
        return Answer(said, str(self.cleaned_data["reason"]), cap)
