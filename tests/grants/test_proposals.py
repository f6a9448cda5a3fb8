from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied

from grants import clock
from grants.enums import Action, ProposalKind, Role, Verdict
from grants.models import LogEntry, Proposal, ProposalPayload, ProposalVerdict, User
from grants.selectors.proposals import open_proposals_for, proposals_for
from grants.services.acts import ACTS, title_of
from grants.services.administrators import state_of
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.keys import person_key
from grants.services.people import change_name
from grants.services.proposals import approve, propose, refuse, withdraw
from grants.services.purge import purge_payloads
from tests.grants.persons import client_of, give, make_person, make_round
from tests.grants.races import at_once


def make_administrator(name: str) -> User:
    return make_person(name, administrator=True)


def make_proposal(by: User, candidate: User) -> Proposal:
    return propose(
        by=by,
        kind=ProposalKind.MAKE_ADMINISTRATOR,
        about=person_key(candidate),
        state=state_of(candidate),
        payload={"person": candidate.pk, "name": candidate.name},
        reason="Vervangt Bakker",
    )


@pytest.fixture
def people(db: None) -> tuple[User, User, User]:  # noqa: ARG001 - the order in which fixtures are made
    """Two administrators and someone who may become one."""
    return make_administrator("Aïsha Groen"), make_administrator("Bram Smit"), make_person("Cor de Wit")


def is_administrator(person: User) -> bool:
    return User.objects.values_list("is_administrator", flat=True).get(pk=person.pk)


def log_of(person: User) -> list[tuple[str, User | None]]:
    entries = (
        LogEntry.objects.filter(object_key=person_key(person)).order_by("number").select_related("actor")
    )
    return [(entry.action, entry.actor) for entry in entries if entry.action != "person_added"]


def test_every_kind_of_proposal_has_its_act() -> None:
    assert set(ACTS) == set(ProposalKind)


def test_proposal_keeps_its_payload_with_its_fingerprint(people: tuple[User, User, User]) -> None:
    first, _second, candidate = people
    proposal = make_proposal(first, candidate)
    proposal.refresh_from_db()
    data = {
        "payload": {"name": "Cor de Wit", "person": candidate.pk},
        "proposer": "Aïsha Groen",
        "reason": "Vervangt Bakker",
    }
    assert proposal.payload_sha256 == fingerprint({"salt": proposal.kept.salt, "data": data})
    assert make_proposal(first, candidate).payload_sha256 != proposal.payload_sha256
    assert not is_administrator(candidate)


def test_approval_carries_the_act_out_and_all_is_in_the_log(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    verdict = approve(by=second, proposal=make_proposal(first, candidate))
    assert (verdict.verdict, verdict.given_by) == (Verdict.APPROVED, second)
    assert is_administrator(candidate)
    assert log_of(candidate)[-3:] == [
        ("proposal_made", first),
        ("administrator_made", second),
        ("proposal_approved", second),
    ]


def test_nobody_approves_their_own_proposal(people: tuple[User, User, User]) -> None:
    first, _second, candidate = people
    proposal = make_proposal(first, candidate)
    with pytest.raises(Refused, match="U hebt dit zelf voorgesteld"):
        approve(by=first, proposal=proposal)
    assert not is_administrator(candidate)


def test_nobody_refuses_their_own_proposal(people: tuple[User, User, User]) -> None:
    first, _second, candidate = people
    with pytest.raises(Refused, match="U hebt dit zelf voorgesteld"):
        refuse(by=first, proposal=make_proposal(first, candidate), reason="toch niet")


def test_second_account_with_the_same_name_is_no_second_person(people: tuple[User, User, User]) -> None:
    first, _second, candidate = people
    again = make_administrator("Tweede Account")
    User.objects.filter(pk=again.pk).update(name="aisha groen", sort_name="aisha groen")
    proposal = make_proposal(first, candidate)
    with pytest.raises(Refused, match="heeft of had dezelfde naam als u"):
        approve(by=User.objects.get(pk=again.pk), proposal=proposal)
    assert not is_administrator(candidate)


@pytest.mark.parametrize("renamed", [0, 1], ids=["proposer", "approver"])
def test_another_name_after_the_proposal_makes_no_second_person(
    people: tuple[User, User, User], renamed: int
) -> None:
    first, second, candidate = people
    again = make_person("Tweede Account", administrator=True)
    change_name(by=second, person=again, name="Aisha  Groen")
    again.refresh_from_db()
    make_proposal(first, candidate)
    change_name(by=second, person=(first, again)[renamed], name="Iemand Anders")
    first.refresh_from_db()
    again.refresh_from_db()
    assert first.name != again.name
    for judge in (approve, lambda **both: refuse(reason="toch niet", **both)):
        with pytest.raises(Refused, match="heeft of had dezelfde naam als u"):
            judge(by=again, proposal=Proposal.objects.get())
    assert not is_administrator(candidate)


def test_name_of_before_the_proposal_does_not_count(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    again = make_person("Aisha Groen", administrator=True)
    change_name(by=second, person=again, name="Aisha van Dam")
    again.refresh_from_db()
    approve(by=again, proposal=make_proposal(first, candidate))
    assert is_administrator(candidate)


def test_candidate_who_got_another_name_is_proposed_anew(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    change_name(by=first, person=candidate, name="Iemand Anders")
    with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
        approve(by=second, proposal=proposal)
    assert not is_administrator(candidate)


def test_who_may_not_propose_is_refused(people: tuple[User, User, User]) -> None:
    _first, _second, candidate = people
    with pytest.raises(PermissionDenied):
        make_proposal(candidate, candidate)
    assert Proposal.objects.count() == 0


@pytest.mark.parametrize(
    "judge", [approve, lambda *, by, proposal: refuse(by=by, proposal=proposal, reason="x")]
)
def test_who_may_not_approve_is_refused(
    people: tuple[User, User, User], judge: Callable[..., ProposalVerdict]
) -> None:
    first, _second, candidate = people
    proposal = make_proposal(first, candidate)
    with pytest.raises(PermissionDenied):
        judge(by=give(make_person("Dirk"), make_round(), *Role), proposal=proposal)
    assert ProposalVerdict.objects.count() == 0


def test_administrator_who_lost_that_role_may_not_approve(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    User.objects.filter(pk=second.pk).update(is_administrator=False)
    with pytest.raises(PermissionDenied):
        approve(by=User.objects.get(pk=second.pk), proposal=proposal)


def test_approval_is_refused_when_the_object_has_changed(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    User.objects.filter(pk=candidate.pk).update(is_active=False)
    with pytest.raises(Refused, match="er iets veranderd"):
        approve(by=second, proposal=proposal)
    assert not is_administrator(candidate)
    assert ProposalVerdict.objects.count() == 0


def test_approval_is_refused_when_the_payload_is_not_what_was_proposed(
    people: tuple[User, User, User],
) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    proposal.kept.data["payload"] = {"person": second.pk, "name": second.name}
    with pytest.raises(Refused, match="inhoud van dit voorstel is veranderd"):
        approve(by=second, proposal=proposal)


def test_approval_that_cannot_be_carried_out_leaves_nothing(people: tuple[User, User, User]) -> None:
    first, second, _candidate = people
    proposal = make_proposal(first, second)
    with pytest.raises(Refused):
        approve(by=make_administrator("Eva"), proposal=proposal)
    assert ProposalVerdict.objects.count() == 0
    assert [action for action, _by in log_of(second)][-1] == "proposal_made"


def test_refusal_needs_a_reason_and_carries_nothing_out(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    with pytest.raises(Refused, match="Geef een reden op"):
        refuse(by=second, proposal=proposal, reason="  ")
    verdict = refuse(by=second, proposal=proposal, reason=" Niet nodig ")
    assert (verdict.verdict, verdict.reason) == (Verdict.REFUSED, "Niet nodig")
    assert not is_administrator(candidate)
    assert log_of(candidate)[-1] == ("proposal_refused", second)


def test_withdrawing_is_for_who_proposed(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    with pytest.raises(Refused, match="Alleen wie het voorstel deed"):
        withdraw(by=second, proposal=proposal)
    assert withdraw(by=first, proposal=proposal).verdict == Verdict.WITHDRAWN
    assert log_of(candidate)[-1] == ("proposal_withdrawn", first)


@pytest.mark.parametrize(
    "ended", [approve, lambda *, by, proposal: refuse(by=by, proposal=proposal, reason="x")]
)
def test_proposal_ends_once(people: tuple[User, User, User], ended: Callable[..., ProposalVerdict]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    ended(by=second, proposal=proposal)
    for again in (
        lambda: approve(by=second, proposal=proposal),
        lambda: refuse(by=second, proposal=proposal, reason="x"),
        lambda: withdraw(by=first, proposal=proposal),
    ):
        with pytest.raises(Refused, match="al afgehandeld"):
            again()
    assert ProposalVerdict.objects.count() == 1


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_of_two_who_approve_at_once_one_does_and_the_other_hears_it() -> None:
    first, candidate = make_administrator("Aïsha Groen"), make_person("Cor de Wit")
    approvers = [make_administrator(name) for name in ("Bram Smit", "Dewi Jansen")]
    proposal = make_proposal(first, candidate)
    said = at_once(
        [lambda by=by: approve(by=by, proposal=Proposal.objects.get(pk=proposal.pk)) for by in approvers]
    )
    assert said == [
        "Dit voorstel is al afgehandeld. Open het opnieuw om te zien hoe, en door wie.",
        "done",
    ]
    assert ProposalVerdict.objects.count() == 1
    assert LogEntry.objects.filter(action="administrator_made").count() == 1


def test_open_proposals_are_shown_to_who_takes_part_in_them(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    make_proposal(first, candidate)
    decider, auditor = (
        give(make_person(name), make_round(slug), role)
        for name, slug, role in (("Dewi", "een", Role.DECIDER), ("Ed", "twee", Role.AUDITOR))
    )
    found = {person.name: open_proposals_for(person).count() for person in (first, second, decider, auditor)}
    assert found == {"Aïsha Groen": 1, "Bram Smit": 1, "Dewi": 0, "Ed": 1}


def test_ended_proposals_wait_no_longer(people: tuple[User, User, User]) -> None:
    first, second, candidate = people
    proposal = make_proposal(first, candidate)
    assert list(open_proposals_for(second)) == [proposal]
    withdraw(by=first, proposal=proposal)
    assert list(open_proposals_for(second)) == []
    assert list(proposals_for(second)) == [proposal]


REAL = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def purged(kind: Action) -> None:
    purge_payloads(kind=kind, before=clock.now())


@REAL
def test_proposal_whose_payload_was_removed_is_not_approved_and_its_page_says_so() -> None:
    first, second = make_administrator("Aïsha Groen"), make_administrator("Bram Smit")
    candidate = make_person("Cor de Wit")
    pk = make_proposal(first, candidate).pk
    page = client_of(second).get(f"/voorstellen/{pk}/").content.decode()
    assert "Cor de Wit" in page
    assert "Vervangt Bakker" in page
    purged(Action.PROPOSAL_MADE)
    proposal = Proposal.objects.get(pk=pk)
    assert title_of(proposal) == "verwijderd onder de bewaartermijn"
    page = client_of(second).get(f"/voorstellen/{pk}/").content.decode()
    assert "Dit is verwijderd onder de bewaartermijn." in page
    assert "Cor de Wit" not in page
    assert "Vervangt Bakker" not in page
    with pytest.raises(Refused, match="verwijderd onder de bewaartermijn"):
        approve(by=second, proposal=proposal)
    assert not is_administrator(candidate)
    refuse(by=second, proposal=proposal, reason="Te oud")


@REAL
def test_reason_of_a_verdict_is_removed_by_its_own_kind_alone() -> None:
    first, second = make_administrator("Aïsha Groen"), make_administrator("Bram Smit")
    pk = make_proposal(first, make_person("Cor de Wit")).pk
    refuse(by=second, proposal=Proposal.objects.get(pk=pk), reason="Te veel werk")
    address = f"/voorstellen/{pk}/"
    purged(Action.PROPOSAL_APPROVED)
    assert "Te veel werk" in client_of(first).get(address).content.decode()
    purged(Action.PROPOSAL_REFUSED)
    page = client_of(first).get(address).content.decode()
    assert "Te veel werk" not in page
    assert "De reden is verwijderd onder de bewaartermijn." in page
    assert ProposalPayload.objects.count() == 1


@REAL
def test_proposal_made_after_the_term_keeps_its_payload() -> None:
    first = make_administrator("Aïsha Groen")
    make_proposal(first, make_person("Cor de Wit"))
    purge_payloads(kind=Action.PROPOSAL_MADE, before=clock.now() - timedelta(days=1))
    assert ProposalPayload.objects.count() == 1
