from itertools import count

import pytest
from django.test import Client

from grants.models import GrantRound, LogEntry, RegulationVersion
from grants.selectors.regulations import latest_version
from grants.services.errors import Refused
from grants.services.regulations import publish_shipped
from grants.services.rounds import make_round
from tests.grants.queries import assert_constant_queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def regulation() -> RegulationVersion:
    publish_shipped()
    version = latest_version("cultuurparticipatie")
    assert version is not None
    return version


def test_round_is_made_under_a_version(regulation: RegulationVersion) -> None:
    made = make_round(by=None, slug="cultuur-2027", title="Cultuur 2027", regulation=regulation)
    assert GrantRound.objects.get() == made
    entry = LogEntry.objects.get(object_key="round:cultuur-2027")
    assert (entry.action, entry.payload.data["number"]) == ("round_made", 1)


def test_round_has_a_name_of_its_own(regulation: RegulationVersion) -> None:
    make_round(by=None, slug="cultuur-2027", title="Cultuur 2027", regulation=regulation)
    with pytest.raises(Refused, match="Er is al een ronde"):
        make_round(by=None, slug="cultuur-2027", title="Nog een keer", regulation=regulation)


def test_list_takes_a_constant_number_of_queries(regulation: RegulationVersion) -> None:
    numbers = count(1)

    def make_row() -> None:
        number = next(numbers)
        make_round(by=None, slug=f"ronde-{number}", title=f"Ronde {number}", regulation=regulation)

    assert_constant_queries(Client(), "/rondes/", make_row, queries=2)


def test_list_says_what_will_come_where_there_is_none() -> None:
    assert "Er zijn nog geen rondes" in Client().get("/rondes/").content.decode()


def test_round_shows_its_version_of_the_regulation(regulation: RegulationVersion) -> None:
    make_round(by=None, slug="cultuur-2027", title="Cultuur 2027", regulation=regulation)
    page = Client().get("/rondes/cultuur-2027/").content.decode()
    assert '<h1 class="utrecht-heading-1" lang="nl">Cultuur 2027</h1>' in page
    assert 'href="/regelingen/cultuurparticipatie/1/"' in page


def test_round_that_is_not_there_is_not_found() -> None:
    assert Client().get("/rondes/onbekend/").status_code == 404
