"""Work for later: written down in the transaction that asks for it, sent after the commit, done once.

A job runs in one transaction together with its mark "done", so what it does in the database happens once, however
often it is delivered and whenever a worker dies.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

import structlog
from django.db import OperationalError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants import broker, clock
from grants.models import OutboxRow
from grants.services.errors import Refused, TemporaryFailure

Ids = dict[str, int]
Job = Callable[[Ids], None]

MOST_ATTEMPTS = 8
BATCH = 500
FIRST_PAUSE = timedelta(seconds=30)
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
    if row.attempts > MOST_ATTEMPTS:
        _give_up(row, _("Na %(count)s pogingen gestopt.") % {"count": MOST_ATTEMPTS})
        return
    try:
        _do(row, jobs)
    except MAY_PASS as error:
        _fail_for_now(row, error)
    except Refused as refused:
        _give_up(row, refused.sentence)
    except Exception as error:
        log.exception("task failed", task=row.task, row=row.pk)
        _give_up(row, _("Fout in het programma (%(error)s).") % {"error": type(error).__name__})


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
    row.attempts += 1
    row.next_at = clock.now() + FIRST_PAUSE * 2 ** (row.attempts - 1)
    row.save(update_fields=["attempts", "next_at"])
    return row


@transaction.atomic
def _do(row: OutboxRow, jobs: Mapping[str, Job]) -> None:
    held = _waiting().select_for_update(skip_locked=True).filter(pk=row.pk).first()
    if held is None:
        return
    jobs[held.task](held.arguments)
    held.done_at = clock.now()
    held.save(update_fields=["done_at"])


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
