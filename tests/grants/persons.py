"""People and rounds to test with."""

from itertools import count

from django.test import Client

from grants.enums import Role
from grants.login.second_factor import PROVEN
from grants.models import GrantRound, RoundRole, User
from grants.services.people import add_person
from tests.grants.rounds import CULTURE, version_of

PASSWORD = "fiets-tulp-molen-regen"
numbers = count(1)


def make_person(name: str = "", *, administrator: bool = False, password: str | None = None) -> User:
    name = name or f"Persoon {next(numbers)}"
    email = f"{name.lower().replace(' ', '.')}@voorbeeldstad.example"
    person = add_person(by=None, email=email, name=name, password=password)
    if administrator:
        User.objects.filter(pk=person.pk).update(is_administrator=True)
    return User.objects.get(pk=person.pk)


def make_round(slug: str = "cultuur-2027") -> GrantRound:
    """A draft in which nothing is filled in yet."""
    return GrantRound.objects.create(slug=slug, title=slug, regulation=version_of(CULTURE))


def give(person: User, grant_round: GrantRound, *roles: Role) -> User:
    for role in roles:
        RoundRole.objects.create(round=grant_round, user=person, role=role, given_by=person)
    return person


def client_of(person: User | None) -> Client:
    """A browser in which this person is logged in, in as many steps as they need; nobody for None."""
    client = Client()
    if person is not None:
        client.force_login(person)
        session = client.session
        session[PROVEN] = True
        session.save()
    return client
