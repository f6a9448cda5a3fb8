"""The organisations that a file names: found by their number or their name, and made where they are not there yet."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from grants.documents.imports.rows import Filed
from grants.models import Organisation
from grants.names import sort_key, tidy

BATCH = 2_000


class Applicants:
    """The organisations that the rows of one batch name."""

    def __init__(self, rows: Sequence[Filed]) -> None:
        self.by_number = _by_number(row.kvk_number for row in rows)
        self.by_name: dict[str, list[Organisation]] = defaultdict(list)
        names = {sort_key(row.organisation) for row in rows if not row.kvk_number}
        for found in Organisation.objects.filter(sort_name__in=names):
            self.by_name[found.sort_name].append(found)

    def obstacle(self, row: Filed) -> str:
        """Why it is not clear which organisation this is; empty where it is."""
        if row.kvk_number or len(self.by_name[sort_key(row.organisation)]) <= 1:
            return ""
        return _("Er zijn meer organisaties met deze naam. Vul het KvK-nummer in.")

    def settle(self, rows: Sequence[Filed]) -> list[Organisation]:
        """The organisation of each row; those that are new are made."""
        self._make_numbered({row.kvk_number: row for row in reversed(rows) if row.kvk_number})
        self._make_named({sort_key(row.organisation): row for row in reversed(rows) if not row.kvk_number})
        return [self._of(row) for row in rows]

    def _of(self, row: Filed) -> Organisation:
        if row.kvk_number:
            return self.by_number[row.kvk_number]
        return self.by_name[sort_key(row.organisation)][0]

    def _make_numbered(self, rows: dict[str, Filed]) -> None:
        """Someone may register one of them at this moment: then theirs is taken."""
        new = [_organisation(row) for number, row in rows.items() if number not in self.by_number]
        Organisation.objects.bulk_create(new, batch_size=BATCH, ignore_conflicts=True)
        self.by_number |= _by_number(each.kvk_number for each in new)

    def _make_named(self, rows: dict[str, Filed]) -> None:
        new = [_organisation(row) for name, row in rows.items() if not self.by_name[name]]
        for made in Organisation.objects.bulk_create(new, batch_size=BATCH):
            self.by_name[made.sort_name].append(made)


def _by_number(numbers: Iterable[str]) -> dict[str, Organisation]:
    wanted = {number for number in numbers if number}
    return {each.kvk_number: each for each in Organisation.objects.filter(kvk_number__in=wanted)}


def _organisation(row: Filed) -> Organisation:
    name = tidy(row.organisation)
    return Organisation(name=name, sort_name=sort_key(name), kvk_number=row.kvk_number)
