"""Work for later: written down in the transaction that asks for it, sent after the commit, done once.

A job runs in one transaction together with its mark "done", so what it does in the database happens once, however
often it is delivered and whenever a worker dies. A mail cannot go exactly once: a job gives it back, the row is then
claimed, the mail sent, and the row marked. What dies in between is uncertain, and waits for a person.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants import broker, clock
from grants.enums import Action
from grants.models import OutboxRow, User
from grants.services.errors import Refused, TemporaryFailure
from grants.services.keys import task_key
from grants.services.log import record

Ids = dict[str, int]
Job = Callable[[Ids], EmailMessage | None]

# With pauses that double, the last attempt is some 23 hours after the first.
MOST_ATTEMPTS = 12
BATCH = 500
FIRST_PAUSE = timedelta(seconds=40)
IN_THE_QUEUE = timedelta(minutes=10)
MAY_PASS = (TemporaryFailure, OperationalError, OSError)

log = structlog.get_logger(__name__)


def ask_for(task: str, **ids: int) -> OutboxRow:
    """Let the workers do this once the transaction is committed. Takes ids, never rows."""
    row = OutboxRow.objects.create(task=task, arguments=ids)
    transaction.on_commit(lambda: _send(row.pk), robust=True)
    return row


def send_left_behind() -> int:
    """Send what should have been done by now, the oldest first, and give how many were sent. Beat calls it."""
    with transaction.atomic():
        due = (
            _waiting()
            .filter(next_at__lte=clock.now())
            .order_by("next_at")
            .select_for_update(skip_locked=True)
        )
        rows = list(due.values_list("pk", flat=True)[:BATCH])
        _waiting().filter(pk__in=rows).update(next_at=clock.now() + FIRST_PAUSE)
    sent = 0
    for row in rows:
        if not _send(row):
            break
        sent += 1
    return sent


def carry_out(row_id: int, jobs: Mapping[str, Job]) -> None:
    """Do the work of this row, unless it is done, given up, or in other hands at this moment."""
    row = _claim(row_id)
    if row is None:
        return
    if row.claimed_at is not None:
        _end_claim(row, row.claimed_at)
        return
    if row.attempts > MOST_ATTEMPTS:
        _give_up(row, _("Na %(count)s pogingen gestopt.") % {"count": MOST_ATTEMPTS})
        return
    try:
        mail = _do(row, jobs)
        if mail is not None:
            _deliver(row, mail)
    except MAY_PASS as error:
        _fail_for_now(row, error)
    except Refused as refused:
        _give_up(row, refused.sentence)
    except Exception as error:
        log.exception("task failed", task=row.task, row=row.pk)
        _give_up(row, _("Fout in het programma (%(error)s).") % {"error": type(error).__name__})


@transaction.atomic
def try_again(*, by: User, row: OutboxRow) -> None:
    """Let the workers do once more what failed. Somebody asks for it, who knows what may come of it."""
    held = OutboxRow.objects.select_for_update().get(pk=row.pk)
    if not held.failed:
        raise Refused(_("Deze taak is al opnieuw begonnen."))
    held.failed, held.claimed_at, held.attempts, held.next_at = "", None, 0, clock.now()
    held.save(update_fields=["failed", "claimed_at", "attempts", "next_at"])
    transaction.on_commit(lambda: _send(held.pk), robust=True)
    record(by=by, action=Action.TASK_RETRIED, about=task_key(held), data={"task": held.task})


def _waiting() -> QuerySet[OutboxRow]:
    return OutboxRow.objects.filter(done_at=None, failed="")


def _send(row_id: int) -> bool:
    """Mark first, then send: from then on a worker may hold the row."""
    now = clock.now()
    _mark(row_id, sent_at=now, next_at=now + IN_THE_QUEUE)
    if broker.send(row_id):
        return True
    _mark(row_id, sent_at=None, next_at=now)
    return False


@transaction.atomic
def _mark(row_id: int, *, sent_at: datetime | None, next_at: datetime) -> None:
    """Change when the row was sent, unless somebody is at it: nobody waits here for work to end."""
    row = _waiting().select_for_update(skip_locked=True).filter(pk=row_id).first()
    if row is not None:
        row.sent_at, row.next_at = sent_at, next_at
        row.save(update_fields=["sent_at", "next_at"])


@transaction.atomic
def _claim(row_id: int) -> OutboxRow | None:
    """Count the attempt before it is made, so that work that kills its worker comes to an end as well."""
    row = _waiting().select_for_update(skip_locked=True).filter(pk=row_id).first()
    if row is None:
        return None
    if row.claimed_at is not None:
        return row
    row.attempts += 1
    row.next_at = clock.now() + FIRST_PAUSE * 2 ** (row.attempts - 1)
    row.save(update_fields=["attempts", "next_at"])
    return row


@transaction.atomic
def _do(row: OutboxRow, jobs: Mapping[str, Job]) -> EmailMessage | None:
    """Do the work and mark it; or, where it comes to a mail, give that mail and claim the row for it."""
    held = _waiting().select_for_update(skip_locked=True).filter(pk=row.pk, claimed_at=None).first()
    if held is None:
        return None
    mail, now = jobs[held.task](held.arguments), clock.now()
    if mail is None:
        held.done_at = now
    else:
        held.claimed_at, held.next_at = now, now + IN_THE_QUEUE
    held.save(update_fields=["done_at", "claimed_at", "next_at"])
    return mail


def _deliver(row: OutboxRow, mail: EmailMessage) -> None:
    """Send the mail of a claimed row, and mark it, also where others took it for uncertain meanwhile.

    An error is an answer: the mail did not go, so the row is let go.
    """
    mail.extra_headers["Message-ID"] = message_id(row)
    try:
        mail.send()
    except Exception:
        OutboxRow.objects.filter(pk=row.pk).update(claimed_at=None, next_at=row.next_at)
        raise
    OutboxRow.objects.filter(pk=row.pk).update(done_at=clock.now(), failed="")


def message_id(row: OutboxRow) -> str:
    """The same each time, so that a mail server or a reader can see that two mails are one."""
    return f"<{row.pk}.{row.created_at:%Y%m%d%H%M%S%f}@{urlsplit(settings.SITE_URL).hostname}>"


def _end_claim(row: OutboxRow, claimed_at: datetime) -> None:
    """Leave a mail to who has it in hand; after that time they are gone, and nobody knows whether it went."""
    if clock.now() - claimed_at >= IN_THE_QUEUE:
        _give_up(
            row,
            _(
                "Onzeker of deze mail is verstuurd: het programma stopte terwijl het daarmee bezig was. "
                "Vraag of de mail is aangekomen, of verstuur hem opnieuw."
            ),
        )


def _fail_for_now(row: OutboxRow, error: Exception) -> None:
    """Leave the row to the next round of beat, unless this was its last attempt."""
    log.warning(
        "task failed for now", task=row.task, row=row.pk, attempt=row.attempts, error=type(error).__name__
    )
    if row.attempts >= MOST_ATTEMPTS:
        sentence = _("Na %(count)s pogingen gestopt. De laatste fout: %(error)s.")
        _give_up(row, sentence % {"count": row.attempts, "error": type(error).__name__})


def _give_up(row: OutboxRow, reason: str) -> None:
    log.error("task given up", task=row.task, row=row.pk)
    _waiting().filter(pk=row.pk).update(failed=reason)
