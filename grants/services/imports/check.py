"""Trying a file: each row read and looked at, with everything that stands in the way of bringing it in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from grants import clock
from grants.documents.imports.columns import columns_in, targets_of
from grants.documents.imports.files import Sheet, opened_again
from grants.documents.imports.rows import Filed, RowError, RowReader, Window
from grants.documents.stored import regulation_of
from grants.enums import SameName
from grants.models import Application, ApplicationImport, Organisation
from grants.services.imports.applicants import Applicants

BATCH = 2_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Some rows of a file: what can be brought in and by whom, what stands in the way, and what to look at."""

    rows: int
    filed: list[Filed]
    errors: list[RowError]
    warnings: list[RowError]
    applicants: Applicants


@contextmanager
def batches_of(application_import: ApplicationImport) -> Iterator[Iterator[Batch]]:
    """The rows of a file, some thousands at a time. Raises Unreadable, at once or on the way."""
    with opened_again(application_import.file) as sheet:
        yield _Checker(application_import, sheet).batches()


class _Checker:
    """Looks at the rows of one file, also beside each other and beside what came in before."""

    def __init__(self, application_import: ApplicationImport, sheet: Sheet) -> None:
        self.application_import = application_import
        self.sheet = sheet
        self.reader = _reader(application_import, sheet)
        self.seen: dict[str, int] = {}
        self.made: dict[str, Organisation] = {}

    def batches(self) -> Iterator[Batch]:
        while rows := list(islice(self.sheet.rows, BATCH)):
            read = [self.reader.read(row) for row in rows]
            filed = [each for each in read if isinstance(each, Filed)]
            errors = [error for each in read if not isinstance(each, Filed) for error in each]
            same_name = SameName(self.application_import.same_name)
            applicants = Applicants(filed, same_name=same_name, made=self.made)
            found = self._in_the_way(filed, applicants)
            wrong = {error.row for error in found}
            yield Batch(
                rows=len(rows),
                filed=[each for each in filed if each.row not in wrong],
                errors=sorted([*errors, *found], key=lambda error: error.row),
                warnings=self._to_look_at(filed, applicants),
                applicants=applicants,
            )

    def _in_the_way(self, filed: list[Filed], applicants: Applicants) -> list[RowError]:
        before = self._brought_in_before(filed)
        found = []
        for row in filed:
            if sentence := self._repeated(row, before):
                found.append(self.reader.error(row.row, "source_reference", row.source_reference, sentence))
            if sentence := applicants.obstacle(row):
                found.append(self.reader.error(row.row, "organisation", row.organisation, sentence))
        return found

    def _to_look_at(self, filed: list[Filed], applicants: Applicants) -> list[RowError]:
        told = [(row, applicants.notice(row)) for row in filed]
        return [
            self.reader.error(row.row, "organisation", row.organisation, sentence)
            for row, sentence in told
            if sentence
        ]

    def _brought_in_before(self, filed: list[Filed]) -> dict[str, str]:
        """The references of the source that were brought in for this round, with the references that they got."""
        references = [row.source_reference for row in filed if row.source_reference]
        known = Application.objects.filter(
            round=self.application_import.round_id,
            source=self.application_import.source,
            source_reference__in=references,
        )
        return {
            source: str(reference) for source, reference in known.values_list("source_reference", "reference")
        }

    def _repeated(self, row: Filed, before: dict[str, str]) -> str:
        if not row.source_reference:
            return ""
        first = self.seen.setdefault(row.source_reference, row.row)
        if first != row.row:
            sentence = _("Dit kenmerk staat ook in rij %(row)s. Haal een van de twee weg.")
            return sentence % {"row": first}
        if reference := before.get(row.source_reference):
            sentence = _("Deze aanvraag is al ingelezen, als %(reference)s. Haal de rij weg.")
            return sentence % {"reference": reference}
        return ""


def _reader(application_import: ApplicationImport, sheet: Sheet) -> RowReader:
    grant_round, now = application_import.round, clock.now()
    deelplafonds = list(grant_round.deelplafonds.all())
    regulation = regulation_of(grant_round)
    return RowReader(
        sheet,
        columns_in(application_import.columns),
        targets_of(regulation, len(deelplafonds)),
        regulation,
        deelplafonds,
        Window(grant_round.opens_at or now, now, application_import.received_at),
    )
