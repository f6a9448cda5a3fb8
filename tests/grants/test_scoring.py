from collections.abc import Iterator

import pytest

from grants import clock
from grants.models import Assessment
from tests.grants.assessing import ASSESSING, make_panel
from tests.grants.persons import client_of
from tests.grants.scoring import at, send, typed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def test_assessor_scores_an_application_and_goes_to_the_next() -> None:
    panel = make_panel(applications=2)
    me, (first, second) = panel.assessors[0], panel.applications
    client = client_of(me)
    page = client.get(at(panel, first)).content.decode()
    assert "checked" not in page
    assert first.iban not in page
    answer = send(client, at(panel, first), typed(panel))
    assert answer.url == at(panel, second)
    made = Assessment.objects.get()
    assert {each.letter: each.points for each in made.scores.all()} == {
        letter: panel.levels(letter)[0] for letter in panel.letters
    }
    assert client.get(at(panel)).status_code == 200
    assert client.get("/beoordelen/").status_code == 200
    assert client.get(at(panel, first)).url == at(panel, first, "bespreken/")
    assert client.get(at(panel, first, "bespreken/")).status_code == 200
    assert client.get(at(panel, first, "corrigeren/")).status_code == 200
    assert client.get(at(panel, second, "verschonen/")).status_code == 200
    assert client.get(at(panel, second, "teruggeven/")).status_code == 200
    assert client.get(at(panel, None, "belangen/")).status_code == 200
    assert client.get(at(panel)).status_code == 200
