"""The dry run of a file: how many rows, how much they ask, and every error with its row; and how far it is."""

import csv
import io
import tempfile
from collections import Counter
from typing import BinaryIO

from django.core.cache import cache
from django.core.files import File
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from grants.documents.imports.files import Unreadable
from grants.documents.imports.rows import RowError
from grants.enums import ImportState
from grants.models import ApplicationImport
from grants.services.imports.check import Batch, batches_of

FIRST_PROBLEMS = 200
HEADINGS = ("rij", "kolom", "waarde", "wat is er, en wat kunt u doen")


def try_file(current: ApplicationImport) -> ApplicationImport:
    """Look at every row of a file, and keep what was found in its row, inside the caller's transaction."""
    with tempfile.TemporaryFile() as kept:
        found = _Found(kept)
        try:
            with batches_of(current) as batches:
                for batch in batches:
                    found.add(batch)
                    say_progress(current, found.rows)
        except Unreadable as unreadable:
            found.add_error(RowError(found.rows + 2, _("het bestand"), "", str(unreadable)))
        found.keep_in(current)
    return current


def progress_of(application_import: ApplicationImport) -> int:
    """How many rows were done by now, as far as is known."""
    try:
        return int(cache.get(_progress_key(application_import), 0))
    except RedisError:
        return 0


def say_progress(application_import: ApplicationImport, rows: int) -> None:
    """Outside the transaction, so that others can see it; without a cache nobody does."""
    try:
        cache.set(_progress_key(application_import), rows, timeout=3600)
    except RedisError:
        return


class _Found:
    """What was found in a file: the counts, the first errors and warnings, and a CSV with all of them."""

    def __init__(self, kept: BinaryIO) -> None:
        self.kept = kept
        self.text = io.TextIOWrapper(kept, encoding="utf-8-sig", newline="", write_through=True)
        self.writer = csv.writer(self.text, delimiter=";")
        self.writer.writerow(HEADINGS)
        self.rows = self.cents = self.count = self.warned = 0
        self.first: list[RowError] = []
        self.warnings: list[RowError] = []
        self.years = Counter[int]()

    def add(self, batch: Batch) -> None:
        self.rows += batch.rows
        self.cents += sum(row.content.requested_cents for row in batch.filed)
        self.years.update(localtime(row.received_at).year for row in batch.filed)
        for error in batch.errors:
            self.add_error(error)
        for warning in batch.warnings:
            self.add_warning(warning)

    def add_warning(self, warning: RowError) -> None:
        self.warned += 1
        if len(self.warnings) < FIRST_PROBLEMS:
            self.warnings.append(warning)
        *cells, sentence = warning[1:]
        about = _("Let op: %(sentence)s") % {"sentence": sentence}
        self.writer.writerow([warning.row, *(_harmless(text) for text in cells), about])

    def add_error(self, error: RowError) -> None:
        self.count += 1
        if len(self.first) < FIRST_PROBLEMS:
            self.first.append(error)
        self.writer.writerow([error.row, *(_harmless(text) for text in error[1:])])

    def keep_in(self, current: ApplicationImport) -> None:
        if not self.rows and not self.count:
            sentence = _("Onder de koppen staan geen rijen met aanvragen.")
            self.add_error(RowError(2, _("het bestand"), "", sentence))
        current.rows, current.requested_cents, current.problems_count = self.rows, self.cents, self.count
        current.problems = [list(error) for error in self.first]
        current.warnings_count, current.warnings = self.warned, [list(each) for each in self.warnings]
        current.years = {str(year): many for year, many in sorted(self.years.items())}
        current.state = ImportState.CHECKED
        self._keep_all(current)
        current.save()

    def _keep_all(self, current: ApplicationImport) -> None:
        self.text.detach()
        if max(self.count, self.warned) > FIRST_PROBLEMS:
            self.kept.seek(0)
            current.problems_file.save("fouten.csv", File(self.kept), save=False)


def _harmless(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def _progress_key(application_import: ApplicationImport) -> str:
    return f"import-{application_import.pk}"
