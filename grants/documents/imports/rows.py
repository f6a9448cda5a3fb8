"""From the row of a file to what an application says, with everything that is wrong in it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext as _

from grants.documents.content import Content
from grants.documents.imports.columns import FACT, Columns, Target, plain
from grants.documents.imports.files import Row, Sheet
from grants.documents.imports.values import (
    Cell,
    Notation,
    WrongCell,
    cents_in,
    count_in,
    day_in,
    moment_in,
    one_line,
    shown,
    text_in,
)
from grants.documents.rules import faults_of, lacking, text_faults
from grants.models import Deelplafond
from schemes.form import Fact
from schemes.regulation import Regulation

LONGEST_NAME, LONGEST_REFERENCE, SHOWN = 200, 80, 200
Value = TypeVar("Value")


class RowError(NamedTuple):
    """What is wrong in one cell, with the row's number as the spreadsheet shows it."""

    row: int
    column: str
    value: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Filed:
    """An application in a row: who applies, what it says, and when it was received."""

    row: int
    source_reference: str
    organisation: str
    kvk_number: str
    content: Content
    received_at: datetime


@dataclass(frozen=True)
class Window:
    """Between which moments something can have been received, and when that was where the file does not say so."""

    opens_at: datetime
    now: datetime
    otherwise: datetime


class RowReader:
    """Reads the rows of one file for one round."""

    def __init__(
        self,
        sheet: Sheet,
        columns: Columns,
        targets: Sequence[Target],
        regulation: Regulation,
        deelplafonds: Sequence[Deelplafond],
        window: Window,
    ) -> None:
        self.sheet, self.columns, self.regulation, self.window = sheet, columns, regulation, window
        self.labels = {
            target.name: columns.headings.get(target.name, str(target.label)) for target in targets
        }
        self.at = {
            target.name: sheet.headings.index(heading)
            for target in targets
            if (heading := columns.headings.get(target.name)) in sheet.headings
        }
        self.only = deelplafonds[0] if len(deelplafonds) == 1 else None
        self.names = ", ".join(each.name for each in deelplafonds)
        self.lists = {plain(name): each for each in deelplafonds for name in (each.key, each.name)}

    def read(self, row: Row) -> Filed | list[RowError]:
        """What stands in this row, or all that is wrong in it."""
        reading = _Reading(self, *row)
        filed = reading.filed()
        return filed if filed is not None and not reading.errors else reading.errors

    def error(self, row: int, name: str, value: str, sentence: str) -> RowError:
        """What is wrong in the column of this target."""
        return RowError(row, self.labels.get(name, name), shown(value, SHOWN), sentence)


class _Reading:
    """One row on its way to an application."""

    def __init__(self, reader: RowReader, number: int, cells: Sequence[Cell]) -> None:
        self.reader, self.number, self.cells = reader, number, cells
        self.errors: list[RowError] = []

    def filed(self) -> Filed | None:
        self._require_no_more_cells()
        organisation = self._text("organisation", LONGEST_NAME)
        if not organisation and not self._is_wrong("organisation"):
            self._refuse("organisation", _("Vul de naam van de organisatie in."))
        kvk_number = self._taken("kvk_number", _kvk_number, "")
        reference = self._text("source_reference", LONGEST_REFERENCE)
        if not reference and "source_reference" in self.reader.at:
            self._refuse(
                "source_reference", _("Vul het kenmerk in: zonder ziet niemand of deze aanvraag er al is.")
            )
        received_at = self._received_at()
        content = self._content()
        if content is None:
            return None
        for fault in (*faults_of(self.reader.regulation, content), *lacking(self.reader.regulation, content)):
            if not self._is_wrong(fault.field):
                self._refuse(*fault)
        return Filed(self.number, reference, organisation, kvk_number, content, received_at)

    def _content(self) -> Content | None:
        facts = self._facts()
        requested = self._taken(
            "requested_cents", lambda cell: cents_in(cell, self._notation("requested_cents")), None
        )
        if requested is None and not self._is_wrong("requested_cents"):
            self._refuse("requested_cents", _("Vul in welk bedrag er wordt gevraagd."))
        deelplafond = self._deelplafond()
        if deelplafond is None or requested is None:
            return None
        return Content(
            deelplafond=deelplafond,
            title=self._value("title", one_line),
            requested_cents=requested,
            summary=self._value("summary", text_in),
            facts=facts,
            iban="".join(self._value("iban", text_in).split()).upper(),
            account_holder=self._value("account_holder", one_line),
            contact_name=self._value("contact_name", one_line),
            contact_email=self._value("contact_email", text_in).lower(),
            contact_telephone=self._value("contact_telephone", one_line),
        )

    def _deelplafond(self) -> Deelplafond | None:
        said = self._value("deelplafond", one_line)
        found = self.reader.lists.get(plain(said)) if said else self.reader.only
        if found is None:
            sentence = (
                _("Deze lijst is er niet. Kies uit: %(names)s.")
                if said
                else _("Vul in op welke lijst: %(names)s.")
            )
            self._refuse("deelplafond", sentence % {"names": self.reader.names})
        return found

    def _received_at(self) -> datetime:
        window = self.reader.window
        found = self._taken("received_at", moment_in, None) or window.otherwise
        if found > window.now:
            self._refuse("received_at", _("Dit moment is nog niet geweest. Kijk de datum na."))
        elif found < window.opens_at:
            self._refuse(
                "received_at", _("Toen was de ronde nog niet open. Kijk de datum na, of haal de rij weg.")
            )
        return found

    def _facts(self) -> dict[str, int | str]:
        asked = {f"{FACT}{fact.key}": fact for fact in self.reader.regulation.facts}
        found = {fact.key: self._fact(name, fact) for name, fact in asked.items() if name in self.reader.at}
        return {key: fact for key, fact in found.items() if fact is not None and fact != ""}

    def _fact(self, name: str, fact: Fact) -> int | str | None:
        notation = self._notation(name)

        def read(cell: Cell) -> int | str | None:
            return _fact_in(cell, fact, notation)

        return self._taken(name, read, None)

    def _notation(self, name: str) -> Notation:
        return self.reader.columns.notations.get(name, Notation.DUTCH)

    def _cell(self, name: str) -> Cell:
        at = self.reader.at.get(name)
        return self.cells[at] if at is not None and at < len(self.cells) else None

    def _value(self, name: str, read: Callable[[Cell], str]) -> str:
        return read(self._cell(name))

    def _text(self, name: str, most: int) -> str:
        text = self._value(name, one_line)
        for fault in text_faults(name, text, most):
            self._refuse(*fault)
        return text

    def _taken(self, name: str, read: Callable[[Cell], Value], otherwise: Value) -> Value:
        try:
            return read(self._cell(name))
        except WrongCell as wrong:
            self._refuse(name, str(wrong))
            return otherwise

    def _is_wrong(self, name: str) -> bool:
        return any(error.column == self._label(name) for error in self.errors)

    def _refuse(self, name: str, sentence: str) -> None:
        self.errors.append(self.reader.error(self.number, name, text_in(self._cell(name)), sentence))

    def _label(self, name: str) -> str:
        return self.reader.labels.get(name, name)

    def _require_no_more_cells(self) -> None:
        many = len(self.reader.sheet.headings)
        more = [text_in(cell) for cell in self.cells[many:] if one_line(cell)]
        if more:
            sentence = _(
                "Deze rij heeft meer cellen dan er kolommen zijn. Zet een tekst waarin een scheidingsteken staat "
                "tussen aanhalingstekens."
            )
            self.errors.append(
                RowError(self.number, _("na de laatste kolom"), shown(more[0], SHOWN), sentence)
            )


def _kvk_number(cell: Cell) -> str:
    """Eight digits; a spreadsheet takes the zeros in front for nothing."""
    typed = "".join(sign for sign in text_in(cell) if sign not in " .-")
    if not typed:
        return ""
    number = typed.zfill(8) if isinstance(cell, int | float) else typed
    if len(number) != 8 or not (number.isascii() and number.isdigit()) or int(number) == 0:
        raise WrongCell(_("Een KvK-nummer heeft acht cijfers. Kijk het na, of laat de cel leeg."))
    return number


def _fact_in(cell: Cell, fact: Fact, notation: Notation) -> int | str | None:
    match fact.kind:
        case "amount":
            return cents_in(cell, notation)
        case "whole_number":
            return count_in(cell)
        case "date":
            return day_in(cell)
        case "choice":
            said = plain(text_in(cell))
            return next((choice for choice in fact.choices if plain(choice) == said), text_in(cell))
        case _:
            return text_in(cell)
