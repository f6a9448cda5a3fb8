import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from grants.enums import Role
from grants.models import Representative, RoundRole, User
from grants.permissions import may, require
from grants.services.organisations import register_organisation
from tests.grants.persons import give, make_person, make_round

pytestmark = pytest.mark.django_db


def test_permission_that_does_not_exist_is_a_mistake_in_the_program() -> None:
    with pytest.raises(LookupError, match="manage_peopel"):
        may(make_person(), "manage_peopel")


def test_require_refuses_who_may_not() -> None:
    with pytest.raises(PermissionDenied):
        require(AnonymousUser(), "manage_people")


def test_role_holds_in_its_own_round_alone() -> None:
    here, there = make_round("hier"), make_round("daar")
    official = give(make_person(), here, Role.OFFICIAL)
    assert [may(official, "see_roles", about) for about in (here, there, None)] == [True, False, True]


def test_role_says_nothing_about_anything_but_a_round() -> None:
    official = give(make_person(), make_round(), Role.OFFICIAL)
    organisation = register_organisation(by=make_person(), name="Stichting De Brug")
    assert not may(official, "see_roles", organisation)


def test_role_that_ended_gives_nothing() -> None:
    grant_round = make_round()
    official = give(make_person(), grant_round, Role.OFFICIAL)
    assert may(official, "see_roles", grant_round)
    RoundRole.objects.all().end()
    assert not may(official, "see_roles", grant_round)


def test_closed_account_may_nothing_whatever_it_holds() -> None:
    grant_round = make_round()
    person = give(make_person(administrator=True), grant_round, *Role)
    organisation = register_organisation(by=person, name="Stichting De Brug")
    asked = {
        "manage_people": None,
        "see_roles": grant_round,
        "see_organisation": organisation,
        "act_for_municipality": None,
    }
    assert [may(person, name, about) for name, about in asked.items()] == [True] * 4
    person.is_active = False
    assert [may(person, name, about) for name, about in asked.items()] == [False] * 4


def test_representative_sees_the_own_organisation_alone_until_ended() -> None:
    person = make_person()
    own = register_organisation(by=person, name="Stichting De Brug")
    other = register_organisation(by=make_person(), name="Buurthuis De Wissel")
    assert [may(person, "see_organisation", about) for about in (own, other)] == [True, False]
    Representative.objects.filter(user=person).end()
    assert not may(person, "see_organisation", own)


def test_one_person_is_applicant_assessor_and_official_in_different_rounds() -> None:
    person, applied, assessed, handled = make_person(), make_round("a"), make_round("b"), make_round("c")
    own = register_organisation(by=person, name="Stichting De Brug")
    give(person, assessed, Role.ASSESSOR)
    give(person, handled, Role.OFFICIAL)
    assert may(person, "see_organisation", own)
    assert [may(person, "see_roles", one) for one in (applied, assessed, handled)] == [False, False, True]
    assert set(User.objects.filter(round_roles__role=Role.ASSESSOR)) == {person}
