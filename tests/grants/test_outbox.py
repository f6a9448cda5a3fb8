from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from os import environ
from threading import Event
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.db import OperationalError, connections, transaction

from config.celery import app
from grants import clock
from grants.models import LogEntry, Organisation, OutboxRow, SentForm
from grants.services import outbox
from grants.services.errors import Refused, TemporaryFailure
from grants.services.outbox import (
    IN_THE_QUEUE,
    MOST_ATTEMPTS,
    Ids,
    Job,
    ask_for,
    carry_out,
    message_id,
    send_left_behind,
    try_again,
)
from grants.services.tidy import tidy
from grants.tasks import JOBS
from grants.views.tasks import NAMES
from tests.grants.brokers import NOWHERE, empty_queue, messages, sending_to
from tests.grants.persons import client_of, make_person

MOMENT = datetime(2027, 3, 1, 11, 0, tzinfo=UTC)
REAL = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def queue() -> Iterator[str]:
    """A queue per process: the workers of xdist share one broker."""
    with empty_queue(1 + int(environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 8) as address:
        yield address


def write(ids: Ids) -> None:
    Organisation.objects.create(name=f"Stichting {ids['number']}")


def names() -> list[str]:
    return list(Organisation.objects.values_list("name", flat=True))


def asked(task: str = "write", **ids: int) -> OutboxRow:
    return ask_for(task, **(ids or {"number": 1}))


def failing(error: Exception) -> dict[str, Job]:
    def fail(ids: Ids) -> None:
        write(ids)
        raise error

    return {"write": fail}


def again(row: OutboxRow) -> OutboxRow:
    return OutboxRow.objects.get(pk=row.pk)


def a_mail(_ids: Ids) -> EmailMessage:
    return EmailMessage("Uitnodiging", "Treedt u op?", to=["noor@voorbeeldstad.example"])


MAILS: dict[str, Job] = {"mail": a_mail}


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_jobs_are_services(job: Callable[[Ids], None]) -> None:
    assert job.__module__.startswith("grants.services.")


@REAL
def test_work_is_sent_after_the_commit(queue: str) -> None:
    with transaction.atomic():
        row = asked()
        assert messages(queue) == 0
    assert messages(queue) == 1
    assert again(row).sent_at is not None


@REAL
def test_work_of_a_transaction_that_is_undone_is_never_sent(queue: str) -> None:
    with transaction.atomic():
        asked()
        transaction.set_rollback(True)
    assert (messages(queue), OutboxRow.objects.count()) == (0, 0)


@REAL
def test_commit_stands_when_the_broker_is_down(queue: str) -> None:
    with sending_to(NOWHERE), transaction.atomic():
        row = asked()
    assert (again(row).sent_at, messages(queue)) == (None, 0)


@REAL
def test_work_that_was_left_behind_is_sent_when_the_broker_is_back(queue: str) -> None:
    with sending_to(NOWHERE):
        rows = [asked(number=number) for number in range(3)]
        assert send_left_behind() == 0
    with clock.at(clock.now() + timedelta(seconds=41)):
        assert send_left_behind() == 3
    assert messages(queue) == 3
    assert [again(row).sent_at is None for row in rows] == [False, False, False]


@REAL
def test_work_that_waits_in_the_queue_is_not_sent_again_at_once(queue: str) -> None:
    asked()
    assert send_left_behind() == 0
    with clock.at(clock.now() + timedelta(minutes=11)):
        assert send_left_behind() == 1
    assert messages(queue) == 2


@pytest.mark.django_db
def test_work_is_done_once_however_often_it_is_delivered() -> None:
    row = asked()
    for _ in range(3):
        carry_out(row.pk, {"write": write})
    assert names() == ["Stichting 1"]
    assert again(row).attempts == 1


@pytest.mark.django_db
def test_work_that_is_not_there_is_no_mistake() -> None:
    carry_out(999_999, {"write": write})
    assert names() == []


@REAL
def test_work_that_is_delivered_while_it_is_done_is_left_to_who_does_it(queue: str) -> None:
    row, begun, may_end = asked(), Event(), Event()

    def slow(ids: Ids) -> None:
        write(ids)
        begun.set()
        assert may_end.wait(10)

    def first() -> None:
        carry_out(row.pk, {"write": slow})
        connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(first)
        assert begun.wait(10)
        carry_out(row.pk, {"write": write})
        assert again(row).done_at is None
        with clock.at(clock.now() + timedelta(days=1)):
            assert send_left_behind() == 0
        assert messages(queue) == 1
        assert outbox._send(row.pk)  # as after a commit: who asked does not wait for who does it
        may_end.set()
        running.result(10)
    assert names() == ["Stichting 1"]
    assert again(row).done_at is not None


@pytest.mark.django_db
@pytest.mark.parametrize(
    "error", [TemporaryFailure("mail"), OperationalError("gone"), ConnectionError("smtp")]
)
def test_failure_that_may_pass_is_undone_and_tried_again_later(error: Exception) -> None:
    row = asked()
    with clock.at(MOMENT):
        carry_out(row.pk, failing(error))
    found = again(row)
    assert (found.attempts, found.failed, found.done_at, names()) == (1, "", None, [])
    assert found.next_at == MOMENT + timedelta(seconds=40)
    carry_out(row.pk, {"write": write})
    assert names() == ["Stichting 1"]


@pytest.mark.django_db
def test_pauses_between_attempts_double() -> None:
    row, pauses = asked(), []
    with clock.at(MOMENT):
        for _ in range(4):
            carry_out(row.pk, failing(TemporaryFailure()))
            pauses.append((again(row).next_at - MOMENT).total_seconds())
    assert pauses == [40, 80, 160, 320]


@pytest.mark.django_db
def test_failure_that_keeps_coming_ends_with_its_reason() -> None:
    row = asked()
    for _ in range(MOST_ATTEMPTS):
        assert again(row).failed == ""
        carry_out(row.pk, failing(TemporaryFailure()))
    assert again(row).failed == "Na 12 pogingen gestopt. De laatste fout: TemporaryFailure."
    carry_out(row.pk, {"write": write})
    assert names() == []


@pytest.mark.django_db
def test_work_that_killed_its_worker_each_time_ends() -> None:
    row = asked()
    OutboxRow.objects.update(attempts=MOST_ATTEMPTS)
    carry_out(row.pk, {"write": write})
    assert (again(row).failed, names()) == ("Na 12 pogingen gestopt.", [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (Refused("De ronde is al besloten."), "De ronde is al besloten."),
        (ZeroDivisionError("geheim"), "Fout in het programma (ZeroDivisionError)."),
    ],
)
def test_failure_for_good_stops_at_once_with_its_reason(error: Exception, reason: str) -> None:
    row = asked()
    carry_out(row.pk, failing(error))
    found = again(row)
    assert (found.failed, found.attempts, found.done_at, names()) == (reason, 1, None, [])


@pytest.mark.django_db
def test_task_that_nobody_knows_fails_for_good() -> None:
    row = asked("gone")
    carry_out(row.pk, {"write": write})
    assert again(row).failed == "Fout in het programma (KeyError)."


@REAL
def test_work_that_failed_or_is_done_is_not_sent_again(queue: str) -> None:
    for _ in range(2):
        asked()
    first, second = OutboxRow.objects.order_by("pk")
    carry_out(first.pk, {"write": write})
    carry_out(second.pk, {})
    with clock.at(clock.now() + timedelta(days=1)):
        assert send_left_behind() == 0
    assert messages(queue) == 2


@pytest.mark.django_db
def test_last_attempt_is_about_a_day_after_the_first() -> None:
    pauses = [outbox.FIRST_PAUSE * 2**number for number in range(MOST_ATTEMPTS - 1)]
    assert timedelta(hours=20) < sum(pauses, timedelta()) < timedelta(hours=28)


@pytest.mark.django_db
def test_mail_is_sent_once_however_often_it_is_delivered() -> None:
    row = asked("mail")
    for _ in range(3):
        carry_out(row.pk, MAILS)
    (sent,) = mail.outbox
    assert sent.extra_headers["Message-ID"] == message_id(row)
    assert message_id(row).startswith(f"<{row.pk}.")
    assert again(row).done_at is not None


@pytest.mark.django_db
def test_mail_has_the_same_message_id_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    row, seen = asked("mail"), []

    def refuse(_backend: EmailBackend, found: list[EmailMessage]) -> int:
        seen.append(found[0].extra_headers["Message-ID"])
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", refuse)
        for _ in range(2):
            carry_out(row.pk, MAILS)
    found = again(row)
    assert (found.claimed_at, found.done_at, found.attempts, found.failed) == (None, None, 2, "")
    carry_out(row.pk, MAILS)
    assert {*seen, mail.outbox[0].extra_headers["Message-ID"]} == {message_id(row)}


def killed(row: OutboxRow, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that dies between the mail and its mark: nothing after it happens, not even an answer."""

    class Killed(BaseException):
        pass

    def die(_backend: EmailBackend, _found: list[EmailMessage]) -> int:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", die)
        with pytest.raises(Killed):
            carry_out(row.pk, MAILS)


@pytest.mark.django_db
def test_mail_whose_worker_died_is_uncertain_and_not_sent_again_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = asked("mail")
    killed(row, monkeypatch)
    carry_out(row.pk, MAILS)
    assert (again(row).failed, mail.outbox) == ("", [])  # somebody may still have it in hand
    with clock.at(clock.now() + IN_THE_QUEUE + timedelta(seconds=1)):
        for _ in range(2):
            carry_out(row.pk, MAILS)
    found = again(row)
    assert found.failed.startswith("Onzeker of deze mail is verstuurd")
    assert (found.is_uncertain, found.attempts, mail.outbox) == (True, 1, [])


@pytest.mark.django_db
def test_mail_that_went_after_it_was_taken_for_uncertain_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    row = asked("mail")

    def take_long(_backend: EmailBackend, _found: list[EmailMessage]) -> int:
        with clock.at(clock.now() + IN_THE_QUEUE + timedelta(seconds=1)):
            carry_out(row.pk, MAILS)
        assert again(row).is_uncertain
        return 1

    with monkeypatch.context() as patch:
        patch.setattr(EmailBackend, "send_messages", take_long)
        carry_out(row.pk, MAILS)
    found = again(row)
    assert (found.failed, found.is_uncertain, found.done_at is None) == ("", False, False)


@REAL
def test_mail_whose_worker_died_is_looked_at_by_beat(queue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    row = asked("mail")
    killed(row, monkeypatch)
    with clock.at(clock.now() + IN_THE_QUEUE + timedelta(seconds=1)):
        assert send_left_behind() == 1
        carry_out(row.pk, MAILS)
    assert messages(queue) == 2
    assert again(row).is_uncertain


@REAL
def test_task_that_failed_is_shown_and_done_again_when_an_administrator_asks(queue: str) -> None:
    row, administrator = asked("mail_account"), make_person("Joke Brouwer", administrator=True)
    client = client_of(administrator)
    assert "Er is geen taak mislukt" in client.get("/taken/").content.decode()
    carry_out(row.pk, {"mail_account": failing(Refused("Vol."))["write"]})
    page = client.get("/taken/").content.decode()
    assert "Mail om een wachtwoord te kiezen" in page
    assert "Vol." in page
    assert "mislukt" in page
    before = messages(queue)
    assert client.post(f"/taken/{row.pk}/opnieuw/").url == "/taken/"
    found = again(row)
    assert (found.failed, found.attempts, messages(queue)) == ("", 0, before + 1)
    assert LogEntry.objects.latest("number").action == "task_retried"
    second = client.post(f"/taken/{row.pk}/opnieuw/")
    assert (second.status_code, messages(queue)) == (409, before + 1)
    assert "Deze taak is al opnieuw begonnen." in second.content.decode()


@pytest.mark.django_db
def test_uncertain_mail_is_called_so_and_sent_when_an_administrator_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, administrator = asked("mail"), make_person("Joke Brouwer", administrator=True)
    killed(row, monkeypatch)
    with clock.at(clock.now() + IN_THE_QUEUE + timedelta(seconds=1)):
        carry_out(row.pk, MAILS)
    assert "Onzeker" in client_of(administrator).get("/taken/").content.decode()
    try_again(by=administrator, row=row)
    carry_out(row.pk, MAILS)
    assert len(mail.outbox) == 1
    assert again(row).done_at is not None


@pytest.mark.django_db
def test_tidying_throws_away_what_is_over_and_keeps_what_waits() -> None:
    person = make_person()
    client_of(person)
    with clock.at(MOMENT):
        done, failed, waiting = (asked(number=number) for number in range(3))
        carry_out(done.pk, {"write": write})
        carry_out(failed.pk, failing(Refused("Nee.")))
        SentForm.objects.create(user=person, token=uuid4())
    with clock.at(MOMENT + timedelta(days=29)):
        tidy()
        assert (OutboxRow.objects.count(), SentForm.objects.count()) == (3, 1)
        SentForm.objects.create(user=person, token=uuid4())
    Session.objects.update(expire_date=MOMENT - timedelta(days=3650))
    with clock.at(MOMENT + timedelta(days=31)):
        tidy()
    assert set(OutboxRow.objects.values_list("pk", flat=True)) == {failed.pk, waiting.pk}
    assert (SentForm.objects.count(), Session.objects.count()) == (1, 0)


def test_what_beat_asks_for_exists_and_lapses() -> None:
    for each in settings.CELERY_BEAT_SCHEDULE.values():
        assert each["task"] in app.tasks
        assert 0 < each["options"]["expires"] <= each["schedule"]


def test_every_job_has_a_name_for_people() -> None:
    assert NAMES.keys() == JOBS.keys()
