from functools import partial
from uuid import UUID, uuid4

import pytest

from grants.forms.once import OnceForm
from grants.models import Organisation, OutboxRow, SentForm, User
from grants.services.errors import Refused
from grants.services.once import once
from tests.grants.persons import client_of, make_person
from tests.grants.races import at_once


def make_user(name: str = "Aïsha Groen") -> User:
    return User.objects.create_user(email=f"{uuid4()}@voorbeeldstad.example", name=name)


def make_organisation() -> Organisation:
    return Organisation.objects.create(name="Stichting Open Tafel")


@pytest.mark.django_db
def test_form_that_is_sent_twice_makes_one_row() -> None:
    user, token = make_user(), uuid4()
    first, second = (once(Organisation, make_organisation, by=user, token=token) for _ in range(2))
    assert first == second
    assert Organisation.objects.count() == 1


@pytest.mark.django_db
def test_form_that_is_opened_twice_makes_two_rows() -> None:
    user = make_user()
    tokens = {UUID(OnceForm()["token"].value()) for _ in range(2)}
    for token in tokens:
        once(Organisation, make_organisation, by=user, token=token)
    assert (len(tokens), Organisation.objects.count()) == (2, 2)


@pytest.mark.django_db
def test_token_of_someone_else_gives_nothing_of_theirs() -> None:
    token = uuid4()
    first = once(Organisation, make_organisation, by=make_user(), token=token)
    second = once(Organisation, make_organisation, by=make_user(), token=token)
    assert first != second


@pytest.mark.django_db
def test_form_that_failed_can_be_sent_again() -> None:
    user, token = make_user(), uuid4()

    def fail() -> Organisation:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        once(Organisation, fail, by=user, token=token)
    assert once(Organisation, make_organisation, by=user, token=token).pk is not None


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_double_click_makes_one_row() -> None:
    click = partial(once, Organisation, make_organisation, by=make_user(), token=uuid4())
    assert at_once([click, click]) == ["done", "done"]
    assert SentForm.objects.get().made_id == Organisation.objects.get().pk


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x"])
def test_form_without_its_token_is_refused_with_what_to_do(token: str) -> None:
    assert OnceForm({"token": token}).errors == {"token": ["Open dit formulier opnieuw."]}


@pytest.mark.django_db
@pytest.mark.parametrize("kvk_number", ["", "12345678"])
def test_organisation_registered_by_a_double_click_is_there_once(kvk_number: str) -> None:
    client = client_of(make_person())
    typed = {"name": "De Brug", "kvk_number": kvk_number, "version": "1", "token": str(uuid4())}
    first, second = (client.post("/organisaties/registreren/", typed) for _ in range(2))
    made = Organisation.objects.get()
    assert (first.url, second.url) == (f"/organisaties/{made.pk}/",) * 2


@pytest.mark.django_db
def test_person_invited_by_a_double_click_gets_one_account_and_one_mail() -> None:
    client = client_of(make_person(administrator=True))
    typed = {"name": "Cor de Wit", "email": "cor@voorbeeldstad.example", "token": str(uuid4())}
    first, second = (client.post("/personen/uitnodigen/", typed) for _ in range(2))
    made = User.objects.get(email="cor@voorbeeldstad.example")
    assert (first.url, second.url) == (f"/personen/{made.pk}/",) * 2
    assert OutboxRow.objects.count() == 1


@pytest.mark.django_db
def test_form_of_which_the_row_is_gone_is_refused() -> None:
    user, token = make_user(), uuid4()
    once(Organisation, make_organisation, by=user, token=token).delete()
    with pytest.raises(Refused, match="Open het formulier opnieuw"):
        once(Organisation, make_organisation, by=user, token=token)


@pytest.mark.django_db
def test_token_of_a_form_for_something_else_gives_nothing_of_that() -> None:
    user, token = make_user(), uuid4()
    once(Organisation, make_organisation, by=user, token=token)
    assert once(User, make_user, by=user, token=token) == User.objects.latest("pk")
