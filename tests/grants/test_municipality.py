import pytest
from django.test import Client

from grants.forms.municipality import is_iban
from grants.models import LogEntry, Municipality, User
from grants.selectors.municipality import the_municipality
from grants.services.errors import Conflict
from grants.services.municipality import change_municipality
from tests.grants.persons import client_of, make_person

pytestmark = pytest.mark.django_db
ADDRESS = "/gemeente/"
FILLED: dict[str, object] = {
    "version": 1,
    "name": "Kersendam",
    "visiting_address": "Markt 1, 4321 AB Kersendam",
    "objection_address": "Postbus 1, 4321 ZZ Kersendam",
    "telephone": "14 0321",
    "email": "subsidies@kersendam.example",
    "iban": "NL91 ABNA 0417 1643 00",
    "mandate": "",
    "theme": "kersendam",
}


@pytest.fixture
def administrator() -> User:
    return make_person("Joke Brouwer", administrator=True)


def test_settings_are_filled_in_once_and_changed_after(administrator: User) -> None:
    client = client_of(administrator)
    assert client.post(ADDRESS, FILLED).status_code == 302
    assert client.post(ADDRESS, {**FILLED, "version": 2, "name": "Kersenveld"}).status_code == 302
    found = Municipality.objects.get()
    assert (found.name, found.theme, found.iban, found.version) == (
        "Kersenveld",
        "kersendam",
        "NL91ABNA0417164300",
        3,
    )
    assert LogEntry.objects.filter(action="municipality_changed").count() == 2


def test_name_stands_on_every_page(administrator: User) -> None:
    client_of(administrator).post(ADDRESS, FILLED)
    assert "Kersendam" in Client().get("/regelingen/").content.decode()


def test_second_to_save_keeps_what_was_typed(administrator: User) -> None:
    client = client_of(administrator)
    client.post(ADDRESS, FILLED)
    response = client.post(ADDRESS, {**FILLED, "telephone": "14 0999"})
    assert response.status_code == 409
    assert "14 0999" in response.content.decode()
    found = the_municipality()
    assert found is not None
    assert found.telephone == "14 0321"


def test_first_filling_in_by_two_at_once_is_a_conflict(administrator: User) -> None:
    values = {name: value for name, value in FILLED.items() if name != "version"}
    change_municipality(by=administrator, version=1, **values)
    with pytest.raises(Conflict):
        change_municipality(by=administrator, version=1, **{**values, "name": "Anders"})


def test_settings_are_for_administrators() -> None:
    assert Client().get(ADDRESS).status_code == 302
    assert client_of(make_person()).get(ADDRESS).status_code == 403
    assert client_of(make_person()).post(ADDRESS, FILLED).status_code == 403
    assert the_municipality() is None


def test_what_is_missing_is_told_at_its_field(administrator: User) -> None:
    response = client_of(administrator).post(ADDRESS, {**FILLED, "name": "", "iban": "NL91ABNA0417164301"})
    assert response.status_code == 422
    assert sorted(response.context["form"].errors) == ["iban", "name"]


@pytest.mark.parametrize(
    ("iban", "is_right"),
    [
        ("NL91ABNA0417164300", True),
        ("NL91ABNA0417164301", False),
        ("NL19ABNA0417164300", False),
        ("BE68539007547034", True),
        ("91ABNA0417164300", False),
        ("NL91", False),
    ],
)
def test_check_digits_of_an_account_number_are_right(iban: str, is_right: bool) -> None:
    assert is_iban(iban) is is_right
