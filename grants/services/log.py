"""The log: every act, in the transaction that carries it out, bound to the line before it by its hash."""

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


def entry_hash(  # noqa: PLR0913 - these are what an entry is
    *,
    number: int,
    moment: datetime,
    action: str,
    about: str,
    actor: int | None,
    payload_sha256: str,
    previous_sha256: str,
) -> str:
    """The hash of a line of the log, over all that it says and over the hash of the line before it."""
    return fingerprint(
        {
            "about": about,
            "action": action,
            "actor": actor,
            "moment": moment.astimezone(UTC).isoformat(timespec="microseconds"),
            "number": number,
            "payload_sha256": payload_sha256,
            "previous_sha256": previous_sha256,
        }
    )


def _next_entry(by: User | None, action: Action, about: str, payload_sha256: str, using: str) -> LogEntry:
    last = LogEntry.objects.using(using).order_by("-number").first()
    number, previous = (1, FIRST) if last is None else (last.number + 1, last.sha256)
    moment, actor = clock.now(), None if by is None else by.pk
    return LogEntry(
        number=number,
        created_at=moment,
        action=action,
        object_key=about,
        actor_id=actor,
        payload_sha256=payload_sha256,
        previous_sha256=previous,
        sha256=entry_hash(
            number=number,
            moment=moment,
            action=action,
            about=about,
            actor=actor,
            payload_sha256=payload_sha256,
            previous_sha256=previous,
        ),
    )
