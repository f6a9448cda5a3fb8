"""The log, checked line by line: what is wrong in it, and where."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Self

from django.utils.translation import gettext as _

from grants.enums import Action
from grants.models import LogEntry
from grants.services.log import FIRST, Said, payload_hash

BATCH = 2000


@dataclass(frozen=True)
class Line(Said):
    """A line of the log as it stands in the database, with its payload where that is still there."""

    sha256: str
    salt: str | None
    data: object

    def __str__(self) -> str:
        return _("%(number)s (%(action)s, over %(about)s)") % {
            "number": self.number,
            "action": self.action,
            "about": self.about,
        }

    def is_as_written(self) -> bool:
        return self.sha256 == self.hashed()

    def has_payload_as_written(self) -> bool:
        try:
            return self.payload_sha256 == payload_hash(self.salt or "", self.data)
        except TypeError:  # a fraction that somebody put there: no payload has one
            return False


@dataclass(frozen=True)
class Purge:
    """A removal that stands in the log: payloads of this kind, written before this moment."""

    number: int
    kind: str
    before: datetime

    @classmethod
    def said_in(cls, line: Line) -> Self | None:
        """What this line says was removed; None where it does not say so, or was changed."""
        match line.data:
            case {"kind": str(kind), "before": str(before)} if line.has_payload_as_written():
                moment = _moment(before)
                return None if moment is None else cls(line.number, kind, moment)
            case _:
                return None

    def covers(self, line: Line) -> bool:
        return self.kind == line.action and line.moment < self.before and line.number < self.number


class LogCheck:
    """One walk along the log. Afterwards it tells how many lines there are, and what the last one is."""

    def __init__(self) -> None:
        self.lines = 0
        self.purged = 0
        self.backwards: list[int] = []
        self.last_number = 0
        self._last_moment: datetime | None = None
        self.last_sha256 = FIRST
        self._purges = _purges()

    def breaks(self) -> Iterator[str]:
        """What is wrong, a Dutch sentence for each, in the order of the log."""
        for line in log_lines():
            yield from self._link(line)
            if not line.is_as_written():
                yield _("Regel %(line)s is veranderd nadat hij werd geschreven.") % {"line": line}
            yield from self._payload(line)
            if self._last_moment is not None and line.moment < self._last_moment:
                self.backwards.append(line.number)
            self.lines += 1
            self._last_moment = line.moment
            self.last_number, self.last_sha256 = line.number, line.sha256

    def _link(self, line: Line) -> Iterator[str]:
        missing = line.number - self.last_number - 1
        if missing:
            yield _("Na regel %(last)s komt regel %(number)s: %(missing)s regels ontbreken.") % {
                "last": self.last_number,
                "number": line.number,
                "missing": missing,
            }
        elif line.previous_sha256 != self.last_sha256:
            yield _("Regel %(number)s sluit niet aan op de regel ervoor.") % {"number": line.number}

    def _payload(self, line: Line) -> Iterator[str]:
        if line.salt is not None:
            if not line.has_payload_as_written():
                yield _("De inhoud van regel %(line)s is veranderd.") % {"line": line}
            elif line.action == Action.PAYLOADS_PURGED and Purge.said_in(line) is None:
                yield _(
                    "Regel %(line)s zegt niet goed wat er is verwijderd. Wat weg is, telt daarom niet als opgeruimd."
                ) % {"line": line}
        elif any(purge.covers(line) for purge in self._purges):
            self.purged += 1
        else:
            yield _(
                "De inhoud van regel %(line)s is weg, en geen regel zegt dat die onder de bewaartermijn viel."
            ) % {"line": line}


def log_lines(**which: str) -> Iterator[Line]:
    """The lines of the log, read in batches; all of them, or those with these values."""
    columns = (
        *("number", "created_at", "action", "object_key", "actor_id"),
        *("payload_sha256", "previous_sha256", "sha256", "payload__salt", "payload__data"),
    )
    rows = LogEntry.objects.filter(**which).order_by("number").values_list(*columns)
    return (Line(*row) for row in rows.iterator(chunk_size=BATCH))


def line_is_missing(number: int, sha256: str) -> str | None:
    """What is wrong if the line that was once seen with this hash does not stand there now."""
    found = LogEntry.objects.filter(number=number).values_list("sha256", flat=True).first()
    if found is None:
        return _("Regel %(number)s ontbreekt: het logboek is aan het eind afgeknipt.") % {"number": number}
    if found != sha256:
        return _("Regel %(number)s is een andere dan de verwachte: de vingerafdruk is %(found)s.") % {
            "number": number,
            "found": found,
        }
    return None


def _purges() -> list[Purge]:
    found = map(Purge.said_in, log_lines(action=Action.PAYLOADS_PURGED))
    return [purge for purge in found if purge is not None]


def _moment(text: str) -> datetime | None:
    """The moment in this text, with its zone; None where it is none."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else None
