import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from grants.enums import Role
from grants.models import LogEntry, OutboxRow, Proposal, User
from grants.services.administrator_proposals import propose_administrator
from grants.services.administrators import end_administrator, make_first_administrator
from grants.services.errors import Refused
from grants.services.outbox import carry_out
from grants.services.people import add_person, close_account, invite_person
from grants.services.proposals import approve
from grants.tasks import JOBS
from tests.grants.persons import PASSWORD, client_of, give, make_person, make_round
from tests.grants.queries import assert_constant_queries

pytestmark = pytest.mark.django_db


def mail_out() -> None:
    for row in OutboxRow.objects.filter(done_at=None):
        carry_out(row.pk, JOBS)


def administrators(number: int) -> list[User]:
    return [make_person(f"Beheerder {letter}", administrator=True) for letter in "ABCD"[:number]]


def last_action() -> str:
    return LogEntry.objects.latest("number").action


def test_invited_person_chooses_a_password_through_the_mail_and_logs_in() -> None:
    first, _ = administrators(2)
    client_of(first).post(
        "/personen/uitnodigen/",
        {"name": "Noor Nieuw", "email": "Noor@voorbeeldstad.example", "token": str(uuid4())},
    )
    person = User.objects.get(email="noor@voorbeeldstad.example")
    assert not person.has_usable_password()
    mail_out()
    assert [message.to for message in mail.outbox] == [["noor@voorbeeldstad.example"]]
    found = re.search(r"http://localhost:8000(/account/password/reset/key/\S+)", mail.outbox[0].body)
    assert found is not None
    client = Client()
    form = client.get(found[1]).headers["Location"]
    client.post(form, {"password1": PASSWORD, "password2": PASSWORD})
    answer = Client().post("/account/login/", {"login": person.email, "password": PASSWORD})
    assert answer.headers["Location"] == "/"


def test_address_with_an_account_is_not_invited_again() -> None:
    known = make_person("Noor Bekend")
    client = client_of(administrators(1)[0])
    answer = client.post(
        "/personen/uitnodigen/", {"name": "Noor", "email": known.email.upper(), "token": str(uuid4())}
    )
    assert answer.status_code == 409
    assert f"Er is al een account met {known.email}." in answer.content.decode()
    assert 'value="Noor"' in answer.content.decode()


def test_account_that_nobody_verified_is_taken_over_without_any_way_in_that_it_had() -> None:
    squatter = User.objects.create_user(email="noor@voorbeeldstad.example", name="Iemand", password=PASSWORD)
    EmailAddress.objects.create(user=squatter, email=squatter.email, primary=True, verified=False)
    SocialAccount.objects.create(user=squatter, provider="gemeente", uid="a-1")
    Authenticator.objects.create(user=squatter, type="webauthn", data={"name": "een"})
    there = client_of(squatter)
    assert squatter.check_password(PASSWORD)
    assert there.get("/mijn-gegevens/").status_code == 200
    person = invite_person(by=None, email=squatter.email, name="Noor Nieuw")
    assert (person.pk, person.name, person.has_usable_password()) == (squatter.pk, "Noor Nieuw", False)
    assert not Authenticator.objects.exists()
    assert not SocialAccount.objects.exists()
    assert there.get("/mijn-gegevens/").status_code == 302


def test_closed_person_is_shown_as_closed_and_opened_again() -> None:
    first, _ = administrators(2)
    person, client = make_person("Cor de Wit"), client_of(first)
    client.post(f"/personen/{person.pk}/", {"act": "close"})
    assert not User.objects.get(pk=person.pk).is_active
    assert "Account gesloten" in client.get(f"/personen/{person.pk}/").content.decode()
    assert last_action() == "person_closed"
    client.post(f"/personen/{person.pk}/", {"act": "reopen"})
    assert User.objects.get(pk=person.pk).is_active


def test_nobody_closes_their_own_account() -> None:
    first, *_ = administrators(3)
    with pytest.raises(Refused, match="uw eigen account"):
        close_account(by=first, person=first)


@pytest.mark.parametrize("act", [close_account, end_administrator])
def test_two_administrators_are_left(act: Callable[..., None]) -> None:
    first, second, third = administrators(3)
    act(by=first, person=third)
    with pytest.raises(Refused, match="Er moeten twee beheerders overblijven"):
        act(by=first, person=second)


def test_administrator_is_made_by_two_people() -> None:
    first, second = administrators(2)
    person = make_person("Cor de Wit")
    client_of(first).post(f"/personen/{person.pk}/", {"act": "propose", "reason": "Vervangt mij in mei."})
    assert not User.objects.get(pk=person.pk).is_administrator
    proposal = Proposal.objects.get()
    with pytest.raises(Refused, match="U hebt dit zelf voorgesteld"):
        approve(by=first, proposal=proposal)
    client_of(second).post(f"/voorstellen/{proposal.pk}/", {"verdict": "approved"})
    assert User.objects.get(pk=person.pk).is_administrator


def test_candidate_without_reason_is_not_proposed() -> None:
    first, _ = administrators(2)
    person = make_person()
    answer = client_of(first).post(f"/personen/{person.pk}/", {"act": "propose", "reason": " "})
    assert (answer.status_code, Proposal.objects.count()) == (409, 0)


def test_candidate_is_proposed_once() -> None:
    first, second = administrators(2)
    person = make_person()
    propose_administrator(by=first, person=person, reason="Vervanging")
    with pytest.raises(Refused, match="Dit is al voorgesteld"):
        propose_administrator(by=second, person=person, reason="Vervanging")


def test_candidate_whose_account_was_closed_is_not_made_administrator() -> None:
    first, second = administrators(2)
    person = make_person()
    proposal = propose_administrator(by=first, person=person, reason="Vervanging")
    close_account(by=first, person=person)
    with pytest.raises(Refused, match="Na dit voorstel is er iets veranderd"):
        approve(by=second, proposal=proposal)
    assert not User.objects.get(pk=person.pk).is_administrator


def test_first_two_administrators_come_from_the_command_line_and_no_third() -> None:
    for name in ("aisha", "bram"):
        assert make_first_administrator(email=f"{name}@voorbeeldstad.example", name=name)
    with pytest.raises(Refused, match="Er zijn al twee beheerders"):
        make_first_administrator(email="cor@voorbeeldstad.example", name="cor")
    assert list(User.objects.values_list("is_administrator", flat=True)) == [True, True]


def test_people_are_found_by_name_without_accents_and_by_address() -> None:
    client = client_of(administrators(1)[0])
    add_person(by=None, email="x@elders.example", name="Aïsha Groen")
    add_person(by=None, email="bram@voorbeeldstad.example", name="Bram Smit")
    for words in ("aisha", "ELDERS"):
        text = client.get("/personen/", {"words": words}).content.decode()
        assert ("Aïsha Groen" in text, "Bram Smit" in text) == (True, False)


def test_people_take_the_same_queries_however_many() -> None:
    client = client_of(administrators(1)[0])
    assert_constant_queries(client, "/personen/", make_person, queries=7)


def test_person_may_rename_themselves_and_it_is_logged() -> None:
    person = make_person("Cor de Wit")
    client = client_of(person)
    client.post("/mijn-gegevens/", {"name": " Cor Wit "})
    assert (User.objects.get(pk=person.pk).name, last_action()) == ("Cor Wit", "person_renamed")
    assert 'value="Cor Wit"' in client.get("/mijn-gegevens/").content.decode()


def test_who_has_a_role_is_renamed_by_an_administrator_and_not_by_themselves() -> None:
    first, _ = administrators(2)
    for person in (first, give(make_person("Cor de Wit"), make_round(), Role.DECIDER)):
        answer = client_of(person).post("/mijn-gegevens/", {"name": "Iemand anders"})
        assert (answer.status_code, User.objects.get(pk=person.pk).name) == (409, person.name)
        assert "Vraag daarom een andere beheerder" in answer.content.decode()
    client_of(first).post(f"/personen/{person.pk}/", {"act": "rename", "name": "Cor  Wit"})
    assert User.objects.get(pk=person.pk).name == "Cor Wit"
    refused = client_of(first).post(f"/personen/{person.pk}/", {"act": "rename", "name": "Cor\u202e"})
    assert (refused.status_code, User.objects.get(pk=person.pk).name) == (409, "Cor Wit")
    assert "onzichtbaar teken" in refused.content.decode()


def test_own_second_account_is_not_made_administrator() -> None:
    first, second = administrators(2)
    own = add_person(by=None, email="eigen@elders.example", name=first.name)
    with pytest.raises(Refused, match="dezelfde naam als u"):
        propose_administrator(by=first, person=own, reason="Vervanging")
    proposal = propose_administrator(by=second, person=own, reason="Vervanging")
    with pytest.raises(Refused, match="dezelfde naam als u"):
        approve(by=first, proposal=proposal)


def test_own_page_shows_own_addresses_and_roles() -> None:
    person = give(make_person("Cor de Wit"), make_round("cultuur-2027"), Role.AUDITOR)
    text = client_of(person).get("/mijn-gegevens/").content.decode()
    assert person.email in text
    assert 'controleur in <span lang="nl">cultuur-2027</span>' in text
    assert "stel dat nog in" in text


def test_command_makes_the_first_administrators_and_refuses_with_a_sentence() -> None:
    call_command("make_administrator", "aisha@voorbeeldstad.example", "Aïsha Groen")
    assert User.objects.get().is_administrator
    assert OutboxRow.objects.get().task == "mail_account"
    with pytest.raises(CommandError, match="«bram»: "):
        call_command("make_administrator", "bram", "Bram Smit")
    call_command("make_administrator", "bram@voorbeeldstad.example", "Bram Smit")
    with pytest.raises(CommandError, match="Er zijn al twee beheerders"):
        call_command("make_administrator", "cor@voorbeeldstad.example", "Cor de Wit")
