"""Rounds for everyone: the list, and the page of one."""

from itertools import count

import pytest
from django.test import Client

from grants import clock
from grants.enums import Role, Stage
from grants.models import GrantRound, LogEntry, RegulationVersion
from grants.moments import time_left
from grants.selectors.regulations import latest_version
from grants.selectors.rounds.visible import rounds_for
from grants.services.errors import Refused
from grants.services.regulations import publish_shipped
from grants.services.rounds.making import free_slug, make_round
from grants.views.rounds.public import first_sentence
from tests.grants.persons import client_of, give, make_person
from tests.grants.queries import assert_constant_queries
from tests.grants.rounds import (
    CLOSES,
    FUND,
    HAGUE,
    OPENS,
    WHILE_OPEN,
    make_draft_round,
    make_open_round,
    version_of,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulation() -> RegulationVersion:
    publish_shipped()
    version = latest_version("cultuurparticipatie")
    assert version is not None
    return version


def page_of(slug: str, client: Client | None = None) -> str:
    return (client or Client()).get(f"/rondes/{slug}/").content.decode()


def test_round_is_made_under_a_version(regulation: RegulationVersion) -> None:
    made = make_round(by=None, slug="cultuur-2027", title="Cultuur 2027", regulation=regulation)
    assert GrantRound.objects.get() == made
    entry = LogEntry.objects.get(object_key="round:cultuur-2027")
    assert (entry.action, entry.payload.data["number"]) == ("round_made", 1)


def test_round_has_a_name_of_its_own(regulation: RegulationVersion) -> None:
    make_round(by=None, slug="cultuur-2027", title="Cultuur 2027", regulation=regulation)
    with pytest.raises(Refused, match="Er is, of was, al een ronde"):
        make_round(by=None, slug="cultuur-2027", title="Nog een keer", regulation=regulation)


def test_name_in_addresses_is_made_of_the_title_and_is_free(regulation: RegulationVersion) -> None:
    for _time in range(2):
        slug = free_slug("Cultuur & co, 2027")
        make_round(by=None, slug=slug, title="Cultuur", regulation=regulation)
    assert sorted(GrantRound.objects.values_list("slug", flat=True)) == [
        "cultuur-co-2027",
        "cultuur-co-2027-2",
    ]
    assert (free_slug("Nieuw"), len(free_slug("lang " * 60))) == ("nieuw-2", 79)


def test_list_takes_a_constant_number_of_queries() -> None:
    numbers = count(1)
    assert_constant_queries(
        Client(), "/rondes/", lambda: make_open_round(slug=f"ronde-{next(numbers)}"), queries=2
    )


def test_list_says_what_will_come_where_there_is_none() -> None:
    assert "Er zijn nog geen rondes" in Client().get("/rondes/").content.decode()


def test_list_has_rounds_under_how_far_they_are() -> None:
    for slug in ("nu", "ooit"):
        make_open_round(slug=slug)
    GrantRound.objects.filter(slug="ooit").update(stage=Stage.WITHDRAWN)
    for moment, heading in ((OPENS.replace(day=1, month=1), "Binnenkort"), (CLOSES, "Gesloten")):
        with clock.at(moment):
            page = Client().get("/rondes/").content.decode()
        assert "Ronde nu" in page.split(f">{heading}</h2>")[1]
    with clock.at(WHILE_OPEN):
        page = Client().get("/rondes/").content.decode()
    assert "Ronde nu" in page.split(">Nu open</h2>")[1].split(">Gesloten</h2>")[0]
    assert "Ronde ooit" in page.split(">Gesloten</h2>")[1]


def test_card_says_how_much_there_is_and_for_whom() -> None:
    made = make_draft_round(slug="nu")
    made.audience = "\nBewoners van o.a. Noord. Ook clubs.\n\nMeer."
    made.stage, made.published_at = Stage.PUBLISHED, OPENS
    made.save()
    with clock.at(WHILE_OPEN):
        page = Client().get("/rondes/").content.decode()
    assert '<dt>Voor wie</dt><dd lang="nl">Bewoners van o.a. Noord</dd>' in page
    assert "<dt>Beschikbaar</dt><dd>€\N{NO-BREAK SPACE}90.000</dd>" in page


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Verenigingen en stichtingen. Geen bedrijven.", "Verenigingen en stichtingen"),
        ("Wie ouder is dan 18 jaar! Óók ouderen.", "Wie ouder is dan 18 jaar!"),
        ("Clubs met 1.000 leden (zie art. 2) en meer.", "Clubs met 1.000 leden (zie art. 2) en meer"),
        (" \n ", ""),
    ],
)
def test_first_sentence_ends_at_its_own_full_stop(text: str, first: str) -> None:
    assert first_sentence(text) == first


def test_draft_is_seen_by_the_people_of_that_round_and_by_administrators_alone() -> None:
    draft, other = make_draft_round(slug="concept"), make_draft_round(slug="ander")
    own, elsewhere, administrator = make_person(), make_person(), make_person(administrator=True)
    give(own, draft, Role.DECIDER)
    give(elsewhere, other, Role.OFFICIAL)
    ended = give(make_person(), draft, Role.OFFICIAL)
    ended.round_roles.current().end()
    answers = [
        client_of(person).get("/rondes/concept/").status_code
        for person in (own, administrator, elsewhere, ended, None)
    ]
    assert answers == [200, 200, 404, 404, 404]
    assert [each.slug for each in rounds_for(elsewhere)] == ["ander"]
    assert rounds_for(administrator).count() == 2


def test_round_says_what_it_is_for_how_much_there_is_and_how_it_is_divided() -> None:
    make_open_round(HAGUE, slug="sociaal-2027")
    with clock.at(WHILE_OPEN):
        page = page_of("sociaal-2027")
    assert '<h1 class="utrecht-heading-1" lang="nl">Ronde sociaal-2027</h1>' in page
    for said in (
        "U kunt aanvragen tot maandag 1 maart 2027, 12.00 uur.",
        "Nog 13 dagen open",
        "Voor activiteiten waarbij mensen elkaar ontmoeten.",
        "ten hoogste €\N{NO-BREAK SPACE}120.000",
        "De aanvraag met de meeste punten staat bovenaan.",
        "Past een aanvraag niet meer geheel, dan krijgt zij wat er over is",
        "uiterlijk maandag 31 mei 2027: 13 weken na sluiting",
        "gmb-2027-1",
        'href="/regelingen/den-haag-samen-sociaal-vitaal-2026/1/"',
    ):
        assert said in page, said
    assert "Gevraagd op het formulier" not in page


def test_round_is_divided_as_its_own_readings_say() -> None:
    made = make_draft_round(FUND, slug="fonds")
    made.readings["remainder"] = {"choice": "stop", "reason": "Zo besloot het college."}
    made.stage, made.published_at = Stage.PUBLISHED, OPENS
    made.save()
    page = page_of("fonds")
    assert "dan wordt zij geweigerd en eindigt de verdeling" in page
    assert "dan krijgt zij wat er over is" not in page
    assert "Zo besloot het college." in page


def test_time_that_is_left_is_told_in_its_largest_unit() -> None:
    told = [
        time_left(CLOSES.replace(day=day, month=2, hour=hour, minute=minute, second=second), CLOSES)
        for day, hour, minute, second in ((26, 12, 0, 0), (27, 12, 0, 0), (28, 12, 0, 0))
    ]
    assert told == ["3 dagen", "2 dagen", "1 dag"]
    told = [
        time_left(CLOSES.replace(hour=hour, minute=minute, second=second), CLOSES)
        for hour, minute, second in ((9, 0, 0), (11, 0, 0), (11, 58, 0), (11, 59, 0), (11, 59, 30))
    ]
    assert told == ["3 uur", "1 uur", "2 minuten", "1 minuut", "minder dan een minuut"]


def test_round_that_is_not_there_is_not_found() -> None:
    assert Client().get("/rondes/onbekend/").status_code == 404


def test_readings_that_do_not_go_together_do_not_break_the_page_of_a_draft() -> None:
    draft = make_draft_round(HAGUE, slug="concept")
    draft.readings["cost_basis"] = {"choice": "total_costs_per_requested", "reason": "Proef."}
    draft.save()
    official = give(make_person(), draft, Role.OFFICIAL)
    assert client_of(official).get("/rondes/concept/").status_code == 200
    assert version_of(HAGUE) == draft.regulation
