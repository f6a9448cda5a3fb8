"""The second theme, a form with mistakes, and a page without the design system's sheets: as readable as the rest."""

from typing import TYPE_CHECKING

import pytest

from grants.demo.people import DOMAIN
from grants.models import GrantRound, Municipality, Theme, User
from tests.journeys.conftest import IN_THE_OPEN, NARROW, NARROWEST, WIDE, Open
from tests.journeys.test_every_page import SIDEWAYS, violations

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("town")]


def faults(page: "Page") -> list[str]:
    return violations(pytest.importorskip("axe_playwright_python.sync_playwright").Axe().run(page).response)


def joke() -> User:
    return User.objects.get(email=f"joke.brouwer@{DOMAIN}")


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_a_form_with_mistakes_in_the_second_theme_has_no_faults(open_page: Open, width: int) -> None:
    Municipality.objects.update(theme=Theme.KERSENDAM)
    with open_page(person=joke(), width=width) as page:
        page.goto("/personen/uitnodigen/")
        page.get_by_label("E-mailadres").fill("geen adres")
        page.locator("main form button").click()
        page.get_by_role("alert").wait_for()
        assert (
            page.evaluate("getComputedStyle(document.querySelector('header')).backgroundColor")
            == "rgb(138, 26, 45)"
        )
        assert page.get_by_label("E-mailadres").input_value() == "geen adres"
        assert faults(page) == []


@pytest.mark.parametrize("address", ["/", "/personen/", "/gemeente/"])
def test_a_page_without_the_sheets_of_others_has_no_faults(
    open_page: Open, complaints: list[str], address: str
) -> None:
    with open_page(person=joke()) as page:
        page.route("**/vendor/**", lambda route: route.abort())
        page.goto(address)
        assert faults(page) == []
        page.set_viewport_size({"width": NARROWEST, "height": 900})
        assert page.evaluate(SIDEWAYS) <= 0
    complaints.clear()  # the sheets that were held back


def test_the_first_link_of_a_summary_leads_to_the_field(open_page: Open) -> None:
    with open_page(person=joke()) as page:
        page.goto("/personen/uitnodigen/")
        page.locator("main form button").click()
        page.get_by_role("alert").get_by_role("link").first.click()
        assert page.evaluate("document.activeElement.tagName") == "INPUT"
        assert page.evaluate("document.activeElement.getAttribute('aria-invalid')") == "true"


LOOK = """one => {
  const {borderTopColor, borderTopWidth, backgroundColor, boxShadow, outlineStyle} = getComputedStyle(one);
  return {borderTopColor, borderTopWidth, backgroundColor, boxShadow, outlineStyle};
}"""
IS_RIGHT = "one => one.validity.valid"
ASKS_NOTHING = "all => all.forEach(one => one.required = false)"
DRAWN = "() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/rondes/{round}/rollen/", "main input[type=radio][name=role]"),
        ("/gemeente/", "main textarea[name=objection_address]"),
    ],
)
def test_what_was_not_filled_in_yet_is_not_coloured_as_a_mistake(
    open_page: Open, address: str, field: str
) -> None:
    Municipality.objects.update(objection_address="")
    with open_page(person=joke()) as page:
        page.goto(address.format(round=GrantRound.objects.values_list("slug", flat=True)[0]))
        fields = page.locator(field)
        assert fields.first.evaluate(IS_RIGHT) is False
        look = fields.first.evaluate(LOOK)
        fields.evaluate_all(ASKS_NOTHING)
        assert fields.first.evaluate(IS_RIGHT) is True
        assert fields.first.evaluate(LOOK) == look


def test_what_is_folded_is_open_on_paper(open_page: Open) -> None:
    with open_page() as page:
        page.goto("/regelingen/cultuurparticipatie/")
        folded = page.locator("details.sr-fold:not([open]) > :not(summary)").first
        is_seen = "one => one.checkVisibility({contentVisibilityAuto: true})"
        page.evaluate(DRAWN)
        assert folded.evaluate(is_seen) is False
        page.emulate_media(media="print")
        page.evaluate(DRAWN)
        assert folded.evaluate(is_seen) is True
