from functools import partial

import pytest

from grants.enums import Role
from grants.models import Organisation, Representative, RoundRole, User
from grants.services.organisations import register_organisation
from grants.services.people import add_person, close_account
from grants.services.representatives import end_representative
from grants.services.roles import give_role
from tests.grants.persons import make_person, make_round
from tests.grants.races import at_once

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def test_of_two_who_end_each_other_one_keeps_acting() -> None:
    first, second = make_person(), make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    organisation.representatives.create(user=second, added_by=first)
    ends = [
        partial(end_representative, by=first, representative=one)
        for one in Representative.objects.order_by("pk")
    ]
    heard = at_once(ends)
    assert heard[1] == "done"
    assert heard[0].startswith("Er moet altijd iemand voor de organisatie optreden.")
    assert organisation.representatives.current().count() == 1


def test_of_two_administrators_closed_at_once_two_are_left() -> None:
    people = [make_person(administrator=True) for _number in range(4)]
    assert at_once([partial(close_account, by=people[0], person=one) for one in people[1:]]) == [
        "Er moeten twee beheerders overblijven. Maak eerst iemand anders beheerder.",
        "done",
        "done",
    ]
    assert User.objects.filter(is_administrator=True, is_active=True).count() == 2


def test_number_that_two_register_at_once_is_registered_once() -> None:
    acts = [
        partial(register_organisation, by=make_person(), name="De Brug", kvk_number="12345678")
        for _time in range(2)
    ]
    heard = at_once(acts)
    assert heard[1] == "done"
    assert heard[0].startswith("Er is al een organisatie met dit KvK-nummer.")
    assert Organisation.objects.count() == 1


def test_role_that_two_give_at_once_is_given_once() -> None:
    person, grant_round = make_person("Cor de Wit"), make_round()
    givers = [make_person(administrator=True) for _number in range(2)]
    acts = [
        partial(give_role, by=giver, grant_round=grant_round, person=person, role=Role.OFFICIAL)
        for giver in givers
    ]
    assert at_once(acts) == ["Cor de Wit is al behandelaar in deze ronde.", "done"]
    assert RoundRole.objects.count() == 1


def test_address_that_two_invite_at_once_is_invited_once() -> None:
    acts = [
        partial(add_person, by=None, email="noor@voorbeeldstad.example", name="Noor") for _time in range(2)
    ]
    heard = at_once(acts)
    assert heard[1] == "done"
    assert heard[0].startswith("Er is al een account met noor@voorbeeldstad.example.")
    assert User.objects.count() == 1
