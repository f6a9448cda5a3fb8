from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connections

from grants.forms.once import OnceForm
from grants.models import Organisation, SentForm, User
from grants.services.once import once


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
    tokens = {OnceForm()["token"].value() for _ in range(2)}
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
    user, token, start = make_user(), uuid4(), Barrier(2)

    def click(_number: int) -> int:
        start.wait()
        try:
            return once(Organisation, make_organisation, by=user, token=token).pk
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        made = set(pool.map(click, range(2)))
    assert made == {Organisation.objects.get().pk}
    assert SentForm.objects.get().made_id in made


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["", "x"])
def test_form_without_its_token_is_refused_with_what_to_do(token: str) -> None:
    assert OnceForm({"token": token}).errors == {"token": ["Open dit formulier opnieuw."]}
