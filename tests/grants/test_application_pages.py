import pytest

from grants import clock
from grants.enums import Standing
from grants.models import Application
from grants.services.applications.admissibility import set_grantable
from grants.services.applications.completions import Answer, answer_request
from tests.grants.after_closing import (
    ACCOUNT,
    AFTER,
    PARTNERS,
    closed,
    fresh,
    received_with_file,
    work,
)
from tests.grants.apply import PDF
from tests.grants.persons import client_of
from tests.grants.test_applications_list import downloaded

pytestmark = pytest.mark.django_db


def test_official_reads_what_was_sent_in_and_what_lacks() -> None:
    it = closed()
    application = it.received(title="Samen <eten>")
    text = client_of(it.official).get(work(it, application)).content.decode()
    assert "Samen &lt;eten&gt;" in text
    assert "Honderd mensen eten samen." in text
    assert "Volgens het systeem ontbreekt 1 ding." in text
    assert "Controleer de volledigheid" in text


def test_later_version_shows_what_was_given_after_closing() -> None:
    it = closed()
    application = it.asked(ACCOUNT, PARTNERS)
    with clock.at(AFTER):
        answer_request(
            by=it.applicant,
            application=application,
            seen=application.version,
            answer=Answer(facts={"results": "Tweehonderd mensen."}, texts={"Partners": "De Brug"}),
            received_at=AFTER,
        )
    text = client_of(it.official).get(work(it, application)).content.decode()
    assert "Honderd mensen eten samen." in text
    assert text.count("Na sluiting gegeven: telt niet mee bij de vergelijking") == 2, (
        "the fact and the answer"
    )
    assert "Aanvulling: Partners" in text


def test_history_tells_amount_reason_and_who() -> None:
    it = closed()
    application = it.received()
    set_grantable(
        by=it.official, application=application, seen=application.version, cents=4_000_00, reason="Zonder btw"
    )
    text = client_of(it.auditor).get(work(it, application)).content.decode()
    assert "Subsidiabel bedrag vastgesteld</span>: € 4.000" in text
    assert "Zonder btw" in text
    assert it.official.name in text


def test_attachment_is_downloaded_and_never_shown() -> None:
    it = closed()
    application = received_with_file(it.round, it.organisation, it.applicant)
    attachment = application.attachments.get()
    client, address = client_of(it.auditor), work(it, application, f"bijlagen/{attachment.pk}/")
    answer = client.get(address)
    assert downloaded(answer) == PDF
    assert answer.headers["Content-Disposition"] == 'attachment; filename="begroting.pdf"'
    attachment.file.storage.delete(attachment.file.name)
    assert client.get(address).status_code == 404


def test_file_that_was_not_sent_in_yet_is_none_of_the_officials() -> None:
    it = closed()
    application = received_with_file(it.round, it.organisation, it.applicant)
    Application.objects.filter(pk=application.pk).update(standing=Standing.TO_COMPLETE)
    waiting = fresh(application).attachments.create(
        name="later.pdf", kind="application/pdf", size=1, sha256="1" * 64, file="x", added_by=it.applicant
    )
    client = client_of(it.official)
    assert "later.pdf" not in client.get(work(it, application)).content.decode()
    assert client.get(work(it, application, f"bijlagen/{waiting.pk}/")).status_code == 404


@pytest.mark.parametrize(
    ("standing", "first"),
    [
        (Standing.SUBMITTED, "Controleer de volledigheid"),
        (Standing.LATE, "Beantwoord de te late aanvraag"),
        (Standing.TO_COMPLETE, "Controleer de volledigheid"),
        (Standing.INADMISSIBLE, "Leg vast dat het besluit is verstuurd"),
        (Standing.WITHDRAWN, None),
    ],
)
def test_page_offers_what_can_be_done(standing: Standing, first: str | None) -> None:
    it = closed()
    application = it.received()
    Application.objects.filter(pk=application.pk).update(standing=standing)
    shown = client_of(it.official).get(work(it, application)).context["buttons"]
    assert (shown[0].label if shown else None) == first
