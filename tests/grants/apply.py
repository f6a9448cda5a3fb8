"""An applicant with a draft, and what they type into it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from uuid import uuid4

from django.test import Client

from grants import clock
from grants.enums import Stage
from grants.forms.apply.draft import Draft
from grants.forms.apply.sheet import answer_name, fact_name, sheet_of
from grants.forms.apply.steps import new_page
from grants.models import Application, Attachment, GrantRound, Organisation, Submission, User
from grants.services.applications.attachments import add_attachment
from grants.services.applications.drafts import hash_of, save_draft, start_draft
from grants.services.applications.receiving import receive
from grants.services.organisations import register_organisation
from tests.grants.persons import client_of, make_person
from tests.grants.rounds import CULTURE, HAGUE, WHILE_OPEN, make_draft, make_draft_round, make_open_round

PDF = b"%PDF-1.7\n1 0 obj <<>> endobj\n%%EOF\n"
FACTS = {
    "whole_number": "250",
    "amount": "6.000",
    "text": "Stationsbuurt",
    "long_text": "Meer mensen die samen eten.",
    "address": "Dorpsstraat 1, 1234 AB Voorbeeldstad",
    "date": "2027-05-01",
}
ORGANISATION = {
    "contact_name": "Fatima Yilmaz",
    "contact_email": "fatima@voorbeeldstad.example",
    "contact_telephone": "06 12345678",
    "iban": "NL91 ABNA 0417 1643 00",
    "account_holder": "Stichting Open Tafel",
}
MONEY = {
    "cost-0-what": "Boodschappen",
    "cost-0-amount": "4.000",
    "cost-1-what": "Zaalhuur",
    "cost-1-amount": "2.000,50",
    "income-0-what": "Entree",
    "income-0-amount": "500,50",
    "own": "500",
    "requested": "5.000",
}


@contextmanager
def while_open() -> Iterator[None]:
    with clock.at(WHILE_OPEN):
        yield


def make_applicant(name: str = "Stichting Open Tafel") -> tuple[User, Organisation]:
    person = make_person()
    return person, register_organisation(by=person, name=name)


def begin(regulation: str = CULTURE, grant_round: GrantRound | None = None) -> tuple[Client, Application]:
    """Someone who begins an application in an open round."""
    person, organisation = make_applicant()
    with while_open():
        draft = start_draft(
            by=person, grant_round=grant_round or make_open_round(regulation), organisation=organisation
        )
    return client_of(person), Application.objects.get(pk=draft.pk)


def activity_of(draft: Application) -> dict[str, str]:
    """An answer to everything that the regulation asks."""
    sheet = sheet_of(draft)
    typed = {"title": "Samen eten in de Stationsbuurt", "summary": "Elke week eten twintig buren samen."}
    if len(sheet.deelplafonds) > 1:
        typed["deelplafond"] = sheet.deelplafonds[-1].key
    for fact in sheet.facts:
        typed[fact_name(fact)] = fact.choices[0] if fact.kind == "choice" else FACTS[fact.kind]
    return typed | {answer_name(each): f"Over {each.name}." for each in sheet.criteria}


def fill(draft: Application, *, money: dict[str, str] = MONEY, **activity: str) -> Application:
    """Type everything that is needed, and bring every attachment."""
    steps = {
        "organisatie": ORGANISATION,
        "activiteit": {**activity_of(draft), **activity},
        "geld": money,
    }
    for step, typed in steps.items():
        save_draft(
            by=draft.started_by, application=draft, step=step, typed=typed, seen=hash_of({}), page=None
        )
    draft.refresh_from_db()
    for each in sheet_of(draft).attachments():
        attach(draft, key=each.key, name=f"{each.key}.pdf")
    return Application.objects.get(pk=draft.pk)


def attach(draft: Application, *, key: str = "", name: str = "begroting.pdf", raw: bytes = PDF) -> Attachment:
    return add_attachment(by=draft.started_by, application=draft, key=key, name=name, raw=raw)


def marks(draft: Application, step: str) -> dict[str, str]:
    """What a page that is shown now carries."""
    draft.refresh_from_db()
    return {"seen": hash_of(draft.answers.get(step, {})), "page": new_page(draft.pk)}


def address(draft: Application, step: str = "") -> str:
    place = (
        f"invullen/{step}/" if step in {"organisatie", "activiteit", "geld"} else f"{step}/" if step else ""
    )
    return f"/mijn-aanvragen/{draft.pk}/{place}"


def submit(client: Client, draft: Application, **given: str) -> Submission:
    """Read the last page and send it in."""
    with while_open():
        shown = client.get(address(draft, "controleren")).context["form"]
        typed = {"token": str(uuid4()), "seen": shown["seen"].value(), "declaration": "on", **given}
        answer = client.post(address(draft, "controleren"), typed)
    assert answer.status_code == 302, answer.content.decode()
    return Submission.objects.get(application=draft)


def applying_pages(person: User, organisation: Organisation) -> dict[str, str]:
    """The address of each page of applying, for who acts for this organisation; the round is open now."""
    grant_round = make_draft_round(HAGUE, "open-nu")
    now = clock.now()
    grant_round.opens_at, grant_round.closes_at = now - timedelta(days=1), now + timedelta(days=9)
    grant_round.stage, grant_round.published_at = Stage.PUBLISHED, now
    grant_round.save()
    draft = fill(make_draft(grant_round, organisation, person))
    sent = fill(make_draft(grant_round, organisation, person), title="Straatfeest")
    attached = {each.key for each in sent.attachments.all()}
    receive(by=person, application=sent, content=Draft(sent, attached).content(), received_at=now)
    return {
        "apply_start": "/rondes/open-nu/aanvragen/nieuw/",
        "apply_step": f"{address(draft, 'geld')}?nakijken=1",
        "apply_attachments": address(draft, "bijlagen"),
        "apply_check": address(draft, "controleren"),
        "draft_delete": address(draft, "verwijderen"),
        "my_applications": "/mijn-aanvragen/",
        "my_application": address(sent),
        "receipt": address(sent, "ontvangstbewijs"),
        "application_withdraw": address(sent, "intrekken"),
    }
