from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from pytest_django import Settings

from config.accounts import Provider
from grants.enums import Role
from grants.models import LogEntry, User
from tests.grants.oidc import Service, log_in_service
from tests.grants.persons import PASSWORD, give, make_person, make_round

pytestmark = pytest.mark.django_db

CLAIMS = {"sub": "a-1", "email": "noor@voorbeeldstad.example", "name": "Noor Nieuw"}


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with log_in_service() as service:
        service.claims = {**CLAIMS}
        trust(settings, service, trusts_email=True)
        yield service


def trust(settings: Settings, service: Service, *, trusts_email: bool) -> None:
    """The service as OIDC_PROVIDERS would name it, but for https."""
    provider = Provider(
        id="gemeente",
        name="Gemeente",
        client_id="rangorde",
        secret="geheim",
        server_url="https://elders.example",
        trusts_email=trusts_email,
    ).model_copy(update={"server_url": service.address})
    settings.SOCIALACCOUNT_PROVIDERS = {
        "openid_connect": {**settings.SOCIALACCOUNT_PROVIDERS["openid_connect"], "APPS": [provider.as_app()]}
    }


def come_back(client: Client) -> str:
    """Go to the service and come back from it, and give where that leads."""
    asked = client.post("/account/oidc/gemeente/login/").headers["Location"]
    state = parse_qs(urlsplit(asked).query)["state"][0]
    back = client.get("/account/oidc/gemeente/login/callback/", {"code": "code", "state": state})
    return back.headers.get("Location", "")


def test_newcomer_gets_an_account_without_any_role(service: Service) -> None:
    client = Client()
    assert come_back(client) == "/"
    person = User.objects.get()
    assert (person.email, person.name, person.is_administrator) == (CLAIMS["email"], CLAIMS["name"], False)
    assert EmailAddress.objects.get().verified
    assert client.get("/mijn-gegevens/").status_code == 200
    assert "code_verifier" in service.token_requests[0]


def test_name_from_the_service_is_made_to_fit(service: Service) -> None:
    service.claims["name"] = f"Noor \u202e  {'x' * 200}"
    come_back(Client())
    assert User.objects.get().name == f"Noor {'x' * 145}"


def test_address_from_the_service_that_is_too_long_is_asked_for(service: Service) -> None:
    service.claims["email"] = f"{'a' * 64}@{'b' * 60}.{'c' * 60}.{'d' * 60}.voorbeeld"
    assert come_back(Client()) == "/account/3rdparty/signup/"
    assert not User.objects.exists()


def test_known_address_opens_its_account_where_the_service_is_trusted(service: Service) -> None:
    known = make_person("Noor", password=PASSWORD)
    client = Client()
    assert come_back(client) == "/"
    assert client.get("/mijn-gegevens/").context["user"] == known
    assert service.claims["email"] == known.email


def test_address_is_not_verified_by_the_word_of_a_service_that_is_not_trusted(
    service: Service, settings: Settings
) -> None:
    trust(settings, service, trusts_email=False)
    service.claims["email_verified"] = True
    client = Client()
    assert come_back(client) == "/account/confirm-email/"
    assert [address.verified for address in EmailAddress.objects.all()] == [False]
    assert client.get("/mijn-gegevens/").status_code == 302


def test_known_address_opens_nothing_where_the_service_is_not_trusted(
    service: Service, settings: Settings
) -> None:
    known = make_person("Noor", password=PASSWORD)
    trust(settings, service, trusts_email=False)
    client = Client()
    come_back(client)
    assert client.get("/mijn-gegevens/").headers["Location"] == "/account/login/?next=/mijn-gegevens/"
    assert list(User.objects.all()) == [known]


def test_official_who_comes_from_the_service_needs_the_second_step_as_well(service: Service) -> None:
    official = give(make_person("Noor", password=PASSWORD), make_round(), Role.OFFICIAL)
    client = Client()
    assert come_back(client) == "/"
    assert client.get("/mijn-gegevens/").headers["Location"] == "/account/2fa/"
    assert service.claims["email"] == official.email


def test_log_in_page_names_the_service(service: Service) -> None:
    assert service.address
    assert "/account/oidc/gemeente/login/" in Client().get("/account/login/").content.decode()


def lines_of(person: User) -> list[tuple[str, dict[str, object]]]:
    found = LogEntry.objects.filter(object_key=f"person:{person.pk}", actor_id=person.pk).order_by("number")
    return [(line.action, line.payload.data) for line in found]


@pytest.mark.usefixtures("service")
def test_newcomer_through_a_service_stands_in_the_log_with_the_service() -> None:
    come_back(Client())
    assert lines_of(User.objects.get()) == [("service_connected", {"service": "gemeente"})]


@pytest.mark.usefixtures("service")
def test_service_that_opens_a_known_account_stands_in_the_log_once() -> None:
    known = make_person("Noor", password=PASSWORD)
    come_back(Client())
    come_back(Client())
    assert lines_of(known) == [("service_connected", {"service": "gemeente"})]


@pytest.mark.usefixtures("service")
def test_service_that_is_disconnected_stands_in_the_log() -> None:
    known = make_person("Noor", password=PASSWORD)
    client = Client()
    come_back(client)
    client.post("/account/3rdparty/", {"account": SocialAccount.objects.get().pk})
    assert lines_of(known)[1:] == [("service_disconnected", {"service": "gemeente"})]
    assert not SocialAccount.objects.exists()
