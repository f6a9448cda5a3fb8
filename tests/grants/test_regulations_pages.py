import re
from html import unescape
from itertools import count

import pytest
from django.http import HttpResponse
from django.test import Client

from grants.documents.stored import read_back_of
from grants.models import User
from grants.selectors.regulations import latest_version
from grants.services.regulation_proposals import load_regulation
from grants.services.regulations import publish_shipped
from schemes.library import SHIPPED
from tests.grants.documents import document, shipped_text
from tests.grants.persons import client_of, make_person
from tests.grants.queries import assert_constant_queries

pytestmark = pytest.mark.django_db


def _words(response: HttpResponse) -> str:
    """What a reader sees, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_list_shows_every_regulation_to_everyone() -> None:
    publish_shipped()
    rows = Client().get("/regelingen/").context["regulations"].rows
    assert sorted(row[0].address for row in rows) == sorted(f"/regelingen/{slug}/" for slug in SHIPPED)


def test_list_shows_the_version_that_holds_now_alone(official: User, decider: User) -> None:
    for least in (14, 15, 16):
        load_regulation(by=official, approved_by=decider, text=document(least=least))
    rows = {row[0].address: row[1].text for row in Client().get("/regelingen/").context["regulations"].rows}
    assert rows["/regelingen/proef/"] == "3"
    assert len(Client().get("/regelingen/").context["regulations"].rows) == len(rows)


def test_list_says_what_will_come_where_there_is_none() -> None:
    assert "Er zijn nog geen regelingen" in _words(Client().get("/regelingen/"))


def test_list_takes_a_constant_number_of_queries(official: User, decider: User) -> None:
    numbers = count(1)

    def make_row() -> None:
        load_regulation(by=official, approved_by=decider, text=document(f"proef-{next(numbers)}"))

    assert_constant_queries(Client(), "/regelingen/", make_row, queries=2)


def test_page_takes_a_constant_number_of_queries(official: User, decider: User) -> None:
    points = count(10)

    def make_row() -> None:
        load_regulation(by=official, approved_by=decider, text=document(least=next(points)))

    assert_constant_queries(Client(), "/regelingen/proef/", make_row, queries=3)


@pytest.mark.parametrize("slug", SHIPPED)
def test_page_says_all_that_the_read_back_says(slug: str) -> None:
    publish_shipped()
    version = latest_version(slug)
    assert version is not None
    found, seen = read_back_of(version), _words(Client().get(f"/regelingen/{slug}/"))
    said = [
        line
        for lid in found.leden
        for line in (*lid.text.splitlines(), *lid.carried_out, lid.not_modelled or "")
    ]
    said += found.beside
    for reading in (*found.readings, *(reading for lid in found.leden for reading in lid.readings)):
        said += [reading.question, reading.why, *(choice.text for choice in reading.choices)]
    for position in (*found.positions, *(position for lid in found.leden for position in lid.positions)):
        said += [position.question, position.choice, position.why]
    for criterion in found.regulation.criteria:
        said += [
            criterion.name,
            criterion.text,
            *(level.text for level in found.regulation.levels(criterion)),
        ]
    assert [line for line in said if " ".join(line.split()) not in seen] == []


def test_text_of_the_article_is_marked_as_dutch() -> None:
    publish_shipped()
    page = (
        Client().get("/regelingen/cultuurparticipatie/", headers={"accept-language": "en"}).content.decode()
    )
    assert '<html lang="en">' in page
    assert '<div class="sr-stack--tight" lang="nl"><p>Alleen aanvragen met minimaal 14 punten' in page


def test_reading_shows_what_was_chosen() -> None:
    publish_shipped()
    seen = _words(Client().get("/regelingen/cultuurparticipatie/"))
    assert "Gekozen: De beoordelaars bespreken hun verschillen." in seen
    assert "Niet gekozen: Per criterium telt het gemiddelde" in seen


def test_criterion_that_is_computed_shows_its_bands() -> None:
    publish_shipped()
    seen = _words(Client().get("/regelingen/den-haag-samen-sociaal-vitaal-2026/"))
    assert "3 punten de kosten zijn meer dan 10% onder het gemiddelde" in seen


def test_criteria_on_one_scale_share_one_table() -> None:
    publish_shipped()
    seen = _words(Client().get("/regelingen/ooststellingwerf-het-fonds/"))
    assert (
        seen.count("in zeer beperkte mate wordt voldaan aan het criterium") == 3
    )  # lid 4, what it does, and the table
    assert "Punten op elk van de criteria a, b, c, d, e, f, g, h, i en j" in seen


def test_weight_of_a_criterion_is_told() -> None:
    publish_shipped()
    assert "De punten tellen 3 keer." in _words(
        Client().get("/regelingen/apeldoorn-basisontmoetingsplekken/")
    )


def test_document_is_downloaded_as_it_was_published() -> None:
    publish_shipped()
    response = Client().get("/regelingen/cultuurparticipatie/1/document.toml")
    assert response.content.decode() == shipped_text()
    assert (
        response.headers["Content-Disposition"] == 'attachment; filename="cultuurparticipatie-versie-1.toml"'
    )


def test_who_approved_is_shown_to_people_of_the_municipality_alone(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    names = "voorgesteld door Aisha Groen, goedgekeurd door Henk Postma"
    assert names in _words(client_of(official).get("/regelingen/proef/"))
    assert "Henk Postma" not in _words(Client().get("/regelingen/proef/"))
    assert "Henk Postma" not in _words(client_of(make_person("Noor Jansen")).get("/regelingen/proef/"))


def test_older_version_says_that_another_holds_now(official: User, decider: User) -> None:
    load_regulation(by=official, approved_by=decider, text=document())
    load_regulation(by=official, approved_by=decider, text=document(least=15))
    assert "Intussen geldt versie 2." in _words(Client().get("/regelingen/proef/1/"))
    assert "Intussen geldt" not in _words(Client().get("/regelingen/proef/2/"))


@pytest.mark.parametrize(
    "address",
    [
        "/regelingen/onbekend/",
        "/regelingen/cultuurparticipatie/2/",
        "/regelingen/cultuurparticipatie/99999999999999999999/",
        "/regelingen/cultuurparticipatie/2/document.toml",
    ],
)
def test_what_is_not_there_is_not_found(address: str) -> None:
    publish_shipped()
    assert Client().get(address).status_code == 404


def test_button_to_load_is_for_who_may(official: User) -> None:
    assert "Regeling inladen" in _words(client_of(official).get("/regelingen/"))
    assert "Regeling inladen" not in _words(Client().get("/regelingen/"))
