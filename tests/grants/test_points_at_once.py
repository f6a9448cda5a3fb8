import pytest

from grants import clock
from grants.enums import Role
from grants.models import Establishment, RoundPoints
from grants.selectors.assessing.standing import is_up_to_date
from grants.services.assessing.assessments import submit_assessment
from grants.services.assessing.establishing import establish
from grants.services.assessing.signing import establish_round, fingerprint_of
from tests.grants.assessing import ASSESSING
from tests.grants.persons import give, make_person
from tests.grants.points import assessed, confirm, first, seen
from tests.grants.races import at_once
from tests.grants.rounds import CULTURE

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_two_officials_establish_an_application_once() -> None:
    with clock.at(ASSESSING):
        panel = assessed(CULTURE, 0, 0)
        colleague = give(make_person(), panel.round, Role.OFFICIAL)
        shown, one = seen(panel), first(panel)
        heard = at_once(
            [
                lambda by=by: establish(by=by, application=one, chosen={}, seen=shown)
                for by in (panel.official, colleague)
            ]
        )
    assert heard[1] == "done"
    assert "heeft de punten van deze aanvraag intussen vastgesteld" in heard[0]
    assert Establishment.objects.count() == 1


def test_two_officials_sign_a_round_once() -> None:
    with clock.at(ASSESSING):
        panel = assessed(CULTURE, 0, 0)
        colleague = give(make_person(), panel.round, Role.OFFICIAL)
        confirm(panel)
        grant_round, read = panel.round, fingerprint_of(panel.round)
        heard = at_once(
            [
                lambda by=by: establish_round(by=by, grant_round=grant_round, seen=read)
                for by in (panel.official, colleague)
            ]
        )
    assert heard == ["De punten van deze ronde zijn al vastgesteld.", "done"]
    assert RoundPoints.objects.count() == 1


def test_correction_at_the_moment_of_establishing_is_never_overlooked() -> None:
    with clock.at(ASSESSING):
        panel = assessed(CULTURE, 0, 0)
        shown, one, given = seen(panel), first(panel), panel.given(1)
        heard = at_once(
            [
                lambda: establish(by=panel.official, application=one, chosen={}, seen=shown),
                lambda: submit_assessment(
                    by=panel.assessors[0], application=one, given=given, correction="Nog eens gelezen."
                ),
            ]
        )
        assert "done" in heard
        assert not is_up_to_date(panel.state, one)
