"""The organisations that a file names: found by their number, by their name where that is said, and else made."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from grants.documents.imports.rows import Filed
from grants.enums import SameName
from grants.models import Organisation
from grants.names import sort_key, tidy

BATCH = 2_000


class Applicants:
    """The organisations that the rows of one batch name.

    A number is one organisation. A name alone proves nothing: it joins one that is there only where `same_name` says
    so. Within a file a name is one organisation; `made` holds those that earlier batches of it made.
    """

    def __init__(self, rows: Sequence[Filed], *, same_name: SameName, made: dict[str, Organisation]) -> None:
        self.joins, self.made = same_name == SameName.SAME, made
        self.by_number = _by_number(row.kvk_number for row in rows)
        self.known: dict[str, list[Organisation]] = defaultdict(list)
        names = {sort_key(row.organisation) for row in rows if not row.kvk_number} - made.keys()
        for found in Organisation.objects.filter(sort_name__in=names).order_by("pk"):
            self.known[found.sort_name].append(found)

    def obstacle(self, row: Filed) -> str:
        """Why it is not clear which organisation this is; empty where it is."""
        if not self.joins or len(self._named_as(row)) <= 1:
            return ""
        return _(
            "Er zijn meer organisaties met deze naam. Vul het KvK-nummer in, of kies bij de kolommen dat het een nieuwe is."
        )

    def notice(self, row: Filed) -> str:
        """What to look at before it is brought in; empty where nothing of that name is there."""
        if not self._named_as(row):
            return ""
        if self.joins:
            return _(
                "Er is al een organisatie met deze naam, zonder dat een KvK-nummer zegt dat het dezelfde is. Deze aanvraag komt daarbij."
            )
        return _("Er is al een organisatie met deze naam. Voor deze aanvraag komt er een nieuwe naast.")

    def settle(self, rows: Sequence[Filed]) -> list[Organisation]:
        """The organisation of each row; those that are new are made."""
        self._make_numbered({row.kvk_number: row for row in reversed(rows) if row.kvk_number})
        self._make_named({sort_key(row.organisation): row for row in reversed(rows) if not row.kvk_number})
        return [self._of(row) for row in rows]

    def _of(self, row: Filed) -> Organisation:
        if row.kvk_number:
            return self.by_number[row.kvk_number]
        return self.made.get(sort_key(row.organisation)) or self._named_as(row)[0]

    def _named_as(self, row: Filed) -> list[Organisation]:
        return [] if row.kvk_number else self.known.get(sort_key(row.organisation), [])

    def _make_numbered(self, rows: dict[str, Filed]) -> None:
        """Someone may register one of them at this moment: then theirs is taken."""
        new = [_organisation(row) for number, row in rows.items() if number not in self.by_number]
        Organisation.objects.bulk_create(new, batch_size=BATCH, ignore_conflicts=True)
        self.by_number |= _by_number(each.kvk_number for each in new)

    def _make_named(self, rows: dict[str, Filed]) -> None:
        new = [
            _organisation(row)
            for name, row in rows.items()
            if name not in self.made and not (self.joins and self._named_as(row))
        ]
        for made in Organisation.objects.bulk_create(new, batch_size=BATCH):
            self.made[made.sort_name] = made


def _by_number(numbers: Iterable[str]) -> dict[str, Organisation]:
    wanted = {number for number in numbers if number}
    return {each.kvk_number: each for each in Organisation.objects.filter(kvk_number__in=wanted)}


def _organisation(row: Filed) -> Organisation:
    name = tidy(row.organisation)
    return Organisation(name=name, sort_name=sort_key(name), kvk_number=row.kvk_number)
