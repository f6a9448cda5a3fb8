"""Assessing in the browser: ten applications without a mouse, two tabs, stepping back, and a correction."""

from typing import TYPE_CHECKING

import pytest

from grants import clock
from grants.models import Assessment
from grants.selectors.assessing.state import Bar
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.scoring import at
from tests.journeys.conftest import IN_THE_OPEN, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("transactional_db")]


class Keyboard:
    """Presses keys and counts them. The words of a reason are not counted: they are as many as somebody wants."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.pressed = 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.pressed += 1

    def score(self, letter: str, *, last: bool) -> None:
        """The level that has the focus, why, and on to the next criterion; or, after the last, submit."""
        self.press("Space")
        self.press("Enter")
        self.page.keyboard.insert_text(f"Omdat {letter}.")
        self.press("Control+Enter" if last else "Control+ArrowDown")


def test_ten_applications_are_scored_by_keyboard_alone(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = make_panel(assessors=1, applications=10)
        letters = panel.letters
        with open_page(person=panel.assessors[0]) as page:
            page.goto(at(panel, panel.applications[0]))
            keyboard = Keyboard(page)
            for application, following in zip(
                panel.applications, [*panel.applications[1:], None], strict=True
            ):
                for letter in letters:
                    keyboard.score(letter, last=letter == letters[-1])
                page.get_by_text(f"{application.reference} is ingediend.").wait_for()
                assert page.url.endswith(at(panel, following))
    assert Assessment.objects.count() == 10
    assert {each.scores.count() for each in Assessment.objects.all()} == {len(letters)}
    assert keyboard.pressed == 10 * 3 * len(letters)


def test_two_tabs_give_the_page_on_which_one_chooses(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = make_panel()
        address = at(panel, panel.applications[0])
        with open_page(person=panel.assessors[0]) as page:
            page.goto(address)
            other = page.context.new_page()
            other.goto(address)
            other.locator('[name="reason-a"]').fill("In het andere tabblad.")
            other.get_by_role("button", name="Later verder").click()
            other.get_by_text("Uw concept is bewaard.").wait_for()
            page.locator('[name="reason-a"]').fill("In dit tabblad.")
            page.get_by_role("button", name="Later verder").click()
            page.get_by_text("In het andere tabblad.").first.wait_for()
            assert page.get_by_text("In dit tabblad.").count() > 0
    assert panel.applications[0].assessment_drafts.get().answers["reason-a"] == "In het andere tabblad."


def test_who_has_an_interest_after_all_steps_back(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = make_panel(applications=2)
        me, first = panel.assessors[0], panel.applications[0]
        with open_page(person=me) as page:
            page.goto(at(panel, first))
            page.get_by_role("link", name="Ik heb een belang bij deze aanvraag").click()
            page.get_by_role("textbox").fill("Mijn zus werkt er.")
            page.locator("main form button[type=submit]").last.click()
            page.get_by_text(f"U beoordeelt {first.reference} niet. Dank u dat u dit zegt.").wait_for()
    assert panel.state.bar(first, me) == Bar.OWN


def test_what_was_submitted_is_corrected_with_a_reason(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = make_panel()
        me, first = panel.assessors[0], panel.applications[0]
        panel.submit(me, first)
        with open_page(person=me) as page:
            page.goto(at(panel, first))
            page.get_by_role("link", name="Verander uw beoordeling").click()
            page.get_by_label("Waarom verandert u uw beoordeling?").fill("Ik las het plan nog eens.")
            _choose(page, panel)
            page.get_by_text(f"{first.reference} is ingediend.").wait_for()
    assert [
        each.scores.get(letter="a").points for each in first.assessments.order_by("number")
    ] == panel.levels("a")[:2]


def _choose(page: "Page", panel: Panel) -> None:
    """The second level of the first criterion."""
    page.locator(f'input[name="points-a"][value="{panel.levels("a")[1]}"]').check()
    page.locator("[data-submit]").first.click()
