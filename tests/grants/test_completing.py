from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from grants import clock
from grants.enums import Standing
from grants.models import Application, Representative, User
from grants.selectors.applications.completeness import Lacking
from grants.services.applications.completeness import find_complete
from grants.services.applications.completions import Answer, answer_request
from grants.services.applications.drafts import start_draft
from tests.grants.after_closing import ACCOUNT, AFTER, PARTNERS, Closed, closed, fresh, post
from tests.grants.apply import PDF
from tests.grants.persons import client_of, make_person
from tests.grants.rounds import CULTURE, WHILE_OPEN, make_open_round

pytestmark = pytest.mark.django_db
PLAN = Lacking("attachment-activity_plan", "Een activiteitenplan", "lid 2 onder b")
HTMX = {"HX-Request": "true"}
TEXT = "text-requirement-partners"


def page_of(application: Application) -> str:
    return f"/mijn-aanvragen/{application.pk}/aanvullen/"


def marks(client: Client, application: Application) -> dict[str, str]:
    """What the page that is shown now carries."""
    form = client.get(page_of(application)).context["form"]
    return {name: str(form[name].value()) for name in ("token", "version", "seen", "page")}


def save(client: Client, application: Application, marked: dict[str, str], **typed: str) -> HttpResponse:
    return client.post(page_of(application), {**marked, **typed}, headers=HTMX)


def typed_in(application: Application) -> dict[str, str]:
    found: dict[str, str] = fresh(application).answers.get("aanvulling", {})
    return found


def colleague_of(it: Closed) -> User:
    return Representative.objects.create(
        organisation=it.organisation, user=make_person(), added_by=it.applicant
    ).user


def test_page_saves_what_is_typed_in_the_row_and_says_when() -> None:
    it = closed()
    application = it.asked(PARTNERS, ACCOUNT)
    client = client_of(it.applicant)
    marked = marks(client, application)
    with clock.at(AFTER):
        told = save(client, application, marked, **{TEXT: "Met De Br", "text-iban": "NL20"}).content.decode()
        save(client, application, marked, **{TEXT: "Met De Brug.", "text-iban": "NL20"})
    assert "Bewaard om 10.00 uur." in told
    assert typed_in(application) == {TEXT: "Met De Brug.", "text-iban": "NL20"}
    assert (fresh(application).version, fresh(application).standing) == (
        application.version,
        Standing.TO_COMPLETE,
    )
    elsewhere = client_of(it.applicant).get(page_of(application)).content.decode()
    assert ("Met De Brug." in elsewhere, 'value="NL20"' in elsewhere) == (True, True)


def test_what_is_sent_stands_no_longer_as_typed() -> None:
    it = closed()
    application, client = it.asked(PARTNERS), client_of(it.applicant)
    marked = marks(client, application)
    save(client, application, marked, **{TEXT: "Met De Br"})
    sent = {**marked, TEXT: "Met De Brug."}
    assert [client.post(page_of(application), sent).status_code for _ in range(2)] == [302, 302]
    assert (fresh(application).standing, typed_in(application)) == (Standing.COMPLETED, {})
    assert application.submissions.count() == 2


def test_what_a_colleague_typed_is_not_overwritten_and_stands_beside() -> None:
    it = closed()
    application = it.asked(PARTNERS)
    own, other = client_of(it.applicant), client_of(colleague := colleague_of(it))
    mine, theirs = marks(own, application), marks(other, application)
    save(other, application, theirs, **{TEXT: "Met De Brug."})
    by_itself = save(own, application, mine, **{TEXT: "Met niemand."})
    assert (by_itself.status_code, str(colleague) in by_itself.content.decode()) == (409, True)
    shown = own.post(page_of(application), {**mine, TEXT: "Met niemand."})
    text = shown.content.decode()
    assert (shown.status_code, "Met De Brug." in text, "Met niemand." in text) == (409, True, True)
    assert typed_in(application) == {TEXT: "Met De Brug."}
    again = {**mine, TEXT: "Met niemand.", "seen": shown.context["form"]["seen"].value()}
    assert own.post(page_of(application), again).status_code == 302
    assert fresh(application).standing == Standing.COMPLETED


def test_it_is_kept_to_go_on_with_later() -> None:
    it = closed()
    application, client = it.asked(PARTNERS, PLAN), client_of(it.applicant)
    answer = client.post(
        page_of(application), {**marks(client, application), TEXT: "Met De Brug.", "later": "1"}, follow=True
    )
    assert "Wat u invulde, is bewaard." in answer.content.decode()
    assert (typed_in(application), fresh(application).standing) == (
        {TEXT: "Met De Brug."},
        Standing.TO_COMPLETE,
    )


def with_file(it: Closed, client: Client) -> Application:
    application = it.asked(PLAN, PARTNERS)
    marked = marks(client, application)
    file = {"file-attachment-activity_plan": SimpleUploadedFile("plan.pdf", PDF)}
    client.post(page_of(application), {**marked, **file, "later": "1"})
    return application


def test_file_that_was_just_added_is_taken_back_and_what_was_typed_stays() -> None:
    it = closed()
    client = client_of(it.applicant)
    application = with_file(it, client)
    (file,) = application.attachments.all()
    sent = {**marks(client, application), TEXT: "Met De Brug.", "remove": file.pk}
    text = client.post(page_of(application), sent, follow=True).content.decode()
    assert ("plan.pdf is weggehaald." in text, "Met De Brug." in text) == (True, True)
    assert not application.attachments.exists()


def test_file_that_was_sent_in_is_not_taken_back() -> None:
    it = closed()
    client = client_of(it.applicant)
    application = with_file(it, client)
    (file,) = application.attachments.all()
    answer_request(
        by=it.applicant,
        application=application,
        seen=application.version,
        answer=Answer(),
        received_at=AFTER,
    )
    Application.objects.filter(pk=application.pk).update(standing=Standing.TO_COMPLETE)
    client.post(page_of(application), {**marks(client, application), "remove": file.pk})
    client.post(f"/mijn-aanvragen/{application.pk}/bijlagen/{file.pk}/weghalen/")
    assert application.attachments.get() == file


def test_log_in_that_expired_loses_nothing() -> None:
    it = closed()
    application, client = it.asked(PARTNERS), client_of(it.applicant)
    marked = marks(client, application)
    client.logout()
    assert "U bent uitgelogd." in save(client, application, marked, **{TEXT: "Met"}).content.decode()
    answer = client.post(page_of(application), {**marked, TEXT: "Met De Brug."})
    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        f"/account/login/?next={page_of(application)}",
    )
    client.force_login(it.applicant)
    text = client.get(page_of(application)).content.decode()
    assert ("Met De Brug." in text, "is nog niet bewaard" in text) == (True, True)


def test_what_is_no_longer_asked_is_refused_and_what_was_typed_stays_on_the_page() -> None:
    it = closed()
    application, client = it.asked(PARTNERS), client_of(it.applicant)
    marked = marks(client, application)
    find_complete(by=it.official, application=application, seen=application.version, judged={})
    by_itself = save(client, application, marked, **{TEXT: "Met De Brug."})
    sentence = "U hoeft deze aanvraag niet meer aan te vullen."
    assert (by_itself.status_code, sentence in by_itself.content.decode()) == (409, True)
    shown = client.post(page_of(application), {**marked, TEXT: "Met De Brug."})
    text = shown.content.decode()
    assert (shown.status_code, sentence in text, "Met De Brug." in text) == (409, True, True)


def test_next_application_does_not_begin_with_what_was_typed_to_complete_this_one() -> None:
    it = closed()
    application, client = it.asked(PARTNERS), client_of(it.applicant)
    Application.objects.filter(pk=application.pk).update(answers={"activiteit": {"title": "Zingen"}})
    save(client, application, marks(client, application), **{TEXT: "Met De Brug."})
    with clock.at(WHILE_OPEN):
        draft = start_draft(
            by=it.applicant,
            grant_round=make_open_round(CULTURE),
            organisation=it.organisation,
            like=fresh(application),
        )
    assert draft.answers == {"activiteit": {"title": "Zingen"}}


def test_nothing_is_lost_of_a_form_without_marks() -> None:
    it = closed()
    application = it.asked(PARTNERS)
    typed = {TEXT: "Met De Brug.\x00", "token": str(uuid4()), "partly": "on"}
    post(client_of(it.applicant), page_of(application), application, **typed, later="1")
    assert typed_in(application) == {TEXT: "Met De Brug.\N{REPLACEMENT CHARACTER}", "partly": "on"}
