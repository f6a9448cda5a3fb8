"""A job that a test can hold and see, and pauses that a test can wait for."""

import os
import time
from datetime import timedelta
from pathlib import Path

from grants.enums import Action
from grants.services import log, outbox
from grants.tasks import JOBS

FOLDER = Path(os.environ["FAULTS_FOLDER"])
HOLD = FOLDER / "hold"


def work(ids: outbox.Ids) -> None:
    """Write a line in the log, and go no further as long as the test holds us."""
    number = ids["number"]
    log.record(by=None, action=Action.ROUND_MADE, about=f"work:{number}", data={"process": os.getpid()})
    while HOLD.exists():
        (FOLDER / f"at-work-{number}").write_text(str(os.getpid()))
        time.sleep(0.02)


JOBS["work"] = work
outbox.FIRST_PAUSE = timedelta(seconds=1)
outbox.IN_THE_QUEUE = timedelta(seconds=2)
