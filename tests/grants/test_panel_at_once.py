"""Two people who do something about the assessing at the same moment."""

from collections.abc import Iterator

import pytest

from grants import clock
from grants.enums import RemarkKind
from grants.models import Assignment, OutboxRow, Remark, Ruling
from grants.services.assessing.assignments import assign, assign_equally, effect_of_leaving, replace
from grants.services.assessing.interests import declare_interests
from grants.services.assessing.remarks import say
from grants.services.assessing.reminders import remind
from grants.services.assessing.reports import answer_report
from grants.services.assessing.ruling_proposals import propose_on_competitors
from grants.services.proposals import approve
from tests.grants.assessing import ASSESSING, OWN_INTEREST, make_panel
from tests.grants.races import at_once

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def test_two_officials_who_divide_at_once_divide_once() -> None:
    panel = make_panel(assessors=3, applications=3)
    Assignment.objects.all().delete()
    act = lambda: assign_equally(by=panel.official, grant_round=panel.round, per_application=2)  # noqa: E731 - the same twice
    assert at_once([act, act]) == ["done", "done"]
    assert (Assignment.objects.count(), [len(panel.state.of(each)) for each in panel.assessors]) == (
        6,
        [2, 2, 2],
    )


def test_two_officials_who_assign_by_hand_lose_nothing_of_each_other() -> None:
    panel = make_panel(assessors=3)
    Assignment.objects.all().delete()
    (application,), people = panel.applications, panel.assessors
    acts = [
        lambda who=who: assign(
            by=panel.official,
            grant_round=panel.round,
            added=[(application.pk, each.pk) for each in who],
            removed=[],
        )
        for who in (people[:2], people[1:])
    ]
    assert at_once(acts) == ["done", "done"]
    assert panel.state.assigned == {(application.pk, each.pk) for each in people}
    assert Assignment.objects.count() == 3


def test_two_reminders_at_once_are_one_mail() -> None:
    panel = make_panel(assessors=1)
    act = lambda: remind(by=panel.official, grant_round=panel.round)  # noqa: E731 - the same twice
    heard = at_once([act, act])
    assert heard == ["Zij kregen vandaag al een herinnering. Morgen kunt u er weer een sturen.", "done"]
    assert OutboxRow.objects.filter(task="mail_reminder").count() == 1


def test_assessment_submitted_while_its_assessor_is_replaced_counts_or_was_taken_over() -> None:
    panel = make_panel(assessors=3)
    first, _second, third = panel.assessors
    Assignment.objects.filter(assessor=third).delete()
    application = panel.applications[0]
    seen = effect_of_leaving(grant_round=panel.round, leaving=first).seen
    heard = at_once(
        [
            lambda: replace(
                by=panel.official, grant_round=panel.round, leaving=first, reason="Ziek.", seen=seen
            ),
            lambda: panel.submit(first, application),
        ]
    )
    assert heard.count("done") == 1
    state = panel.state
    assert len(state.assigned_to(application)) == 2
    assert len(state.counted(application)) == (1 if state.is_in(application, first) else 0)


def test_interest_declared_while_it_is_decided_leaves_no_ruling_that_does_not_know_it() -> None:
    panel = make_panel(applications=3)
    first = panel.assessors[0]
    one, two, _three = panel.applications
    declare_interests(by=first, grant_round=panel.round, declared={one.pk: OWN_INTEREST})
    proposal = propose_on_competitors(
        by=panel.official, grant_round=panel.round, assessor=first, allowed=True, reason="Klein."
    )
    at_once(
        [
            lambda: approve(by=panel.decider, proposal=proposal),
            lambda: declare_interests(by=first, grant_round=panel.round, declared={two.pk: OWN_INTEREST}),
        ]
    )
    assert not panel.state.is_allowed(first.pk)
    assert all(each.covers == [one.pk] for each in Ruling.objects.all())


def test_two_answers_to_one_report_are_one() -> None:
    panel = make_panel()
    report = say(
        by=panel.assessors[0], application=panel.applications[0], kind=RemarkKind.FILE, words="Kapot."
    )
    act = lambda: answer_report(by=panel.official, report=report, words="Hersteld.")  # noqa: E731 - the same twice
    heard = at_once([act, act])
    assert heard == ["Deze melding is al afgehandeld. Open de pagina opnieuw om te zien hoe.", "done"]
    assert Remark.objects.filter(kind=RemarkKind.FILE_SOLVED).count() == 1
