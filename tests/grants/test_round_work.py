import re
from datetime import datetime, timedelta

import pytest

from grants import clock
from grants.enums import Role, Stage, Standing
from grants.models import Application, GrantRound, LogEntry
from grants.services.applications.late import propose_late_admission
from grants.services.errors import Refused
from grants.services.rounds.stages import start_assessment
from tests.grants.after_closing import AFTER, Closed, closed
from tests.grants.persons import client_of, give, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import (
    AMSTERDAM,
    CLOSES,
    MEETING_PLACES,
    OPENS,
    VOLUNTEERS,
    WHILE_OPEN,
    make_draft_round,
    make_organisation,
    make_received,
)

pytestmark = pytest.mark.django_db


def page(it: Closed, moment: datetime = AFTER) -> str:
    with clock.at(moment):
        return client_of(it.official).get(f"/rondes/{it.round.slug}/werk/").content.decode()


def stand(application: Application, standing: Standing) -> None:
    Application.objects.filter(pk=application.pk).update(standing=standing)


def assessed_by_someone(it: Closed) -> None:
    give(make_person(), it.round, Role.ASSESSOR)


def test_what_waits_for_the_official_is_told_with_the_page_that_does_it() -> None:
    it = closed()
    it.received(title="Een")
    it.received(CLOSES, title="Twee")
    stand(it.received(title="Drie"), Standing.COMPLETED)
    text = page(it)
    assert "1 aanvraag nog niet op volledigheid bekeken" in text
    assert "1 aanvraag kwam te laat" in text
    assert "1 aanvraag is aangevuld" in text
    assert f"/rondes/{it.round.slug}/werk/aanvragen/?standing=late" in text
    assert "1 groep aanvragen lijkt dubbel" in text
    assert "Nog niemand heeft de rol: beoordelaar" in text


def test_request_waits_for_the_applicant_until_its_term_and_then_for_the_official() -> None:
    it = closed()
    it.asked()
    before, after = page(it, AFTER + timedelta(days=14)), page(it, AFTER + timedelta(days=15))
    assert "De eerste termijn loopt tot en met dinsdag 16 maart 2027." in before
    assert "1 aanvraag is niet op tijd aangevuld" not in before
    assert "1 aanvraag is niet op tijd aangevuld" in after


def test_proposals_about_the_round_and_its_late_applications_are_counted() -> None:
    it = closed()
    late = it.received(CLOSES)
    propose_late_admission(by=it.official, application=late, seen=late.version, reason="Storing")
    assert "1 voorstel wacht op een tweede persoon" in page(it)


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        (datetime(2027, 5, 17, 9, tzinfo=AMSTERDAM), "loopt de beslistermijn binnen twee weken af"),
        (datetime(2027, 6, 1, 9, tzinfo=AMSTERDAM), "is de beslistermijn voorbij"),
    ],
)
def test_terms_that_are_near_or_passed_come_first(day: datetime, sentence: str) -> None:
    it = closed()
    it.received()
    assert f"Van 1 aanvraag {sentence}" in page(it, day)
    assert "beslistermijn binnen twee weken" not in page(it, AFTER)


def test_lists_show_what_is_asked_against_what_there_is() -> None:
    it = closed(VOLUNTEERS)
    care = it.round.deelplafonds.get(key="mantelzorg")
    it.received(requested_cents=20_000_00)
    corrected = it.received(requested_cents=155_000_00, deelplafond=care)
    stand(it.received(requested_cents=90_000_00, deelplafond=care), Standing.WITHDRAWN)
    Application.objects.filter(pk=corrected.pk).update(grantable_cents=151_000_00)
    text = page(it)
    # 151.000 of 60.000 is 2,51…: rounded up to 2,6
    assert "Er wordt 2,6 × het plafond gevraagd." in text
    assert "Past geheel" in text
    assert "€\xa0151.000" in text


def test_list_without_money_or_ceiling_of_its_own_says_so() -> None:
    grant_round = make_draft_round(MEETING_PLACES)
    official = give(make_person(), grant_round, Role.OFFICIAL)
    grant_round.deelplafonds.filter(key="noordoost").update(ceiling_cents=None, max_grants=2)
    grant_round.deelplafonds.filter(key="dorpen").update(ceiling_cents=0)
    text = client_of(official).get(f"/rondes/{grant_round.slug}/werk/").content.decode()
    assert "Deze lijst put uit het gedeelde plafond, of kent alleen een aantal." in text
    assert "Er is plaats voor 2 subsidies." in text
    make_received_on_nothing(grant_round)
    text = client_of(official).get(f"/rondes/{grant_round.slug}/werk/").content.decode()
    assert "Er is geen geld op deze lijst." in text


def make_received_on_nothing(grant_round: GrantRound) -> None:
    """Published, with an application on the list without money."""
    GrantRound.objects.filter(pk=grant_round.pk).update(stage=Stage.PUBLISHED, published_at=OPENS)
    grant_round.refresh_from_db()
    list_ = grant_round.deelplafonds.get(key="dorpen")
    make_received(grant_round, make_organisation(), make_person(), deelplafond=list_)


def test_round_without_moments_says_so() -> None:
    grant_round = make_draft_round()
    GrantRound.objects.update(opens_at=None, closes_at=None, assessed_by=CLOSES.date())
    official = give(make_person(), grant_round, Role.OFFICIAL)
    text = client_of(official).get(f"/rondes/{grant_round.slug}/werk/").content.decode()
    assert "De momenten van deze ronde zijn nog niet ingevuld." in text
    assert "tot 1 maart" in text


def test_round_without_applications_says_what_comes() -> None:
    it = closed()
    assert "Er is nog niets ingediend" in page(it, WHILE_OPEN)


@pytest.mark.parametrize(
    ("moment", "current"),
    [(WHILE_OPEN, "Stap 3 van 8: Open"), (AFTER, "Stap 4 van 8: Compleet maken")],
)
def test_bar_shows_how_far_the_round_is(moment: datetime, current: str) -> None:
    assert current in page(closed(), moment)


def test_draft_leads_to_what_is_missing() -> None:
    grant_round = make_draft_round()
    official = give(make_person(), grant_round, Role.OFFICIAL)
    text = client_of(official).get(f"/rondes/{grant_round.slug}/werk/").content.decode()
    assert "De ronde is nog niet gepubliceerd" in text
    assert "Stap 1 van 8: Concept" in text


def test_withdrawn_round_has_no_bar() -> None:
    it = closed()
    GrantRound.objects.update(stage=Stage.WITHDRAWN)
    assert "Deze ronde is ingetrokken" in page(it)


def test_assessment_starts_when_nothing_is_open() -> None:
    it = closed()
    assessed_by_someone(it)
    stand(it.received(), Standing.COMPLETE)
    assert "Start de beoordeling" in page(it)
    with clock.at(AFTER):
        answer = client_of(it.official).post(f"/rondes/{it.round.slug}/werk/beoordeling-starten/")
    assert (answer.status_code, GrantRound.objects.get().stage) == (302, Stage.ASSESSING)
    assert LogEntry.objects.latest("number").action == "assessment_started"
    assert "Stap 5 van 8: Beoordelen" in page(it)


@pytest.mark.parametrize(
    "standing", [Standing.SUBMITTED, Standing.LATE, Standing.TO_COMPLETE, Standing.COMPLETED]
)
def test_assessment_does_not_start_while_an_application_waits(standing: Standing) -> None:
    it = closed()
    assessed_by_someone(it)
    stand(it.received(), standing)
    assert "Start de beoordeling" not in page(it)
    with clock.at(AFTER):
        answer = client_of(it.official).post(f"/rondes/{it.round.slug}/werk/beoordeling-starten/")
    assert (answer.status_code, GrantRound.objects.get().stage) == (409, Stage.PUBLISHED)
    assert "Nog 1 aanvraag wacht op een oordeel." in answer.content.decode()


def test_assessment_does_not_start_before_closing_without_assessors_or_twice() -> None:
    it = closed()
    with (
        clock.at(WHILE_OPEN),
        pytest.raises(Refused, match=r"nu open\. Dan kan zij niet «in beoordeling» worden"),
    ):
        start_assessment(by=it.official, grant_round=it.round)
    with clock.at(AFTER):
        with pytest.raises(Refused, match="nog geen beoordelaars"):
            start_assessment(by=it.official, grant_round=it.round)
        assessed_by_someone(it)
        start_assessment(by=it.official, grant_round=it.round)
        with pytest.raises(Refused, match="nu in beoordeling"):
            start_assessment(by=it.official, grant_round=it.round)


def test_who_only_reads_cannot_start_the_assessment() -> None:
    it = closed()
    assessed_by_someone(it)
    with clock.at(AFTER):
        assert "Start de beoordeling" in page(it)
        client = client_of(it.auditor)
        assert "Start de beoordeling" not in client.get(f"/rondes/{it.round.slug}/werk/").content.decode()
        assert client.post(f"/rondes/{it.round.slug}/werk/beoordeling-starten/").status_code == 403


def test_who_only_reads_is_led_to_what_waits_without_being_told_to_do_it() -> None:
    it = closed()
    it.received()
    with clock.at(AFTER):
        theirs = client_of(it.auditor).get(f"/rondes/{it.round.slug}/werk/").content.decode()
    told = re.compile(r'<div class="sr-todo__act"><a class="utrecht-(link|button-link) [^>]*>([^<]+)<')
    assert set(told.findall(theirs)) == {("link", "Bekijk")}
    assert ("button-link", "Controleer") in told.findall(page(it))


def test_page_takes_the_same_queries_however_many() -> None:
    it = closed()
    assert_constant_queries(client_of(it.official), f"/rondes/{it.round.slug}/werk/", it.received, queries=22)
