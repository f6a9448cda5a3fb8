"""What two people do in the same house: approve each other's proposals, and get in each other's way."""

from pathlib import Path

import pytest

from grants.demo.people import DOMAIN
from grants.models import Municipality, RegulationVersion, User
from tests.journeys.conftest import IN_THE_OPEN, Open

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("town")]
SLUG = "ooststellingwerf-het-fonds"


def one(name: str) -> User:
    return User.objects.get(email=f"{name}@{DOMAIN}")


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A corrected version of a regulation, as a file on somebody's desk."""
    shipped = Path(__file__).resolve().parents[2] / "schemes" / "regulations" / f"{SLUG}.toml"
    file = tmp_path / "het-fonds.toml"
    file.write_text(
        shipped.read_text(encoding="utf-8").replace("Het Fonds", "Het Nieuwe Fonds", 1), encoding="utf-8"
    )
    return file


def test_one_loads_a_regulation_and_another_makes_it_hold(open_page: Open, changed: Path) -> None:
    with open_page(person=one("aisha.groen")) as page:
        page.goto("/regeling-inladen/")
        page.get_by_label("Bestand met de regeling").set_input_files(changed)
        page.get_by_role("button", name="Controleer het document").click()
        page.get_by_label("Waarom stelt u deze versie voor?").fill("De titel was verouderd.")
        page.get_by_role("button", name="Stel voor aan een collega").click()
        page.get_by_text("Uw voorstel is bewaard.").wait_for()
        assert page.get_by_role("button", name="Keur goed").count() == 0
        address = page.url
    assert RegulationVersion.objects.filter(slug=SLUG).count() == 1
    with open_page(person=one("henk.postma")) as page:
        page.goto(address)
        page.get_by_text("De titel was verouderd.").wait_for()
        page.get_by_role("button", name="Keur goed").click()
        page.get_by_text("Het is meteen uitgevoerd.").wait_for()
    assert RegulationVersion.objects.filter(slug=SLUG).count() == 2


def test_a_file_that_is_no_regulation_is_told_with_its_place(open_page: Open, tmp_path: Path) -> None:
    wrong = tmp_path / "verkeerd.toml"
    wrong.write_text('slug = "sport"\ntitle = = "Sport"\n', encoding="utf-8")
    with open_page(person=one("aisha.groen")) as page:
        page.goto("/regeling-inladen/")
        page.get_by_label("Bestand met de regeling").set_input_files(wrong)
        page.get_by_role("button", name="Controleer het document").click()
        page.get_by_text("Er is 1 fout gevonden").wait_for()
        assert "regel 2" in page.locator("main").inner_text()


def test_who_saves_second_keeps_everything_that_was_typed(open_page: Open) -> None:
    with open_page(person=one("joke.brouwer")) as first, open_page(person=one("ravi.ramdin")) as second:
        for page in (first, second):
            page.goto("/gemeente/")
        first.get_by_label("Telefoon").fill("14 0999")
        first.get_by_role("button", name="Bewaar").click()
        first.get_by_text("De gegevens van de gemeente zijn bewaard.").wait_for()
        second.get_by_label("Bezoekadres").fill("Nieuwe Markt 2")
        second.get_by_role("button", name="Bewaar").click()
        second.get_by_role("heading", name="Iemand anders bewaarde eerder").wait_for()
        assert "14 0999" in second.locator("main").inner_text()
        assert "Nieuwe Markt 2" in second.content()
        assert Municipality.objects.get().visiting_address == "Raadhuisplein 1, 1234 AB Voorbeeldstad"
