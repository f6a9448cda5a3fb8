"""The pages about assessors, for who works in a round."""

import re
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.http import HttpResponse

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import RemarkKind, Role, Standing
from grants.models import Application, Assignment, OutboxRow, Proposal, Remark, RoundRole, User
from grants.selectors.assessing.spread import spread_of
from grants.services.assessing.assignments import assign
from grants.services.assessing.remarks import say
from grants.services.people import close_account
from grants.services.proposals import approve
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import client_of, give, make_person
from tests.grants.points import confirm, sign
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import FUND

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def address(panel: Panel, part: str = "") -> str:
    return f"/rondes/{panel.round.slug}/beoordelaars/{part}"


def page(panel: Panel, part: str = "", person: User | None = None) -> str:
    answer = client_of(person or panel.official).get(address(panel, part))
    assert answer.status_code == 200
    return answer.content.decode()


def send(panel: Panel, part: str, **typed: object) -> HttpResponse:
    return client_of(panel.official).post(address(panel, part), {"token": str(uuid4()), **typed})


def text_of(answer: HttpResponse) -> str:
    return answer.content.decode()


def work(panel: Panel) -> str:
    return client_of(panel.official).get(f"/rondes/{panel.round.slug}/werk/").content.decode()


def seen_on(text: str) -> str:
    found = re.search(r'name="seen"(?: value="([^"]*)")?', text)
    assert found is not None
    return found[1] or ""


# ── Progress ──────────────────────────────────────────────────────────────────────────────────────


def test_progress_tells_counts_per_person_and_list_and_no_points() -> None:
    panel = make_panel(applications=2)
    panel.submit(panel.assessors[0], panel.applications[0])
    text = page(panel)
    assert "1 van 4 beoordelingen zijn binnen" in text
    assert "1 van 2" in text
    assert "nog niets ingediend" in text
    assert "Loopt nog" in text
    assert "Omdat a." not in text


def test_who_is_barred_from_everything_shows_no_row_of_noughts() -> None:
    panel = make_panel(applications=1)
    panel.declare(panel.assessors[0], panel.applications)
    text = page(panel)
    assert "geen aanvragen toegewezen" in text
    assert "0 van 0" not in text


def test_list_to_which_nobody_is_assigned_shows_no_noughts() -> None:
    panel = make_panel()
    Assignment.objects.all().delete()
    text = page(panel)
    assert "nog niemand toegewezen" in text
    assert "0 van 0" not in text
    assert "1 aanvraag heeft te weinig beoordelaars" in text


def test_progress_without_assessors_says_who_gives_that_role() -> None:
    panel = make_panel()
    Assignment.objects.all().delete()
    RoundRole.objects.filter(role=Role.ASSESSOR).delete()
    assert "Er zijn nog geen beoordelaars" in page(panel)


def test_closed_account_is_named_with_what_is_undone() -> None:
    panel = make_panel()
    close_account(by=make_person(administrator=True), person=panel.assessors[0])
    assert "heeft nog 1 aanvraag te beoordelen. Laat een ander dat doen." in page(panel)
    assert "doet niet meer mee en heeft nog 1 aanvraag" in work(panel)


def test_who_only_reads_gets_no_buttons() -> None:
    panel = make_panel()
    assert "Herinner wie nog iets te doen heeft" in page(panel)
    text = page(panel, person=panel.closed.auditor)
    assert "Herinner wie nog iets te doen heeft" not in text
    assert "Verdeel gelijk" not in text


@pytest.mark.parametrize("which", ["all", "one"])
def test_reminder_is_asked_for_with_one_button(which: str) -> None:
    panel = make_panel()
    part = "herinneren/" + (f"?assessor={panel.assessors[1].pk}" if which == "one" else "")
    assert f'action="{address(panel, part)}"' in page(panel)
    assert send(panel, part).status_code == 302
    assert OutboxRow.objects.filter(task="mail_reminder").count() == (1 if which == "one" else 2)
    again = send(panel, part)
    assert (again.status_code, "vandaag al een herinnering" in text_of(again)) == (409, True)


def test_reminder_of_somebody_unknown_reminds_nobody() -> None:
    panel = make_panel()
    assert send(panel, "herinneren/?assessor=x").status_code == 409
    assert not OutboxRow.objects.filter(task="mail_reminder").exists()


# ── Assigning ─────────────────────────────────────────────────────────────────────────────────────


def test_dividing_equally_is_one_button_and_a_mistake_stays_typed() -> None:
    panel = make_panel(assessors=3, applications=3)
    Assignment.objects.all().delete()
    wrong = send(panel, "gelijk/", per_application="0")
    assert (wrong.status_code, 'value="0"' in text_of(wrong)) == (422, True)
    many = send(panel, "gelijk/", per_application="4")
    assert (many.status_code, "u vraagt er 4" in text_of(many)) == (409, True)
    assert send(panel, "gelijk/", per_application="2").status_code == 302
    assert [len(panel.state.of(each)) for each in panel.assessors] == [2, 2, 2]


def test_table_has_a_box_for_each_pair_but_for_whoever_is_barred_or_is_in() -> None:
    panel = make_panel(assessors=3, applications=2)
    first, second, third = panel.assessors
    one, two = panel.applications
    panel.declare(first, [one])
    panel.submit(second, two)
    text = page(panel, "toewijzen/")
    boxes = {
        (each, who)
        for each in (one, two)
        for who in (first, second, third)
        if f'value="{each.pk}:{who.pk}"' in text
    }
    assert boxes == {(one, second), (one, third), (two, third)}
    assert "belang bij een concurrent" in text
    assert f"{second.pk}/vervalt/{two.pk}/" in text


def test_table_changes_what_was_ticked_and_leaves_what_a_colleague_did() -> None:
    panel = make_panel(assessors=3, applications=2)
    Assignment.objects.all().delete()
    (one, two), (first, second, third) = panel.applications, panel.assessors
    panel.assign(one, first)
    seen = seen_on(page(panel, "toewijzen/"))
    assign(by=panel.official, grant_round=panel.round, added=[(two.pk, third.pk)], removed=[])
    answer = send(panel, "toewijzen/", seen=seen, pair=[f"{two.pk}:{second.pk}"])
    assert answer.status_code == 302
    assert panel.state.assigned == {(two.pk, second.pk), (two.pk, third.pk)}


def test_refused_table_keeps_what_was_ticked() -> None:
    panel = make_panel(assessors=3, applications=2)
    Assignment.objects.all().delete()
    (one, two), (first, second, _third) = panel.applications, panel.assessors
    seen = seen_on(page(panel, "toewijzen/"))
    panel.declare(first, [one])
    answer = send(panel, "toewijzen/", seen=seen, pair=[f"{one.pk}:{first.pk}", f"{two.pk}:{second.pk}"])
    text = text_of(answer)
    assert answer.status_code == 409
    assert "heeft een belang bij aanvraag" in text
    assert f'value="{two.pk}:{second.pk}" id="pair-{two.pk}:{second.pk}" checked' in text
    assert panel.state.assigned == set()
    again = send(panel, "toewijzen/", seen=seen_on(text), pair=[f"{two.pk}:{second.pk}"])
    assert (again.status_code, panel.state.assigned) == (302, {(two.pk, second.pk)})


def test_table_goes_page_by_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grants.views.panel.assigning.PER_PAGE", 1)
    panel = make_panel(applications=2)
    one, two = panel.applications
    text = page(panel, "toewijzen/?page=2")
    assert (str(one.reference) in text, str(two.reference) in text) == (False, True)
    answer = client_of(panel.official).post(address(panel, "toewijzen/?page=2"), {"seen": seen_on(text)})
    assert answer.headers["Location"].endswith("?page=2")
    assert panel.state.assigned == {(one.pk, each.pk) for each in panel.assessors}


def test_assessment_lapses_with_a_reason_after_what_is_left_was_told() -> None:
    panel = make_panel()
    first, application = panel.assessors[0], panel.applications[0]
    panel.submit(first, application)
    part = f"{first.pk}/vervalt/{application.pk}/"
    assert "Er tellen dan nog 0 beoordelingen" in page(panel, part)
    assert send(panel, part, reason=" ").status_code == 422
    assert send(panel, part, reason="Toch een belang.").status_code == 302
    again = send(panel, part, reason="Nog eens.")
    assert (again.status_code, "Nog eens." in text_of(again)) == (409, True)
    assert panel.state.counted(application) == []


# ── Replacing ─────────────────────────────────────────────────────────────────────────────────────


def test_effect_of_replacing_is_shown_for_each_choice_and_then_happens() -> None:
    panel = make_panel(assessors=3, applications=2)
    first, second, third = panel.assessors
    Assignment.objects.exclude(assessor=first).delete()
    part = f"{first.pk}/vervangen/"
    equally, by_one = page(panel, part), page(panel, f"{part}?instead={third.pk}")
    assert [f"gaat naar {each}" in equally for each in (second, third)] == [True, True]
    assert [f"gaat naar {each}" in by_one for each in (second, third)] == [False, True]
    typed = {"seen": seen_on(by_one), "instead": third.pk}
    assert send(panel, part, **typed, reason="").status_code == 422
    assert send(panel, part, **typed, reason="Ziek.").status_code == 302
    assert [len(panel.state.of(each)) for each in panel.assessors] == [0, 0, 2]


def test_effect_that_changed_is_shown_anew_with_the_reason_still_there() -> None:
    panel = make_panel(assessors=3, applications=2)
    first = panel.assessors[0]
    Assignment.objects.exclude(assessor=first).delete()
    part = f"{first.pk}/vervangen/"
    seen = seen_on(page(panel, part))
    panel.submit(first, panel.applications[0])
    answer = send(panel, part, seen=seen, instead="everyone", reason="Langdurig ziek.")
    text = text_of(answer)
    assert (answer.status_code, "Langdurig ziek." in text) == (409, True)
    assert "1 beoordeling van" in text
    done = send(panel, part, seen=seen_on(text), instead="everyone", reason="Langdurig ziek.")
    assert done.status_code == 302


def test_what_nobody_can_take_over_is_named() -> None:
    panel = make_panel(assessors=2)
    first = panel.assessors[0]
    text = page(panel, f"{first.pk}/vervangen/")
    assert f"{panel.applications[0].reference}" in text
    assert "gaat naar niemand" in text
    assert "Niet alles wordt overgenomen" in text


def test_somebody_who_does_not_assess_cannot_be_replaced() -> None:
    panel = make_panel()
    client = client_of(panel.official)
    assert client.get(address(panel, f"{panel.decider.pk}/vervangen/")).status_code == 404


def test_role_of_an_assessor_with_something_undone_ends_after_it_was_told() -> None:
    panel = make_panel()
    role = RoundRole.objects.get(user=panel.assessors[0])
    client = client_of(make_person(administrator=True))
    path = f"/rondes/{panel.round.slug}/rollen/{role.pk}/beeindigen/"
    told = client.post(path)
    assert "moet nog 1 aanvraag beoordelen" in told.content.decode()
    assert str(panel.applications[0].reference) not in told.content.decode()
    assert RoundRole.objects.get(pk=role.pk).until is None
    assert client.post(path, {"confirmed": "1"}).status_code == 302
    assert panel.state.of(panel.assessors[0]) == []
    assert "1 aanvraag heeft nog te weinig beoordelaars" in work(panel)


# ── Interests, closing, reports ───────────────────────────────────────────────────────────────────


def test_declared_interests_lead_to_a_proposal_that_a_decider_approves() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]
    panel.declare(first, [panel.applications[0]])
    assert "Ik zit in het bestuur." in page(panel, "belangen/")
    part = f"belangen/{first.pk}/"
    assert send(panel, part, allowed="yes").status_code == 422
    token = str(uuid4())
    for _time in range(2):
        client_of(panel.official).post(
            address(panel, part), {"token": token, "allowed": "yes", "reason": "Alleen lid."}
        )
    proposal = Proposal.objects.get()
    text = client_of(panel.decider).get(f"/voorstellen/{proposal.pk}/").content.decode()
    assert "mag deze beoordelaar de concurrenten" in text
    assert "Er ligt een voorstel van" in page(panel, "belangen/")
    assert "1 voorstel wacht op een tweede persoon" in work(panel)
    approve(by=panel.decider, proposal=proposal)
    assert "beslisten: wel beoordelen." in page(panel, "belangen/")
    again = send(panel, part, allowed="yes", reason="Nog eens.")
    assert (again.status_code, "Nog eens." in text_of(again)) == (409, True)


def test_proposals_about_assessors_are_seen_by_the_people_of_the_round_alone() -> None:
    panel = make_panel(applications=2)
    panel.declare(panel.assessors[0], [panel.applications[0]])
    send(panel, f"belangen/{panel.assessors[0].pk}/", allowed="no", reason="Te dichtbij.")
    path = f"/voorstellen/{Proposal.objects.get().pk}/"
    assert client_of(panel.closed.auditor).get(path).status_code == 200
    assert client_of(make_person(administrator=True)).get(path).status_code == 404
    assert client_of(panel.assessors[0]).get(path).status_code == 403


def test_closing_a_list_is_proposed_after_what_comes_of_it_was_told() -> None:
    panel = make_panel()
    panel.submit(panel.assessors[0], panel.applications[0])
    part = f"sluiten/{panel.applications[0].deelplafond_id}/"
    assert "Van 1 aanvraag zijn er dan te weinig beoordelingen" in page(panel, part)
    assert send(panel, part, reason="De tijd is om.").status_code == 302
    proposal = Proposal.objects.get()
    decider = client_of(panel.decider)
    assert (
        "De beoordeling van deze lijst sluit." in decider.get(f"/voorstellen/{proposal.pk}/").content.decode()
    )
    twice = send(panel, part, reason="Nog eens.")
    assert (twice.status_code, "Dit is al voorgesteld" in text_of(twice)) == (409, True)
    decider.post(f"/voorstellen/{proposal.pk}/", {"verdict": "approved"})
    assert "Gesloten" in page(panel)
    assert client_of(panel.official).get(address(panel, "sluiten/0/")).status_code == 404


def test_report_waits_on_the_page_of_the_round_until_it_is_answered() -> None:
    panel = make_panel()
    report = say(
        by=panel.assessors[0],
        application=panel.applications[0],
        kind=RemarkKind.FILE,
        words="Begroting kapot.",
    )
    assert "1 melding van een beoordelaar" in work(panel)
    assert "Begroting kapot." in page(panel, "meldingen/")
    part = f"meldingen/{report.pk}/"
    assert send(panel, part, words="").status_code == 422
    assert send(panel, part, words="Opnieuw gevraagd.").status_code == 302
    assert "1 melding van een beoordelaar" not in work(panel)
    assert "Opnieuw gevraagd." in page(panel, "meldingen/")
    again = send(panel, part, words="Nog eens.")
    assert (again.status_code, Remark.objects.count()) == (409, 2)
    assert "Deze melding is al afgehandeld" in page(panel, part)


# ── Spread ────────────────────────────────────────────────────────────────────────────────────────


def test_spread_says_who_is_stricter_on_the_same_applications() -> None:
    """On a of the fund 4 and 2 by the one, 3 and 2 by the other: means 3 and 2,5, half a point apart."""
    panel = make_panel(FUND, applications=2)
    first, second = panel.assessors
    panel.submit(first, panel.applications[0], {"a": 0})
    panel.submit(second, panel.applications[0], {"a": 1})
    panel.submit(first, panel.applications[1], {"a": 2})
    assert "Er zijn nog geen punten te zien" in page(panel, "spreiding/")
    panel.submit(second, panel.applications[1], {"a": 2})
    one, two = spread_of(panel.state, regulation_of(panel.round)).assessors
    assert (one.by_criterion[0].mean, two.by_criterion[0].mean) == (Fraction(3), Fraction(5, 2))
    assert (one.apart, two.apart) == (Fraction(1, 2), Fraction(-1, 2))
    text = page(panel, "spreiding/")
    assert "Milder: 0,5 hoger" in text
    assert "Strenger: 0,5 lager" in text


def test_what_could_not_be_judged_is_no_number_in_the_spread() -> None:
    panel = make_panel(FUND)
    first, second = panel.assessors
    panel.submit(first, panel.applications[0], {"a": None})
    panel.submit(second, panel.applications[0], {"a": 1})
    one, two = spread_of(panel.state, regulation_of(panel.round)).assessors
    assert (one.by_criterion[0].mean, one.by_criterion[0].given) == (None, [])
    assert (two.by_criterion[0].mean, two.by_criterion[0].apart) == (Fraction(3), None)


# ── The page of the round, and that of the applicant ──────────────────────────────────────────────


def test_page_of_the_round_tells_what_the_assessing_waits_for() -> None:
    panel = make_panel(applications=2)
    text = work(panel)
    assert "Alle belangen zijn opgegeven" in text
    assert "0 van 4 beoordelingen zijn binnen" in text
    assert "Nog niets ingediend: Beoordelaar 1, Beoordelaar 2." in text
    for application in panel.applications:
        for assessor in panel.assessors:
            panel.submit(assessor, application)
    assert "Alle beoordelingen zijn binnen" in work(panel)
    assert work(panel).count('data-label="Beoordeeld">2 van 2') == 2
    add_application(panel)
    text = work(panel)
    assert "Nog niet alle belangen zijn opgegeven" in text
    assert "1 aanvraag heeft nog te weinig beoordelaars" in text


def test_page_of_the_round_leads_to_the_points_as_soon_as_they_can_be_established() -> None:
    panel = make_panel()
    assert "kunt u de punten vaststellen" not in work(panel)
    for assessor in panel.assessors:
        panel.submit(assessor, panel.applications[0])
    assert "Van 1 aanvraag kunt u de punten vaststellen" in work(panel)
    confirm(panel)
    assert "Stel nu de punten van de ronde als geheel vast." in work(panel)
    sign(panel)
    assert "De punten van de ronde zijn vastgesteld" in work(panel)


def test_page_of_the_round_asks_for_two_people_where_an_interest_is_in_a_rival() -> None:
    panel = make_panel(applications=2)
    panel.declare(panel.assessors[0], [panel.applications[0]])
    assert "1 beoordelaar heeft een belang bij een concurrent" in work(panel)
    Application.objects.filter(pk=panel.applications[1].pk).update(standing=Standing.WITHDRAWN)
    assert "heeft een belang bij een concurrent" not in work(panel)


@pytest.mark.parametrize(
    ("assessors", "words"), [(4, "van vier mensen"), (13, "van 13 mensen"), (1, "Een commissie geeft")]
)
def test_applicant_reads_how_many_assess_and_nothing_else_of_them(assessors: int, words: str) -> None:
    panel = make_panel(assessors=0)
    people = [give(make_person(), panel.round, Role.ASSESSOR) for _ in range(assessors)]
    application = panel.applications[0]
    application.organisation.representatives.create(user=panel.closed.applicant, added_by=panel.official)
    text = client_of(panel.closed.applicant).get(f"/mijn-aanvragen/{application.pk}/").content.decode()
    assert words in text
    assert [each.name for each in people if each.name in text] == []


# ── Queries ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("part", "queries"),
    [("", 20), ("toewijzen/", 17), ("belangen/", 19), ("meldingen/", 11)],
)
def test_pages_take_the_same_queries_however_many(part: str, queries: int) -> None:
    panel = make_panel(assessors=0, applications=0)

    def more() -> None:
        """One more assessor and application, with an interest, a report and an assessment that is in."""
        assessor = give(make_person(), panel.round, Role.ASSESSOR)
        panel.assessors.append(assessor)
        application, other = add_application(panel), add_application(panel)
        for each in panel.assessors:
            panel.declare(each, [] if each != assessor else [other])
        panel.assign(other, *panel.assessors[:-1])
        say(by=assessor, application=application, kind=RemarkKind.FILE, words="Kapot.")

    assert_constant_queries(client_of(panel.official), address(panel, part), more, queries=queries)


def test_spread_takes_the_same_queries_however_many() -> None:
    panel = make_panel(assessors=1)

    def more() -> None:
        """One more assessor, who assesses everything."""
        assessor = give(make_person(), panel.round, Role.ASSESSOR)
        panel.assessors.append(assessor)
        panel.applications.append(add_application(panel))
        for each in panel.assessors:
            panel.declare(each)
        for application in panel.applications:
            panel.assign(
                application,
                *(each for each in panel.assessors if (application.pk, each.pk) not in panel.state.assigned),
            )
            for each in panel.assessors:
                if (application.pk, each.pk) not in panel.state.latest:
                    panel.submit(each, application)

    assert_constant_queries(client_of(panel.official), address(panel, "spreiding/"), more, queries=19)


def test_page_of_a_round_in_assessment_takes_the_same_queries_however_many() -> None:
    panel = make_panel(assessors=0, applications=0)

    def more() -> None:
        """One more assessor, who has everything to do."""
        panel.assessors.append(give(make_person(), panel.round, Role.ASSESSOR))
        panel.applications.append(add_application(panel))
        panel.declare(panel.assessors[-1])
        panel.assign(panel.applications[-1], *panel.assessors)

    path = f"/rondes/{panel.round.slug}/werk/"
    assert_constant_queries(client_of(panel.official), path, more, queries=33)


def test_tomorrow_everyone_can_be_reminded_again() -> None:
    panel = make_panel()
    send(panel, "herinneren/")
    with clock.at(ASSESSING + timedelta(days=1)):
        assert send(panel, "herinneren/").status_code == 302
