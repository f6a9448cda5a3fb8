"""Without a mouse: applying until there is a receipt, setting a round up, and going through what an application must have."""

from typing import TYPE_CHECKING

import pytest
from django.utils.timezone import localtime

from grants import clock
from grants.enums import Role, Standing
from grants.models import Application, GrantRound
from tests.grants.after_closing import AFTER, closed, received_with_file
from tests.grants.apply import MONEY, ORGANISATION, PDF, make_applicant
from tests.grants.persons import give, make_person, make_round
from tests.grants.rounds import CULTURE, HAGUE, WHILE_OPEN, make_open_round, version_of
from tests.journeys.conftest import IN_THE_OPEN, Open
from tests.journeys.keyboard import Keyboard

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("transactional_db")]
SUMMARY = "document.activeElement.matches('.sr-errors')"
GROUPS = "[...new Set([...document.querySelectorAll('[type=radio]')].map(each => each.name))]"
FIFTH_OF_MAY = "05052027"
"""Day and month alike, as the language of the browser decides which comes first."""


def test_applicant_applies_without_a_mouse(open_page: Open) -> None:
    person, _organisation = make_applicant()
    with clock.at(WHILE_OPEN):
        make_open_round(HAGUE, "samen-2027")
        with open_page(person=person) as page:
            keys = Keyboard(page)
            page.goto("/rondes/samen-2027/")
            keys.press("Aanvraag beginnen")
            page.wait_for_url("**/nieuw/")
            keys.press("Begin de aanvraag")
            tell_of_the_organisation(page, keys)
            tell_of_the_activity(page, keys)
            for name, text in MONEY.items():
                keys.type(f"[name={name}]", text)
            keys.press("Volgende stap: bijlagen")
            bring_what_is_asked(page, keys)
            keys.press("Volgende stap: controleren")
            page.wait_for_url("**/controleren/")
            keys.reach("[name=declaration]")
            page.keyboard.press("Space")
            keys.press("Dien de aanvraag in")
            page.get_by_role("heading", name="Wij hebben uw aanvraag ontvangen").wait_for()
    assert Application.objects.get().standing == Standing.SUBMITTED


def tell_of_the_organisation(page: "Page", keys: Keyboard) -> None:
    """First without an answer: the page begins with what is wrong, and its links lead to the fields."""
    page.wait_for_url("**/organisatie/")
    keys.press("Volgende stap: de activiteit")
    page.get_by_role("alert").wait_for()
    assert page.evaluate(SUMMARY)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "contact_name"
    page.keyboard.type(ORGANISATION["contact_name"])
    for name in list(ORGANISATION)[1:]:
        keys.type(f"[name={name}]", ORGANISATION[name])
    keys.press("Volgende stap: de activiteit")


def tell_of_the_activity(page: "Page", keys: Keyboard) -> None:
    page.wait_for_url("**/activiteit/")
    for field in page.locator("main form :is(input, textarea):not([type=hidden])").all():
        is_day, is_number = field.get_attribute("type") == "date", bool(field.get_attribute("inputmode"))
        text = FIFTH_OF_MAY if is_day else "250" if is_number else "Elke week eten buren samen."
        keys.type(f"[name={field.get_attribute('name')}]", text)
    keys.press("Volgende stap: het geld")
    page.wait_for_url("**/geld/")


def bring_what_is_asked(page: "Page", keys: Keyboard) -> None:
    """What is not there yet is chosen already."""
    page.wait_for_url("**/bijlagen/")
    for number in range(page.locator(".is-missing").count()):
        name = f"bijlage-{number}.pdf"
        keys.bring("[name=file]", {"name": name, "mimeType": "application/pdf", "buffer": PDF})
        assert page.locator(".sr-file__name").inner_text() == name
        keys.press("Voeg toe")
        page.get_by_text(f"{name} is toegevoegd.").wait_for()
    assert page.locator(".is-missing").count() == 0


def test_official_sets_a_round_up_without_a_mouse(open_page: Open) -> None:
    official = give(make_person(), make_round(), Role.OFFICIAL)
    title, year = version_of(CULTURE).title, localtime(clock.now()).year + 1
    with open_page(person=official) as page:
        keys = Keyboard(page)
        page.goto("/rondes/")
        keys.press("Maak een ronde")
        page.wait_for_url("**/nieuw/")
        keys.type("[name=title]", "Proefronde")
        keys.type("[name=regulation]", title)
        keys.press("Maak deze ronde")
        page.wait_for_url("**/lezingen/")
        for name in page.evaluate(GROUPS):
            keys.choose(f"[name={name}]", "(Zo stelt de regeling het voor.)")
        go_on(page, keys, "geld")
        keys.type("[name=ceiling_cents]", "90.000")
        keys.type("[name=ceiling-0-ceiling]", "90.000")
        keys.type("[name=gazette_number]", "Gemeenteblad 2027, 12345")
        keys.type("[name=gazette_on]", f"0101{year}")
        go_on(page, keys, "momenten")
        for name, text in (
            ("opens_on", f"0202{year}"),
            ("opens_time", "0900a"),
            ("closes_on", f"0303{year}"),
            ("closes_time", "1200p"),
        ):
            keys.type(f"[name={name}]", text)
        go_on(page, keys, "termijn")
        keys.type("[name=term_weeks]", "13")
        keys.choose("[name=term_from]", "vanaf de dag van sluiting")
        keys.type("[name=term_source]", "artikel 1:5")
        go_on(page, keys, "mensen")
        keys.press("Ga verder")
        page.wait_for_url("**/teksten/")
        for name in ("purpose", "audience", "contact"):
            keys.type(f"[name={name}]", "Voor de buurt.")
        go_on(page, keys, "controle")
    made = GrantRound.objects.get(slug="proefronde")
    assert (made.ceiling_cents, made.term_weeks, made.purpose) == (90_000_00, 13, "Voor de buurt.")
    assert made.opens_at is not None
    assert f"{localtime(made.opens_at):%d-%m %H.%M}" == "02-02 09.00"


def go_on(page: "Page", keys: Keyboard, step: str) -> None:
    keys.press("Bewaar en ga verder")
    page.wait_for_url(f"**/{step}/")


def test_official_goes_through_what_an_application_must_have_without_a_mouse(open_page: Open) -> None:
    it = closed()
    application = received_with_file(it.round, it.organisation, it.applicant)
    with clock.at(AFTER), open_page(person=it.official) as page:
        keys = Keyboard(page)
        page.goto(f"/rondes/{it.round.slug}/aanvragen/{application.pk}/")
        keys.press("Controleer de volledigheid")
        page.get_by_role("heading", name="Is de aanvraag compleet?").wait_for()
        keys.press("Vraag op wat ontbreekt")
        page.get_by_role("alert").wait_for()
        assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
        for name in page.evaluate(GROUPS):
            keys.choose(f"[name='{name}']", "in orde")
        keys.press("De aanvraag is compleet")
        page.get_by_text("De aanvraag is compleet.").wait_for()
    assert Application.objects.get().standing == Standing.COMPLETE
