"""Files with applications to read: what is in them, how far they are, and which sources there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from django.db.models import QuerySet

from grants.documents.imports.columns import (
    Columns,
    Target,
    columns_in,
    kept_or_guessed,
    notation_of,
    targets_of,
)
from grants.documents.imports.files import Row, opened_again
from grants.documents.imports.values import Cell, Notation
from grants.documents.stored import regulation_of
from grants.models import ApplicationImport, ColumnMapping, GrantRound

SAMPLE, SHOWN = 1_000, 5


@dataclass(frozen=True)
class Preview:
    """The beginning of a file, with what each of its columns probably is."""

    headings: tuple[str, ...]
    read_as: str
    rows: Sequence[Row]
    targets: Sequence[Target]
    columns: Columns
    notations: dict[str, Notation | None]

    @property
    def first(self) -> Sequence[Row]:
        """Some rows to look at."""
        return self.rows[:SHOWN]

    def cells_of(self, heading: str) -> list[Cell]:
        """What stands under a heading, in the rows that were read."""
        at = self.headings.index(heading)
        return [row[at] for _number, row in self.rows if at < len(row)]


def imports_of(grant_round: GrantRound) -> QuerySet[ApplicationImport]:
    """The files of a round, the newest first."""
    return ApplicationImport.objects.filter(round=grant_round).select_related("uploaded_by")


def sources_of(grant_round: GrantRound) -> list[str]:
    """The sources from which applications under this regulation came before."""
    known = ColumnMapping.objects.filter(regulation_slug=grant_round.regulation.slug)
    return list(known.order_by("source").values_list("source", flat=True))


def preview_of(application_import: ApplicationImport) -> Preview:
    """The first rows of a file, and its columns: as this source had them before, and else guessed.

    Raises Unreadable, such as where the file is not there any more.
    """
    grant_round = application_import.round
    targets = targets_of(regulation_of(grant_round), grant_round.deelplafonds.count())
    with opened_again(application_import.file) as sheet:
        rows = list(islice(sheet.rows, SAMPLE))
        headings, read_as = sheet.headings, sheet.read_as
    kept = _kept(application_import)
    columns = Columns(kept_or_guessed(kept, targets, headings), kept.notations)
    preview = Preview(headings, read_as, rows, targets, columns, {})
    preview.notations.update({heading: notation_of(preview.cells_of(heading)) for heading in headings})
    return preview


def _kept(application_import: ApplicationImport) -> Columns:
    own = columns_in(application_import.columns)
    if own.headings:
        return own
    known = ColumnMapping.objects.filter(
        regulation_slug=application_import.round.regulation.slug, source=application_import.source
    ).first()
    return Columns() if known is None else columns_in(known.columns)
