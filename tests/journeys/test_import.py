"""A file of a hundred applications: tried, mended, brought in; and an applicant who takes one over."""

import csv
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.utils.timezone import localtime

from grants import clock
from grants.demo.people import DOMAIN
from grants.enums import Channel
from grants.models import Application, GrantRound, OutboxRow, User
from grants.services.outbox import carry_out
from grants.tasks import JOBS
from tests.journeys.conftest import HEIGHT, IN_THE_OPEN, NARROW, WIDE, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("town")]
ROUND = "samen-sociaal-en-vitaal-2027"
HEADINGS = ["Kenmerk", "Naam organisatie", "KvK-nummer", "Activiteit", "Gevraagd bedrag", "Ontvangen op", "Doelgroep",
            "Eerste dag", "Laatste dag", "Deelnemers bij alle keren samen", "Unieke deelnemers", "E-mailadres"]  # fmt: skip


def one(name: str) -> User:
    return User.objects.get(email=f"{name}@{DOMAIN}")


def write_file(path: Path, *, participants_of_the_last: str) -> Path:
    """A hundred rows as another form gives them: Windows-1252, semicolons, Dutch amounts."""
    yesterday = localtime(clock.now() - timedelta(days=1))
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(HEADINGS)
        for at in range(1, 101):
            participants = participants_of_the_last if at == 100 else str(40 + at)
            writer.writerow(
                [f"F-{at:03}", f"Stichting Café Zoë {at}", f"0009{at:04}", f"Samen eten {at}", f"1.{at:03},50",
                 f"{yesterday:%d-%m-%Y %H:%M}", "Ouderen", "01-03-2027", "31-12-2027", "1.200", participants,
                 f"zoe{at}@voorbeeldstad.example"]
            )  # fmt: skip
    return path


def keep_picture(page: "Page", folder: Path | None, name: str) -> None:
    if folder is not None:
        for width in (WIDE, NARROW):
            page.set_viewport_size({"width": width, "height": HEIGHT})
            page.screenshot(path=folder / f"import-{name}-{width}.png", full_page=True)
        page.set_viewport_size({"width": WIDE, "height": HEIGHT})


def choose(page: "Page", file: Path) -> None:
    page.get_by_label("Waar komt het bestand vandaan?").fill("Formulier van de wijk")
    page.get_by_label("Bestand met aanvragen").set_input_files(file)
    page.get_by_role("button", name="Bekijk het bestand").click()


def test_official_brings_in_a_hundred_after_mending_one(
    open_page: Open, tmp_path: Path, pictures: Path | None
) -> None:
    before = Application.objects.count()
    with open_page(person=one("aisha.groen")) as page:
        page.goto(f"/rondes/{ROUND}/aanvragen/importeren/")
        keep_picture(page, pictures, "1-bestand")
        choose(page, write_file(tmp_path / "aanvragen.csv", participants_of_the_last="0"))
        page.get_by_role("heading", name="Welke kolom is wat?").wait_for()
        assert page.get_by_label("Titel van de aanvraag").input_value() == "Activiteit"
        assert "1.001,50 = € 1.001,50" in page.locator("main").inner_text()
        keep_picture(page, pictures, "2-kolommen")
        page.get_by_role("button", name="Controleer het bestand").click()
        page.get_by_text("Er is 1 fout gevonden").wait_for()
        told = page.locator("main").inner_text()
        assert ("101" in told, "Unieke deelnemers" in told) == (True, True)
        assert "Vul een getal in van ten minste 1." in told
        keep_picture(page, pictures, "3-fout")
        assert Application.objects.count() == before

        page.get_by_role("link", name="Kies het verbeterde bestand").click()
        choose(page, write_file(tmp_path / "verbeterd.csv", participants_of_the_last="140"))
        page.get_by_role("button", name="Controleer het bestand").click()
        page.get_by_text("In dit bestand zijn geen fouten gevonden").wait_for()
        assert "100 aanvragen in, van samen € 105.100" in page.locator("main").inner_text().replace(
            "\xa0", " "
        )
        keep_picture(page, pictures, "4-gereed")
        page.get_by_role("button", name="Lees 100 aanvragen in").click()
        page.get_by_text("100 aanvragen zijn ingelezen").first.wait_for()
        keep_picture(page, pictures, "5-ingelezen")
        page.get_by_role("link", name="Laat aanvragers hun aanvraag overnemen").click()
        page.get_by_role("button", name="Stuur 100 mails met een link").wait_for()
        keep_picture(page, pictures, "6-overnemen")
    grant_round = GrantRound.objects.get(slug=ROUND)
    brought = Application.objects.filter(round=grant_round, channel=Channel.IMPORT)
    assert (brought.count(), brought.filter(organisation__name__startswith="Stichting Café Zoë").count()) == (
        100,
        100,
    )


def test_applicant_takes_over_what_an_official_entered_from_paper(
    open_page: Open, pictures: Path | None, mailoutbox: list[object]
) -> None:
    today = localtime(clock.now() - timedelta(days=1))
    with open_page(person=one("aisha.groen")) as page:
        page.goto(f"/rondes/{ROUND}/aanvragen/op-papier/")
        page.get_by_label("Naam van de organisatie of het initiatief").fill("Bewoners van de Akkers")
        page.get_by_label("Ontvangen op").fill(f"{today:%Y-%m-%d}")
        page.get_by_label("Om", exact=True).fill("11:00")
        page.get_by_label("Hoe heet de activiteit?").fill("Soep op zaterdag")
        keep_picture(page, pictures, "7-papier")
        page.get_by_label("E-mailadres").fill("akkers@voorbeeldstad.example")
        page.get_by_role("button", name="Bewaar de aanvraag").click()
        page.get_by_text("Er is 1 ding dat nog niet goed is").wait_for()
        keep_picture(page, pictures, "8-papier-fout")
        page.get_by_label("Hoeveel subsidie wordt er gevraagd?").fill("1.850")
        page.get_by_role("button", name="Bewaar de aanvraag").click()
        page.get_by_text("van Bewoners van de Akkers is bewaard.").wait_for()
    carry_out(OutboxRow.objects.get(task="mail_claim_link").pk, JOBS)
    link = str(mailoutbox[-1].body).split("/overnemen/")[1].split("/")[0]  # type: ignore[attr-defined]
    with open_page(person=one("fatima.yildiz")) as page:
        page.goto(f"/overnemen/{link}/")
        page.get_by_text("Soep op zaterdag").wait_for()
        keep_picture(page, pictures, "9-overnemen")
        page.get_by_role("button", name="Neem de aanvraag over").click()
        page.get_by_text("U treedt nu op voor Bewoners van de Akkers.").wait_for()
    assert one("fatima.yildiz").represents.get().organisation.name == "Bewoners van de Akkers"
