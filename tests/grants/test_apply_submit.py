import re
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pikepdf
import pytest
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from pytest_django import Settings

from grants import clock
from grants.arrival import received_at, stamp
from grants.enums import Standing
from grants.middleware import arrival
from grants.models import Application, ApplicationEvent, GrantRound, OutboxRow, Submission
from grants.services.applications.drafts import withdraw_application
from grants.services.applications.receipts import mail_receipt
from grants.services.errors import Refused
from grants.services.outbox import carry_out
from grants.tasks import JOBS
from tests.grants.apply import (
    ORGANISATION,
    PDF,
    activity_of,
    address,
    attach,
    begin,
    fill,
    make_applicant,
    submit,
    while_open,
)
from tests.grants.persons import client_of
from tests.grants.rounds import AMSTERDAM, CLOSES, make_draft, make_draft_round, make_received

pytestmark = pytest.mark.django_db
SPRING = datetime(2027, 3, 28, 3, 30, tzinfo=AMSTERDAM)
AUTUMN_FIRST = datetime(2027, 10, 31, 2, 30, tzinfo=AMSTERDAM, fold=0)
AUTUMN_SECOND = datetime(2027, 10, 31, 2, 30, tzinfo=AMSTERDAM, fold=1)
MIDNIGHT = datetime(2027, 3, 2, tzinfo=AMSTERDAM)
MOMENT = timedelta(milliseconds=1)


def whole(closes_at: datetime = CLOSES) -> tuple[Client, Application]:
    """A draft to which nothing is lacking, in a round that closes then."""
    grant_round = make_draft_round()
    GrantRound.objects.filter(pk=grant_round.pk).update(
        closes_at=closes_at, stage="published", published_at=grant_round.opens_at
    )
    grant_round.refresh_from_db()
    person, organisation = make_applicant()
    draft = fill(make_draft(grant_round, organisation, person))
    return client_of(person), Application.objects.get(pk=draft.pk)


def send(client: Client, draft: Application, moment: datetime, **headers: str) -> Submission:
    """The last page, sent in at this moment."""
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
    with clock.at(moment):
        typed = {"token": str(uuid4()), "seen": seen, "declaration": "on"}
        client.post(address(draft, "controleren"), typed, headers=headers)
    return Submission.objects.get(application=draft)


@pytest.mark.parametrize(
    ("closes_at", "received", "late"),
    [
        (MIDNIGHT, MIDNIGHT - MOMENT, False),
        (MIDNIGHT, MIDNIGHT, True),
        (SPRING, SPRING - MOMENT, False),
        (SPRING, SPRING, True),
        # the hour from 2 to 3 is not there: 1.59 is half an hour and a minute before 3.30
        (SPRING, datetime(2027, 3, 28, 1, 59, tzinfo=AMSTERDAM), False),
        (AUTUMN_FIRST, AUTUMN_FIRST - MOMENT, False),
        (AUTUMN_FIRST, AUTUMN_FIRST, True),
        # the clock says 2.15 a second time, and it is later than 2.30 the first time
        (AUTUMN_FIRST, datetime(2027, 10, 31, 2, 15, tzinfo=AMSTERDAM, fold=1), True),
        (AUTUMN_SECOND, AUTUMN_FIRST, False),
        (AUTUMN_SECOND, AUTUMN_SECOND - MOMENT, False),
        (AUTUMN_SECOND, AUTUMN_SECOND, True),
    ],
)
def test_deadline_is_a_moment_also_on_nights_on_which_the_clock_changes(
    closes_at: datetime, received: datetime, late: bool
) -> None:
    client, draft = whole(closes_at)
    submission = send(client, draft, received)
    draft.refresh_from_db()
    assert (submission.late, draft.standing) == (late, Standing.LATE if late else Standing.SUBMITTED)
    assert submission.received_at == received.astimezone(UTC)


def test_request_counts_from_when_it_arrived_however_long_it_waits_to_be_handled() -> None:
    request, moments = HttpRequest(), [CLOSES - MOMENT, CLOSES + timedelta(minutes=2)]

    def handle(request: HttpRequest) -> HttpResponse:
        with clock.at(moments[1]):
            return HttpResponse(received_at(request).isoformat())

    with clock.at(moments[0]):
        answer = arrival(handle)(request)
    assert answer.content.decode() == moments[0].isoformat()


@pytest.mark.parametrize(
    ("header", "late"),
    [
        (f"t={(CLOSES - timedelta(seconds=5)).timestamp():.3f}", False),
        (f"{CLOSES.timestamp():.3f}", True),
        ("gisteren", True),
        (f"t={(CLOSES - timedelta(days=1)).timestamp():.3f}", True),
        (f"t={(CLOSES + timedelta(days=1)).timestamp():.3f}", True),
        ("t=99999999999999999999", True),
    ],
)
def test_request_that_waited_before_a_trusted_proxy_counts_from_its_start(
    settings: Settings, header: str, late: bool
) -> None:
    settings.START_HEADER = "X-Request-Start"
    client, draft = whole()
    submission = send(client, draft, CLOSES + timedelta(seconds=30), **{"X-Request-Start": header})
    assert submission.late is late


def test_start_that_no_trusted_proxy_tells_is_not_believed() -> None:
    client, draft = whole()
    early = f"t={(CLOSES - timedelta(seconds=5)).timestamp():.3f}"
    assert send(client, draft, CLOSES + timedelta(seconds=30), **{"X-Request-Start": early}).late


def test_request_without_a_stamp_counts_from_now() -> None:
    request = HttpRequest()
    with clock.at(CLOSES):
        assert received_at(request) == CLOSES
        stamp(request)
    assert received_at(request) == CLOSES


def test_page_says_how_long_is_left_and_after_it_that_it_will_be_late() -> None:
    client, draft = whole()
    pages = {}
    for before in (timedelta(days=3), timedelta(minutes=5), timedelta(0)):
        with clock.at(CLOSES - before):
            pages[before] = client.get(address(draft, "controleren")).content.decode()
    assert "(nog 3 dagen)" in pages[timedelta(days=3)]
    assert "(nog 5 minuten)" in pages[timedelta(minutes=5)]
    assert "De tijd om in te dienen is voorbij" in pages[timedelta(0)]
    assert "Dien te laat in" in pages[timedelta(0)]


def test_late_application_is_kept_and_its_receipt_says_what_happens_to_it() -> None:
    client, draft = whole()
    submission = send(client, draft, CLOSES)
    page = client.get(address(draft, "ontvangstbewijs")).content.decode()
    assert "Uw aanvraag kwam te laat. U kon indienen tot maandag 1 maart 2027, 12.00 uur." in page
    letter = mail_receipt({"submission": submission.pk})
    assert letter is not None
    assert "Uw aanvraag kwam te laat" in letter.body


def test_application_is_not_sent_in_before_the_round_opens() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
    with clock.at(draft.round.opens_at - MOMENT):
        typed = {"token": str(uuid4()), "seen": seen, "declaration": "on"}
        client.post(address(draft, "controleren"), typed)
        page = client.get(address(draft, "organisatie")).content.decode()
    assert Submission.objects.count() == 0
    assert "Deze ronde is nog niet open." in page


def test_double_click_sends_in_once() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
        typed = {"token": str(uuid4()), "seen": seen, "declaration": "on"}
        answers = [client.post(address(draft, "controleren"), typed) for _ in range(2)]
    assert {answer.url for answer in answers} <= {address(draft, "ontvangstbewijs"), address(draft)}
    assert (Submission.objects.count(), Application.objects.get().reference) == (1, "A-2027-0001")


def test_two_tabs_send_in_once_and_the_second_is_told() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
        for _ in range(2):
            typed = {"token": str(uuid4()), "seen": seen, "declaration": "on"}
            last = client.post(address(draft, "controleren"), typed, follow=True)
    assert (Submission.objects.count(), last.status_code) == (1, 200)
    assert last.redirect_chain[-1][0] == address(draft)


def test_application_that_a_colleague_changes_meanwhile_is_shown_again_first() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
        typed = {**activity_of(draft), "title": "Een andere titel"}
        Application.objects.filter(pk=draft.pk).update(answers={**draft.answers, "activiteit": typed})
        answer = client.post(
            address(draft, "controleren"),
            {"token": str(uuid4()), "seen": seen, "declaration": "on"},
            follow=True,
        )
    page = answer.content.decode()
    assert Submission.objects.count() == 0
    assert ("Een collega veranderde de aanvraag" in page, "Een andere titel" in page) == (True, True)


def test_file_that_a_colleague_adds_meanwhile_is_shown_first() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
        attach(draft, name="nog-een.pdf")
        client.post(address(draft, "controleren"), {"token": str(uuid4()), "seen": seen, "declaration": "on"})
    assert Submission.objects.count() == 0


def test_declaration_is_needed() -> None:
    client, draft = whole()
    with while_open():
        answer = client.post(address(draft, "controleren"), {"token": str(uuid4()), "seen": ""})
    assert (answer.status_code, Submission.objects.count()) == (422, 0)
    assert "Zet hier een vinkje. Dan kunt u indienen." in answer.content.decode()


def test_hash_on_the_receipt_is_that_of_the_file_and_the_salt_is_for_the_applicant_alone() -> None:
    client, draft = whole()
    submission = submit(client, draft)
    page = client.get(address(draft, "ontvangstbewijs")).content.decode()
    shown = re.search(r'id="vingerafdruk">([^<]+)<', page)
    salt = re.search(r'id="zout">([^<]+)<', page)
    assert shown is not None
    assert salt is not None
    assert {len(group) for group in shown[1].split()} == {4}
    file = client.get(f"{address(draft)}indiening-1.json")
    assert sha256(file.content).hexdigest() == shown[1].replace(" ", "") == submission.sha256
    assert file.headers["Content-Disposition"] == 'attachment; filename="indiening-A-2027-0001-1.json"'
    assert re.fullmatch(r"[0-9a-f]{32}", salt[1].replace(" ", ""))
    letter = mail_receipt({"submission": submission.pk})
    assert letter is not None
    assert salt[1] not in letter.body
    assert "sha256sum indiening-A-2027-0001-1.json" in page


def test_receipt_is_mailed_to_who_sent_it_in_and_to_the_contact() -> None:
    client, draft = whole()
    submit(client, draft)
    for row in OutboxRow.objects.filter(task="mail_receipt"):
        carry_out(row.pk, JOBS)
    assert {letter.to[0] for letter in mail.outbox} == {draft.started_by.email, ORGANISATION["contact_email"]}
    assert mail.outbox[0].subject == "Ontvangen: Samen eten in de Stationsbuurt (A-2027-0001)"
    assert f"http://localhost:8000{address(draft)}" in mail.outbox[0].body


def test_contact_who_sends_it_in_gets_one_mail() -> None:
    client, draft = whole()
    typed = {**ORGANISATION, "contact_email": draft.started_by.email.upper()}
    Application.objects.filter(pk=draft.pk).update(answers={**draft.answers, "organisatie": typed})
    submit(client, draft)
    assert OutboxRow.objects.filter(task="mail_receipt").count() == 1


def test_receipt_as_pdf_is_tagged_dutch_titled_and_the_same_each_time() -> None:
    client, draft = whole()
    submit(client, draft)
    one, other = (client.get(f"{address(draft)}ontvangstbewijs.pdf") for _ in range(2))
    assert one.content == other.content
    with pikepdf.open(BytesIO(one.content)) as read:
        assert str(read.Root.Lang) == "nl"
        assert bool(read.Root.MarkInfo.Marked)
        assert str(read.docinfo["/Title"]) == "Ontvangstbewijs A-2027-0001"
        with read.open_metadata() as told:
            assert (told["pdfuaid:part"], told["pdfaid:part"]) == ("1", "2")
        fonts = {str(font.BaseFont) for page in read.pages for font in page.Resources.Font.values()}
    assert any("SourceSansPro" in font for font in fonts)
    assert not any("Libertinus" in font for font in fonts)


def test_whole_application_is_one_zip_with_what_was_sent_in() -> None:
    client, draft = whole()
    submission = submit(client, draft)
    answer = client.get(f"{address(draft)}aanvraag.zip")
    with ZipFile(BytesIO(b"".join(answer.streaming_content))) as packed:
        assert packed.namelist() == [
            "aanvraag.pdf",
            "indiening-A-2027-0001-1.json",
            "ontvangstbewijs.pdf",
            "bijlagen/01-activiteitenplan.pdf",
            "bijlagen/02-terugblik.pdf",
        ]
        assert sha256(packed.read("indiening-A-2027-0001-1.json")).hexdigest() == submission.sha256
        assert packed.read("bijlagen/01-activiteitenplan.pdf") == PDF
        assert packed.read("aanvraag.pdf") == client.get(f"{address(draft)}aanvraag.pdf").content


def test_receipt_of_a_draft_is_not_there() -> None:
    client, draft = whole()
    assert client.get(address(draft, "ontvangstbewijs")).url == address(draft)
    assert client.get(f"{address(draft)}ontvangstbewijs.pdf").status_code == 404


def test_applicant_follows_the_application() -> None:
    client, draft = whole()
    submit(client, draft)
    with while_open():
        page = client.get(address(draft)).content.decode()
    assert "maandag 15 februari 2027, 21.47 uur" in page
    # thirteen weeks from 1 March
    assert "uiterlijk maandag 31 mei 2027" in page


@pytest.mark.parametrize(
    ("standing", "title"),
    [
        (Standing.SUBMITTED, "Wordt nagekeken"),
        (Standing.LATE, "Te laat ontvangen"),
        (Standing.TO_COMPLETE, "Wacht op uw aanvulling"),
        (Standing.COMPLETE, "Compleet"),
        (Standing.NOT_HANDLED, "Buiten behandeling"),
        (Standing.WITHDRAWN, "Ingetrokken"),
    ],
)
def test_status_page_tells_each_standing(standing: Standing, title: str) -> None:
    person, organisation = make_applicant()
    application = make_received(make_draft_round_open(), organisation, person)
    Application.objects.update(standing=standing)
    assert title in client_of(person).get(address(application)).content.decode()


def make_draft_round_open() -> GrantRound:
    grant_round = make_draft_round()
    GrantRound.objects.filter(pk=grant_round.pk).update(stage="published", published_at=grant_round.opens_at)
    return GrantRound.objects.get(pk=grant_round.pk)


def test_applicant_withdraws_after_asking() -> None:
    client, draft = whole()
    submit(client, draft)
    assert "Wilt u deze aanvraag intrekken?" in client.get(f"{address(draft)}intrekken/").content.decode()
    client.post(f"{address(draft)}intrekken/", {"reason": "De zaal is weg."})
    draft.refresh_from_db()
    event = ApplicationEvent.objects.get()
    assert (draft.standing, event.kind, event.payload.data) == (
        Standing.WITHDRAWN,
        "withdrawn",
        {"reason": "De zaal is weg."},
    )
    again = client.post(f"{address(draft)}intrekken/", {"reason": ""})
    assert (again.status_code, ApplicationEvent.objects.count()) == (409, 1)


def test_draft_is_not_withdrawn_but_deleted() -> None:
    _client, draft = begin()
    with pytest.raises(Refused, match="U kunt het concept verwijderen"):
        withdraw_application(by=draft.started_by, application=draft, reason="")


def test_who_no_longer_acts_for_the_organisation_sees_nothing_of_it() -> None:
    client, draft = whole()
    submit(client, draft)
    assert client.get(address(draft)).status_code == 200
    draft.organisation.representatives.end()
    assert client.get(address(draft)).status_code == 404
    assert "Samen eten" not in client.get("/mijn-aanvragen/").content.decode()
    with pytest.raises(Refused, match="U treedt niet op voor deze organisatie"):
        withdraw_application(by=draft.started_by, application=draft, reason="")


def test_application_in_a_round_that_is_withdrawn_meanwhile_stays_a_draft_and_says_so() -> None:
    client, draft = whole()
    with while_open():
        seen = client.get(address(draft, "controleren")).context["form"]["seen"].value()
        GrantRound.objects.update(stage="withdrawn")
        typed = {"token": str(uuid4()), "seen": seen, "declaration": "on"}
        answer = client.post(address(draft, "controleren"), typed)
        page = client.get(address(draft, "organisatie")).content.decode()
    assert (answer.url, Submission.objects.count()) == (address(draft), 0)
    assert "Deze ronde is ingetrokken." in page


def test_version_that_was_not_sent_in_is_not_found() -> None:
    client, draft = whole()
    submit(client, draft)
    assert client.get(f"{address(draft)}indiening-2.json").status_code == 404


def test_zip_with_a_file_that_is_gone_from_the_disk_is_told() -> None:
    client, draft = whole()
    submit(client, draft)
    file = draft.attachments.latest("pk").file
    file.storage.delete(file.name)
    text = client.get(f"{address(draft)}aanvraag.zip", follow=True).content.decode()
    assert "Wij kunnen dit niet bij elkaar zetten: een bijlage is niet meer bij ons." in text
