"""The list of requirements that an official goes through, and the term to complete."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from grants.documents.requirements import Found, Required
from grants.forms.applications.acts import LONGEST, LONGEST_TERM, SeenForm
from grants.forms.applications.typed import LongTextField
from grants.models import Application
from grants.selectors.applications.completeness import Lacking

FINE, LACKS = "fine", "lacks"
JUDGED = {Found.PRESENT: FINE, Found.MISSING: LACKS}
LONGEST_NOTE = 1000


@dataclass(frozen=True)
class Line:
    """A requirement with the two fields in which an official judges it."""

    required: Required
    judgement: BoundField
    note: BoundField


class CompletenessForm(SeenForm):
    """A judgement on each requirement; then the application is complete, or the rest is asked for.

    What is asked for is read once more before it is sent.
    """

    COMPLETE, ASK, SEND, BACK = "complete", "ask", "send", "back"
    decision = forms.ChoiceField(
        choices=[(each, each) for each in (COMPLETE, ASK, SEND)],
        widget=forms.HiddenInput,
        error_messages={"required": _("Kies een van de twee knoppen onderaan.")},
    )
    also = LongTextField(
        label=_("Wat ontbreekt er nog meer?"),
        required=False,
        max_length=LONGEST_NOTE,
        help_text=_("Alleen als het niet in de lijst hierboven staat."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    message = LongTextField(
        label=_("Bericht aan de aanvrager"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    days = forms.IntegerField(
        label=_("Dagen om aan te vullen"),
        min_value=1,
        max_value=LONGEST_TERM,
        help_text=_("Valt de laatste dag in een weekend of op een feestdag, dan wordt het de werkdag erna."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, application: Application, requirements: Sequence[Required]
    ) -> None:
        super().__init__(data, application=application)
        self.requirements = requirements
        self.initial["days"] = application.round.completion_days
        for each in requirements:
            self.fields[f"judge-{each.key}"] = _judgement(each)
            self.fields[f"note-{each.key}"] = _note()

    def lines(self) -> Iterator[Line]:
        """Each requirement with its fields."""
        for each in self.requirements:
            yield Line(each, self[f"judge-{each.key}"], self[f"note-{each.key}"])

    def clean(self) -> dict[str, object]:
        """Nothing lacks where it is complete, and something where the rest is asked for."""
        found: dict[str, object] = self.cleaned_data
        lacking = [each for each in self.requirements if found.get(f"judge-{each.key}") == LACKS]
        if found.get("decision") == self.COMPLETE:
            for each in lacking:
                self.add_error(
                    f"judge-{each.key}",
                    _("U gaf aan dat dit ontbreekt. Vraag het op, of zet het op «in orde»."),
                )
        elif found.get("decision") in {self.ASK, self.SEND} and not lacking and not found.get("also"):
            self.add_error("also", _("Geef aan wat er ontbreekt: hierboven in de lijst, of hier."))
        return found

    def lacking(self) -> list[Lacking]:
        """What is asked for, with what exactly lacks."""
        found = [
            Lacking(
                each.key,
                each.question,
                each.rule,
                str(self.cleaned_data[f"note-{each.key}"]),
                each.is_formal,
            )
            for each in self.requirements
            if self.cleaned_data[f"judge-{each.key}"] == LACKS
        ]
        also = str(self.cleaned_data["also"])
        return [*found, Lacking("other", also, "Awb 4:5")] if also else found

    def kept(self) -> list[tuple[str, str]]:
        """All that was typed, for a page that asks whether it may be sent."""
        return [
            (name, str(self.data[name])) for name in self.fields if name != "decision" and name in self.data
        ]

    def typed_anew(self) -> Self:
        """A form to go on in, with all that was typed and no errors yet."""
        form = type(self)(application=self.application, requirements=self.requirements)
        form.initial.update(dict(self.kept()))
        return form

    def judged(self) -> dict[str, str]:
        """What was remarked, by requirement."""
        notes = {each.question: str(self.cleaned_data[f"note-{each.key}"]) for each in self.requirements}
        return {question: note for question, note in notes.items() if note}


def _judgement(each: Required) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=each.question,
        choices=[(FINE, _("in orde")), (LACKS, _("ontbreekt"))],
        widget=forms.RadioSelect,
        initial=JUDGED.get(each.found),
        error_messages={"required": _("Kies: in orde of ontbreekt.")},
    )


def _note() -> LongTextField:
    return LongTextField(
        label=_("Opmerking"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 1}),
    )
