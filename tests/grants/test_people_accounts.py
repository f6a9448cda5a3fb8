import re
from base64 import b32decode
from hashlib import sha1
from hmac import digest
from pathlib import Path
from time import time

import allauth
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings as site
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from pytest_django import Settings

from grants.enums import Role
from grants.models import Municipality, User
from tests.grants.persons import PASSWORD, client_of, give, make_person, make_round

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"
NEW = {
    "email": "nieuw@voorbeeldstad.example",
    "name": "Noor Nieuw",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


def code_of(secret: str, steps: int = 0) -> str:
    """The code that an app shows (RFC 6238), some steps of thirty seconds from now."""
    counter = int(time()) // 30 + steps
    hashed = digest(b32decode(secret), counter.to_bytes(8, "big"), sha1)
    start = hashed[-1] & 15
    return str((int.from_bytes(hashed[start : start + 4], "big") & 0x7FFFFFFF) % 10**6).zfill(6)


def log_in(client: Client, person: User, password: str = PASSWORD) -> str:
    """Send the log-in form, and give where it leads; the empty text for nowhere."""
    answer = client.post("/account/login/", {"login": person.email, "password": password})
    return answer.headers.get("Location", "")


def test_applicant_makes_an_account_confirms_the_address_and_logs_in() -> None:
    client = Client()
    assert client.post("/account/signup/", NEW).headers["Location"] == "/account/confirm-email/"
    person = User.objects.get(email=NEW["email"])
    assert (person.name, person.is_administrator, log_in(client, person)) == (
        "Noor Nieuw",
        False,
        "/account/confirm-email/",
    )
    found = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[0].body)
    assert found is not None
    client.post(found[1])
    assert log_in(Client(), person) == "/"


def test_sign_up_with_a_known_address_answers_as_with_a_new_one() -> None:
    known = make_person()
    answers = [
        Client().post("/account/signup/", {**NEW, "email": email}) for email in (known.email, NEW["email"])
    ]
    assert [(answer.status_code, answer.headers["Location"]) for answer in answers] == [
        (302, "/account/confirm-email/")
    ] * 2
    assert [message.to for message in mail.outbox] == [[known.email], [NEW["email"]]]


def test_password_reset_for_an_unknown_address_answers_as_for_a_known_one() -> None:
    known = make_person(password=PASSWORD)
    answers = [
        Client().post("/account/password/reset/", {"email": email}) for email in (known.email, NEW["email"])
    ]
    assert len({(answer.status_code, answer.headers["Location"]) for answer in answers}) == 1
    assert "/account/password/reset/key/" in mail.outbox[0].body


@pytest.mark.parametrize("password", ["kort-woord1", "password1234", "123456789012", "nieuw@voorbeeldstad"])
def test_weak_password_is_refused(password: str) -> None:
    answer = Client().post("/account/signup/", {**NEW, "password1": password, "password2": password})
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_log_in_tried_on_and_on_ends_in_a_sentence() -> None:
    person = make_person(password=PASSWORD)
    answers = [
        Client().post("/account/login/", {"login": person.email, "password": f"mis-{number}"})
        for number in range(60)
    ]
    assert {answer.status_code for answer in answers[-29:]} == {429}
    assert "Wacht" in answers[-1].content.decode()
    assert log_in(Client(), person) == ""


def test_sixth_wrong_password_for_one_account_says_to_wait_also_from_elsewhere() -> None:
    person = make_person(password=PASSWORD)
    for number in range(5):
        assert log_in(Client(REMOTE_ADDR=f"192.0.2.{number}"), person, "mis") == ""
    elsewhere = Client(REMOTE_ADDR="198.51.100.7")
    answer = elsewhere.post("/account/login/", {"login": person.email, "password": PASSWORD})
    assert "U hebt te vaak geprobeerd in te loggen. Wacht vijf minuten" in answer.content.decode()


def test_closed_account_is_logged_out_at_once_and_cannot_log_in() -> None:
    person = make_person(password=PASSWORD)
    client = client_of(person)
    assert client.get("/mijn-gegevens/").status_code == 200
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert client.get("/mijn-gegevens/").headers["Location"] == "/account/login/?next=/mijn-gegevens/"
    assert log_in(Client(), person) == "/account/inactive/"


def test_applicant_needs_no_second_step() -> None:
    client = Client()
    assert log_in(client, make_person(password=PASSWORD)) == "/"
    assert client.get("/mijn-gegevens/").status_code == 200


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize("role", Role)
def test_whoever_has_a_role_sets_the_second_step_up_before_anything_else(role: Role) -> None:
    person = give(make_person(password=PASSWORD), make_round(), role)
    client = Client()
    log_in(client, person)
    assert client.get("/mijn-gegevens/").headers["Location"] == "/account/2fa/"
    assert client.get("/").headers["Location"] == "/account/2fa/"
    page = client.get("/account/2fa/totp/activate/")
    secret = page.context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": code_of(secret)})
    assert client.get("/mijn-gegevens/").status_code == 200
    assert EmailAddress.objects.filter(user=person, verified=True).count() == 1


def test_administrator_needs_the_second_step() -> None:
    client = Client()
    log_in(client, make_person(administrator=True, password=PASSWORD))
    assert client.get("/personen/").headers["Location"] == "/account/2fa/"


def test_log_in_asks_for_the_code_of_the_app() -> None:
    person = give(make_person(password=PASSWORD), make_round(), Role.OFFICIAL)
    TOTP.activate(person, SECRET)
    client = Client()
    assert log_in(client, person) == "/account/2fa/authenticate/"
    assert client.get("/mijn-gegevens/").headers["Location"] == "/account/login/?next=/mijn-gegevens/"
    assert client.post("/account/2fa/authenticate/", {"code": code_of(SECRET)}).headers["Location"] == "/"
    assert client.get("/mijn-gegevens/").status_code == 200


def test_session_from_before_the_role_must_prove_the_second_step() -> None:
    person = make_person(password=PASSWORD)
    old = Client()
    log_in(old, person)
    assert old.get("/mijn-gegevens/").status_code == 200
    give(person, make_round(), Role.OFFICIAL)
    TOTP.activate(person, SECRET)
    assert (
        old.get("/mijn-gegevens/").headers["Location"]
        == "/account/2fa/reauthenticate/?next=%2Fmijn-gegevens%2F"
    )
    answer = old.post("/account/2fa/reauthenticate/?next=/mijn-gegevens/", {"code": code_of(SECRET)})
    assert answer.headers["Location"] == "/mijn-gegevens/"
    assert old.get("/mijn-gegevens/").status_code == 200


def test_last_second_step_stays_for_who_needs_it_and_goes_for_an_applicant() -> None:
    official = give(make_person(password=PASSWORD), make_round(), Role.OFFICIAL)
    applicant = make_person(password=PASSWORD)
    for person, left in ((official, 1), (applicant, 0)):
        TOTP.activate(person, SECRET)
        client = Client()
        log_in(client, person)
        client.post("/account/2fa/authenticate/", {"code": code_of(SECRET)})
        client.post("/account/2fa/totp/deactivate/")
        assert Authenticator.objects.filter(user=person).count() == left


def test_last_passkey_stays_for_who_needs_it() -> None:
    official = give(make_person(password=PASSWORD), make_round(), Role.OFFICIAL)
    passkeys = [
        Authenticator.objects.create(user=official, type="webauthn", data={"name": name})
        for name in ("een", "twee")
    ]
    client = client_of(official)
    session = client.session
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session["account_authentication_methods_user"] = str(official.pk)
    session.save()
    for passkey in passkeys:
        client.post(f"/account/2fa/webauthn/keys/{passkey.pk}/remove/")
    assert list(Authenticator.objects.filter(user=official)) == passkeys[1:]
    assert "Dit is uw enige tweede stap." in client.get("/account/2fa/webauthn/").content.decode()


def test_sessions_elsewhere_end_at_once() -> None:
    person = make_person(password=PASSWORD)
    here, there = Client(), Client()
    log_in(here, person)
    log_in(there, person)
    assert there.get("/mijn-gegevens/").status_code == 200
    here.post("/account/sessions/")
    assert [client.get("/mijn-gegevens/").status_code for client in (here, there)] == [200, 302]


def test_every_mail_about_an_account_is_ours() -> None:
    theirs = Path(allauth.__file__).parent / "templates"
    ours = {
        str(path.relative_to(site.ROOT / "templates"))
        for path in (site.ROOT / "templates").rglob("email/*.txt")
    }
    by_code = {f"account/email/password_reset_code_{part}.txt" for part in ("subject", "message")}
    assert {str(path.relative_to(theirs)) for path in theirs.rglob("email/*.txt")} - by_code == ours


def test_mail_to_confirm_an_address_is_dutch_and_names_the_municipality() -> None:
    Municipality.objects.create(pk=1, name="Voorbeeldstad")
    Client().post("/account/signup/", NEW)
    assert mail.outbox[0].subject == "Bevestig uw e-mailadres"
    assert mail.outbox[0].body.splitlines()[0::2][:2] == [
        "Beste lezer,",
        "Open dit adres om te bevestigen dat dit uw e-mailadres is:",
    ]
    assert mail.outbox[0].body.endswith("gemeente Voorbeeldstad, Rangorde")


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_change_of_the_second_step_is_told_by_mail() -> None:
    person = make_person(password=PASSWORD)
    client = Client()
    log_in(client, person)
    secret = client.get("/account/2fa/totp/activate/").context["form"].secret
    client.post("/account/2fa/totp/activate/", {"code": code_of(secret)})
    assert [message.subject for message in mail.outbox] == ["Inloggen met een app staat aan"]
    assert "vanaf IP-adres 127.0.0.1" in mail.outbox[0].body
    assert "&" not in mail.outbox[0].body


def test_official_moves_to_another_address() -> None:
    person = give(make_person(password=PASSWORD), make_round(), Role.OFFICIAL)
    TOTP.activate(person, SECRET)
    client = Client()
    log_in(client, person)
    client.post("/account/2fa/authenticate/", {"code": code_of(SECRET)})
    client.post("/account/email/", {"action_add": "", "email": "nieuw@voorbeeldstad.example"})
    found = re.search(r"http://testserver(/account/confirm-email/\S+)", mail.outbox[-1].body)
    assert found is not None
    client.post(found[1])
    client.post("/account/email/", {"action_primary": "", "email": "nieuw@voorbeeldstad.example"})
    assert User.objects.get(pk=person.pk).email == "nieuw@voorbeeldstad.example"


class DownBackend(BaseEmailBackend):
    """A mail server that does not answer."""

    def send_messages(self, _messages: object) -> int:
        raise ConnectionRefusedError


@pytest.mark.parametrize(
    ("address", "typed"),
    [("/account/signup/", NEW), ("/account/password/reset/", {"email": "noor@voorbeeldstad.example"})],
)
def test_mail_server_that_is_down_ends_in_a_sentence(
    settings: Settings, address: str, typed: dict[str, str]
) -> None:
    make_person("Noor", password=PASSWORD)
    settings.EMAIL_BACKEND = f"{__name__}.DownBackend"
    page = Client().post(address, typed, follow=True)
    assert page.status_code == 200
    assert "De mail is niet verstuurd." in page.content.decode()
