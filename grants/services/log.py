"""The log: every act, in the transaction that carries it out, bound to the line before it by its hash."""

from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.transaction import TransactionManagementError

from grants import clock
from grants.enums import Action
from grants.models import LogEntry, LogPayload, User
from grants.services.canonical import Json, fingerprint

FIRST = "0" * 64
# Any number will do, as long as nothing else takes an advisory lock on it. The trigger on the log takes it as well.
LOCK = 7_267_611_404


@dataclass(frozen=True)
class Said:
    """What a line of the log says: its hash covers all of it, with the hash of the line before it."""

    number: int
    moment: datetime
    action: str
    about: str
    actor: int | None
    payload_sha256: str
    previous_sha256: str

    def hashed(self) -> str:
        """The hash of the line."""
        return fingerprint(
            {
                "about": self.about,
                "action": self.action,
                "actor": self.actor,
                "moment": self.moment.astimezone(UTC).isoformat(timespec="microseconds"),
                "number": self.number,
                "payload_sha256": self.payload_sha256,
                "previous_sha256": self.previous_sha256,
            }
        )


def record(
    *, by: User | None, action: Action, about: str, data: Json, using: str = DEFAULT_DB_ALIAS
) -> LogEntry:
    """Add a line to the log, inside the transaction of the act itself; `by` is None for the command line.

    Call it last: from here to the commit, all other acts wait. `data` holds no secrets, no floats and only JSON.
    """
    connection = transaction.get_connection(using)
    if not connection.in_atomic_block:
        raise TransactionManagementError("a line in the log belongs inside the transaction of its act")
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    salt = new_salt()
    entry = _next_entry(by, action, about, payload_hash(salt, data), using)
    entry.save(using=using)
    LogPayload.objects.using(using).create(entry=entry, salt=salt, data=data)
    return entry


def new_salt() -> str:
    """What makes that nobody finds a payload by guessing."""
    return token_hex(32)


def payload_hash(salt: str, data: object) -> str:
    """What stays of a payload after it was removed. The salt goes with it, so that nobody can guess what it was."""
    return fingerprint({"data": data, "salt": salt})


def _next_entry(by: User | None, action: Action, about: str, payload_sha256: str, using: str) -> LogEntry:
    last = LogEntry.objects.using(using).order_by("-number").first()
    number, previous = (1, FIRST) if last is None else (last.number + 1, last.sha256)
    said = Said(number, clock.now(), action, about, by.pk if by else None, payload_sha256, previous)
    return LogEntry(
        number=said.number,
        created_at=said.moment,
        action=said.action,
        object_key=said.about,
        actor_id=said.actor,
        payload_sha256=said.payload_sha256,
        previous_sha256=said.previous_sha256,
        sha256=said.hashed(),
    )
