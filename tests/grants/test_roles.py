import pytest

from grants.enums import Role
from grants.models import LogEntry, RoundRole, User
from grants.services.errors import Refused
from grants.services.roles import give_role
from tests.grants.persons import client_of, give, make_person, make_round
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import make_open_round

pytestmark = pytest.mark.django_db


def test_administrator_gives_and_ends_a_role_and_both_are_logged() -> None:
    administrator, person, grant_round = make_person(administrator=True), make_person(), make_round()
    client = client_of(administrator)
    client.post("/rondes/cultuur-2027/rollen/", {"email": person.email, "role": "assessor"})
    role = RoundRole.objects.get()
    assert (role.round, role.user, role.role, role.given_by) == (
        grant_round,
        person,
        "assessor",
        administrator,
    )
    client.post(f"/rondes/cultuur-2027/rollen/{role.pk}/beeindigen/")
    assert RoundRole.objects.get().until is not None
    logged = LogEntry.objects.filter(object_key="round:cultuur-2027").values_list("action", flat=True)
    assert list(logged) == ["role_given", "role_ended"]
    assert "Vroeger" in client.get("/rondes/cultuur-2027/rollen/").content.decode()


def test_role_is_given_again_after_it_ended() -> None:
    administrator, person, grant_round = make_person(administrator=True), make_person(), make_round()
    client = client_of(administrator)
    for _time in range(2):
        role = give_role(by=administrator, grant_round=grant_round, person=person, role=Role.OFFICIAL)
        client.post(f"/rondes/cultuur-2027/rollen/{role.pk}/beeindigen/")
    assert RoundRole.objects.exclude(until=None).count() == 2


def test_nobody_gives_themselves_a_role() -> None:
    administrator = make_person(administrator=True)
    with pytest.raises(Refused, match="U kunt uzelf geen rol geven"):
        give_role(by=administrator, grant_round=make_round(), person=administrator, role=Role.DECIDER)


def test_role_that_someone_has_is_not_given_twice() -> None:
    administrator, grant_round = make_person(administrator=True), make_round()
    person = give(make_person("Cor de Wit"), grant_round, Role.OFFICIAL)
    with pytest.raises(Refused, match="Cor de Wit is al behandelaar in deze ronde"):
        give_role(by=administrator, grant_round=grant_round, person=person, role=Role.OFFICIAL)
    give_role(by=administrator, grant_round=grant_round, person=person, role=Role.DECIDER)
    assert person.round_roles.count() == 2


def test_role_needs_an_open_account_with_a_verified_address() -> None:
    administrator, grant_round, closed = make_person(administrator=True), make_round(), make_person()
    closed.is_active = False
    unknown = User.objects.create_user(email="iemand@elders.example", name="Iemand")
    for person, sentence in ((closed, "Dit account is gesloten"), (unknown, "nog niet bevestigd")):
        with pytest.raises(Refused, match=sentence):
            give_role(by=administrator, grant_round=grant_round, person=person, role=Role.OFFICIAL)


def test_address_without_an_account_is_answered_with_what_to_do() -> None:
    make_round()
    client = client_of(make_person(administrator=True))
    typed = {"email": "niemand@elders.example", "role": "auditor"}
    answer = client.post("/rondes/cultuur-2027/rollen/", typed)
    assert answer.status_code == 409
    assert "Nodig de persoon eerst uit op de pagina Personen." in answer.content.decode()
    assert 'value="niemand@elders.example"' in answer.content.decode()


def test_role_of_another_round_is_not_found() -> None:
    make_round("hier")
    give(make_person(), make_round("daar"), Role.OFFICIAL)
    client = client_of(make_person(administrator=True))
    role = RoundRole.objects.get()
    assert client.post(f"/rondes/hier/rollen/{role.pk}/beeindigen/").status_code == 404
    assert client.post(f"/rondes/daar/rollen/{role.pk}/beeindigen/").status_code == 302


def test_official_reads_the_roles_and_cannot_give_them() -> None:
    grant_round = make_round()
    official = give(make_person("Cor de Wit"), grant_round, Role.OFFICIAL)
    client = client_of(official)
    text = client.get("/rondes/cultuur-2027/rollen/").content.decode()
    assert ("Cor de Wit" in text, "Geef een rol" in text) == (True, False)
    typed = {"email": official.email, "role": "decider"}
    assert client.post("/rondes/cultuur-2027/rollen/", typed).status_code == 403
    assert RoundRole.objects.count() == 1


def test_roles_take_the_same_queries_however_many() -> None:
    grant_round = make_round()
    client = client_of(make_person(administrator=True))
    assert_constant_queries(
        client,
        "/rondes/cultuur-2027/rollen/",
        lambda: give(make_person(), grant_round, Role.ASSESSOR),
        queries=7,
    )


def test_round_leads_to_its_roles_for_who_may_see_them() -> None:
    grant_round = make_open_round(slug="cultuur-2027")
    official, assessor = (give(make_person(), grant_round, role) for role in (Role.OFFICIAL, Role.ASSESSOR))
    leads = [
        "/rondes/cultuur-2027/rollen/" in client_of(person).get("/rondes/cultuur-2027/").content.decode()
        for person in (official, assessor, None)
    ]
    assert leads == [True, False, False]
