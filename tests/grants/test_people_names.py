from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from grants.forms.organisations import InvitationForm
from grants.forms.people import NameForm, PersonForm
from grants.models import GrantRound, Organisation, RegulationVersion, User
from grants.names import sort_key
from grants.services.acts import title_of
from grants.services.organisations import register_organisation
from grants.services.proposals import approve
from grants.services.regulation_proposals import propose_regulation
from grants.services.rounds.making import make_round as new_round
from tests.grants.documents import document
from tests.grants.persons import PASSWORD, client_of, make_person, make_round
from tests.grants.test_second_step import make_official

pytestmark = pytest.mark.django_db

LONG = "ß" * 150
ADDRESS = f"{'a' * 64}@{'b' * 59}.{'c' * 60}.{'d' * 60}.example"
TOO_LONG = ADDRESS.replace(".example", ".voorbeeld")
NEW = {"email": "n@voorbeeldstad.example", "name": LONG, "password1": PASSWORD, "password2": PASSWORD}


def test_name_that_grows_when_sorted_is_kept_whole_and_signs_up() -> None:
    assert Client().post("/account/signup/", NEW).headers["Location"] == "/account/confirm-email/"
    person = User.objects.get()
    assert (person.name, person.sort_name) == (LONG, "s" * 150)
    client_of(person).post("/mijn-gegevens/", {"name": f"{LONG[:-1]}x"})
    assert User.objects.get().name == f"{LONG[:-1]}x"
    assert register_organisation(by=person, name="ß" * 200).sort_name == "s" * 150


def test_account_is_made_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(NameForm, "signup", fail)
    with pytest.raises(RuntimeError):
        Client().post("/account/signup/", NEW)
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


def test_names_that_look_the_same_are_sorted_the_same() -> None:
    assert sort_key("  Cor\u00a0 de\u200b  Wit ") == sort_key("Cor de Wit") == "cor de wit"
    assert sort_key("\u210cans") == "hans"


def test_name_is_kept_with_one_space_between_its_words() -> None:
    person = make_person("Cor  de\tWit")
    assert person.name == "Cor de Wit"
    assert register_organisation(by=person, name=" De   Brug ").name == "De Brug"


def test_name_or_title_that_comes_by_no_form_is_kept_without_what_nobody_sees() -> None:
    person = make_person("Cor\u202e de\u200b  Wit\x1b")
    assert (person.name, User.objects.get().name) == ("Cor de Wit", "Cor de Wit")
    assert register_organisation(by=person, name="De\u00ad  Brug").name == "De Brug"
    (version,) = RegulationVersion.objects.filter(pk=make_round().regulation_id)
    made = new_round(by=None, slug="nieuw-hier", title=" Cultuur\u202e  2028", regulation=version)
    assert GrantRound.objects.get(pk=made.pk).title == "Cultuur 2028"


def test_title_of_a_regulation_is_kept_without_what_nobody_sees() -> None:
    proposal = propose_regulation(by=make_official(), text=document(title="Regeling\u202e  proef\u200b"))
    assert title_of(proposal) == "Regeling proef"
    approve(by=make_person("Bram Smit", administrator=True), proposal=proposal)
    assert RegulationVersion.objects.get(slug="proef").title == "Regeling proef"


@pytest.mark.parametrize("unseen", ["\u202e", "\u200b", "\x1b", "\u00ad"])
def test_name_with_a_character_that_nobody_sees_is_refused(unseen: str) -> None:
    client = client_of(make_person("Cor de Wit"))
    answer = client.post("/mijn-gegevens/", {"name": f"Cor{unseen} Wit"})
    assert answer.status_code == 422
    assert "In deze naam staat een onzichtbaar teken." in answer.content.decode()
    typed = {"version": 1, "name": f"De{unseen} Brug", "kvk_number": "", "token": str(uuid4())}
    assert client.post("/organisaties/registreren/", typed).status_code == 422
    assert not Organisation.objects.exists()


def test_address_fits_in_its_column_wherever_it_is_typed() -> None:
    assert (len(ADDRESS), len(TOO_LONG)) == (254, 256)
    for email, fits in ((ADDRESS, True), (TOO_LONG, False)):
        assert InvitationForm({"email": email}).is_valid() is fits
        assert PersonForm({"email": email, "name": "Noor", "token": uuid4()}).is_valid() is fits
        answer = Client().post("/account/signup/", {**NEW, "email": email})
        assert answer.status_code == (302 if fits else 200)
    assert "ten hoogste 254 tekens" in answer.content.decode()


def test_command_refuses_an_address_or_a_name_that_the_form_would_refuse() -> None:
    for email, name, most in ((TOO_LONG, "Noor", 254), ("n@voorbeeldstad.example", "x" * 151, 150)):
        with pytest.raises(CommandError, match=f"»: .*{most}"):
            call_command("make_administrator", email, name)


def test_command_makes_an_account_that_is_there_an_administrator() -> None:
    person = make_person("Noor Bekend", password=PASSWORD)
    call_command("make_administrator", person.email.upper(), "Noor")
    known = User.objects.get()
    assert (known.name, known.is_administrator, known.check_password(PASSWORD)) == ("Noor Bekend", True, True)
    with pytest.raises(CommandError, match="al beheerder"):
        call_command("make_administrator", person.email, "Noor")


def test_djangos_own_command_points_to_ours() -> None:
    with pytest.raises(CommandError, match="make_administrator"):
        call_command("createsuperuser")
