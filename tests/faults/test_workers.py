import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.db import connection, transaction

from devtools.site import is_readable_by_others
from devtools.users import server_user
from grants import broker, clock
from grants.models import Calculation, LogEntry, OutboxRow
from grants.selectors.ranking.replaying import check_of
from grants.services.outbox import ask_for
from tests.grants.assessing import ASSESSING
from tests.grants.brokers import NOWHERE, empty_queue, sending_to
from tests.grants.ranking import ask, with_points

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60


class Workers:
    """A real worker with two children and beat, on the tests' database and a queue of its own."""

    def __init__(self, folder: Path, broker_address: str) -> None:
        self.folder = folder
        self.hold = folder / "hold"
        self._environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "DATABASE_URL": address_of(connection.settings_dict),
            "DATABASE_OWNER_URL": os.environ["DATABASE_OWNER_URL"].rpartition("/")[0] + "/" + database(),
            "REDIS_URL": broker_address,
            "CELERY_VISIBILITY_SECONDS": "2",
            "FAULTS_FOLDER": str(folder),
            "HOME": str(folder),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> None:
        command = [sys.executable, "-m", "celery", "-A", "tests.faults.worker", "worker", "--concurrency=2"]
        user, group = lesser_user()
        with (self.folder / "worker.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--pool=prefork", "--loglevel=INFO", *options],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                user=user,
                group=group,
                extra_groups=None if user is None else [],
            )
        self.wait_for(self.are_ready)

    def start_with_beat(self) -> None:
        self.start("--beat", f"--schedule={self.folder / 'beat'}")

    def are_ready(self) -> bool:
        assert self._process is None or self._process.poll() is None, self.log()[-2000:]
        return " ready." in self.log()

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        """Until it is so, within reason; after that, what each of those concerned is at."""
        deadline = time.monotonic() + SECONDS
        while not is_so():
            if time.monotonic() > deadline:
                pytest.fail(f"took too long\n{rows()}\n{sessions()}\n{self.log()[-3000:]}")
            time.sleep(0.05)

    def log(self) -> str:
        return (self.folder / "worker.log").read_text(errors="replace")

    def child_at(self, place: str) -> int:
        """The process that came as far as this, once one has."""
        shown = self.folder / place
        self.wait_for(lambda: shown.exists() and bool(shown.read_text()))
        return int(shown.read_text())

    def kill(self) -> None:
        """With all its children, without a word."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None


def database() -> str:
    return str(connection.settings_dict["NAME"])


def address_of(settings: dict[str, object]) -> str:
    role = "{USER}:{PASSWORD}@{HOST}:{PORT}".format(**settings)
    return f"postgresql://{role}/{database()}"


def lesser_user() -> tuple[int | None, int | None]:
    """Nobody, for root, where the clone and its Python can be read by others."""
    files = (ROOT / "manage.py", Path(os.path.realpath(sys.executable)))
    return server_user() if all(is_readable_by_others(file) for file in files) else (None, None)


@pytest.fixture
def workers(transactional_db: None) -> Iterator[Workers]:  # noqa: ARG001 - ended before it
    number = 1 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 8
    with TemporaryDirectory() as folder, empty_queue(number) as address:
        Path(folder).chmod(0o777)  # the workers are someone else
        workers = Workers(Path(folder), address)
        yield workers
        workers.kill()


def done() -> list[str]:
    return list(
        LogEntry.objects.filter(action="round_made")
        .order_by("object_key")
        .values_list("object_key", flat=True)
    )


def all_done() -> bool:
    return not OutboxRow.objects.filter(done_at=None).exists()


def rows() -> str:
    """What is asked for, as the outbox has it."""
    return "\n".join(str(each) for each in OutboxRow.objects.order_by("pk").values())


def sessions() -> str:
    """What each session of this database is at."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, state, wait_event, state_change, left(query, 120) FROM pg_stat_activity "
            "WHERE datname = current_database() ORDER BY pid"
        )
        return "\n".join(str(each) for each in cursor.fetchall())


def attempts_at(row: OutboxRow) -> int:
    return OutboxRow.objects.get(pk=row.pk).attempts


def waiting_for_the_log() -> int:
    """How many sessions wait to write in it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event = 'advisory'"
        )
        (count,) = cursor.fetchone()
    return int(count)


def test_work_that_is_delivered_many_times_is_done_once(workers: Workers) -> None:
    workers.hold.touch()
    row = ask_for("work", number=1)
    for _ in range(4):
        broker.send(row.pk)
    workers.start()
    workers.child_at("at-work-1")
    broker.send(row.pk)
    workers.hold.unlink()
    workers.wait_for(all_done)
    broker.send(row.pk)
    workers.wait_for(lambda: workers.log().count("succeeded in") >= 6)
    assert done() == ["work:1"]


def test_work_whose_child_is_killed_is_done_by_another(workers: Workers) -> None:
    workers.start()
    workers.hold.touch()
    first = ask_for("work", number=1)
    killed = workers.child_at("at-work-1")
    ask_for("work", number=2)
    os.kill(killed, signal.SIGKILL)
    workers.hold.unlink()
    workers.wait_for(all_done)
    assert done() == ["work:1", "work:2"]
    assert attempts_at(first) == 2
    assert killed not in LogEntry.objects.values_list("payload__data__process", flat=True)


def test_work_whose_child_is_killed_while_it_waits_for_other_work_does_not_wait_for_that(
    workers: Workers,
) -> None:
    workers.start_with_beat()
    workers.hold.touch()
    ask_for("work", number=1)
    workers.child_at("at-work-1")
    second = ask_for("work", number=2)
    killed = workers.child_at("begun-2")
    workers.wait_for(lambda: waiting_for_the_log() == 1)
    os.kill(killed, signal.SIGKILL)
    workers.wait_for(lambda: attempts_at(second) > 1)  # nobody can, while its session still holds the row
    workers.hold.unlink()
    workers.wait_for(all_done)
    assert done() == ["work:1", "work:2"]


def test_calculation_whose_child_is_killed_and_that_was_sent_twice_is_made_once(workers: Workers) -> None:
    with clock.at(ASSESSING):
        panel = with_points(applications=2)
        workers.hold.touch()
        row = ask(panel)
    workers.start_with_beat()
    broker.send(row.pk)
    os.kill(workers.child_at("at-calculation"), signal.SIGKILL)
    broker.send(row.pk)
    workers.hold.unlink()
    workers.wait_for(all_done)
    made = Calculation.objects.get()
    assert (made.number, made.lines.count(), attempts_at(row)) == (1, 2, 2)
    assert check_of(made).differences == ()


def test_mail_whose_child_is_killed_is_uncertain_and_not_sent_again(workers: Workers) -> None:
    workers.start_with_beat()
    workers.hold.touch()
    row = ask_for("mail")
    os.kill(workers.child_at("at-mail"), signal.SIGKILL)
    workers.hold.unlink()
    workers.wait_for(lambda: OutboxRow.objects.get(pk=row.pk).is_uncertain)
    assert (OutboxRow.objects.get(pk=row.pk).done_at, attempts_at(row)) == (None, 1)


def test_work_whose_workers_are_all_killed_is_picked_up_by_beat(workers: Workers) -> None:
    workers.start()
    workers.hold.touch()
    ask_for("work", number=1)
    workers.child_at("at-work-1")
    workers.kill()
    workers.hold.unlink()
    assert (done(), all_done()) == ([], False)
    (workers.folder / "worker.log").unlink()
    workers.start_with_beat()
    workers.wait_for(all_done)
    assert done() == ["work:1"]


def test_work_that_was_asked_for_while_the_broker_was_down_is_picked_up_by_beat(workers: Workers) -> None:
    began = time.monotonic()
    with sending_to(NOWHERE), transaction.atomic():
        row = ask_for("work", number=1)
    assert time.monotonic() - began < 2
    assert OutboxRow.objects.get(pk=row.pk).sent_at is None
    workers.start_with_beat()
    workers.wait_for(all_done)
    assert done() == ["work:1"]
    assert OutboxRow.objects.get(pk=row.pk).sent_at is not None
