"""Who hears by mail that a round changed, and what."""

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from grants import clock
from grants.enums import Happening, Role, Standing
from grants.models import Application, GrantRound, OutboxRow, Proposal, User
from grants.services.applications.admissibility import refuse_late
from grants.services.applications.events import happen
from grants.services.outbox import carry_out
from grants.services.proposals import approve
from grants.services.rounds.changes import propose_ceiling, propose_later_closing, propose_withdrawal
from grants.tasks import JOBS
from tests.grants.after_closing import registered
from tests.grants.persons import give, make_person
from tests.grants.rounds import (
    CLOSES,
    VOLUNTEERS,
    WHILE_OPEN,
    make_draft,
    make_open_round,
    make_received,
)

pytestmark = pytest.mark.django_db
LATER = CLOSES + timedelta(days=1)
CONTACT = "fatima@voorbeeldstad.example"


@pytest.fixture
def grant_round(db: None) -> GrantRound:  # noqa: ARG001 - the order in which fixtures are made
    return make_open_round(VOLUNTEERS, "ronde")


def approved(proposal: Proposal, grant_round: GrantRound) -> None:
    approve(by=give(make_person(), grant_round, Role.DECIDER), proposal=proposal)


def official_of(grant_round: GrantRound) -> User:
    return give(make_person(), grant_round, Role.OFFICIAL)


def change_ceiling(grant_round: GrantRound, cents: int, moment: datetime = WHILE_OPEN) -> None:
    with clock.at(moment):
        proposal = propose_ceiling(
            by=official_of(grant_round),
            grant_round=grant_round,
            list_key="mantelzorg",
            ceiling_cents=cents,
            reason="De raad besloot zo.",
        )
        approved(proposal, grant_round)


def close_later(grant_round: GrantRound) -> None:
    with clock.at(CLOSES + timedelta(hours=3)):
        proposal = propose_later_closing(
            by=official_of(grant_round),
            grant_round=grant_round,
            closes_at=LATER,
            reason="Er was een storing.",
        )
        approved(proposal, grant_round)


def withdraw_round(grant_round: GrantRound) -> None:
    with clock.at(WHILE_OPEN + timedelta(days=1)):
        proposal = propose_withdrawal(
            by=official_of(grant_round), grant_round=grant_round, reason="De regeling vervalt."
        )
        approved(proposal, grant_round)


def sent() -> dict[str, EmailMessage]:
    """What the workers then send, by address; nobody gets two."""
    carry_out(OutboxRow.objects.get(task="tell_of_change").pk, JOBS)
    for row in OutboxRow.objects.filter(task="mail_about_round"):
        carry_out(row.pk, JOBS)
    found = {each.to[0]: each for each in mail.outbox}
    assert len(found) == len(mail.outbox)
    return found


def draft_of(grant_round: GrantRound, name: str) -> User:
    person = make_person(name)
    with clock.at(WHILE_OPEN - timedelta(days=1)):
        make_draft(grant_round, registered(person), person)
    return person


def received_from(
    grant_round: GrantRound, name: str, received_at: datetime = WHILE_OPEN, **content: object
) -> Application:
    person = make_person(name)
    made = make_received(grant_round, registered(person), person, received_at, **content)
    Application.objects.filter(pk=made.pk).update(started_at=received_at)
    return made


def test_later_closing_is_told_to_who_has_a_draft_or_was_late(grant_round: GrantRound) -> None:
    draft_of(grant_round, "Anna")
    received_from(grant_round, "Bert", contact_email="b@elders.example")
    received_from(grant_round, "Cor", CLOSES + timedelta(hours=1), contact_email="c@elders.example")
    refused = received_from(grant_round, "Dewi", CLOSES + timedelta(hours=2), contact_email="")
    refuse_late(by=official_of(grant_round), application=refused, seen=refused.version, reason="Te laat")
    close_later(grant_round)
    found = sent()
    assert sorted(found) == [
        "anna@voorbeeldstad.example",
        "c@elders.example",
        "cor@voorbeeldstad.example",
        "dewi@voorbeeldstad.example",
    ]
    said = found["anna@voorbeeldstad.example"]
    assert said.subject == "Ronde ronde sluit later"
    assert "De ronde sluit op dinsdag 2 maart 2027, 12.00 uur. Dat was maandag 1 maart" in said.body
    assert "De reden is: Er was een storing." in said.body
    assert "/rondes/ronde/" in said.body


def test_withdrawn_round_is_told_to_who_has_a_draft_or_an_application(grant_round: GrantRound) -> None:
    draft_of(grant_round, "Anna")
    received_from(grant_round, "Bert")
    taken_back = received_from(grant_round, "Cor", contact_email="")
    happen(by=None, application=taken_back, kind=Happening.WITHDRAWN, data={}, standing=Standing.WITHDRAWN)
    make_draft(make_open_round(), registered(make_person("Dewi")), make_person())
    withdraw_round(grant_round)
    found = sent()
    assert sorted(found) == ["anna@voorbeeldstad.example", "bert@voorbeeldstad.example", CONTACT]
    said = found[CONTACT]
    assert said.subject == "Ronde ronde gaat niet door"
    assert "U kunt niet meer aanvragen, en er wordt geen geld verdeeld." in said.body
    assert "De reden is: De regeling vervalt." in said.body


@pytest.mark.parametrize(("cents", "lowers"), [(50_000_00, True), (70_000_00, False)])
def test_changed_ceiling_is_told_and_a_lowered_one_says_for_whom_it_does_not_hold(
    grant_round: GrantRound, cents: int, *, lowers: bool
) -> None:
    draft_of(grant_round, "Anna")
    received_from(grant_round, "Bert")
    change_ceiling(grant_round, cents)
    found = sent()
    assert sorted(found) == ["anna@voorbeeldstad.example", "bert@voorbeeldstad.example", CONTACT]
    said = found["anna@voorbeeldstad.example"]
    assert said.subject == "Het subsidieplafond van Ronde ronde verandert"
    assert (
        f"- Mantelzorg: van €\N{NO-BREAK SPACE}60.000 naar €\N{NO-BREAK SPACE}{cents // 100_000}.000."
        in said.body
    )
    assert "De reden is: De raad besloot zo." in said.body
    no_effect = (
        "De verlaging heeft geen gevolg voor wat vóór maandag 15 februari 2027, 21.47 uur is ingediend"
    )
    assert (no_effect in said.body, "4:27" in said.body) == (lowers, lowers)


def test_person_with_many_applications_gets_one_mail(grant_round: GrantRound) -> None:
    first = received_from(grant_round, "Anna", contact_email="Anna@voorbeeldstad.example")
    anna = first.organisation.representatives.get().user
    received_from(grant_round, "Bert", contact_email="anna@voorbeeldstad.example")
    with clock.at(WHILE_OPEN - timedelta(days=1)):
        make_draft(grant_round, first.organisation, anna)
        make_draft(grant_round, registered(anna), anna)
    change_ceiling(grant_round, 50_000_00)
    assert sorted(sent()) == ["anna@voorbeeldstad.example", "bert@voorbeeldstad.example"]


def test_who_acts_no_more_has_a_closed_account_or_began_later_gets_no_mail(grant_round: GrantRound) -> None:
    people = {name: draft_of(grant_round, name) for name in ("Anna", "Bert", "Cor", "Dewi")}
    people["Anna"].represents.current().end()
    User.objects.filter(pk=people["Bert"].pk).update(is_active=False)
    change_ceiling(grant_round, 50_000_00)
    carry_out(OutboxRow.objects.get(task="tell_of_change").pk, JOBS)
    people["Cor"].represents.current().end()
    with clock.at(WHILE_OPEN + timedelta(days=1)):
        make_draft(grant_round, registered(make_person("Ed")), make_person())
    rows = OutboxRow.objects.filter(task="mail_about_round")
    assert {row.arguments["person"] for row in rows} == {people["Cor"].pk, people["Dewi"].pk}
    for row in rows:
        carry_out(row.pk, JOBS)
    assert [each.to for each in mail.outbox] == [["dewi@voorbeeldstad.example"]]
    assert not OutboxRow.objects.filter(task="mail_about_round", done_at=None).exists()
