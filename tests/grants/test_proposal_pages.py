import pytest
from django.test import Client
from django.urls import reverse

from grants.enums import Role
from grants.models import Proposal, ProposalVerdict, User
from tests.grants.persons import client_of, give, make_person, make_round
from tests.grants.queries import assert_constant_queries
from tests.grants.test_proposals import is_administrator, make_administrator, make_proposal

pytestmark = pytest.mark.django_db
LIST = "/voorstellen/"


@pytest.fixture
def people(db: None) -> tuple[User, User, User]:  # noqa: ARG001 - the order in which fixtures are made
    return make_administrator("Aïsha Groen"), make_administrator("Bram Smit"), make_person("Cor de Wit")


def page_of(proposal: Proposal) -> str:
    return reverse("proposal", args=[proposal.pk])


def said(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_list_of_proposals_takes_a_constant_number_of_queries(people: tuple[User, User, User]) -> None:
    first, second, _candidate = people
    assert_constant_queries(client_of(second), LIST, lambda: make_proposal(first, make_person()), queries=7)


def test_list_of_proposals_says_what_will_come_where_there_is_none(people: tuple[User, User, User]) -> None:
    assert "Er wacht geen voorstel" in said(client_of(people[0]), LIST)


def test_proposal_is_listed_and_shown_by_the_template_of_its_act(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    assert f'href="{page_of(proposal)}"' in said(client_of(second), LIST)
    page = said(client_of(second), page_of(proposal))
    assert "Cor de Wit wordt beheerder" in page
    assert "Vervangt Bakker" in page


def test_second_person_approves_on_the_page(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    answer = client_of(second).post(page_of(proposal), {"verdict": "approved"}, follow=True)
    assert answer.redirect_chain == [(LIST, 302)]
    assert "meteen uitgevoerd" in answer.content.decode()
    assert is_administrator(candidate)


def test_own_proposal_can_be_withdrawn_and_not_approved_on_the_page(people: tuple[User, User, User]) -> None:
    first, _second, candidate = people
    proposal, client = make_proposal(first, candidate), client_of(first)
    page = said(client, page_of(proposal))
    assert [word for word in ("approved", "refused", "withdrawn") if f'value="{word}"' in page] == [
        "withdrawn"
    ]
    answer = client.post(page_of(proposal), {"verdict": "approved"})
    assert answer.status_code == 409
    assert "U hebt dit zelf voorgesteld" in answer.content.decode()
    assert client.post(page_of(proposal), {"verdict": "withdrawn"}).status_code == 302
    assert ProposalVerdict.objects.get().verdict == "withdrawn"


def test_refusal_without_a_reason_keeps_the_page(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    answer = client_of(second).post(page_of(make_proposal(first, candidate)), {"verdict": "refused"})
    assert answer.status_code == 422
    assert "Schrijf waarom u afwijst" in answer.content.decode()


def test_refusal_is_told_on_the_page_with_its_reason(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    client_of(second).post(page_of(proposal), {"verdict": "refused", "reason": "Niet nodig"})
    page = said(client_of(first), page_of(proposal))
    assert "Dit voorstel is afgewezen door Bram Smit" in page
    assert "Niet nodig" in page
    assert 'name="verdict"' not in page


def test_approval_too_late_keeps_what_was_typed(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    User.objects.filter(pk=candidate.pk).update(is_active=False)
    answer = client_of(second).post(page_of(proposal), {"verdict": "approved", "reason": "Bekeken met Eva"})
    assert answer.status_code == 409
    assert "er iets veranderd" in answer.content.decode()
    assert "Bekeken met Eva" in answer.content.decode()


def test_proposal_of_a_kind_that_someone_takes_no_part_in_is_not_there(
    people: tuple[User, User, User],
) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    decider = give(make_person("Dewi"), make_round(), Role.DECIDER)
    assert client_of(second).get(page_of(proposal)).status_code == 200
    assert client_of(decider).get(page_of(proposal)).status_code == 404
    assert page_of(proposal) not in said(client_of(decider), LIST)


@pytest.mark.parametrize(("role", "status"), [(None, 403), (Role.ASSESSOR, 403), (Role.OFFICIAL, 200)])
def test_list_of_proposals_is_for_who_can_have_a_part_in_them(role: Role | None, status: int) -> None:
    person = make_person("Dirk")
    if role is not None:
        give(person, make_round(), role)
    assert client_of(person).get(LIST).status_code == status


def test_proposals_ask_to_log_in_first() -> None:
    assert Client().get(LIST).status_code == 302
