"""Values that the templates in templates/parts show: tables and stage bars."""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Column:
    """A column: `head` names the row, `num` stands to the right, `wide` takes the whole card on a narrow screen."""

    label: str
    look: str = ""


@dataclass(frozen=True)
class Cell:
    """What stands in a cell: text, with an address as a link, with a kind (ok, warn …) as a status.

    With an address to `act` on it is a button, and `of` tells who hears it what the button is about. `language` is that
    of the text, where it may be another than that of the page.
    """

    text: str
    address: str = ""
    sub: str = ""
    kind: str = ""
    act: str = ""
    of: str = ""
    language: str = ""


@dataclass(frozen=True)
class Table:
    """A table with a caption for who hears the page: for the eye a heading stands above it."""

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]

    def labelled_rows(self) -> list[list[tuple[Column, Cell]]]:
        """Each cell with its column, whose label stands before it on a narrow screen."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


@dataclass(frozen=True)
class Step:
    """A step of a stage bar, told by how far it is from the current one."""

    label: str
    distance: int
    note: str = ""

    @property
    def is_done(self) -> bool:
        return self.distance < 0

    @property
    def is_now(self) -> bool:
        return self.distance == 0

    @property
    def is_far(self) -> bool:
        """Left out on a narrow screen."""
        return abs(self.distance) > 1


@dataclass(frozen=True)
class StageBar:
    """Steps in their order, of which the one with this number (from 1) is the current one."""

    labels: Sequence[str]
    number: int
    notes: dict[int, str] = field(default_factory=dict)

    @property
    def steps(self) -> list[Step]:
        return [
            Step(label, at - self.number, self.notes.get(at, ""))
            for at, label in enumerate(self.labels, start=1)
        ]

    @property
    def current(self) -> Step:
        return self.steps[self.number - 1]
