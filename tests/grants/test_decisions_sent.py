from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.http import HttpResponse

from grants import clock
from grants.enums import Happening, Sending, Stage, Standing
from grants.forms.applications.together import seen_text
from grants.models import Application, GrantRound, LogEntry
from grants.selectors.applications.decisions import to_send_in, unsent_of
from grants.services.applications.admissibility import find_inadmissible, refuse_late
from grants.services.applications.completeness import leave_unhandled
from grants.services.applications.decisions import record_sent
from grants.services.errors import Refused
from tests.grants.after_closing import AFTER, Closed, closed, fresh, post, work
from tests.grants.persons import client_of
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import CLOSES

pytestmark = pytest.mark.django_db
LATER = AFTER + timedelta(days=20)
"""Monday 22 March 2027."""


def list_page(it: Closed) -> str:
    return f"/rondes/{it.round.slug}/werk/besluiten/"


def inadmissible(it: Closed) -> Application:
    application = it.received()
    with clock.at(AFTER):
        find_inadmissible(
            by=it.official, application=application, seen=application.version, ground="x", reason="y"
        )
    return fresh(application)


def refused_late(it: Closed) -> Application:
    application = it.received(CLOSES + timedelta(minutes=3))
    with clock.at(AFTER):
        refuse_late(by=it.official, application=application, seen=application.version, reason="y")
    return fresh(application)


def unhandled(it: Closed) -> Application:
    """Asked on 2 March for 14 days, so left unhandled until 13 April: four weeks after 16 March."""
    application = it.asked()
    with clock.at(LATER):
        leave_unhandled(by=it.official, application=application, seen=application.version, reason="Niets")
    return fresh(application)


def tick(it: Closed, *chosen: Application, **given: object) -> HttpResponse:
    """Tick these in the list as it stands now."""
    shown = list(to_send_in(it.round))
    typed = {
        "token": str(uuid4()),
        "seen": seen_text(shown),
        "chosen": [each.pk for each in chosen],
        "sent_on": "2027-03-22",
        "how": "post",
        **given,
    }
    with clock.at(LATER):
        return client_of(it.official).post(list_page(it), typed)


def test_round_page_says_how_many_decisions_wait_to_be_sent_and_the_list_which() -> None:
    it = closed()
    out, late, left = inadmissible(it), refused_late(it), unhandled(it)
    client = client_of(it.official)
    with clock.at(LATER):
        assert (
            "Besluiten te versturen: 3 besluiten"
            in client.get(f"/rondes/{it.round.slug}/werk/").content.decode()
        )
        text = client.get(list_page(it)).content.decode()
    assert "Niet ontvankelijk, besloten op dinsdag 2 maart 2027." in text
    assert "Te laat, niet in behandeling, besloten op dinsdag 2 maart 2027." in text
    assert "Verstuur uiterlijk dinsdag 13 april 2027 (Awb 4:5 lid 4)." in text
    told = {each.application: each.tell_by for each in unsent_of([out, late, left])}
    assert told == {out: None, late: None, left: date(2027, 4, 13)}


def test_many_are_recorded_from_the_list_with_their_day_and_how_and_by_whom() -> None:
    it = closed()
    first, second, third = inadmissible(it), refused_late(it), unhandled(it)
    assert tick(it, first, second).status_code == 302
    assert list(to_send_in(it.round)) == [third]
    event = second.events.get(kind=Happening.DECISION_SENT)
    assert (event.data, event.by) == ({"sent_on": "2027-03-22", "how": "post"}, it.official)
    assert LogEntry.objects.latest("number").payload.data == {
        "event": event.number,
        "kind": "decision_sent",
        "standing": "inadmissible",
    }


def test_one_is_recorded_from_its_own_page_which_then_tells_it_and_so_does_that_of_the_applicant() -> None:
    it = closed()
    application, client = inadmissible(it), client_of(it.official)
    page, form = work(it, application), work(it, application, "verstuurd/")
    assert "Het besluit is nog niet verstuurd." in client.get(page).content.decode()
    with clock.at(LATER):
        assert post(client, form, application, sent_on="2027-03-19", how="hand").status_code == 302
    text = client.get(page).content.decode()
    assert "Verstuurd op vrijdag 19 maart 2027, uitgereikt." in text
    assert ("Het besluit is nog niet verstuurd." in text, form in text) == (False, False)
    own = client_of(it.applicant).get(f"/mijn-aanvragen/{application.pk}/").content.decode()
    assert "Wij stuurden u het besluit op vrijdag 19 maart 2027, uitgereikt." in own


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"chosen": []}, "Kruis aan welke besluiten zijn verstuurd."),
        ({"how": "duif"}, "duif"),
        ({"sent_on": "gisteren"}, "gisteren"),
    ],
)
def test_list_without_a_choice_a_day_or_a_way_is_shown_again(given: dict[str, object], sentence: str) -> None:
    it = closed()
    application = inadmissible(it)
    answer = tick(it, application, **given)
    assert (answer.status_code, sentence in answer.content.decode()) == (422, True)
    assert list(to_send_in(it.round)) == [application]


@pytest.mark.parametrize(
    ("sent_on", "sentence"),
    [
        ("2027-03-23", "Die dag komt nog."),
        ("2027-03-01", "is pas na die dag besloten."),
    ],
)
def test_day_lies_between_the_decision_and_today(sent_on: str, sentence: str) -> None:
    it = closed()
    application = inadmissible(it)
    answer = tick(it, application, sent_on=sent_on)
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    assert (sent_on in answer.content.decode(), list(to_send_in(it.round))) == (True, [application])


def test_what_was_not_decided_or_was_sent_already_is_not_recorded() -> None:
    it = closed()
    undecided, out = it.received(), inadmissible(it)
    day = {"sent_on": AFTER.date(), "how": Sending.POST}
    with clock.at(LATER):
        with pytest.raises(Refused, match="is nog niet apart besloten"):
            record_sent(by=it.official, seen={undecided.pk: undecided.version}, **day)
        record_sent(by=it.official, seen={out.pk: out.version}, **day)
        with pytest.raises(Refused, match="is al vastgelegd dat het besluit is verstuurd"):
            record_sent(by=it.official, seen={out.pk: fresh(out).version}, **day)
        with pytest.raises(Refused, match="Kies eerst"):
            record_sent(by=it.official, seen={}, **day)


def test_list_that_is_sent_twice_is_recorded_once() -> None:
    it = closed()
    application = inadmissible(it)
    sent = {"token": str(uuid4()), "seen": seen_text([application])}
    assert [tick(it, application, **sent).status_code for _ in range(2)] == [302, 302]
    assert application.events.filter(kind=Happening.DECISION_SENT).count() == 1


def test_decision_can_be_sent_after_the_round_is_decided() -> None:
    it = closed()
    application = inadmissible(it)
    GrantRound.objects.filter(pk=it.round.pk).update(stage=Stage.DECIDED)
    assert (
        work(it, application, "verstuurd/")
        in client_of(it.official).get(work(it, application)).content.decode()
    )
    assert tick(it, application).status_code == 302
    assert fresh(application).standing == Standing.INADMISSIBLE


def test_auditor_sees_the_list_and_ticks_nothing() -> None:
    it = closed()
    application = inadmissible(it)
    text = client_of(it.auditor).get(list_page(it)).content.decode()
    assert (str(application.reference) in text, "Leg vast: verstuurd" in text) == (True, False)


def test_list_takes_as_many_queries_for_three_as_for_one() -> None:
    it = closed()
    assert_constant_queries(client_of(it.official), list_page(it), lambda: inadmissible(it), queries=13)
