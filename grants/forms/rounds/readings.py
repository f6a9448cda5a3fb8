"""The readings of a round: each doubtful text of the regulation, confirmed as it was chosen or changed with a reason."""

from collections.abc import Iterator
from dataclasses import dataclass

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.stored import document_of
from grants.forms.rounds.setup import StepForm
from grants.forms.versioned import Together
from grants.models import GrantRound
from schemes.documents import Document
from schemes.regulation import Choice, Lid, Reading
from schemes.words.readback import lids_of

LONGEST_REASON = 2000


@dataclass(frozen=True)
class Asked:
    """A reading with the leden that it is about and the two fields that it is answered in.

    `before` is what was chosen under another version.
    """

    reading: Reading
    leden: list[Lid]
    choice: BoundField
    reason: BoundField
    before: str


class ReadingsForm(StepForm):
    """A choice and a reason for each reading. Nothing is chosen beforehand: a choice is a decision of this round."""

    class Meta:
        model = GrantRound
        fields = ()

    def __init__(self, data: QueryDict | None = None, *, instance: GrantRound) -> None:
        self.document: Document = document_of(instance.regulation)
        super().__init__(data, instance=instance)
        for reading in self.document.readings:
            self.fields[_choice(reading)] = _choice_field(reading)
            self.fields[_reason(reading)] = _reason_field()
        if data is not None:
            self.data = self._with_choices(data)

    def beside_columns(self) -> dict[str, object]:
        """What the round chose; a reading that is to be confirmed anew keeps only its reason."""
        found: dict[str, object] = {}
        for reading in self.document.readings:
            own = self.instance.readings.get(reading.id, {})
            found[_reason(reading)] = own.get("reason", "")
            found[_choice(reading)] = str(own["choice"]) if own and own.get("confirmed", True) else ""
        return found

    def together(self) -> list[Together]:
        """A choice with its reason."""
        return [
            Together(reading.question, (self[_choice(reading)], self[_reason(reading)]))
            for reading in self.document.readings
            if _choice(reading) in self.fields
        ]

    def asked(self) -> Iterator[Asked]:
        """Each reading with its fields, as the page shows them."""
        for reading in self.document.readings:
            own = self.instance.readings.get(reading.id, {})
            before = "" if own.get("confirmed", True) else _text_of(reading, own["choice"])
            numbers = lids_of(reading.rule)
            leden = [lid for lid in self.document.chosen.leden if lid.number in numbers]
            yield Asked(reading, leden, self[_choice(reading)], self[_reason(reading)], before)

    def clean(self) -> dict[str, object]:
        """Whoever departs from the document says why, and choices that need each other go together."""
        chosen = self._chosen()
        for reading in self.document.readings:
            if (choice := chosen.get(reading.id)) is None:
                continue
            if choice.choice != reading.chosen and not self.cleaned_data.get(_reason(reading)):
                self.add_error(
                    _reason(reading),
                    _("Schrijf waarom deze ronde het anders leest dan de regeling voorstelt."),
                )
            for other, needed in choice.only_with.items():
                self._require_together(reading, other, needed, chosen)
        if not self.errors:
            self._require_possible(chosen)
        return self.cleaned_data

    def values(self) -> dict[str, object]:
        """The readings as the row keeps them; what was not chosen yet stays as it was."""
        readings = dict(self.instance.readings)
        for reading_id, choice in self._chosen().items():
            reason = self.cleaned_data.get(f"reden_{reading_id}", "")
            readings[reading_id] = {"choice": choice.choice, "reason": reason}
        known = {reading.id for reading in self.document.readings}
        return {"readings": {name: value for name, value in readings.items() if name in known}}

    def _chosen(self) -> dict[str, Choice]:
        """Of each reading that was answered its choice."""
        return {
            reading.id: choice
            for reading in self.document.readings
            for choice in reading.choices
            if self.cleaned_data.get(_choice(reading)) == str(choice.choice)
        }

    def _require_together(
        self, reading: Reading, other: str, needed: str | int, chosen: dict[str, Choice]
    ) -> None:
        asked = next(each for each in self.document.readings if each.id == other)
        now = chosen[other].choice if other in chosen else asked.chosen
        if now != needed:
            self.add_error(
                _choice(reading),
                _("Deze keuze kan alleen als u bij «%(question)s» kiest: «%(choice)s»")
                % {"question": asked.question, "choice": _text_of(asked, needed)},
            )

    def _require_possible(self, chosen: dict[str, Choice]) -> None:
        problem = self.document.option_problem({name: choice.choice for name, choice in chosen.items()})
        if problem is not None:
            self.add_error(None, problem)


def _choice(reading: Reading) -> str:
    return f"lezing_{reading.id}"


def _reason(reading: Reading) -> str:
    return f"reden_{reading.id}"


def _choice_field(reading: Reading) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=reading.question,
        choices=[(str(each.choice), _words(reading, each)) for each in reading.choices],
        widget=forms.RadioSelect,
        required=False,
    )


def _words(reading: Reading, choice: Choice) -> str:
    if choice.choice != reading.chosen:
        return choice.text
    return _("%(choice)s (Zo stelt de regeling het voor.)") % {"choice": choice.text}


def _reason_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Waarom?"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Verplicht als u iets anders kiest dan de regeling voorstelt."),
    )


def _text_of(reading: Reading, wanted: str | int) -> str:
    return next((each.text for each in reading.choices if each.choice == wanted), str(wanted))
