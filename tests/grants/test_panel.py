"""Who assesses what: interests, assigning, replacing, reminders and what two people decide."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core import mail

from grants import clock
from grants.enums import Action, InterestKind, RemarkKind, Role, Stage, Standing
from grants.models import (
    Application,
    Assessment,
    Assignment,
    GrantRound,
    Interest,
    LogEntry,
    OutboxRow,
    Proposal,
    Ruling,
    User,
)
from grants.selectors.assessing.interests import declarations_in
from grants.selectors.assessing.progress import lists_in, progress_of, short_of
from grants.selectors.assessing.reports import open_reports_in, reports_in
from grants.selectors.assessing.state import Bar
from grants.services.assessing.assessments import hand_back, recuse
from grants.services.assessing.assignments import (
    assign,
    assign_equally,
    effect_of_leaving,
    replace,
    take_off,
)
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.assessing.remarks import say
from grants.services.assessing.reminders import remind
from grants.services.assessing.reports import answer_report
from grants.services.assessing.ruling_proposals import (
    propose_end_of_assessing,
    propose_fewer,
    propose_on_competitors,
)
from grants.services.errors import Refused
from grants.services.outbox import carry_out
from grants.services.people import close_account
from grants.services.proposals import approve
from grants.services.roles import end_role
from grants.tasks import JOBS
from tests.grants.assessing import ASSESSING, OWN_INTEREST, Panel, add_application, make_panel
from tests.grants.persons import give, make_person
from tests.grants.points import confirm, sign
from tests.grants.queries import assert_log_is_locked_last
from tests.grants.rounds import MEETING_PLACES, VOLUNTEERS

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def unassigned(**size: int) -> Panel:
    """A panel in which nobody has anything yet."""
    panel = make_panel(**size)
    Assignment.objects.all().delete()
    return panel


def loads(panel: Panel) -> list[int]:
    return [len(panel.state.of(each)) for each in panel.assessors]


def pairs(panel: Panel) -> set[tuple[int, int]]:
    return set(panel.state.assigned)


def last_logged() -> tuple[str, dict[str, object]]:
    entry = LogEntry.objects.latest("number")
    return entry.action, entry.payload.data


def interested(panel: Panel, assessor: User, *applications: Application) -> None:
    declared = {each.pk: OWN_INTEREST for each in applications}
    declare_interests(by=assessor, grant_round=panel.round, declared=declared)


def ruled(panel: Panel, assessor: User, *, allowed: bool) -> Ruling:
    proposal = propose_on_competitors(
        by=panel.official, grant_round=panel.round, assessor=assessor, allowed=allowed, reason="Klein belang."
    )
    approve(by=panel.decider, proposal=proposal)
    return Ruling.objects.latest("pk")


# ── Interests ─────────────────────────────────────────────────────────────────────────────────────


def test_interest_takes_the_assessor_off_that_application_at_once_and_off_its_competitors() -> None:
    panel = make_panel(applications=3)
    first, second = panel.assessors
    interested(panel, first, panel.applications[0])
    state = panel.state
    assert [state.bar(each, first) for each in panel.applications] == [
        Bar.OWN,
        Bar.COMPETITOR,
        Bar.COMPETITOR,
    ]
    assert (state.of(first), len(state.of(second))) == ([], 3)
    assert Interest.objects.get(kind=InterestKind.OWN).data == {"reason": "Ik zit in het bestuur."}


def test_interest_on_another_list_bars_nothing_here() -> None:
    panel = make_panel(VOLUNTEERS, applications=1)
    other = panel.round.deelplafonds.exclude(pk=panel.applications[0].deelplafond_id).get()
    elsewhere = add_application(panel, deelplafond=other)
    first = panel.assessors[0]
    panel.declare(first, [elsewhere])
    assert panel.state.bar(panel.applications[0], first) is None
    assert panel.state.bar(elsewhere, first) is Bar.OWN


def test_lists_that_draw_on_shared_money_compete() -> None:
    panel = make_panel(MEETING_PLACES, applications=1)
    other = panel.round.deelplafonds.exclude(pk=panel.applications[0].deelplafond_id).get()
    elsewhere = add_application(panel, deelplafond=other)
    first = panel.assessors[0]
    panel.declare(first, [elsewhere])
    state = panel.state
    assert state.bar(panel.applications[0], first) is None
    for each in state.applications:
        assert each.deelplafond is not None
        each.deelplafond.draws_on_shared = True
    assert state.bar(state.by_id[panel.applications[0].pk], first) is Bar.COMPETITOR


def test_what_is_declared_the_same_again_is_not_written_again() -> None:
    panel = make_panel()
    before = Interest.objects.count()
    panel.declare(panel.assessors[0])
    assert Interest.objects.count() == before


def test_interest_without_words_is_refused() -> None:
    panel = make_panel()
    declared = {panel.applications[0].pk: Declared(InterestKind.OWN, "  ")}
    with pytest.raises(Refused, match="Vertel in een paar woorden wat uw belang"):
        declare_interests(by=panel.assessors[0], grant_round=panel.round, declared=declared)


def test_interest_in_what_takes_no_part_is_refused() -> None:
    panel = make_panel()
    Application.objects.update(standing=Standing.WITHDRAWN)
    with pytest.raises(Refused, match="doet niet meer mee, of hoort niet bij deze ronde"):
        interested(panel, panel.assessors[0], panel.applications[0])


def test_interests_are_declared_only_before_the_ranking() -> None:
    panel = make_panel()
    GrantRound.objects.update(stage=Stage.RANKED)
    with pytest.raises(Refused, match="Deze ronde is nu gerangschikt"):
        interested(panel, panel.assessors[0], panel.applications[0])


def test_interests_are_declared_only_before_the_points_are_established() -> None:
    panel = make_panel()
    established(panel)
    with pytest.raises(Refused, match="De punten van deze ronde zijn vastgesteld"):
        interested(panel, panel.assessors[0], panel.applications[0])


def established(panel: Panel) -> None:
    for application in panel.applications:
        for assessor in panel.assessors:
            panel.submit(assessor, application)
    confirm(panel)
    sign(panel)


def test_new_application_is_still_to_be_declared() -> None:
    panel = make_panel()
    late = add_application(panel)
    assert [panel.state.undeclared(each) for each in panel.assessors] == [[late], [late]]


# ── What two people decide ────────────────────────────────────────────────────────────────────────


def test_two_people_allow_the_competitors_and_never_the_own_application() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    assert panel.state.unruled() == [first]
    ruled(panel, first, allowed=True)
    assert [panel.state.bar(each, first) for each in panel.applications] == [Bar.OWN, None]
    assert panel.state.unruled() == []


def test_two_people_can_change_their_minds_and_the_last_ruling_holds() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    ruled(panel, first, allowed=True)
    ruled(panel, first, allowed=False)
    assert panel.state.bar(panel.applications[1], first) is Bar.COMPETITOR
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        ruled(panel, first, allowed=False)


def test_ruling_lapses_when_a_new_interest_comes() -> None:
    panel = make_panel(applications=3)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    ruled(panel, first, allowed=True)
    interested(panel, first, panel.applications[1])
    assert panel.state.unruled() == [first]
    assert panel.state.bar(panel.applications[2], first) is Bar.COMPETITOR


def test_proposal_lapses_when_a_new_interest_comes_before_it_is_approved() -> None:
    panel = make_panel(applications=3)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    proposal = propose_on_competitors(
        by=panel.official, grant_round=panel.round, assessor=first, allowed=True, reason="Klein."
    )
    interested(panel, first, panel.applications[1])
    with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
        approve(by=panel.decider, proposal=proposal)
    assert Ruling.objects.count() == 0


def test_whose_interest_it_is_neither_proposes_nor_approves() -> None:
    panel = make_panel(applications=2)
    first, second = panel.assessors
    for each in (first, second):
        give(each, panel.round, Role.OFFICIAL, Role.DECIDER)
        interested(panel, each, panel.applications[0])
    with pytest.raises(Refused, match="Laat twee anderen beslissen"):
        propose_on_competitors(
            by=first, grant_round=panel.round, assessor=first, allowed=True, reason="Mag wel."
        )
    proposal = propose_on_competitors(
        by=second, grant_round=panel.round, assessor=first, allowed=True, reason="Mag wel."
    )
    with pytest.raises(Refused, match="Laat twee anderen beslissen"):
        approve(by=first, proposal=proposal)
    approve(by=panel.decider, proposal=proposal)
    assert Ruling.objects.get().assessor == first


def test_ruling_needs_a_reason_and_rivals_and_is_proposed_once() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]

    def proposed(reason: str = "Klein.") -> Proposal:
        return propose_on_competitors(
            by=panel.official, grant_round=panel.round, assessor=first, allowed=True, reason=reason
        )

    with pytest.raises(Refused, match="Geef een reden op"):
        proposed(" ")
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        proposed()
    interested(panel, first, panel.applications[0])
    proposed()
    with pytest.raises(Refused, match="Dit is al voorgesteld"):
        proposed()


def test_ruling_about_somebody_who_does_not_assess_is_refused() -> None:
    panel = make_panel(applications=2)
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        propose_on_competitors(
            by=panel.official, grant_round=panel.round, assessor=panel.decider, allowed=True, reason="Ja."
        )


def ended(panel: Panel) -> None:
    deelplafond = panel.applications[0].deelplafond
    assert deelplafond is not None
    deelplafond.round = panel.round
    proposal = propose_end_of_assessing(by=panel.official, deelplafond=deelplafond, reason="De tijd is om.")
    approve(by=panel.decider, proposal=proposal)


def test_list_is_closed_by_two_and_then_takes_no_assessment_and_shows_points() -> None:
    panel = make_panel(applications=2)
    panel.submit(panel.assessors[0], panel.applications[0])
    assert not panel.state.is_open_to_officials(panel.applications[0])
    with pytest.raises(Refused, match=f"{panel.applications[1].reference} is nog door niemand beoordeeld"):
        ended(panel)
    panel.submit(panel.assessors[0], panel.applications[1])
    ended(panel)
    assert panel.state.is_open_to_officials(panel.applications[0])
    with pytest.raises(Refused, match="De beoordeling van deze lijst is gesloten"):
        panel.submit(panel.assessors[1], panel.applications[0])
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        ended(panel)


def test_what_comes_to_a_closed_list_later_is_still_assessed() -> None:
    panel = make_panel()
    panel.submit(panel.assessors[0], panel.applications[0])
    ended(panel)
    late = add_application(panel)
    for each in panel.assessors:
        panel.declare(each)
    panel.assign(late, *panel.assessors)
    panel.submit(panel.assessors[0], late)
    assert not panel.state.is_open_to_officials(late)
    assert panel.state.is_open_to_officials(panel.applications[0])
    ended(panel)
    assert panel.state.is_ended(late)


def test_application_of_a_closed_list_that_lost_its_assessor_is_assessed_by_somebody_assigned_since() -> None:
    panel = make_panel(assessors=3)
    (application,) = panel.applications
    first, second, third = panel.assessors
    assign(by=panel.official, grant_round=panel.round, added=[], removed=[(application.pk, third.pk)])
    panel.submit(first, application)
    ended(panel)
    recuse(by=first, application=application, reason="Mijn zus werkt er.")
    assert panel.state.counted(application) == []
    assert short_of(panel.state) == [application]
    with clock.at(ASSESSING + timedelta(hours=1)):
        added = [(application.pk, third.pk)]
        assign(by=panel.official, grant_round=panel.round, added=added, removed=[])
        assert short_of(panel.state) == []
        assert [each.to_do for each in progress_of(panel.state) if each.assessor == third] == [1]
        made = panel.submit(third, application)
        with pytest.raises(Refused, match="De beoordeling van deze lijst is gesloten"):
            panel.submit(second, application)
    assert panel.state.counted(application) == [made]


def test_who_has_an_interest_in_it_neither_proposes_nor_approves_fewer_or_closing() -> None:
    panel = make_panel()
    (application,) = panel.applications
    panel.submit(panel.assessors[0], application)
    fewer = propose_fewer(by=panel.official, application=application, reason="Ziek.")
    deelplafond = application.deelplafond
    assert deelplafond is not None
    deelplafond.round = panel.round
    closing = propose_end_of_assessing(by=panel.official, deelplafond=deelplafond, reason="De tijd is om.")
    give(panel.decider, panel.round, Role.ASSESSOR)
    interested(panel, panel.decider, application)
    for proposal in (fewer, closing):
        with pytest.raises(Refused, match="heeft een belang bij een aanvraag waarover dit gaat"):
            approve(by=panel.decider, proposal=proposal)
    colleague = give(make_person(), panel.round, Role.OFFICIAL)
    give(colleague, panel.round, Role.ASSESSOR)
    interested(panel, colleague, application)
    with pytest.raises(Refused, match="heeft een belang bij een aanvraag waarover dit gaat"):
        propose_fewer(by=colleague, application=application, reason="Ziek.")
    assert not Ruling.objects.exists()


def test_list_of_which_everything_is_in_is_not_closed() -> None:
    panel = make_panel()
    for each in panel.assessors:
        panel.submit(each, panel.applications[0])
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        ended(panel)


def test_fewer_assessments_are_allowed_by_two_and_never_none() -> None:
    panel = make_panel(applications=2)
    panel.submit(panel.assessors[0], panel.applications[0])
    one, none = panel.applications
    with pytest.raises(Refused, match=r"hoeft niet \(meer\) te worden beslist"):
        propose_fewer(by=panel.official, application=none, reason="Ziek.")
    proposal = propose_fewer(by=panel.official, application=one, reason="Ziek.")
    approve(by=panel.decider, proposal=proposal)
    assert (panel.state.least(one), panel.state.least(none)) == (1, 2)
    assert Ruling.objects.get().covers == [one.pk]


def test_proposal_for_fewer_lapses_when_another_assessment_comes() -> None:
    panel = make_panel(assessors=3)
    panel.submit(panel.assessors[0], panel.applications[0])
    proposal = propose_fewer(by=panel.official, application=panel.applications[0], reason="Ziek.")
    panel.submit(panel.assessors[1], panel.applications[0])
    with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
        approve(by=panel.decider, proposal=proposal)


# ── Assigning ─────────────────────────────────────────────────────────────────────────────────────


def test_dividing_equally_gives_everyone_as_much_and_keeps_what_there_is() -> None:
    panel = unassigned(assessors=4, applications=4)
    panel.assign(panel.applications[0], panel.assessors[0])
    before = pairs(panel)
    assert assign_equally(by=panel.official, grant_round=panel.round, per_application=2) == 7
    assert loads(panel) == [2, 2, 2, 2]
    assert before <= pairs(panel)
    assert last_logged()[0] == Action.ASSESSORS_ASSIGNED
    assert assign_equally(by=panel.official, grant_round=panel.round, per_application=2) == 0


def test_dividing_equally_passes_by_who_has_an_interest_or_declared_nothing() -> None:
    panel = unassigned(assessors=3, applications=2)
    panel.assessors.append(give(make_person(), panel.round, Role.ASSESSOR))
    recuse(by=panel.assessors[0], application=panel.applications[0], reason="Bestuurslid.")
    assign_equally(by=panel.official, grant_round=panel.round, per_application=2)
    assert loads(panel) == [0, 2, 2, 0]


def test_dividing_is_refused_where_too_few_are_left() -> None:
    panel = unassigned(assessors=2, applications=2)
    with pytest.raises(Refused, match=r"zijn er 2 beoordelaars die mogen .* u vraagt er 3"):
        assign_equally(by=panel.official, grant_round=panel.round, per_application=3)


def test_assigning_by_hand_changes_only_what_is_named() -> None:
    panel = unassigned(assessors=2, applications=2)
    one, two = panel.applications
    first, second = panel.assessors
    panel.assign(one, first)
    changed = assign(
        by=panel.official,
        grant_round=panel.round,
        added=[(two.pk, second.pk), (one.pk, first.pk)],
        removed=[(one.pk, second.pk)],
    )
    assert (changed, pairs(panel)) == (1, {(one.pk, first.pk), (two.pk, second.pk)})
    assign(by=panel.official, grant_round=panel.round, added=[], removed=[(one.pk, first.pk)])
    assert pairs(panel) == {(two.pk, second.pk)}
    lines = LogEntry.objects.count()
    assert assign(by=panel.official, grant_round=panel.round, added=[], removed=[(one.pk, first.pk)]) == 0
    assert LogEntry.objects.count() == lines


def test_assigning_takes_the_log_last() -> None:
    panel = unassigned()
    pair = (panel.applications[0].pk, panel.assessors[0].pk)
    assert_log_is_locked_last(
        lambda: assign(by=panel.official, grant_round=panel.round, added=[pair], removed=[])
    )


def test_who_is_barred_is_not_assigned_by_hand() -> None:
    panel = unassigned(applications=2)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    for application, words in zip(panel.applications, ("belang bij aanvraag", "een concurrent"), strict=True):
        with pytest.raises(Refused, match=words):
            assign(by=panel.official, grant_round=panel.round, added=[(application.pk, first.pk)], removed=[])
    assert pairs(panel) == set()


def test_what_takes_no_part_and_who_does_not_assess_are_not_assigned() -> None:
    panel = unassigned(applications=2)
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    for pair in (
        (panel.applications[0].pk, panel.assessors[0].pk),
        (panel.applications[1].pk, panel.official.pk),
    ):
        with pytest.raises(Refused, match="doet niet meer mee, of iemand is geen beoordelaar meer"):
            assign(by=panel.official, grant_round=panel.round, added=[pair], removed=[])


def test_submitted_assessment_is_only_taken_off_with_a_reason() -> None:
    panel = make_panel()
    first, application = panel.assessors[0], panel.applications[0]
    panel.submit(first, application)
    with pytest.raises(Refused, match="al beoordeeld"):
        assign(by=panel.official, grant_round=panel.round, added=[], removed=[(application.pk, first.pk)])
    with pytest.raises(Refused, match="Geef een reden op"):
        take_off(by=panel.official, application=application, assessor=first, reason=" ")
    assert len(panel.state.counted(application)) == 1
    take_off(by=panel.official, application=application, assessor=first, reason="Toch een belang.")
    assert panel.state.counted(application) == []
    assert Assessment.objects.count() == 1
    assert last_logged()[1]["reason"] == "Toch een belang."
    with pytest.raises(Refused, match=r"beoordeelt deze aanvraag niet \(meer\)"):
        take_off(by=panel.official, application=application, assessor=first, reason="Nog eens.")


# ── Replacing, and who leaves ─────────────────────────────────────────────────────────────────────


def test_replacing_hands_over_what_is_undone_and_keeps_what_was_submitted() -> None:
    panel = unassigned(assessors=3, applications=4)
    first, second, third = panel.assessors
    for application in panel.applications:
        panel.assign(application, first)
    panel.submit(first, panel.applications[0])
    effect = effect_of_leaving(grant_round=panel.round, leaving=first)
    assert list(effect.kept) == [panel.applications[0]]
    moved = replace(
        by=panel.official, grant_round=panel.round, leaving=first, reason="Ziek.", seen=effect.seen
    )
    assert moved == effect
    assert sorted([len(panel.state.of(second)), len(panel.state.of(third))]) == [1, 2]
    assert len(panel.state.counted(panel.applications[0])) == 1


def test_replacing_by_one_passes_by_what_that_one_has_or_may_not() -> None:
    panel = make_panel(assessors=3, applications=3)
    first, second, _third = panel.assessors
    Assignment.objects.filter(assessor=second).exclude(application=panel.applications[0]).delete()
    effect = effect_of_leaving(grant_round=panel.round, leaving=first, instead=second)
    assert [to for _each, to in effect.taken_over] == [None, second, second]
    assert effect.left_alone == [panel.applications[0]]


def test_effect_that_changed_since_it_was_shown_is_refused() -> None:
    panel = unassigned(assessors=3, applications=2)
    first, second, _third = panel.assessors
    for application in panel.applications:
        panel.assign(application, first)
    effect = effect_of_leaving(grant_round=panel.round, leaving=first)
    panel.submit(first, panel.applications[0])
    with pytest.raises(Refused, match="anders geworden nadat u deze pagina opende"):
        replace(by=panel.official, grant_round=panel.round, leaving=first, reason="Ziek.", seen=effect.seen)
    with pytest.raises(Refused, match="Geef een reden op"):
        replace(by=panel.official, grant_round=panel.round, leaving=first, reason="", seen=effect.seen)
    assert len(panel.state.of(first)) == 2
    assert panel.state.of(second) == []


def test_who_has_nothing_undone_is_not_replaced() -> None:
    panel = unassigned()
    effect = effect_of_leaving(grant_round=panel.round, leaving=panel.assessors[0])
    with pytest.raises(Refused, match="heeft niets meer te beoordelen"):
        replace(
            by=panel.official,
            grant_round=panel.round,
            leaving=panel.assessors[0],
            reason="Ziek.",
            seen=effect.seen,
        )


def test_role_that_ends_midway_leaves_what_is_undone_to_others() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]
    panel.submit(first, panel.applications[0])
    end_role(by=make_person(administrator=True), role=panel.round.roles.get(user=first))
    state = panel.state
    assert [len(state.assigned_to(each)) for each in panel.applications] == [2, 1]
    assert short_of(state) == [panel.applications[1]]
    assert [len(state.counted(each)) for each in panel.applications] == [1, 0]
    assert state.leavers() == []
    actions = LogEntry.objects.order_by("-number").values_list("action", flat=True)[:2]
    assert list(actions) == [Action.ROLE_ENDED, Action.ASSESSORS_ASSIGNED]


def test_another_role_that_ends_leaves_the_assignments() -> None:
    panel = make_panel()
    first = give(panel.assessors[0], panel.round, Role.AUDITOR)
    end_role(by=make_person(administrator=True), role=panel.round.roles.get(user=first, role=Role.AUDITOR))
    assert len(panel.state.of(first)) == 1


def test_closed_account_is_named_and_gets_nothing_new() -> None:
    panel = make_panel(assessors=3, applications=2)
    first = panel.assessors[0]
    panel.submit(first, panel.applications[0])
    close_account(by=make_person(administrator=True), person=first)
    state = panel.state
    assert (state.leavers(), first in state.assessors) == ([first], False)
    assert [(each.assessor, each.to_do) for each in progress_of(state) if each.is_gone] == [(first, 1)]
    effect = effect_of_leaving(grant_round=panel.round, leaving=first)
    assert effect.left_alone == [panel.applications[1]]
    replace(by=panel.official, grant_round=panel.round, leaving=first, reason="Weg.", seen=effect.seen)
    assert panel.state.leavers() == []


# ── Counts ────────────────────────────────────────────────────────────────────────────────────────


def test_withdrawn_application_disappears_from_the_counts() -> None:
    panel = make_panel(applications=2)
    for assessor in panel.assessors:
        panel.submit(assessor, panel.applications[0])
    told = [(each.given, each.done) for each in progress_of(panel.state)]
    assert told == [(2, 1), (2, 1)]
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    assert [(each.given, each.done) for each in progress_of(panel.state)] == [(1, 0), (1, 0)]
    assert [(each.given, each.done, len(each.applications)) for each in lists_in(panel.state)] == [(2, 0, 1)]


def test_who_is_barred_is_in_no_count() -> None:
    panel = make_panel(applications=2)
    first = panel.assessors[0]
    interested(panel, first, panel.applications[0])
    assert [(each.given, each.done) for each in progress_of(panel.state)] == [(0, 0), (2, 0)]
    assert [(each.given, each.done) for each in lists_in(panel.state)] == [(2, 0)]


def test_declarations_have_the_words_the_rivals_and_the_proposal() -> None:
    panel = make_panel(applications=2)
    first, second = panel.assessors
    interested(panel, first, panel.applications[0])
    proposal = propose_on_competitors(
        by=panel.official, grant_round=panel.round, assessor=first, allowed=False, reason="Te dichtbij."
    )
    one, two = declarations_in(panel.state)
    assert [(each.application, each.words) for each in one.own] == [
        (panel.applications[0], "Ik zit in het bestuur.")
    ]
    assert (one.rivals, one.proposal, one.needs_ruling) == ([panel.applications[1]], proposal, True)
    assert (two.assessor, two.own, two.rivals, two.proposal) == (second, [], [], None)


# ── Reminders ─────────────────────────────────────────────────────────────────────────────────────


def send_mails() -> None:
    for row in OutboxRow.objects.filter(task="mail_reminder", done_at=None):
        carry_out(row.pk, JOBS)


def test_reminder_goes_to_who_has_something_to_do_with_counts_only() -> None:
    panel = make_panel(applications=3)
    first, second = panel.assessors
    for application in panel.applications:
        panel.submit(first, application)
    panel.submit(second, panel.applications[0])
    assert remind(by=panel.official, grant_round=panel.round) == [second]
    assert last_logged() == (Action.ASSESSORS_REMINDED, {"assessors": [second.pk]})
    send_mails()
    (sent,) = mail.outbox
    assert sent.to == [second.email]
    assert "- Beoordeel nog 2 aanvragen." in sent.body
    for application in panel.applications:
        assert str(application.reference) not in sent.body
        assert application.organisation.name not in sent.body


def test_one_assessor_gets_one_reminder_a_day() -> None:
    panel = make_panel()
    remind(by=panel.official, grant_round=panel.round)
    with pytest.raises(Refused, match="Zij kregen vandaag al een herinnering"):
        remind(by=panel.official, grant_round=panel.round)
    with clock.at(ASSESSING + timedelta(days=1)):
        assert remind(by=panel.official, grant_round=panel.round) == panel.assessors
    assert OutboxRow.objects.filter(task="mail_reminder").count() == 4


def test_one_of_them_is_reminded_alone() -> None:
    panel = make_panel()
    second = panel.assessors[1]
    assert remind(by=panel.official, grant_round=panel.round, assessors={second.pk}) == [second]


def test_reminder_is_not_sent_to_who_did_it_meanwhile_or_whose_account_was_closed() -> None:
    panel = make_panel()
    first, second = panel.assessors
    remind(by=panel.official, grant_round=panel.round)
    panel.submit(first, panel.applications[0])
    close_account(by=make_person(administrator=True), person=second)
    send_mails()
    assert mail.outbox == []
    assert not OutboxRow.objects.filter(task="mail_reminder", done_at=None).exists()


def test_reminder_after_closing_is_about_interests_alone() -> None:
    panel = make_panel(is_begun=False)
    with pytest.raises(Refused, match="Er is niemand te herinneren"):
        remind(by=panel.official, grant_round=panel.round)
    add_application(panel)
    remind(by=panel.official, grant_round=panel.round)
    send_mails()
    assert len(mail.outbox) == 2
    assert "- Geef bij 1 aanvraag op of u er een belang bij hebt." in mail.outbox[0].body
    assert "Beoordeel nog" not in mail.outbox[0].body


def test_reminder_names_each_round_in_which_something_waits() -> None:
    panel, other = make_panel(), make_panel(VOLUNTEERS, assessors=0)
    first = give(panel.assessors[0], other.round, Role.ASSESSOR)
    remind(by=panel.official, grant_round=panel.round, assessors={first.pk})
    send_mails()
    assert [title in mail.outbox[0].body for title in (panel.round.title, other.round.title)] == [True, True]


# ── Reports ───────────────────────────────────────────────────────────────────────────────────────


def test_file_that_does_not_open_waits_until_the_official_answers_it() -> None:
    panel = make_panel()
    report = say(
        by=panel.assessors[0], application=panel.applications[0], kind=RemarkKind.FILE, words="Kapot."
    )
    assert [each.remark for each in open_reports_in(panel.round)] == [report]
    with pytest.raises(Refused, match="Vertel wat u deed"):
        answer_report(by=panel.official, report=report, words=" ")
    answer = answer_report(by=panel.official, report=report, words="Opnieuw gevraagd.")
    assert (answer.kind, open_reports_in(panel.round)) == (RemarkKind.FILE_SOLVED, [])
    assert reports_in(panel.round)[0].answer == answer
    with pytest.raises(Refused, match="al afgehandeld"):
        answer_report(by=panel.official, report=report, words="Nog eens.")
    again = say(
        by=panel.assessors[1], application=panel.applications[0], kind=RemarkKind.FILE, words="Nog kapot."
    )
    assert [each.remark for each in open_reports_in(panel.round)] == [again]


def test_handed_back_waits_until_somebody_else_has_it() -> None:
    panel = make_panel(assessors=3)
    first, second, third = panel.assessors
    application = panel.applications[0]
    Assignment.objects.filter(assessor=third).delete()
    hand_back(by=first, application=application, reason="Te druk.")
    assert [each.remark.by for each in open_reports_in(panel.round)] == [first]
    with clock.at(ASSESSING + timedelta(hours=1)):
        assign(by=panel.official, grant_round=panel.round, added=[(application.pk, third.pk)], removed=[])
        assert open_reports_in(panel.round) == []
    with clock.at(ASSESSING + timedelta(hours=2)):
        hand_back(by=second, application=application, reason="Ook te druk.")
        (report,) = open_reports_in(panel.round)
        answer_report(by=panel.official, report=report.remark, words="Twee is genoeg.")
        assert open_reports_in(panel.round) == []


def test_report_about_what_takes_no_part_any_more_waits_for_nobody() -> None:
    panel = make_panel()
    say(by=panel.assessors[0], application=panel.applications[0], kind=RemarkKind.FILE, words="Kapot.")
    Application.objects.update(standing=Standing.WITHDRAWN)
    assert (len(reports_in(panel.round)), open_reports_in(panel.round)) == (1, [])
