import json

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.accounts import Provider, log_in_services, mail_settings
from config.environment import Environment

ENTRA = {
    "id": "entra",
    "name": "Gemeente",
    "client_id": "rangorde",
    "secret": "geheim",
    "server_url": "https://login.example/gemeente/v2.0",
}


def services_in(value: str) -> list[Provider]:
    return log_in_services(Environment({"OIDC_PROVIDERS": value}), "OIDC_PROVIDERS")


def apps_in(value: str) -> list[dict[str, object]]:
    return [service.as_app() for service in services_in(value)]


def test_without_log_in_services_there_are_none() -> None:
    assert log_in_services(Environment({}), "OIDC_PROVIDERS") == []


def test_log_in_service_is_trusted_with_addresses_only_where_that_is_said() -> None:
    apps = apps_in(
        json.dumps(
            [
                ENTRA,
                {**ENTRA, "id": "digid", "trusts_email": False},
                ENTRA | {"id": "werk", "trusts_email": True},
            ]
        )
    )
    assert [app["settings"] for app in apps] == [
        {"server_url": ENTRA["server_url"], "email_authentication": trusted, "verified_email": trusted}
        for trusted in (False, False, True)
    ]
    assert apps[0] | {"settings": {}} == {
        "provider_id": "entra",
        "name": "Gemeente",
        "client_id": "rangorde",
        "secret": "geheim",
        "settings": {},
    }


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("entra", "Invalid JSON"),
        (json.dumps(ENTRA), "(Input should be a valid array)"),
        (json.dumps([{**ENTRA, "secret": ""}]), "(0: secret: "),
        (json.dumps([{**ENTRA, "server_url": "http://login.example"}]), "(0: server_url: "),
        (json.dumps([{**ENTRA, "server_url": "https://login.example;*"}]), "(0: server_url: "),
        (json.dumps([{**ENTRA, "server_url": "https://["}]), "(0: server_url: "),
        (json.dumps([{**ENTRA, "login_url": "https://"}]), "(0: login_url: "),
        (json.dumps([{**ENTRA, "id": "Entra ID"}]), "(0: id: "),
        (json.dumps([{**ENTRA, "tenant": "x"}]), "(0: tenant: "),
    ],
)
def test_wrong_log_in_service_stops_the_start_with_its_place(value: str, place: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="OIDC_PROVIDERS is niet te gebruiken") as stopped:
        apps_in(value)
    assert place in str(stopped.value)


def test_form_may_lead_to_where_a_service_lets_people_log_in() -> None:
    elsewhere = {**ENTRA, "id": "werk", "login_url": "https://inloggen.example:8443/authorize"}
    assert [service.origin for service in services_in(json.dumps([ENTRA, elsewhere]))] == [
        "https://login.example",
        "https://inloggen.example:8443",
    ]


def test_two_services_with_one_id_stop_the_start() -> None:
    with pytest.raises(ImproperlyConfigured, match="twee diensten met dezelfde id"):
        apps_in(json.dumps([ENTRA, {**ENTRA, "name": "Nog een"}]))


def test_secret_of_a_log_in_service_is_not_in_the_sentence() -> None:
    with pytest.raises(ImproperlyConfigured) as stopped:
        apps_in(json.dumps([{**ENTRA, "id": "Entra ID"}]))
    assert "geheim" not in str(stopped.value)


def test_mail_goes_to_the_console_on_this_machine_alone() -> None:
    backend = mail_settings(Environment({}), "EMAIL_URL", local=True)["EMAIL_BACKEND"]
    assert backend == "django.core.mail.backends.console.EmailBackend"
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL ontbreekt"):
        mail_settings(Environment({}), "EMAIL_URL", local=False)


def test_mail_server_is_read_from_its_address() -> None:
    values = {"EMAIL_URL": "smtp+tls://naam:woord@mail.example:587"}
    found = mail_settings(Environment(values), "EMAIL_URL", local=False)
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS")
    assert [found[name] for name in names] == ["mail.example", 587, "naam", "woord", True]


@pytest.mark.parametrize("value", ["consolemail://", "filemail:///var/mail", "memorymail://"])
def test_mail_that_stays_on_this_machine_is_for_this_machine_alone(value: str) -> None:
    environment = Environment({"EMAIL_URL": value})
    assert "smtp" not in str(mail_settings(environment, "EMAIL_URL", local=True)["EMAIL_BACKEND"])
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL is geen adres van een mailserver"):
        mail_settings(environment, "EMAIL_URL", local=False)


@pytest.mark.parametrize(
    "value",
    [
        "mail.example:587",
        "https://mail.example",
        "dummymail://",
        "smtp://",
        "smtp://mail.example:abc",
        "smtp+tls://[",
    ],
)
def test_address_that_is_no_mail_server_stops_the_start(value: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL is geen adres van een mailserver"):
        mail_settings(Environment({"EMAIL_URL": value}), "EMAIL_URL", local=True)
