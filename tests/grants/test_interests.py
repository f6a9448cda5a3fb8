"""Nobody decides on what is their own (Awb 2:4): who works in a round does not apply in it, and the other way round."""

from collections.abc import Callable

import pytest

from grants import clock
from grants.enums import Role, Standing
from grants.models import Application, Representative
from grants.selectors.applications.completeness import Lacking
from grants.services.applications.admissibility import (
    find_inadmissible,
    postpone_term,
    refuse_late,
    set_grantable,
)
from grants.services.applications.completeness import ask_completion, find_complete
from grants.services.applications.drafts import start_draft, submit_draft, whole_hash, withdraw_application
from grants.services.applications.late import propose_late_admission
from grants.services.applications.paper import enter_on_paper
from grants.services.applications.views_asked import ask_view
from grants.services.errors import Refused
from grants.services.proposals import approve
from tests.grants.after_closing import AFTER, Closed, closed, fresh, post, work
from tests.grants.persons import client_of, give, make_person
from tests.grants.rounds import CLOSES, WHILE_OPEN, content_for, make_draft

pytestmark = pytest.mark.django_db
OWN = "U treedt zelf op voor deze aanvrager"
WORKS = "U werkt zelf aan deze ronde"

ACTS: dict[str, Callable[[Closed, Application], object]] = {
    "complete": lambda it, found: find_complete(
        by=it.official, application=found, seen=found.version, judged={}
    ),
    "completion": lambda it, found: ask_completion(
        by=it.official,
        application=found,
        seen=found.version,
        lacking=[Lacking("other", "Wat?", "Awb 4:5")],
        days=14,
        message="",
    ),
    "inadmissible": lambda it, found: find_inadmissible(
        by=it.official, application=found, seen=found.version, ground="x", reason="y"
    ),
    "eligible amount": lambda it, found: set_grantable(
        by=it.official, application=found, seen=found.version, cents=1, reason="x"
    ),
    "term": lambda it, found: postpone_term(
        by=it.official,
        application=found,
        seen=found.version,
        until=AFTER.date().replace(year=2028),
        reason="x",
    ),
    "view": lambda it, found: ask_view(
        by=it.official, application=found, seen=found.version, text="x", days=14
    ),
}


def acts_for_applicant(it: Closed) -> None:
    Representative.objects.create(organisation=it.organisation, user=it.official, added_by=it.applicant)


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_official_does_nothing_about_an_application_of_their_own(
    act: Callable[[Closed, Application], object],
) -> None:
    it = closed()
    application, other = it.received(), it.received()
    with clock.at(AFTER):
        act(it, other)
        acts_for_applicant(it)
        with pytest.raises(Refused, match=OWN):
            act(it, application)
    assert (fresh(application).standing, application.events.count()) == (Standing.SUBMITTED, 0)


def test_official_whose_own_it_is_reads_why_and_keeps_the_reason() -> None:
    it = closed()
    application = it.received()
    acts_for_applicant(it)
    address = work(it, application, "niet-ontvankelijk/")
    answer = post(client_of(it.official), address, application, ground="activity", reason="Bijzondere reden.")
    page = answer.content.decode()
    assert (answer.status_code, OWN in page, "Bijzondere reden." in page) == (409, True, True)


@pytest.mark.parametrize("who", ["official", "decider"])
def test_late_application_of_ones_own_is_neither_proposed_nor_admitted(who: str) -> None:
    it = closed()
    application = it.received(CLOSES)
    seen = application.version
    Representative.objects.create(organisation=it.organisation, user=getattr(it, who), added_by=it.applicant)
    if who == "official":
        with pytest.raises(Refused, match=OWN):
            propose_late_admission(by=it.official, application=application, seen=seen, reason="Storing")
        with pytest.raises(Refused, match=OWN):
            refuse_late(by=it.official, application=application, seen=seen, reason="Te laat")
    else:
        proposal = propose_late_admission(by=it.official, application=application, seen=seen, reason="x")
        with pytest.raises(Refused, match=OWN):
            approve(by=it.decider, proposal=proposal)
    assert fresh(application).standing == Standing.LATE


def test_official_enters_nothing_on_paper_for_an_organisation_of_their_own() -> None:
    it = closed()
    acts_for_applicant(it)
    number = "12345678"
    it.organisation.kvk_number = number
    it.organisation.save()
    with clock.at(AFTER), pytest.raises(Refused, match=OWN):
        enter_on_paper(
            by=it.official,
            grant_round=it.round,
            name=it.organisation.name,
            kvk_number=number,
            content=content_for(it.round),
            received_at=WHILE_OPEN,
        )
    assert not Application.objects.exists()


@pytest.mark.parametrize("role", Role)
def test_who_works_in_a_round_neither_begins_nor_sends_in_an_application_in_it(role: Role) -> None:
    it = closed()
    draft = make_draft(it.round, it.organisation, it.applicant)
    give(it.applicant, it.round, role)
    with clock.at(WHILE_OPEN):
        with pytest.raises(Refused, match=WORKS):
            start_draft(by=it.applicant, grant_round=it.round, organisation=it.organisation)
        with pytest.raises(Refused, match=WORKS):
            submit_draft(
                by=it.applicant,
                application=draft,
                content=content_for(it.round),
                seen=whole_hash(draft),
                received_at=WHILE_OPEN,
            )
    assert Application.objects.get().is_draft


def test_who_works_in_another_round_applies_and_takes_back_as_anyone() -> None:
    it, elsewhere = closed(), closed()
    give(it.applicant, elsewhere.round, Role.OFFICIAL)
    with clock.at(WHILE_OPEN):
        start_draft(by=it.applicant, grant_round=it.round, organisation=it.organisation)
    application = it.received()
    withdraw_application(by=it.applicant, application=application, reason="")
    assert fresh(application).standing == Standing.WITHDRAWN


def test_draft_that_was_begun_stays_with_the_colleagues() -> None:
    it = closed()
    draft = make_draft(it.round, it.organisation, it.applicant)
    give(it.applicant, it.round, Role.ASSESSOR)
    colleague = make_person()
    Representative.objects.create(organisation=it.organisation, user=colleague, added_by=it.applicant)
    with clock.at(WHILE_OPEN):
        submit_draft(
            by=colleague,
            application=draft,
            content=content_for(it.round),
            seen=whole_hash(draft),
            received_at=WHILE_OPEN,
        )
    assert fresh(draft).standing == Standing.SUBMITTED
