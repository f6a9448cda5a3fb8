"""The one door to the broker: services ask for work here and know nothing of what stands behind it."""

import structlog
from kombu.exceptions import OperationalError

from config.celery import app

TASK = "grants.tasks.carry_out"

log = structlog.get_logger(__name__)


def send(row_id: int) -> bool:
    """Hand a row of the outbox to the workers. False where the broker does not answer: the row is then left behind."""
    try:
        app.send_task(TASK, [row_id], retry=False)
    except OperationalError as error:
        log.warning("broker does not answer", row=row_id, error=type(error).__name__)
        return False
    return True
