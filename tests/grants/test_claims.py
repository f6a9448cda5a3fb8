"""Applications on paper, and the links by which applicants take over what was entered for them."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DataError, connection, transaction
from django.http import HttpResponse
from django.test import Client

from grants import clock
from grants.enums import Action, Channel, Happening, Role, Stage, Standing
from grants.models import Application, ClaimLink, GrantRound, LogEntry, Organisation, OutboxRow, User
from grants.services.applications.claims import claim, make_letters, send_claim_links
from grants.services.applications.paper import Scan, enter_on_paper
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.organisations import register_organisation
from grants.services.outbox import carry_out
from grants.tasks import JOBS
from tests.grants.apply import PDF
from tests.grants.entered import make_on_paper, token_for
from tests.grants.persons import client_of, give, make_person
from tests.grants.queries import assert_constant_queries, assert_log_is_locked_last
from tests.grants.rounds import (
    CLOSES,
    CULTURE,
    FUND,
    OPENS,
    WHILE_OPEN,
    content_for,
    make_draft,
    make_open_round,
)

pytestmark = pytest.mark.django_db
LATER = CLOSES + timedelta(days=1)


@pytest.fixture
def fund() -> GrantRound:
    return make_open_round(FUND)


@pytest.fixture
def official(fund: GrantRound) -> User:
    return give(make_person(), fund, Role.OFFICIAL)


@pytest.fixture(autouse=True)
def after_closing() -> object:
    with clock.at(LATER):
        yield


PAPER = {
    "name": "Dorpsbelang Elsloo",
    "kvk_number": "12 34 56 78",
    "received_on": "2027-02-15",
    "received_time": "10:30",
    "title": "Nieuwe bankjes",
    "deelplafond": "small",
    "fact-buurt_of_dorp": "Elsloo",
    "requested": "1.250,50",
    "contact_email": "bestuur@elsloo.example",
}


def entered(client: Client, grant_round: GrantRound, **changed: object) -> HttpResponse:
    address = f"/rondes/{grant_round.slug}/aanvragen/op-papier/"
    token = client.get(address).context["form"]["token"].value()
    return client.post(address, {**PAPER, "token": token, **changed})


def text_of(response: HttpResponse) -> str:
    return response.content.decode()


def test_application_on_paper_is_received_at_the_moment_on_its_stamp(
    fund: GrantRound, official: User
) -> None:
    assert entered(client_of(official), fund).status_code == 302
    made = Application.objects.get()
    assert (made.reference, made.channel, made.standing) == ("A-2027-0001", Channel.PAPER, Standing.SUBMITTED)
    assert (made.requested_cents, made.facts) == (1_250_50, {"buurt_of_dorp": "Elsloo"})
    assert (made.organisation.kvk_number, made.organisation.representatives.count()) == ("12345678", 0)
    submission = made.submissions.get()
    assert (submission.sha256, submission.submitted_by) == (fingerprint(submission.payload.data), official)
    assert OutboxRow.objects.get().task == "mail_claim_link"


@pytest.mark.parametrize(
    ("day", "hour", "standing"),
    [("2027-03-01", "11:59:59", Standing.SUBMITTED), ("2027-03-01", "12:00", Standing.LATE)],
)
def test_stamp_decides_whether_paper_is_on_time(
    fund: GrantRound, official: User, day: str, hour: str, standing: Standing
) -> None:
    entered(client_of(official), fund, received_on=day, received_time=hour)
    assert Application.objects.get().standing == standing


@pytest.mark.parametrize(
    ("changed", "status", "sentence"),
    [
        ({"received_on": "2027-05-01"}, 409, "Het moment van ontvangst is nog niet geweest."),
        ({"received_on": "2027-01-15"}, 409, "Op dat moment was de ronde nog niet open"),
        ({"received_time": ""}, 422, "Vul dit in."),
        ({"requested": "0"}, 422, "ten minste"),
        ({"requested": "1,000.50"}, 422, "Schrijf een punt voor duizenden"),
        ({"requested": "10.000,01"}, 422, "vraagt u ten hoogste € 10.000"),
        ({"deelplafond": ""}, 422, "Vul dit in."),
        ({"title": "a" * 5_000}, 422, "200 tekens"),
        ({"title": "\u202eABC"}, 422, "een teken dat niemand kan lezen"),
        ({"title": "a\0b"}, 422, "een teken dat niemand kan lezen"),
        ({"name": ""}, 422, "Vul dit in."),
        ({"contact_email": "elsloo"}, 422, "e-mailadres"),
        ({"iban": "NL00ABNA0417164300"}, 422, "geen juist rekeningnummer"),
        ({"token": ""}, 422, "Open dit formulier opnieuw."),
        ({"scan": SimpleUploadedFile("leeg.pdf", b"%PDF nee")}, 409, "leeg.pdf"),
    ],
)
def test_wrong_entry_is_told_and_what_was_typed_stays(
    fund: GrantRound, official: User, changed: dict[str, object], status: int, sentence: str
) -> None:
    response = entered(client_of(official), fund, **changed)
    assert (response.status_code, sentence in text_of(response)) == (status, True)
    assert "bestuur@elsloo.example" in text_of(response) or "contact_email" in changed
    assert not Application.objects.exists()


def test_form_that_is_sent_twice_makes_one_application(fund: GrantRound, official: User) -> None:
    client = client_of(official)
    address = f"/rondes/{fund.slug}/aanvragen/op-papier/"
    token = client.get(address).context["form"]["token"].value()
    for _ in range(2):
        assert client.post(address, {**PAPER, "token": token}).status_code == 302
    assert Application.objects.count() == 1


def test_what_paper_lacks_is_left_for_later(fund: GrantRound, official: User) -> None:
    entered(client_of(official), fund, **{"fact-buurt_of_dorp": "", "contact_email": ""})
    assert (Application.objects.get().facts, OutboxRow.objects.count()) == ({}, 0)


def test_scan_and_totals_are_kept_with_what_was_sent_in(fund: GrantRound, official: User) -> None:
    scan = SimpleUploadedFile("aanvraag.pdf", PDF)
    entered(client_of(official), fund, scan=scan, total_costs="2.000", total_income="749,50")
    told = Application.objects.get().submissions.get().payload.data
    assert [each["naam"] for each in told["bijlagen"]] == ["aanvraag.pdf"]
    assert [told["aanvraag"][part][0]["cent"] for part in ("kosten", "dekking")] == [2_000_00, 749_50]


def test_scan_of_what_is_not_kept_after_all_leaves_the_disk(fund: GrantRound, official: User) -> None:
    def scans() -> set[Path]:
        return {each for each in Path(settings.MEDIA_ROOT).rglob("*") if each.is_file()}

    before = scans()
    with pytest.raises(DataError), transaction.atomic():
        enter_on_paper(
            by=official,
            grant_round=fund,
            name="Dorpsbelang Elsloo",
            kvk_number="",
            content=replace(content_for(fund), contact_name="x" * 151),
            received_at=WHILE_OPEN,
            scan=Scan("aanvraag.pdf", PDF),
        )
    assert (Application.objects.count(), scans() - before) == (0, set())


def test_paper_goes_to_the_organisation_with_its_number_or_its_name(fund: GrantRound, official: User) -> None:
    known = Organisation.objects.create(name="Dorpsbelang Elsloo", kvk_number="12345678")
    entered(client_of(official), fund, name="Elsloo e.o.")
    entered(client_of(official), fund, name="dorpsbelang ELSLOO", kvk_number="")
    assert list(Application.objects.values_list("organisation", flat=True)) == [known.pk] * 2


def test_name_of_two_organisations_asks_for_the_number(fund: GrantRound, official: User) -> None:
    for _ in range(2):
        Organisation.objects.create(name="Dorpsbelang Elsloo")
    response = entered(client_of(official), fund, kvk_number="")
    assert (response.status_code, "Vul het KvK-nummer in." in text_of(response)) == (409, True)


# ── Taking over ───────────────────────────────────────────────────────────────────────────────────


def test_applicant_takes_an_application_over_with_the_link_in_a_mail(
    fund: GrantRound, official: User, mailoutbox: list[object]
) -> None:
    entered(client_of(official), fund)
    carry_out(OutboxRow.objects.get().pk, JOBS)
    (mail,) = mailoutbox
    assert (mail.to, mail.subject) == (["bestuur@elsloo.example"], "Uw aanvraag A-2027-0001 is ontvangen")  # type: ignore[attr-defined]
    token = mail.body.split("/overnemen/")[1].split("/")[0]  # type: ignore[attr-defined]
    person = make_person()
    page = client_of(person).get(f"/overnemen/{token}/")
    assert "Aanvraag A-2027-0001 van Dorpsbelang Elsloo is voor u ingevoerd." in text_of(page)
    assert not Organisation.objects.get().representatives.exists()
    assert client_of(person).post(f"/overnemen/{token}/").status_code == 302
    assert Organisation.objects.get().representatives.current().get().user == person
    assert Application.objects.get().events.get().kind == Happening.CLAIMED


def test_only_the_hash_of_a_link_is_kept(fund: GrantRound, official: User) -> None:
    token = token_for(make_on_paper(fund, official), official)
    assert len(token) == 32
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(grants_claimlink)::text FROM grants_claimlink")
        assert token not in str(cursor.fetchall())


def test_link_works_once(fund: GrantRound, official: User) -> None:
    token = token_for(make_on_paper(fund, official), official)
    claim(by=make_person(), token=token)
    with pytest.raises(Refused, match="Deze link werkt niet"):
        claim(by=make_person(), token=token)


def test_new_link_replaces_the_old(fund: GrantRound, official: User) -> None:
    application = make_on_paper(fund, official)
    old, new = (token_for(application, official) for _ in range(2))
    with pytest.raises(Refused, match="vervangen door een nieuwe"):
        claim(by=make_person(), token=old)
    assert claim(by=make_person(), token=new) == application


@pytest.mark.parametrize(
    ("days", "works"), [(timedelta(days=60) - timedelta(seconds=1), True), (timedelta(days=60), False)]
)
def test_link_lapses_after_sixty_days(fund: GrantRound, official: User, days: timedelta, works: bool) -> None:
    token = token_for(make_on_paper(fund, official), official)
    with clock.at(ClaimLink.objects.get().made_at + days):
        status = client_of(make_person()).get(f"/overnemen/{token}/").status_code
    assert status == (200 if works else 409)


@pytest.mark.parametrize("token", ["a" * 52, "x", "../", "%00", "é" * 52, "a" * 5_000])
def test_link_that_never_was_is_answered_with_the_same_sentence(token: str) -> None:
    response = client_of(make_person()).get(f"/overnemen/{token}/", follow=True)
    assert response.status_code in {404, 409}


def test_organisation_with_a_representative_is_not_taken_over(fund: GrantRound, official: User) -> None:
    token = token_for(make_on_paper(fund, official), official)
    organisation, first = Organisation.objects.get(), make_person()
    organisation.representatives.create(user=first, added_by=first)
    with pytest.raises(Refused, match="Er treedt al iemand op voor Dorpsbelang Elsloo"):
        claim(by=make_person(), token=token)
    assert claim(by=first, token=token).organisation == organisation
    assert organisation.representatives.count() == 1


def test_official_of_the_round_takes_nothing_over(fund: GrantRound, official: User) -> None:
    token = token_for(make_on_paper(fund, official), official)
    with pytest.raises(Refused, match="U werkt zelf aan deze ronde"):
        claim(by=official, token=token)


def test_mail_that_waits_while_somebody_takes_over_does_not_go(fund: GrantRound, official: User) -> None:
    application = make_on_paper(fund, official)
    person = make_person()
    application.organisation.representatives.create(user=person, added_by=person)
    task = OutboxRow.objects.get()
    carry_out(task.pk, JOBS)
    task.refresh_from_db()
    assert (task.done_at is not None, ClaimLink.objects.count()) == (True, 0)


def test_links_go_to_who_has_none_and_once(fund: GrantRound, official: User) -> None:
    for name in ("Een", "Twee"):
        make_on_paper(fund, official, name)
    OutboxRow.objects.all().delete()
    make_on_paper(fund, official, "Drie", contact_email="")
    assert [send_claim_links(by=official, grant_round=fund) for _ in range(2)] == [2, 0]
    for row in OutboxRow.objects.all():
        carry_out(row.pk, JOBS)
    assert send_claim_links(by=official, grant_round=fund) == 0
    assert ClaimLink.objects.count() == 2


def test_letters_are_for_who_has_no_mail_address(fund: GrantRound, official: User) -> None:
    make_on_paper(fund, official, "Met adres")
    made = make_on_paper(fund, official, "Zonder adres", contact_email="")
    client = client_of(official)
    page = client.post(f"/rondes/{fund.slug}/aanvragen/overnemen/brieven/")
    (letter,) = page.context["letters"]
    assert (letter["application"], "Zonder adres" in text_of(page)) == (made, True)
    typed = Client().post("/overnemen/", {"code": letter["code"].upper()})
    assert typed.url == f"/overnemen/{letter['code'].replace(' ', '')}/"
    assert claim(by=make_person(), token=letter["code"]) == made


def test_letters_made_again_have_other_codes(fund: GrantRound, official: User) -> None:
    make_on_paper(fund, official, contact_email="")
    ((_first, old),), ((_second, new),) = (
        make_letters(by=official, grant_round=fund, again=again) for again in (False, True)
    )
    with pytest.raises(Refused):
        claim(by=make_person(), token=old)
    assert claim(by=make_person(), token=new)


def test_codes_that_were_printed_lapse_only_when_that_is_said(fund: GrantRound, official: User) -> None:
    make_on_paper(fund, official, "Een", contact_email="")
    client, address = client_of(official), f"/rondes/{fund.slug}/aanvragen/overnemen/brieven/"
    (first,) = client.post(address).context["letters"]
    other = make_on_paper(fund, official, "Twee", contact_email="")
    asked = client.post(address)
    assert ("1 aanvrager heeft al een code die werkt." in text_of(asked), ClaimLink.objects.count()) == (
        True,
        1,
    )
    (second,) = client.post(address, {"which": "new"}).context["letters"]
    assert second["application"] == other
    assert len(client.post(address, {"which": "all"}).context["letters"]) == 2
    with pytest.raises(Refused):
        claim(by=make_person(), token=first["code"])


def test_links_and_codes_that_are_made_stand_in_the_log(fund: GrantRound, official: User) -> None:
    mailed = make_on_paper(fund, official, "Een")
    printed = make_on_paper(fund, official, "Twee", contact_email="")
    OutboxRow.objects.all().delete()
    make_letters(by=official, grant_round=fund)
    make_letters(by=official, grant_round=fund)
    send_claim_links(by=official, grant_round=fund)
    lines = LogEntry.objects.filter(action=Action.CLAIM_LINKS_MADE).order_by("number")
    assert [each.payload.data for each in lines] == [
        {"way": "letter", "applications": [printed.pk]},
        {"way": "mail", "applications": [mailed.pk]},
    ]


@pytest.mark.parametrize("code", ["", "  ", "----", "éé"])
def test_code_that_is_none_asks_for_one(code: str) -> None:
    assert Client().post("/overnemen/", {"code": code}).status_code == 422


def test_organisation_that_was_registered_on_the_site_needs_no_link(fund: GrantRound, official: User) -> None:
    register_organisation(by=make_person(), name="Dorpsbelang Elsloo")
    make_on_paper(fund, official)
    page = client_of(official).get(f"/rondes/{fund.slug}/aanvragen/overnemen/")
    assert "Er is niets over te nemen" in text_of(page)


def test_page_of_links_takes_constant_queries(fund: GrantRound, official: User) -> None:
    def one_more() -> None:
        token_for(make_on_paper(fund, official, f"Dorp {Application.objects.count()}"), official)

    address = f"/rondes/{fund.slug}/aanvragen/overnemen/"
    assert_constant_queries(client_of(official), address, one_more, queries=13)


def test_paper_of_a_round_that_is_not_open_yet_is_refused(fund: GrantRound, official: User) -> None:
    with clock.at(OPENS - timedelta(days=1)):
        response = entered(client_of(official), fund, received_on="2027-01-15")
    assert (response.status_code, "die is nog niet open" in text_of(response)) == (409, True)


def test_paper_form_asks_what_the_regulation_asks() -> None:
    culture = make_open_round(CULTURE)
    page = client_of(give(make_person(), culture, Role.OFFICIAL)).get(
        f"/rondes/{culture.slug}/aanvragen/op-papier/"
    )
    form = page.context["form"]
    assert [name for name in form.fields if name.startswith("fact-")] == [
        "fact-experience",
        "fact-active_since",
        "fact-results",
    ]
    assert [bound.name for bound in form.answers()] == [
        "answer-a",
        "answer-b",
        "answer-c",
        "answer-d",
        "answer-e",
    ]


def test_official_sends_a_new_link_from_the_page(fund: GrantRound, official: User) -> None:
    application = make_on_paper(fund, official)
    OutboxRow.objects.all().delete()
    client, page = client_of(official), f"/rondes/{fund.slug}/aanvragen/overnemen/"
    assert client.post(f"{page}mailen/").status_code == 302
    assert client.post(f"{page}{application.pk}/").status_code == 302
    assert OutboxRow.objects.filter(task="mail_claim_link").count() == 2


def test_link_to_who_needs_none_or_has_no_address_is_refused(fund: GrantRound, official: User) -> None:
    client, person = client_of(official), make_person()
    page = f"/rondes/{fund.slug}/aanvragen/overnemen/"
    without = make_on_paper(fund, official, "Een", contact_email="")
    answer = client.post(f"{page}{without.pk}/")
    assert (answer.status_code, "Maak een brief." in text_of(answer)) == (409, True)
    acting = make_on_paper(fund, official, "Twee")
    acting.organisation.representatives.create(user=person, added_by=person)
    answer = client.post(f"{page}{acting.pk}/")
    assert (answer.status_code, "Een link is niet meer nodig." in text_of(answer)) == (409, True)


def test_link_for_a_draft_is_not_found(fund: GrantRound, official: User) -> None:
    person = make_person()
    draft = make_draft(fund, register_organisation(by=person, name="Een"), person)
    assert client_of(official).post(f"/rondes/{fund.slug}/aanvragen/overnemen/{draft.pk}/").status_code == 404


def test_taking_over_and_entering_on_paper_lock_the_log_last(fund: GrantRound, official: User) -> None:
    assert_log_is_locked_last(lambda: make_on_paper(fund, official))
    person, token = make_person(), token_for(Application.objects.get(), official)
    assert_log_is_locked_last(lambda: claim(by=person, token=token))


def test_paper_of_a_round_that_was_withdrawn_meanwhile_is_refused(fund: GrantRound, official: User) -> None:
    GrantRound.objects.filter(pk=fund.pk).update(stage=Stage.WITHDRAWN)
    with pytest.raises(Refused, match="nu geen aanvragen"):
        make_on_paper(fund, official)
