from datetime import timedelta

import pytest

from grants import clock
from grants.enums import Standing
from grants.models import Application, ApplicationEvent
from grants.services.applications.admissibility import find_inadmissible
from grants.services.applications.completeness import find_complete, leave_unhandled
from grants.services.applications.completions import Answer, answer_request
from grants.services.applications.duplicates import resolve_duplicates
from tests.grants.after_closing import ACCOUNT, AFTER, closed, fresh
from tests.grants.races import at_once

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
ROUNDS = 3


def test_two_officials_who_judge_one_application_are_told_apart() -> None:
    it = closed()
    for _ in range(ROUNDS):
        application = it.received()
        heard = at_once(
            [
                lambda one=application: find_complete(
                    by=it.official, application=one, seen=one.version, judged={}
                ),
                lambda one=application: find_inadmissible(
                    by=it.official, application=one, seen=one.version, ground="x", reason="y"
                ),
            ]
        )
        assert heard[1] == "done"
        assert heard[0].startswith("Deze aanvraag")
        assert ApplicationEvent.objects.filter(application=application).count() == 1


def test_answer_and_decision_at_the_same_moment_end_in_one_of_the_two() -> None:
    it = closed()
    with clock.at(AFTER + timedelta(days=15)):
        for _ in range(ROUNDS):
            application = it.asked(ACCOUNT)
            heard = at_once(
                [
                    lambda one=application: answer_request(
                        by=it.applicant,
                        application=one,
                        seen=one.version,
                        answer=Answer(iban="NL20INGB0001234567"),
                        received_at=clock.now(),
                    ),
                    lambda one=application: leave_unhandled(
                        by=it.official, application=one, seen=one.version, reason="Niets ontvangen"
                    ),
                ]
            )
            assert heard.count("done") == 1
            versions = application.submissions.count()
            assert (fresh(application).standing, versions) in {
                (Standing.COMPLETED, 2),
                (Standing.NOT_HANDLED, 1),
            }


def test_two_officials_who_resolve_one_group_resolve_it_once() -> None:
    it = closed()
    seen = {each.pk: each.version for each in (it.received(), it.received())}
    heard = at_once(
        [
            lambda out=out: resolve_duplicates(
                by=it.official, seen=seen, out=out, alike=["organisation"], reason="Anders"
            )
            for out in ((), ())
        ]
    )
    assert heard[0].startswith("Deze aanvraag is veranderd nadat u deze pagina opende.")
    assert (heard[1], ApplicationEvent.objects.count()) == ("done", 2)
    assert set(Application.objects.values_list("standing", flat=True)) == {Standing.SUBMITTED}
