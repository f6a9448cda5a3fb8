"""Points are established in the browser: on which all agree, on which they differ, and by the exact mean."""

from typing import TYPE_CHECKING

import pytest

from grants import clock
from grants.enums import Basis
from grants.models import EstablishmentDraft, RoundPoints
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.points import address, assessed, established, first
from tests.grants.rounds import CULTURE, FUND
from tests.journeys.conftest import IN_THE_OPEN, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("transactional_db")]


def test_round_with_agreement_and_disagreement_is_established(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = assessed(CULTURE, 0, 0, applications=2)
        panel.submit(panel.assessors[1], first(panel), {"a": 1}, correction="Ik las het plan nog eens.")
        with open_page(person=panel.official) as page:
            page.goto(f"/rondes/{panel.closed.round.slug}/werk/")
            page.get_by_role("link", name="Punten", exact=True).click()
            page.get_by_role("button", name="Bevestig alles waar iedereen het eens is").click()
            page.get_by_text("Van 1 aanvraag zijn de punten vastgesteld.").wait_for()
            page.get_by_role("link", name=first(panel).organisation.name).click()
            _choose(page, panel)
            page.get_by_text(f"De punten van {first(panel).reference} zijn vastgesteld.").wait_for()
            _sign(page)
    assert established(panel)["a"] == panel.levels("a")[1]
    bases = dict(first(panel).establishments.get().scores.values_list("letter", "basis"))
    assert bases == {**dict.fromkeys(panel.letters, Basis.AGREED), "a": Basis.CHOSEN}


def test_round_is_established_by_exact_mean(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = make_panel(FUND, assessors=3)
        for assessor, choice in zip(panel.assessors, (0, 0, 1), strict=True):
            panel.submit(assessor, first(panel), {"a": choice, "b": None if choice else 0, "c": choice * 3})
        with open_page(person=panel.official) as page:
            page.goto(address(panel))
            page.get_by_role("link", name=first(panel).organisation.name).click()
            assert "3 2/3" in page.locator("tbody tr").first.inner_text()  # (4 + 4 + 3) / 3
            page.get_by_role("button", name="Stel deze punten vast").click()
            page.get_by_text(f"De punten van {first(panel).reference} zijn vastgesteld.").wait_for()
            _sign(page)
    points = RoundPoints.objects.get().points[str(first(panel).reference)]
    assert (points["a"], points["b"], points["c"]) == ("11/3", 4, 3)


def _choose(page: "Page", panel: Panel) -> None:
    """A choice without a reason is refused; what is typed is kept by itself."""
    page.get_by_role("radio", name=f"{panel.levels('a')[1]} ").first.check()
    page.get_by_role("button", name="Stel deze punten vast").click()
    page.get_by_role("alert").get_by_role("link", name="Vertel waarom u dit aantal kiest.").click()
    page.get_by_label("Waarom dit aantal, bij criterium a?").fill("Het plan is dun.")
    page.get_by_text("Bewaard om 20.00 uur").wait_for()
    assert EstablishmentDraft.objects.get().answers["reason-a"] == "Het plan is dun."
    page.get_by_role("button", name="Stel deze punten vast").click()


def _sign(page: "Page") -> None:
    page.get_by_role("link", name="De ronde als geheel").first.click()
    page.get_by_role("button", name="Stel de punten van de ronde vast").click()
    page.get_by_text("Zet hier een vinkje. Dan kunt u vaststellen.").first.wait_for()
    page.get_by_label("Ik heb deze punten bekeken").check()
    page.get_by_role("button", name="Stel de punten van de ronde vast").click()
    page.get_by_text("De punten van deze ronde zijn vastgesteld.").wait_for()
