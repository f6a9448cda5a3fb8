"""A round after closing with the people who work in it, and applications as officials meet them."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from grants import clock
from grants.enums import Role
from grants.models import Application, GrantRound, Organisation, User
from grants.selectors.applications.completeness import Lacking
from grants.services.applications.completeness import ask_completion
from grants.services.applications.receiving import receive
from grants.services.organisations import register_organisation
from tests.grants.apply import attach
from tests.grants.persons import give, make_person
from tests.grants.rounds import (
    AMSTERDAM,
    CULTURE,
    WHILE_OPEN,
    content_for,
    make_draft,
    make_open_round,
    make_received,
)

AFTER = datetime(2027, 3, 2, 10, tzinfo=AMSTERDAM)
"""The Tuesday after closing."""

FACTS = {"experience": "nee", "results": "Honderd mensen eten samen."}
ANSWERS = {letter: f"Antwoord {letter}" for letter in "abcde"}
PARTNERS = Lacking("requirement-partners", "Staat er met welke partners?", "lid 2 onder c")
ACCOUNT = Lacking("iban", "Een bankrekening die kan bestaan", "Awb 4:2", is_formal=True)


@dataclass(frozen=True)
class Closed:
    """A round, who works in it, and who applied."""

    round: GrantRound
    official: User
    decider: User
    auditor: User
    applicant: User
    organisation: Organisation

    def received(self, received_at: datetime | None = None, **content: object) -> Application:
        """An application of this applicant that was sent in."""
        moment = {} if received_at is None else {"received_at": received_at}
        given = {"facts": FACTS, "answers": ANSWERS, **content}
        return make_received(self.round, self.organisation, self.applicant, **moment, **given)  # type: ignore[arg-type]

    def asked(self, *lacking: Lacking, days: int = 14, moment: datetime = AFTER) -> Application:
        """One of which something was asked."""
        application = self.received()
        with clock.at(moment):
            ask_completion(
                by=self.official,
                application=application,
                seen=application.version,
                lacking=lacking or (PARTNERS,),
                days=days,
                message="",
            )
        return Application.objects.get(pk=application.pk)


def closed(regulation: str = CULTURE) -> Closed:
    grant_round = make_open_round(regulation)
    applicant = make_person()
    return Closed(
        round=grant_round,
        official=give(make_person(), grant_round, Role.OFFICIAL),
        decider=give(make_person(), grant_round, Role.DECIDER),
        auditor=give(make_person(), grant_round, Role.AUDITOR),
        applicant=applicant,
        organisation=registered(applicant),
    )


def received_with_file(grant_round: GrantRound, organisation: Organisation, person: User) -> Application:
    """One with a file."""
    draft = make_draft(grant_round, organisation, person)
    attach(draft)
    with clock.at(WHILE_OPEN):
        receive(by=person, application=draft, content=content_for(grant_round), received_at=WHILE_OPEN)
    return fresh(draft)


def registered(applicant: User) -> Organisation:
    """An organisation for which this person acted all the time."""
    with clock.at(datetime(2027, 1, 1, tzinfo=AMSTERDAM)):
        return register_organisation(by=applicant, name=f"Stichting van {applicant.name}")


def fresh(application: Application) -> Application:
    return Application.objects.get(pk=application.pk)


def post(client: Client, address: str, application: Application, **typed: object) -> HttpResponse:
    """Send a form about an application as it stands now."""
    return client.post(address, {"token": str(uuid4()), "version": fresh(application).version, **typed})


def work(closed: Closed, application: Application, part: str = "") -> str:
    """The address of a page about an application."""
    return f"/rondes/{closed.round.slug}/aanvragen/{application.pk}/{part}"
