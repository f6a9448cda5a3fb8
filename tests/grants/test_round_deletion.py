"""A draft that was made by mistake is deleted; what was published never is."""

from datetime import timedelta

import pytest

from grants import clock
from grants.enums import Role, Stage
from grants.models import Deelplafond, GrantRound, LogEntry, RoundRole, User
from grants.services.errors import Refused
from grants.services.proposals import withdraw
from grants.services.roles import give_role
from grants.services.rounds.deleting import delete_draft_round
from grants.services.rounds.making import free_slug, make_round
from grants.services.rounds.publication import propose_publication
from grants.services.rounds.setup import change_round
from tests.grants.persons import client_of, give, make_person
from tests.grants.races import at_once
from tests.grants.rounds import CULTURE, OPENS, make_draft_round, make_open_round, version_of

pytestmark = pytest.mark.django_db
BEFORE = OPENS - timedelta(days=30)
DELETE = "/rondes/concept/verwijderen/"


@pytest.fixture
def official(db: None) -> User:  # noqa: ARG001 - the order in which fixtures are made
    return make_person("Aisha Groen")


def draft_of(official: User) -> GrantRound:
    draft = make_draft_round(slug="concept")
    give(official, draft, Role.OFFICIAL)
    return draft


def test_draft_is_deleted_with_its_lists_and_roles_after_asking(official: User) -> None:
    draft, client = draft_of(official), client_of(official)
    ended = give(make_person("Cor de Wit"), draft, Role.DECIDER)
    ended.round_roles.current().end()
    assert f'href="{DELETE}"' in client.get("/rondes/concept/").content.decode()
    page = client.get(DELETE).content.decode()
    told = ("Het concept «Ronde concept» is dan weg", "Deelplafond", "Behandelaar: Aisha Groen")
    assert [words for words in told if words not in page] == []
    assert GrantRound.objects.count() == 1
    answer = client.post(DELETE, follow=True)
    assert answer.redirect_chain == [("/rondes/", 302)]
    assert "De ronde «Ronde concept» is verwijderd." in answer.content.decode()
    assert (GrantRound.objects.count(), Deelplafond.objects.count(), RoundRole.objects.count()) == (0, 0, 0)
    line = LogEntry.objects.get(action="round_deleted")
    assert (line.actor, line.object_key) == (official, "round:concept")
    assert line.payload.data == {"title": "Ronde concept", "roles": [[official.pk, "official"]]}
    assert client.get(DELETE).status_code == 404


def test_administrator_deletes_a_draft_and_its_other_people_do_not(official: User) -> None:
    draft = draft_of(official)
    decider = client_of(give(make_person(), draft, Role.DECIDER))
    assert decider.post(DELETE).status_code == 403
    assert DELETE not in decider.get("/rondes/concept/").content.decode()
    assert client_of(make_person(administrator=True)).post(DELETE).status_code == 302
    assert not GrantRound.objects.exists()


@pytest.mark.parametrize("stage", [Stage.PUBLISHED, Stage.WITHDRAWN])
def test_round_that_was_published_is_never_deleted(official: User, stage: Stage) -> None:
    made = make_open_round(slug="concept")
    GrantRound.objects.filter(pk=made.pk).update(stage=stage)
    client = client_of(give(official, made, Role.OFFICIAL))
    assert DELETE not in client.get("/rondes/concept/").content.decode()
    for answer in (client.get(DELETE), client.post(DELETE)):
        assert answer.status_code == 409
        assert "Deze ronde is gepubliceerd. Zij kan niet worden verwijderd" in answer.content.decode()
        assert "Ja, verwijder" not in answer.content.decode()
    assert GrantRound.objects.count() == 1


def test_draft_about_which_a_proposal_waits_is_deleted_only_after_it(official: User) -> None:
    draft, client = draft_of(official), client_of(official)
    give(make_person(), draft, Role.DECIDER)
    with clock.at(BEFORE):
        proposal = propose_publication(by=official, grant_round=draft)
    for answer in (client.get(DELETE), client.post(DELETE)):
        assert answer.status_code == 409
        assert "Over deze ronde ligt er al een voorstel, van Aisha Groen." in answer.content.decode()
    withdraw(by=official, proposal=proposal)
    assert client.post(DELETE).status_code == 302

    give(official, make_draft_round(slug="ander"), Role.OFFICIAL)
    for person in (official, make_person(administrator=True)):
        page = client_of(person).get(f"/voorstellen/{proposal.pk}/")
        assert (page.status_code, "/rondes/concept/" in page.content.decode()) == (200, False)
    refused = client_of(official).post(f"/voorstellen/{proposal.pk}/", {"verdict": "withdrawn"})
    assert refused.status_code == 409


def test_name_of_a_deleted_round_is_never_that_of_another(official: User) -> None:
    made = make_round(by=official, slug="concept", title="Concept", regulation=version_of(CULTURE))
    delete_draft_round(by=official, grant_round=made)
    assert free_slug("Concept") == "concept-2"
    with pytest.raises(Refused, match="Er is, of was, al een ronde met de korte naam «concept»"):
        make_round(by=None, slug="concept", title="Concept", regulation=version_of(CULTURE))


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_whoever_is_second_at_a_draft_hears_that_it_is_gone() -> None:
    official, administrator = make_person("Aisha Groen"), make_person(administrator=True)
    draft, person = draft_of(official), make_person()
    heard = at_once(
        [
            lambda: delete_draft_round(by=administrator, grant_round=draft),
            lambda: give_role(by=administrator, grant_round=draft, person=person, role=Role.DECIDER),
            lambda: change_round(by=official, grant_round=draft, version=1, term_weeks=8),
        ]
    )
    gone = "Deze ronde is er niet meer: iemand heeft het concept verwijderd."
    assert set(heard) <= {"done", gone}
    assert "done" in heard
    assert (GrantRound.objects.count(), RoundRole.objects.count()) == (0, 0)
