"""Logging in as people do: with a password and a code, and with a passkey."""

from typing import TYPE_CHECKING

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time

from grants.demo.people import INHABITANTS, PASSWORD, Inhabitant
from tests.journeys.conftest import IN_THE_OPEN, NARROW, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("town")]
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def inhabitant(name: str) -> Inhabitant:
    return next(each for each in INHABITANTS if each.name == name)


def code_of(person: Inhabitant) -> str:
    """What the person's app shows now."""
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(person.totp_secret, counter))


def log_in_with_code(page: "Page", person: Inhabitant) -> None:
    page.goto("/account/login/")
    page.get_by_label("E-mailadres").fill(person.email)
    page.get_by_label("Wachtwoord").fill(PASSWORD)
    page.get_by_role("button", name="Inloggen").click()
    page.get_by_label("Code").fill(code_of(person))
    page.get_by_role("button", name="Inloggen").click()


def header(page: "Page") -> str:
    return page.locator(".sr-user").inner_text()


def test_an_official_logs_in_with_a_password_and_a_code(open_page: Open) -> None:
    with open_page() as page:
        log_in_with_code(page, inhabitant("Aisha Groen"))
        page.get_by_role("heading", name="Proefomgeving").wait_for()
        assert "Aisha Groen" in header(page)


def test_a_wrong_password_says_so_and_keeps_the_address(open_page: Open) -> None:
    with open_page(width=NARROW) as page:
        page.goto("/account/login/")
        page.get_by_label("E-mailadres").fill("aisha.groen@voorbeeldstad.example")
        page.get_by_label("Wachtwoord").fill("helemaal verkeerd")
        page.get_by_role("button", name="Inloggen").click()
        alert = page.get_by_role("alert")
        assert "Er is 1 ding dat nog niet goed is" in alert.inner_text()
        assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
        assert page.get_by_label("E-mailadres").input_value() == "aisha.groen@voorbeeldstad.example"


def test_an_administrator_adds_a_passkey_and_logs_in_with_it(open_page: Open) -> None:
    person = inhabitant("Joke Brouwer")
    with open_page() as page:
        browser = page.context.new_cdp_session(page)
        browser.send("WebAuthn.enable")
        browser.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        log_in_with_code(page, person)
        page.goto("/account/2fa/webauthn/add/")
        page.get_by_label("Inloggen met alleen deze passkey").check()
        page.get_by_role("button", name="Voeg toe").click()
        page.get_by_text("De passkey is toegevoegd.").wait_for()
        page.get_by_role("button", name="Uitloggen").click()
        page.goto("/account/login/")
        page.get_by_role("button", name="Log in met een passkey").click()
        page.get_by_role("heading", name="Proefomgeving").wait_for()
        assert person.name in header(page)


def test_the_keyboard_alone_reaches_the_content_and_the_language(open_page: Open) -> None:
    with open_page() as page:
        page.goto("/rondes/")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Naar de inhoud"
        page.keyboard.press("Enter")
        page.wait_for_url("**/rondes/#inhoud")
        page.get_by_role("button", name="English").press("Enter")
        page.get_by_role("heading", name="Rounds").wait_for()
        assert page.evaluate("document.documentElement.lang") == "en"
