"""What an official fills in about a file with applications: where it comes from, and which column is what."""

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.imports.columns import Columns, Target
from grants.documents.imports.files import MOST_BYTES
from grants.documents.imports.values import Cell, Notation, WrongCell, cents_in, one_line
from grants.enums import SameName
from grants.forms.fields import NameField
from grants.forms.moments import DayField, HourField, moment_in
from grants.selectors.imports import Preview
from schemes.words.dutch import euros

NOTATIONS = (
    ("", gettext_lazy("Kies hoe de getallen zijn geschreven")),
    (Notation.DUTCH.value, gettext_lazy("Nederlands: 1.000,50")),
    (Notation.ENGLISH.value, gettext_lazy("Engels: 1,000.50")),
)


class ImportFileForm(forms.Form):
    """The file, and the name of where it comes from."""

    source = NameField(
        label=gettext_lazy("Waar komt het bestand vandaan?"),
        max_length=80,
        help_text=gettext_lazy(
            "Bijvoorbeeld de naam van het formulier of het systeem. De indeling van de kolommen wordt bij deze naam bewaard."
        ),
        widget=forms.TextInput(attrs={"list": "bronnen", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Bestand met aanvragen"),
        help_text=gettext_lazy("CSV of XLSX, ten hoogste 50 MB. De eerste rij bevat de koppen."),
        allow_empty_file=True,
        error_messages={"required": gettext_lazy("Kies een bestand: CSV of XLSX.")},
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx"}),
    )

    def clean_file(self) -> object:
        """Not larger than what is taken."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(
                _("Dit bestand is groter dan 50 MB. Verdeel het over meer bestanden.")
            )
        return file


class ColumnsForm(forms.Form):
    """Which column holds what, how its amounts are written, and when the applications were received."""

    def __init__(self, data: QueryDict | None = None, *, preview: Preview) -> None:
        super().__init__(data)
        self.preview = preview
        headings = [("", _("Niet in het bestand")), *((each, each) for each in preview.headings)]
        for target in preview.targets:
            self.fields[target.name] = self._column(target, headings)
            if target.is_amount:
                self.fields[notation_name(target)] = self._notation(target)
        self.fields["same_name"] = forms.ChoiceField(
            label=_("Een naam zonder KvK-nummer, die er al is: dat is"),
            choices=SameName.choices,
            initial=SameName.NEW,
            widget=forms.RadioSelect,
            help_text=_(
                "Twee organisaties kunnen dezelfde naam hebben. Wie voor de ene optreedt, ziet dan de aanvragen van de andere. "
                "Kies «dezelfde» alleen als u dat zeker weet. Wat wij vinden, staat straks bij elke rij."
            ),
        )
        self.fields["received_on"] = DayField(label=_("Anders ontvangen op"), required=False)
        self.fields["received_time"] = HourField(label=_("Om"), required=False)

    def groups(self) -> list[tuple[BoundField, BoundField | None]]:
        """Each target, with how its amounts are written where it has them."""
        return [
            (self[target.name], self[notation_name(target)] if self._asks_notation(target) else None)
            for target in self.preview.targets
        ]

    def clean(self) -> dict[str, object]:
        """No column twice, a notation for each amount, and a moment of receipt."""
        self._require_once()
        for target in self.preview.targets:
            if target.is_amount and self._heading(target) and self._notation_of(target) is None:
                sentence = _("Kies hoe de getallen in deze kolom zijn geschreven.")
                self.add_error(notation_name(target), sentence)
        received_at = moment_in(self, "received")
        if received_at is None and not self.cleaned_data.get("received_at") and not self.errors:
            sentence = _(
                "Kies de kolom waarin staat wanneer de aanvraag is ontvangen, of vul hieronder een moment in."
            )
            self.add_error("received_at", sentence)
        return {**self.cleaned_data, "received": received_at}

    def columns(self) -> Columns:
        """What was chosen."""
        chosen = [target for target in self.preview.targets if self._heading(target)]
        notations = {
            target.name: notation
            for target in chosen
            if target.is_amount and (notation := self._notation_of(target)) is not None
        }
        return Columns({target.name: self._heading(target) for target in chosen}, notations)

    def _asks_notation(self, target: Target) -> bool:
        """Of an amount that is in the file, as far as is known."""
        return target.is_amount and (self.is_bound or target.name in self.preview.columns.headings)

    def _column(self, target: Target, headings: list[tuple[str, str]]) -> forms.ChoiceField:
        return forms.ChoiceField(
            label=str(target.label),
            choices=headings,
            required=target.required,
            initial=self.preview.columns.headings.get(target.name, ""),
            error_messages={
                "required": _("Kies de kolom waarin dit staat. Zonder kan geen aanvraag worden ingelezen.")
            },
        )

    def _notation(self, target: Target) -> forms.ChoiceField:
        heading = self.preview.columns.headings.get(target.name, "")
        found = self.preview.notations.get(heading)
        return forms.ChoiceField(
            label=_("Schrijfwijze van: %(what)s") % {"what": target.label},
            choices=NOTATIONS,
            required=False,
            initial="" if found is None else found.value,
            help_text=self._examples(heading, found),
        )

    def _examples(self, heading: str, notation: Notation | None) -> str:
        """How the first amounts are read, so that a thousand that is one can be seen."""
        if not heading:
            return ""
        if notation is None:
            return _("In deze kolom staan getallen die alleen op verschillende manieren te lezen zijn.")
        cells = list(dict.fromkeys(cell for cell in self.preview.cells_of(heading) if one_line(cell)))
        read = [_read(cell, notation) for cell in sorted(cells, key=lambda cell: not _tells(cell))[:3]]
        return _("Zo gelezen: %(examples)s.") % {"examples": "; ".join(read)} if read else ""

    def _notation_of(self, target: Target) -> Notation | None:
        """How the amounts are written: as was chosen, or else as they look."""
        chosen = self.cleaned_data.get(notation_name(target))
        return Notation(chosen) if chosen else self.preview.notations.get(self._heading(target))

    def _heading(self, target: Target) -> str:
        return str(self.cleaned_data.get(target.name) or "")

    def _require_once(self) -> None:
        taken: dict[str, Target] = {}
        for target in self.preview.targets:
            heading = self._heading(target)
            if heading and heading in taken:
                sentence = _("Deze kolom is al gekozen bij: %(what)s.")
                self.add_error(target.name, sentence % {"what": taken[heading].label})
            taken.setdefault(heading, target)


def notation_name(target: Target) -> str:
    """The name of the field for how the numbers of this target are written."""
    return f"notation-{target.name}"


def _tells(cell: Cell) -> bool:
    """Whether an amount shows how it is written."""
    return isinstance(cell, str) and ("." in cell or "," in cell)


def _read(cell: Cell, notation: Notation) -> str:
    try:
        cents = cents_in(cell, notation)
    except WrongCell:
        return f"{one_line(cell)} = ?"
    return f"{one_line(cell)} = {euros(cents or 0)}"
