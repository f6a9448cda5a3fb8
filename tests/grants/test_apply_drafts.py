from uuid import uuid4

import pytest
from django.test import Client

from grants import clock
from grants.models import Application, LogEntry, User
from grants.services.applications.attachments import remove_attachment
from grants.services.applications.drafts import (
    MOST_DRAFTS,
    delete_draft,
    save_draft,
    start_draft,
    submit_draft,
)
from grants.services.errors import Refused
from tests.grants.apply import (
    ORGANISATION,
    activity_of,
    address,
    attach,
    begin,
    fill,
    make_applicant,
    marks,
    submit,
    while_open,
)
from tests.grants.persons import client_of, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import (
    CLOSES,
    FUND,
    OPENS,
    WHILE_OPEN,
    content_for,
    make_draft,
    make_draft_round,
    make_open_round,
)

pytestmark = pytest.mark.django_db
AUTOMATIC = {"headers": {"HX-Request": "true"}}


def save(client: Client, draft: Application, marked: dict[str, str], **typed: str) -> object:
    """What the page does by itself while somebody types."""
    return client.post(address(draft, "organisatie"), {**marked, **typed}, **AUTOMATIC)


def colleague_of(draft: Application) -> User:
    person = make_person()
    draft.organisation.representatives.create(user=person, added_by=draft.started_by)
    return person


def stored(draft: Application) -> dict[str, str]:
    draft.refresh_from_db()
    found: dict[str, str] = draft.answers["organisatie"]
    return found


def test_draft_is_begun_once_for_the_organisation_that_was_chosen() -> None:
    person, organisation = make_applicant()
    make_open_round(slug="cultuur-2027")
    client, typed = client_of(person), {"organisation": organisation.pk, "token": str(uuid4())}
    with while_open():
        assert "Stichting Open Tafel" in client.get("/rondes/cultuur-2027/aanvragen/nieuw/").content.decode()
        first, second = (client.post("/rondes/cultuur-2027/aanvragen/nieuw/", typed) for _ in range(2))
    draft = Application.objects.get()
    assert {first.url, second.url} == {address(draft, "organisatie")}
    assert (draft.organisation, draft.started_by, draft.standing) == (organisation, person, "draft")
    assert LogEntry.objects.latest("number").action == "application_started"


def test_second_draft_is_possible_and_the_page_says_that_there_is_one() -> None:
    client, draft = begin(grant_round=make_open_round(slug="cultuur-2027"))
    typed = {"organisation": draft.organisation.pk, "token": str(uuid4())}
    with while_open():
        page = client.get("/rondes/cultuur-2027/aanvragen/nieuw/").content.decode()
        client.post("/rondes/cultuur-2027/aanvragen/nieuw/", typed)
    assert "Er is al een aanvraag in deze ronde" in page
    assert Application.objects.count() == 2


def test_drafts_of_an_organisation_in_a_round_have_an_end() -> None:
    person, organisation = make_applicant()
    grant_round = make_open_round(slug="cultuur-2027")
    for _ in range(MOST_DRAFTS - 2):
        make_draft(grant_round, organisation, person)
    typed = {"organisation": organisation.pk}
    client, address_of_start = client_of(person), "/rondes/cultuur-2027/aanvragen/nieuw/"
    with while_open():
        first, _second, third = (
            client.post(address_of_start, {**typed, "token": str(uuid4())}) for _ in range(3)
        )
        assert (first.status_code, third.status_code, Application.objects.count()) == (302, 409, MOST_DRAFTS)
        assert f"al {MOST_DRAFTS} concepten" in third.content.decode()
        delete_draft(by=person, application=Application.objects.earliest("pk"))
        start_draft(by=person, grant_round=grant_round, organisation=organisation)


@pytest.mark.parametrize("moment", [OPENS.replace(hour=8), CLOSES])
def test_draft_is_not_begun_while_the_round_is_not_open(moment: object) -> None:
    person, organisation = make_applicant()
    grant_round = make_open_round(slug="cultuur-2027")
    with clock.at(moment):  # type: ignore[arg-type]
        page = client_of(person).get("/rondes/cultuur-2027/aanvragen/nieuw/").content.decode()
        with pytest.raises(Refused, match="Deze ronde is niet open"):
            start_draft(by=person, grant_round=grant_round, organisation=organisation)
    assert "Deze ronde is niet open" in page


def test_round_that_is_set_up_is_not_there_for_applicants() -> None:
    make_draft_round(slug="straks")
    assert client_of(make_person()).get("/rondes/straks/aanvragen/nieuw/").status_code == 404


def test_nobody_applies_for_an_organisation_of_others() -> None:
    _person, organisation = make_applicant()
    make_open_round(slug="cultuur-2027")
    other, _own = make_applicant("Buurthuis De Wissel")
    with while_open():
        answer = client_of(other).post(
            "/rondes/cultuur-2027/aanvragen/nieuw/", {"organisation": organisation.pk, "token": str(uuid4())}
        )
    assert (answer.status_code, Application.objects.count()) == (422, 0)


def test_page_saves_itself_and_says_when() -> None:
    client, draft = begin()
    with while_open():
        answer = save(client, draft, marks(draft, "organisatie"), contact_name="Fatima", iban="fout")
    assert "Bewaard om 21.47 uur." in answer.content.decode()
    assert stored(draft) == {"contact_name": "Fatima", "iban": "fout"}


def test_page_that_is_saved_again_before_it_heard_back_is_in_nobodys_way() -> None:
    client, draft = begin()
    marked = marks(draft, "organisatie")
    with while_open():
        answers = [save(client, draft, marked, contact_name=name) for name in ("Fat", "Fatima")]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert stored(draft) == {"contact_name": "Fatima"}


def test_colleague_sees_the_same_draft_and_goes_on_with_it() -> None:
    client, draft = begin()
    with while_open():
        save(client, draft, marks(draft, "organisatie"), contact_name="Fatima")
        theirs = client_of(colleague_of(draft))
        assert 'value="Fatima"' in theirs.get(address(draft, "organisatie")).content.decode()
        save(theirs, draft, marks(draft, "organisatie"), contact_name="Fatima", iban="NL91")
    assert stored(draft) == {"contact_name": "Fatima", "iban": "NL91"}


@pytest.mark.parametrize("is_colleague", [True, False])
def test_page_that_another_one_overtook_keeps_what_was_typed_and_overwrites_nothing(
    is_colleague: bool,
) -> None:
    client, draft = begin()
    other = client_of(colleague_of(draft)) if is_colleague else client
    early, late = (marks(draft, "organisatie") for _ in range(2))
    with while_open():
        save(other, draft, early, contact_name="Van de eerste")
        by_itself = save(client, draft, late, contact_name="Van de tweede")
        sent = client.post(
            address(draft, "organisatie"), {**late, "contact_name": "Van de tweede", "go": "next"}
        )
    assert (by_itself.status_code, sent.status_code) == (409, 409)
    assert "heeft deze stap intussen veranderd" in by_itself.content.decode()
    assert stored(draft) == {"contact_name": "Van de eerste"}
    page = sent.content.decode()
    assert ('value="Van de tweede"' in page, "Van de eerste" in page) == (True, True)


@pytest.mark.parametrize(("choice", "kept"), [("mine", "Van de tweede"), ("now", "Van de eerste")])
def test_page_of_a_conflict_saves_what_was_chosen(choice: str, kept: str) -> None:
    client, draft = begin()
    early, late = (marks(draft, "organisatie") for _ in range(2))
    with while_open():
        save(client, draft, early, contact_name="Van de eerste")
        shown = client.post(
            address(draft, "organisatie"), {**late, "contact_name": "Van de tweede", "go": "next"}
        )
        hidden = {name: shown.context["form"][name].value() for name in ("seen", "page")}
        again = client.post(
            address(draft, "organisatie"),
            {**hidden, "contact_name": "Van de tweede", "choice-contact_name": choice},
        )
    assert again.url == address(draft, "organisatie")
    assert stored(draft) == {"contact_name": kept}


def test_line_of_the_budget_that_two_people_changed_is_chosen_with_its_amount() -> None:
    client, draft = begin()
    early, late = (marks(draft, "geld") for _ in range(2))
    theirs = {"cost-0-what": "Zaal", "cost-0-amount": "100"}
    mine = {"cost-0-what": "Eten", "cost-0-amount": "70"}
    with while_open():
        client.post(address(draft, "geld"), {**early, **theirs, "go": "later"})
        shown = client.post(address(draft, "geld"), {**late, **mine, "go": "next"})
        assert [each.choice_name for each in shown.context["differing"]] == ["choice-cost-0-what"]
        hidden = {name: shown.context["form"][name].value() for name in ("seen", "page")}
        client.post(address(draft, "geld"), {**hidden, **mine, "choice-cost-0-what": "now"})
    draft.refresh_from_db()
    assert draft.answers["geld"] == theirs


def test_colleagues_in_other_steps_are_not_in_each_others_way() -> None:
    client, draft = begin()
    marked = marks(draft, "organisatie")
    with while_open():
        theirs = client_of(colleague_of(draft))
        theirs.post(address(draft, "geld"), {**marks(draft, "geld"), "own": "5"}, **AUTOMATIC)
        answer = save(client, draft, marked, contact_name="Fatima")
    assert answer.status_code == 200
    assert (stored(draft), draft.answers["geld"]) == ({"contact_name": "Fatima"}, {"own": "5"})


def test_draft_is_saved_to_go_on_with_later() -> None:
    client, draft = begin()
    with while_open():
        typed = {**ORGANISATION, **marks(draft, "organisatie"), "go": "later"}
        answer = client.post(address(draft, "organisatie"), typed, follow=True)
    assert "Uw concept is bewaard." in answer.content.decode()
    assert stored(draft) == ORGANISATION


@pytest.mark.parametrize(("kind", "field"), [("cost", "id_cost-3-what"), ("income", "id_income-3-what")])
def test_line_is_added_without_script_and_what_was_typed_stays(kind: str, field: str) -> None:
    client, draft = begin()
    with while_open():
        typed = {
            "cost-0-what": "Zaal",
            "cost-2-what": "",
            "income-2-what": "",
            **marks(draft, "geld"),
            "go": kind,
        }
        page = client.post(address(draft, "geld"), typed, follow=True).content.decode()
    assert f'id="{field}"' in page
    assert 'value="Zaal"' in page


def test_lines_of_the_budget_have_an_end() -> None:
    client, draft = begin()
    with while_open():
        page = client.get(f"{address(draft, 'geld')}?more_costs=999&more_income=x").content.decode()
    assert ("id_cost-39-what" in page, "id_cost-40-what" in page, "id_income-3-what" in page) == (
        True,
        False,
        False,
    )


def test_log_in_that_expired_is_told_on_the_page_that_saves_itself() -> None:
    _client, draft = begin()
    answer = save(Client(), draft, marks(draft, "organisatie"), contact_name="Fatima")
    assert answer.status_code == 401
    assert f"/account/login/?next={address(draft, 'organisatie')}" in answer.content.decode()


def test_what_is_sent_without_a_log_in_is_there_after_logging_in() -> None:
    _client, draft = begin()
    client, typed = Client(), {**marks(draft, "organisatie"), "contact_name": "Fatima", "go": "next"}
    answer = client.post(address(draft, "organisatie"), typed)
    assert answer.url == f"/account/login/?next={address(draft, 'organisatie')}"
    client.force_login(draft.started_by)
    with while_open():
        page = client.get(address(draft, "organisatie")).content.decode()
        again = client.get(address(draft, "organisatie")).content.decode()
    assert ("U was uitgelogd." in page, 'value="Fatima"' in page) == (True, True)
    assert 'value="Fatima"' not in again


def test_what_a_page_of_others_sends_without_a_log_in_is_not_kept() -> None:
    _client, draft = begin()
    client = Client()
    client.post(address(draft, "organisatie"), {"contact_name": "Kwaad", "page": "vals"})
    client.force_login(draft.started_by)
    with while_open():
        assert "Kwaad" not in client.get(address(draft, "organisatie")).content.decode()


def test_page_of_a_draft_that_was_sent_in_saves_nothing_and_says_so() -> None:
    client, draft = begin()
    marked = marks(fill(draft), "organisatie")
    submit(client, draft)
    by_itself = save(client, draft, marked, contact_name="Anders")
    sent = client.post(address(draft, "organisatie"), {**marked, "contact_name": "Anders"}, follow=True)
    assert by_itself.status_code == 409
    assert "Deze aanvraag is al ingediend." in by_itself.content.decode()
    assert "Deze aanvraag is al ingediend." in sent.content.decode()
    assert stored(draft) == ORGANISATION


def test_draft_is_deleted_after_asking() -> None:
    client, draft = begin()
    attach(draft)
    assert "Wilt u dit concept verwijderen?" in client.get(f"{address(draft)}verwijderen/").content.decode()
    assert Application.objects.count() == 1
    client.post(f"{address(draft)}verwijderen/")
    assert Application.objects.count() == 0
    assert LogEntry.objects.latest("number").action == "application_deleted"


def test_application_that_was_sent_in_is_not_deleted() -> None:
    client, draft = begin()
    submit(client, fill(draft))
    answer = client.post(f"{address(draft)}verwijderen/", follow=True)
    assert "Deze aanvraag is al ingediend." in answer.content.decode()
    assert Application.objects.count() == 1


def test_application_of_last_year_is_begun_with_and_its_files_are_not() -> None:
    client, draft = begin()
    submit(client, fill(draft))
    make_open_round(slug="cultuur-2028")
    typed = {"organisation": draft.organisation.pk, "token": str(uuid4()), "like": draft.pk}
    with while_open():
        page = client.get("/rondes/cultuur-2028/aanvragen/nieuw/").content.decode()
        client.post("/rondes/cultuur-2028/aanvragen/nieuw/", typed)
    new = Application.objects.latest("pk")
    draft.refresh_from_db()
    assert "Stichting Open Tafel: Samen eten in de Stationsbuurt" in page
    assert (new.answers, new.attachments.count(), new.reference) == (draft.answers, 0, None)


def test_application_under_another_regulation_or_of_others_is_not_offered() -> None:
    client, draft = begin(FUND)
    fill(draft)
    make_open_round(slug="cultuur-2028")
    elsewhere = make_draft(make_open_round(), make_applicant("De Wissel")[1], make_person())
    fill(elsewhere)
    typed = {"organisation": draft.organisation.pk, "token": str(uuid4())}
    with while_open():
        page = client.get("/rondes/cultuur-2028/aanvragen/nieuw/").content.decode()
        assert "Wilt u beginnen met een eerdere aanvraag?" not in page
        client.post("/rondes/cultuur-2028/aanvragen/nieuw/", {**typed, "like": elsewhere.pk})
    assert Application.objects.latest("pk").answers == {}
    with pytest.raises(Refused, match="van een andere organisatie"), while_open():
        start_draft(
            by=draft.started_by, grant_round=elsewhere.round, organisation=draft.organisation, like=elsewhere
        )


def test_list_of_applications_takes_the_same_queries_however_many() -> None:
    person, organisation = make_applicant()
    grant_round = make_open_round()
    assert_constant_queries(
        client_of(person),
        "/mijn-aanvragen/",
        lambda: fill(make_draft(grant_round, organisation, person)),
        queries=6,
    )


def test_list_shows_drafts_by_their_title_and_what_was_sent_in_by_its_reference() -> None:
    client, draft = begin()
    fill(draft, title="Straatfeest")
    other = make_draft(draft.round, draft.organisation, draft.started_by)
    submit(client, fill(other))
    with while_open():
        page = client.get("/mijn-aanvragen/").content.decode()
    assert "Straatfeest" in page
    assert "A-2027-0001 Samen eten in de Stationsbuurt" in page


def test_who_acts_for_nobody_is_told_how_to_begin() -> None:
    make_open_round(slug="cultuur-2027")
    client = client_of(make_person())
    with while_open():
        page = client.get("/rondes/cultuur-2027/aanvragen/nieuw/").content.decode()
    assert "Registreer eerst uw organisatie of initiatief." in page
    assert "U hebt nog geen aanvragen" in client.get("/mijn-aanvragen/").content.decode()


def test_step_that_is_not_there_is_not_found() -> None:
    client, draft = begin()
    assert client.get(f"{address(draft)}invullen/nergens/").status_code == 404


def test_form_asks_what_the_draft_needs() -> None:
    _client, draft = begin(FUND)
    assert {"deelplafond", "fact-buurt_of_dorp", "answer-a"} <= set(activity_of(draft))


def test_draft_that_a_colleague_deletes_meanwhile_is_refused_and_no_mistake_of_ours() -> None:
    _client, draft = begin()
    file, by = attach(draft), draft.started_by
    delete_draft(by=by, application=Application.objects.get(pk=draft.pk))
    acts = [
        lambda: delete_draft(by=by, application=draft),
        lambda: save_draft(by=by, application=draft, step="geld", typed={}, seen="", page=None),
        lambda: submit_draft(
            by=by, application=draft, content=content_for(draft.round), seen="", received_at=WHILE_OPEN
        ),
        lambda: attach(draft),
        lambda: remove_attachment(attachment=file),
    ]
    for act in acts:
        with pytest.raises(Refused, match="Dit concept is er niet meer"):
            act()
