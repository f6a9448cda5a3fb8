from datetime import date, datetime, timedelta

import pytest
from django.core import mail

from grants import clock
from grants.enums import Happening, Role, Stage, Standing
from grants.models import Application, GrantRound, OutboxRow, Proposal
from grants.selectors.applications.terms import closing_day, term_of
from grants.selectors.applications.views_asked import open_view
from grants.services.applications.admissibility import (
    admit_late,
    find_inadmissible,
    postpone_term,
    refuse_late,
    set_grantable,
)
from grants.services.applications.events import happen
from grants.services.applications.late import propose_late_admission
from grants.services.applications.views_asked import ask_view, give_view
from grants.services.errors import Refused
from grants.services.outbox import carry_out
from grants.services.proposals import approve
from grants.tasks import JOBS
from tests.grants.after_closing import AFTER, Closed, closed, fresh, post, work
from tests.grants.persons import client_of, give, make_person
from tests.grants.rounds import AMSTERDAM, CLOSES, make_draft

pytestmark = pytest.mark.django_db
REASON = "De activiteit past niet bij lid 1."


def withdraw(it: Closed, application: Application) -> None:
    happen(
        by=it.applicant,
        application=application,
        kind=Happening.WITHDRAWN,
        data={},
        standing=Standing.WITHDRAWN,
    )


def late(it: Closed) -> Application:
    return it.received(CLOSES + timedelta(minutes=3))


# Not admissible


@pytest.mark.parametrize(
    ("ground", "words"),
    [
        ("activity", "de activiteit hoort niet bij deze regeling"),
        ("requirement:geen_weigeringsgrond", "voldoet niet aan lid 1: Komt de aanvraag in aanmerking"),
    ],
)
def test_application_is_inadmissible_on_a_ground_with_a_reason(ground: str, words: str) -> None:
    it = closed()
    application = it.received()
    client, address = client_of(it.official), work(it, application, "niet-ontvankelijk/")
    assert words in client.get(address).content.decode()
    post(client, address, application, ground=ground, reason=REASON)
    event = application.events.get()
    assert (fresh(application).standing, event.data["reason"]) == (Standing.INADMISSIBLE, REASON)
    assert event.data["ground"].startswith(words)
    assert REASON in client.get(work(it, application)).content.decode()


@pytest.mark.parametrize(
    "typed", [{"ground": "activity"}, {"reason": REASON}, {"ground": "x", "reason": REASON}]
)
def test_ground_and_reason_are_both_needed(typed: dict[str, str]) -> None:
    it = closed()
    application = it.received()
    answer = post(client_of(it.official), work(it, application, "niet-ontvankelijk/"), application, **typed)
    assert (answer.status_code, fresh(application).standing) == (422, Standing.SUBMITTED)


def test_application_that_was_withdrawn_meanwhile_is_not_decided_on() -> None:
    it = closed()
    application = it.received()
    seen = application.version
    withdraw(it, application)
    with pytest.raises(Refused, match=r"nu de stand «ingetrokken», en kan niet «niet ontvankelijk» worden"):
        find_inadmissible(by=it.official, application=application, seen=seen, ground="x", reason=REASON)


@pytest.mark.parametrize("stage", [Stage.DECIDED, Stage.ANNOUNCED, Stage.ARCHIVED, Stage.WITHDRAWN])
def test_nothing_is_decided_about_an_application_of_a_round_that_is_over(stage: Stage) -> None:
    it = closed()
    application = it.received()
    client, address = client_of(it.official), work(it, application, "niet-ontvankelijk/")
    assert client.get(work(it, application)).context["buttons"] != []
    GrantRound.objects.update(stage=stage)
    answer = post(client, address, application, ground="activity", reason=REASON)
    assert (answer.status_code, fresh(application).standing) == (409, Standing.SUBMITTED)
    assert "kunt u nu niets meer veranderen" in answer.content.decode()
    assert client.get(work(it, application)).context["buttons"] == []


# Late


def test_late_application_is_refused_with_its_reason() -> None:
    it = closed()
    application = late(it)
    client = client_of(it.official)
    assert "Deze aanvraag kwam na sluiting binnen." in client.get(work(it, application)).content.decode()
    post(
        client,
        work(it, application, "te-laat/"),
        application,
        answer="refuse",
        reason="Drie minuten te laat.",
    )
    assert (fresh(application).standing, application.events.get().kind) == (
        Standing.INADMISSIBLE,
        Happening.LATE_REFUSED,
    )


@pytest.mark.parametrize("stage", [Stage.RANKED, Stage.DECIDED, Stage.ANNOUNCED])
def test_what_came_too_late_is_answered_also_when_the_round_was_decided(stage: Stage) -> None:
    it = closed()
    application = late(it)
    GrantRound.objects.update(stage=stage)
    client, address = client_of(it.official), work(it, application, "te-laat/")
    buttons = client.get(work(it, application)).context["buttons"]
    assert address in [each.address for each in buttons]
    answer = post(client, address, application, answer="refuse", reason="Te laat.")
    assert (answer.status_code, fresh(application).standing) == (302, Standing.INADMISSIBLE)


def test_draft_beside_an_application_is_told_to_no_official() -> None:
    it = closed()
    application = it.received()
    said = "De aanvrager deed in deze ronde nog een aanvraag."
    make_draft(it.round, it.organisation, it.applicant)
    assert said not in client_of(it.official).get(work(it, application)).content.decode()
    it.received()
    assert said in client_of(it.official).get(work(it, application)).content.decode()


def test_late_application_is_admitted_by_two_people() -> None:
    it = closed()
    application = late(it)
    post(
        client_of(it.official),
        work(it, application, "te-laat/"),
        application,
        answer="admit",
        reason="Storing",
    )
    proposal = Proposal.objects.get()
    assert (fresh(application).standing, proposal.reason) == (Standing.LATE, "Storing")
    page = client_of(it.decider).get(f"/voorstellen/{proposal.pk}/").content.decode()
    assert f"Aanvraag {application.reference} kwam na sluiting binnen." in page
    client_of(it.decider).post(f"/voorstellen/{proposal.pk}/", {"verdict": "approved"})
    event = application.events.get()
    assert (fresh(application).standing, event.kind, event.by) == (
        Standing.SUBMITTED,
        Happening.LATE_ADMITTED,
        it.decider,
    )


def test_decider_of_another_round_admits_no_late_application() -> None:
    it, elsewhere = closed(), closed()
    application = late(it)
    proposal = propose_late_admission(
        by=it.official, application=application, seen=application.version, reason="Storing"
    )
    assert client_of(elsewhere.decider).get(f"/voorstellen/{proposal.pk}/").status_code == 404
    assert fresh(application).standing == Standing.LATE


def test_late_application_is_named_to_who_sees_the_applications_of_its_round() -> None:
    it, elsewhere = closed(), closed()
    application = late(it)
    proposal = propose_late_admission(
        by=it.official, application=application, seen=application.version, reason="Storing"
    )
    theirs = (it.official, it.decider, it.auditor)
    others = (elsewhere.official, elsewhere.decider, elsewhere.auditor, make_person(administrator=True))

    def who_reads_the_title() -> list[bool]:
        lists = (client_of(each).get("/voorstellen/").content.decode() for each in (*theirs, *others))
        return [application.title in page for page in lists]

    assert who_reads_the_title() == [True] * 3 + [False] * 4
    statuses = [client_of(each).get(f"/voorstellen/{proposal.pk}/").status_code for each in others]
    assert statuses == [404] * 4
    it.official.round_roles.current().end()
    give(it.official, elsewhere.round, Role.OFFICIAL)
    assert who_reads_the_title() == [False, True, True] + [False] * 4


@pytest.mark.parametrize("stage", [Stage.RANKED, Stage.DECIDED, Stage.WITHDRAWN])
def test_late_application_is_not_admitted_once_the_round_is_ranked(stage: Stage) -> None:
    it = closed()
    application = late(it)
    proposed = {"by": it.official, "application": application, "seen": application.version, "reason": "x"}
    GrantRound.objects.filter(pk=it.round.pk).update(stage=Stage.ASSESSING)
    client, address = client_of(it.official), work(it, application, "te-laat/")
    assert "Toch toelaten" in client.get(address).content.decode()
    proposal = propose_late_admission(**proposed)  # type: ignore[arg-type]
    GrantRound.objects.filter(pk=it.round.pk).update(stage=stage)
    sentence = (
        f"Deze ronde is nu {stage.label}. Een aanvraag die te laat kwam, kan niet meer worden toegelaten."
    )
    with pytest.raises(Refused, match=sentence):
        approve(by=it.decider, proposal=proposal)
    assert "Toch toelaten" not in client.get(address).content.decode()
    answer = post(client, address, application, answer="admit", reason="Er was een storing.")
    assert answer.status_code == 409
    assert (sentence in answer.content.decode(), "Er was een storing." in answer.content.decode()) == (
        True,
        True,
    )
    assert fresh(application).standing == Standing.LATE


def test_late_application_that_changed_between_looking_and_locking_is_not_admitted() -> None:
    it = closed()
    application = late(it)
    proposal = propose_late_admission(
        by=it.official, application=application, seen=application.version, reason="Storing"
    )
    Application.objects.filter(pk=application.pk).update(version=application.version + 1)
    with pytest.raises(Refused, match="De aanvraag is na dit voorstel veranderd"):
        admit_late(it.decider, proposal)
    assert fresh(application).standing == Standing.LATE


def test_late_application_that_was_answered_meanwhile_is_not_admitted() -> None:
    it = closed()
    application = late(it)
    proposal = propose_late_admission(
        by=it.official, application=application, seen=application.version, reason="Storing"
    )
    refuse_late(by=it.official, application=application, seen=application.version, reason="Te laat")
    with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
        approve(by=it.decider, proposal=proposal)
    assert fresh(application).standing == Standing.INADMISSIBLE


def test_admission_is_proposed_once_and_only_of_what_was_shown() -> None:
    it = closed()
    application = late(it)
    seen = application.version
    propose_late_admission(by=it.official, application=application, seen=seen, reason="Storing")
    with pytest.raises(Refused, match="Dit is al voorgesteld"):
        propose_late_admission(by=it.official, application=application, seen=seen, reason="Storing")
    with pytest.raises(Refused, match="is veranderd"):
        propose_late_admission(by=it.official, application=application, seen=seen + 1, reason="Storing")


def test_application_that_was_on_time_is_not_refused_as_late() -> None:
    it = closed()
    application = it.received()
    answer = post(
        client_of(it.official), work(it, application, "te-laat/"), application, answer="refuse", reason="x"
    )
    assert (answer.status_code, fresh(application).standing) == (409, Standing.SUBMITTED)


# Eligible amount


@pytest.mark.parametrize(("typed", "cents"), [("0", 0), ("4.999,99", 499_999), ("5.000", 500_000)])
def test_eligible_amount_is_at_most_what_was_requested(typed: str, cents: int) -> None:
    it = closed()
    application = it.received(requested_cents=5_000_00)
    post(client_of(it.official), work(it, application, "bedrag/"), application, cents=typed, reason="Btw")
    after, event = fresh(application), application.events.get()
    assert (after.grantable_cents, after.requested_cents) == (cents, 5_000_00)
    assert (event.kind, event.amount_cents, event.data["reason"]) == (Happening.GRANTABLE_SET, cents, "Btw")


@pytest.mark.parametrize("typed", ["5.000,01", "-1", "1,000.50", "", "veel"])
def test_eligible_amount_that_cannot_be_is_told_at_its_field(typed: str) -> None:
    it = closed()
    application = it.received(requested_cents=5_000_00)
    answer = post(
        client_of(it.official), work(it, application, "bedrag/"), application, cents=typed, reason="Btw"
    )
    assert (answer.status_code, fresh(application).grantable_cents) == (422, None)
    assert f'value="{typed}"' in answer.content.decode() or not typed


def test_service_itself_refuses_more_than_was_requested_and_what_is_out() -> None:
    it = closed()
    application = it.received(requested_cents=5_000_00)
    seen = application.version
    with pytest.raises(Refused, match=r"ten hoogste het gevraagde bedrag van € 5\.000"):
        set_grantable(by=it.official, application=application, seen=seen, cents=5_000_01, reason="x")
    withdraw(it, application)
    with pytest.raises(Refused, match="doet niet mee"):
        set_grantable(by=it.official, application=application, seen=seen, cents=1, reason="x")


# The term


def test_term_is_postponed_and_the_applicant_is_told() -> None:
    it = closed()
    application = it.received()
    with clock.at(AFTER):
        client, address = client_of(it.official), work(it, application, "termijn/")
        assert "maandag 31 mei 2027" in client.get(address).content.decode()
        early = post(client, address, application, until="2027-05-31", reason="Druk")
        assert "Kies een dag na maandag 31 mei 2027." in early.content.decode()
        post(client, address, application, until="2027-06-30", reason="Het advies komt later.")
        term = term_of(fresh(application))
    assert term is not None
    assert (term.last, term.is_postponed) == (date(2027, 6, 30), True)
    carry_out(
        OutboxRow.objects.get(task="mail_about_application", arguments__person=it.applicant.pk).pk, JOBS
    )
    assert "woensdag 30 juni 2027" in mail.outbox[0].body
    assert "Het advies komt later." in mail.outbox[0].body


def test_term_that_ended_is_not_postponed() -> None:
    it = closed()
    application = it.received()
    with pytest.raises(Refused, match="Kies een dag na"):
        postpone_term(
            by=it.official,
            application=application,
            seen=application.version,
            until=date(2027, 5, 1),
            reason="x",
        )
    withdraw(it, application)
    with pytest.raises(Refused, match="al besloten"):
        postpone_term(by=it.official, application=application, seen=1, until=date(2028, 1, 1), reason="x")


@pytest.mark.parametrize(
    ("today", "near", "passed"),
    [
        (datetime(2027, 5, 16, tzinfo=AMSTERDAM), False, False),
        (datetime(2027, 5, 17, tzinfo=AMSTERDAM), True, False),
        (datetime(2027, 6, 1, tzinfo=AMSTERDAM), True, True),
    ],
)
def test_page_warns_two_weeks_before_the_term_ends_and_after_it(
    today: datetime, *, near: bool, passed: bool
) -> None:
    it = closed()
    application = it.received()
    with clock.at(today):
        text = client_of(it.official).get(work(it, application)).content.decode()
    assert ("loopt binnen twee weken af" in text, "De beslistermijn is voorbij." in text) == (
        near and not passed,
        passed,
    )


def test_term_from_receipt_counts_from_the_day_of_receipt() -> None:
    it = closed()
    application = it.received()
    application.round.term_from = "receipt"
    with clock.at(AFTER):
        term = term_of(application)
    assert term is not None
    assert term.last == date(2027, 5, 17)  # received on 15 February; 91 days later


@pytest.mark.parametrize(("hour", "day"), [(0, 28), (12, 29), (23, 29)])
def test_round_that_closes_at_midnight_closed_the_day_before(hour: int, day: int) -> None:
    closes_at = datetime(2028, 2, 29, hour, tzinfo=AMSTERDAM)
    assert closing_day(closes_at) == date(2028, 2, day)


# A zienswijze


def test_view_is_asked_answered_in_the_portal_and_shown() -> None:
    it = closed()
    application = it.received()
    with clock.at(AFTER):
        post(
            client_of(it.official),
            work(it, application, "zienswijze/"),
            application,
            text="U hebt schulden.",
            days=14,
        )
    assert application.events.get().until == date(2027, 3, 16)
    carry_out(
        OutboxRow.objects.get(task="mail_about_application", arguments__person=it.applicant.pk).pk, JOBS
    )
    assert "U hebt schulden." in mail.outbox[0].body
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/zienswijze/"
    assert "U hebt schulden." in client.get(address).content.decode()
    post(client, address, application, text="Die schulden zijn betaald.")
    assert "Die schulden zijn betaald." in client_of(it.official).get(work(it, application)).content.decode()
    assert (open_view(application), fresh(application).standing) == (None, Standing.SUBMITTED)
    assert client.get(address).headers["Location"] == f"/mijn-aanvragen/{application.pk}/"


def test_view_is_given_once() -> None:
    it = closed()
    application = it.received()
    client, address = client_of(it.applicant), f"/mijn-aanvragen/{application.pk}/zienswijze/"
    unasked = post(client, address, application, text="Wij zijn het er niet mee eens.")
    assert (unasked.status_code, application.events.count()) == (409, 0)
    ask_view(by=it.official, application=application, seen=application.version, text="x", days=14)
    empty = post(client, address, application, text="")
    assert empty.status_code == 422
    give_view(by=it.applicant, application=application, text="Nee")
    with pytest.raises(Refused, match="al geantwoord"):
        give_view(by=it.applicant, application=application, text="Nee")


def test_view_is_asked_again_only_after_its_term_and_not_of_what_is_out() -> None:
    it = closed()
    application = it.received()
    with clock.at(AFTER):
        ask_view(by=it.official, application=application, seen=application.version, text="x", days=14)
        with pytest.raises(Refused, match="al een zienswijze gevraagd"):
            ask_view(
                by=it.official, application=application, seen=fresh(application).version, text="x", days=14
            )
    with clock.at(AFTER + timedelta(days=15)):
        ask_view(by=it.official, application=application, seen=fresh(application).version, text="x", days=14)
    withdraw(it, application)
    with pytest.raises(Refused, match="doet niet meer mee"):
        ask_view(
            by=it.official,
            application=fresh(application),
            seen=fresh(application).version,
            text="x",
            days=14,
        )


def test_term_is_not_postponed_to_a_year_that_nobody_means() -> None:
    it = closed()
    application = it.received()
    with clock.at(AFTER):
        answer = post(
            client_of(it.official),
            work(it, application, "termijn/"),
            application,
            until="9999-12-31",
            reason="Later.",
        )
    assert (answer.status_code, application.events.count()) == (422, 0)
    assert "tot en met 2100" in answer.content.decode()
