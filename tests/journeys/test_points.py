"""Points are established in the browser: on which all agree, on which they differ, and by the exact mean."""

import csv
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Basis
from grants.models import Application, EstablishmentDraft, RoundPoints
from grants.scheme_input import prepare
from grants.selectors.assessing.points import beside_of
from schemes.round import Outcome
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.points import address, assessed, established, first, page_of
from tests.grants.rounds import CULTURE, FUND
from tests.journeys.conftest import HEIGHT, IN_THE_OPEN, NARROW, Open

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


def test_means_of_totals_are_exact_on_the_page_in_the_files_and_for_the_engine(open_page: Open) -> None:
    # regulation 000 takes the mean. The first is 17/3: a (4 + 4 + 3) / 3 = 11/3, b 2. The second, which two people
    # assessed, is 7,5: a (4 + 3) / 2 = 3,5, b 4. All else is 0, the fourth level below 4.
    with clock.at(ASSESSING):
        panel = make_panel(FUND, assessors=3)
        _submit(panel, first(panel), 3, {"a": (0, 0, 1), "b": (2, 2, 2)})
        panel.applications.append(add_application(panel))
        _submit(panel, panel.applications[1], 2, {"a": (0, 1), "b": (0, 0)})
        with open_page(person=panel.official) as page:
            page.goto(page_of(panel))
            assert "Totaal 5 2/3 van 40" in page.locator(".sr-total").first.inner_text()
            page.goto(page_of(panel, 1))
            assert "Totaal 7,5 van 40" in page.locator(".sr-total").first.inner_text()
            page.goto(address(panel))
            page.get_by_role("button", name="Stel 2 keer het gemiddelde vast").click()
            page.get_by_text("Van 2 aanvragen zijn de punten vastgesteld.").wait_for()
            assert [row.split()[-1] for row in page.locator("tbody tr").all_inner_texts()] == ["2/3", "7,5"]
            text = _downloaded(page, "Tekst (csv)").read_text("utf-8-sig")
            rows = list(csv.DictReader(text.splitlines(), delimiter=";"))
            sheet = load_workbook(_downloaded(page, "Excel (xlsx)")).active
            _sign(page)
    exact = {row["Volgnummer"]: (row["Teller"], row["Noemer"]) for row in rows if row["Criterium"] == "a"}
    assert exact == {"1": ("11", "3"), "2": ("7", "2")}
    assert sheet is not None
    header = [str(cell.value) for cell in sheet[5]]
    cells = [dict(zip(header, line, strict=True)) for line in sheet.iter_rows(min_row=6, values_only=True)]
    assert [
        (row["Volgnummer"], row["Teller"], row["Noemer"]) for row in cells if row["Criterium"] == "a"
    ] == [
        (1, 11, 3),
        (2, 7, 2),
    ]
    assert {(row["Volgnummer"], row["Totaal van de aanvraag"]) for row in cells} == {(1, 17 / 3), (2, 7.5)}
    prepared = prepare(panel.round, beside_of(panel.round, regulation_of(panel.round)))
    scores = [entry.scores for entry in prepared.round_input.entries]
    assert [each and each[:2] for each in scores] == [(Fraction(11, 3), 2), (Fraction(7, 2), 4)]
    outcome = prepared.outcome()
    assert isinstance(outcome, Outcome)
    assert [line.total for line in outcome.lines] == [Fraction(17, 3), Fraction(15, 2)]


def test_fold_of_a_criterion_has_its_sign_beside_it_on_a_narrow_screen(open_page: Open) -> None:
    with clock.at(ASSESSING):
        panel = assessed(CULTURE, 0, 0)
        with open_page(person=panel.official) as page:
            page.set_viewport_size({"width": NARROW, "height": HEIGHT})
            page.goto(page_of(panel))
            summary, name = (
                page.locator(".sr-fold > summary").first,
                page.locator("summary > .sr-critname").first,
            )
            line, words = summary.bounding_box(), name.bounding_box()
    assert line is not None
    assert words is not None
    assert words["x"] > line["x"] + 8


def _submit(panel: Panel, application: Application, many: int, levels: dict[str, tuple[int, ...]]) -> None:
    """What so many assessors give, as the levels below the highest; the lowest on every other criterion."""
    for at, assessor in enumerate(panel.assessors[:many]):
        panel.declare(assessor)
        if not application.assignments.filter(assessor=assessor).exists():
            panel.assign(application, assessor)
        lowest = {letter: len(panel.levels(letter)) - 1 for letter in panel.letters}
        panel.submit(assessor, application, lowest | {letter: each[at] for letter, each in levels.items()})


def _downloaded(page: "Page", name: str) -> Path:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=name).click()
    kept = Path(waiting.value.path()).with_suffix(Path(waiting.value.suggested_filename).suffix)
    waiting.value.save_as(kept)
    return kept


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
