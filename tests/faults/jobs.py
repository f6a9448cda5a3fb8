"""Jobs that a test can hold and see, and pauses that a test can wait for."""

import os
import time
from datetime import timedelta
from pathlib import Path

from django.core.mail import EmailMessage

from grants.enums import Action
from grants.services import log, outbox
from grants.services.ranking.calculating import calculate
from grants.tasks import JOBS

FOLDER = Path(os.environ["FAULTS_FOLDER"])
HOLD = FOLDER / "hold"


class HeldMail(EmailMessage):
    """A mail that takes as long as the test wants."""

    def send(self, fail_silently: bool = False) -> int:
        stay_at("at-mail")
        return super().send(fail_silently)


def work(ids: outbox.Ids) -> None:
    """Write a line in the log, which one transaction at a time can do, and go no further while the test holds us."""
    number = ids["number"]
    show(f"begun-{number}")
    log.record(by=None, action=Action.ROUND_MADE, about=f"work:{number}", data={"process": os.getpid()})
    stay_at(f"at-work-{number}")


def calculation(ids: outbox.Ids) -> None:
    """A calculation that is held just before its mark and its commit."""
    calculate(ids)
    stay_at("at-calculation")


def mail(_ids: outbox.Ids) -> EmailMessage:
    return HeldMail(to=["a@example.org"])


def stay_at(name: str) -> None:
    """Show where this process is for as long as the test holds it there."""
    while HOLD.exists():
        show(name)
        time.sleep(0.02)


def show(name: str) -> None:
    (FOLDER / name).write_text(str(os.getpid()))


JOBS |= {"work": work, "mail": mail, "calculate": calculation}
outbox.FIRST_PAUSE = timedelta(seconds=1)
outbox.IN_THE_QUEUE = timedelta(seconds=2)
