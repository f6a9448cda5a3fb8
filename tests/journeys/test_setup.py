"""A round under each regulation: set up by an official, published by a decider, read by everyone."""

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils.timezone import localtime

from grants import clock
from grants.demo.people import DOMAIN
from grants.enums import Role, Stage
from grants.models import GrantRound, User
from grants.selectors.regulations import latest_version
from tests.grants.persons import give
from tests.grants.rounds import CLOSES, make_open_round
from tests.journeys.conftest import IN_THE_OPEN, Open

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [IN_THE_OPEN, pytest.mark.usefixtures("town")]
AMOUNTS = {
    "den-haag-samen-sociaal-vitaal-2026": {"Subsidieplafond": "120.000"},
    "cultuurparticipatie": {"Deelplafond": "90.000,50"},
    "ooststellingwerf-het-fonds": {
        "Kleine initiatieven": "50.000",
        "Grote initiatieven": "95.000",
    },
    "apeldoorn-basisontmoetingsplekken": {},
    "apeldoorn-vrijwilligers-mantelzorg": {},
}
"""Of each regulation the lists that it names itself. The others are named by who sets the round up."""

NAMED = {
    "apeldoorn-basisontmoetingsplekken": [("area", "Noordoost", "300.000"), ("area", "Dorpen", "100.000")],
    "apeldoorn-vrijwilligers-mantelzorg": [("deelplafond", "Vrijwilligers", "80.000"), ("deelplafond", "Mantelzorg", "60.000")],
}  # fmt: skip


BY_AN_ADMINISTRATOR = "cultuurparticipatie"
"""The regulation under which an administrator gives the decider that role in the browser as well."""


def one(name: str) -> User:
    return User.objects.get(email=f"{name}@{DOMAIN}")


@pytest.mark.parametrize("regulation", AMOUNTS)
def test_one_sets_a_round_up_another_publishes_it_and_everyone_reads_it(
    open_page: Open, regulation: str
) -> None:
    with open_page(person=one("aisha.groen")) as page:
        make(page, regulation)
        confirm_readings(page)
        fill_money(page, regulation)
        fill_moments(page)
        fill_term(page)
        page.get_by_text("Er is nog geen beslisser").wait_for()
        if regulation == BY_AN_ADMINISTRATOR:
            give_decider_on_the_page(open_page)
        else:
            give(one("henk.postma"), GrantRound.objects.get(slug="proefronde"), Role.DECIDER)
        page.get_by_role("link", name="Ga verder").click()
        fill_texts(page)
        page.get_by_text("Alles is er").wait_for()
        page.get_by_label("Wat wilt u uw collega meegeven?").fill("Zoals besproken.")
        page.get_by_role("button", name="Stel voor om te publiceren").click()
        page.get_by_text("Uw voorstel is bewaard.").wait_for()
        assert page.get_by_role("button", name="Keur goed").count() == 0
        proposal = page.url
    assert GrantRound.objects.get(slug="proefronde").stage == Stage.DRAFT
    with open_page() as page:
        answer = page.goto("/rondes/proefronde/")
        assert answer is not None
        assert answer.status == 404
    with open_page(person=one("henk.postma")) as page:
        page.goto(proposal)
        page.get_by_text("Zoals besproken.").wait_for()
        page.get_by_role("link", name="Bekijk alles van deze ronde").click()
        page.get_by_text("Zo wordt het geld verdeeld").wait_for()
        page.goto(proposal)
        page.get_by_role("button", name="Keur goed").click()
        page.get_by_text("Het is meteen uitgevoerd.").wait_for()
    published = GrantRound.objects.get(slug="proefronde")
    assert (published.stage, published.rules.count()) == (Stage.PUBLISHED, 1)
    with open_page() as page:
        page.goto("/rondes/proefronde/")
        page.get_by_text("Nog niet open").wait_for()
        page.get_by_text("De aanvraag met de meeste punten staat bovenaan.").wait_for()


def test_round_closes_later_for_everyone_and_says_why(open_page: Open) -> None:
    made = make_open_round(slug="storing")
    give(one("aisha.groen"), made, Role.OFFICIAL)
    give(one("henk.postma"), made, Role.DECIDER)
    with clock.at(CLOSES + timedelta(hours=2)):
        with open_page(person=one("aisha.groen")) as page:
            page.goto("/rondes/storing/")
            page.get_by_role("link", name="Wijzigen na publicatie").click()
            page.get_by_role("link", name="Later sluiten").click()
            page.get_by_label("Sluit dan op").fill("2027-03-02")
            page.locator("#id_closes_time").fill("12:00")
            page.get_by_label("Reden").fill("De site was twee uur onbereikbaar.")
            page.get_by_role("button", name="Stel dit voor").click()
            page.get_by_text("Uw voorstel is bewaard.").wait_for()
            proposal = page.url
        with open_page(person=one("henk.postma")) as page:
            page.goto(proposal)
            page.get_by_text("dinsdag 2 maart 2027, 12.00 uur").wait_for()
            page.get_by_role("button", name="Keur goed").click()
            page.get_by_text("Het is meteen uitgevoerd.").wait_for()
        with open_page() as page:
            page.goto("/rondes/storing/")
            page.get_by_text("U kunt aanvragen tot dinsdag 2 maart 2027, 12.00 uur.").wait_for()
            page.get_by_text("De site was twee uur onbereikbaar.").wait_for()


def make(page: "Page", regulation: str) -> None:
    page.goto("/rondes/")
    page.get_by_role("link", name="Maak een ronde").click()
    page.get_by_label("Titel van de ronde").fill("Proefronde")
    option = page.locator("option", has_text=title_of(regulation)).first
    page.get_by_label("Regeling").select_option(str(option.get_attribute("value")))
    page.get_by_role("button", name="Maak deze ronde").click()
    page.get_by_text("De ronde is er, als concept.").wait_for()


def confirm_readings(page: "Page") -> None:
    for label in page.get_by_text("(Zo stelt de regeling het voor.)").all():
        label.click()
    go_on(page)


def fill_money(page: "Page", regulation: str) -> None:
    page.get_by_label("Subsidieplafond van de hele ronde").fill("500.000")
    if page.get_by_role("radio", name="nee").count():
        page.get_by_role("radio", name="nee").check()
    for called, amount in AMOUNTS[regulation].items():
        page.get_by_role("group", name=called).get_by_label("Plafond").fill(amount)
    for at, (kind, name, amount) in enumerate(NAMED.get(regulation, [])):
        page.locator(f"#id_{kind}-{at}-name").fill(name)
        page.locator(f"#id_{kind}-{at}-ceiling").fill(amount)
    page.get_by_label("Nummer van de bekendmaking").fill("Gemeenteblad 2027, 12345")
    page.get_by_label("Datum van de bekendmaking").fill(in_days(10))
    go_on(page)


def fill_moments(page: "Page") -> None:
    page.get_by_label("Opent op").fill(in_days(20))
    page.locator("#id_opens_time").fill("09:00")
    page.get_by_label("Sluit op").fill(in_days(50))
    page.locator("#id_closes_time").fill("12:00")
    go_on(page)


def fill_term(page: "Page") -> None:
    page.get_by_label("Beslistermijn in weken").fill("13")
    page.get_by_label("vanaf de dag van sluiting").check()
    page.get_by_label("Waar staat dat?").fill("artikel 1:5")
    go_on(page)


def give_decider_on_the_page(open_page: Open) -> None:
    with open_page(person=one("joke.brouwer")) as page:
        page.goto("/rondes/proefronde/")
        page.get_by_role("link", name="Wie doet wat in deze ronde").click()
        page.get_by_label("E-mailadres van de persoon").fill(f"henk.postma@{DOMAIN}")
        page.get_by_label("beslisser").check()
        page.get_by_role("button", name="Geef deze rol").click()
        page.get_by_text("Henk Postma is nu beslisser in deze ronde.").wait_for()


def fill_texts(page: "Page") -> None:
    page.get_by_label("Waar is het geld voor?").fill("Voor activiteiten in de buurt.")
    page.get_by_label("Wie kan subsidie aanvragen?").fill("Verenigingen en stichtingen.")
    page.get_by_label("Waar kunnen mensen terecht met vragen?").fill("Bel 14 0123.")
    go_on(page)


def go_on(page: "Page") -> None:
    page.get_by_role("button", name="Bewaar en ga verder").click()
    page.get_by_text("Dit is bewaard.").wait_for()


def in_days(days: int) -> str:
    return (localtime(clock.now()) + timedelta(days=days)).date().isoformat()


def title_of(regulation: str) -> str:
    found = latest_version(regulation)
    assert found is not None
    return found.title
