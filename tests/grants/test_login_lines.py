import re
from typing import ClassVar, NoReturn

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_removed
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.test import Client
from pytest_django import Settings

from grants.models import LogEntry, OutboxRow, User
from grants.services.people import invite_person
from grants.tasks import carry_out
from tests.grants.persons import PASSWORD, make_person
from tests.grants.test_people_accounts import code_of
from tests.grants.test_second_step import ACTIVATE, just_logged_in

pytestmark = pytest.mark.django_db
REAL = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
ELSEWHERE = "noor@elders.example"
NEW_PASSWORD = "een-heel-ander-wachtwoord-7"


def lines_about(person: User) -> list[tuple[str, dict[str, object]]]:
    found = LogEntry.objects.filter(object_key=f"person:{person.pk}", actor_id=person.pk).order_by("number")
    return [(line.action, line.payload.data) for line in found]


def link_in_the_last_mail() -> str:
    found = re.search(r"http://\w+(?::\d+)?(/account/\S+)", mail.outbox[-1].body)
    assert found is not None
    return found[1]


def with_another_address(person: User) -> EmailAddress:
    return EmailAddress.objects.create(user=person, email=ELSEWHERE, verified=True)


def test_moving_to_another_address_stands_in_the_log_step_by_step() -> None:
    person = make_person("Noor", password=PASSWORD)
    before, client = person.email, just_logged_in(person)
    client.post("/account/email/", {"action_add": "", "email": ELSEWHERE})
    client.post(link_in_the_last_mail())
    client.post("/account/email/", {"action_primary": "", "email": ELSEWHERE})
    client.post("/account/email/", {"action_remove": "", "email": before})
    assert lines_about(person) == [
        ("mail_added", {"email": ELSEWHERE}),
        ("mail_confirmed", {"email": ELSEWHERE}),
        ("mail_made_first", {"email": ELSEWHERE}),
        ("mail_removed", {"email": before}),
    ]


def test_another_password_stands_in_the_log_and_the_password_does_not() -> None:
    person = make_person("Noor", password=PASSWORD)
    typed = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    just_logged_in(person).post("/account/password/change/", typed)
    assert lines_about(person) == [("password_changed", {})]


def test_password_that_is_chosen_by_a_link_stands_in_the_log() -> None:
    person = invite_person(by=None, email=ELSEWHERE, name="Noor")
    carry_out(OutboxRow.objects.get().pk)
    client = Client()
    form = client.get(link_in_the_last_mail(), follow=True).redirect_chain[-1][0]
    assert lines_about(person) == []
    client.post(form, {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert lines_about(person) == [("password_changed", {})]


@REAL
def test_second_step_that_is_added_renewed_and_removed_stands_in_the_log() -> None:
    person = make_person("Noor", password=PASSWORD)
    client = just_logged_in(person)
    secret = client.get(ACTIVATE).context["form"].secret
    client.post(ACTIVATE, {"code": code_of(secret)})
    client.post("/account/2fa/recovery-codes/generate/")
    client.post("/account/2fa/totp/deactivate/")
    assert Authenticator.objects.count() == 0
    app, codes = {"kind": "totp"}, {"kind": "recovery_codes"}
    assert lines_about(person) == [
        ("second_step_added", app),
        ("second_step_added", codes),
        ("second_step_renewed", codes),
        ("second_step_removed", app),
        ("second_step_removed", codes),
    ]


def test_change_that_ends_in_an_error_is_undone_with_its_line_and_its_mail() -> None:
    person = make_person("Noor", password=PASSWORD)
    with_another_address(person)
    client = just_logged_in(person)
    client.raise_request_exception = False

    def fail(**_signal: object) -> NoReturn:
        assert lines_about(person) == [("mail_removed", {"email": ELSEWHERE})]
        raise ZeroDivisionError

    email_removed.connect(fail)
    try:
        answer = client.post("/account/email/", {"action_remove": "", "email": ELSEWHERE})
    finally:
        email_removed.disconnect(fail)
    assert answer.status_code == 500
    assert EmailAddress.objects.filter(email=ELSEWHERE).exists()
    assert (lines_about(person), mail.outbox) == ([], [])


class WatchingBackend(BaseEmailBackend):
    """A mail server that sees whether others wait for it."""

    in_transaction: ClassVar[list[bool]] = []

    def send_messages(self, messages: list[object]) -> int:
        self.in_transaction.append(connection.in_atomic_block)
        return len(messages)


@REAL
def test_mail_that_tells_of_a_change_goes_after_its_transaction(settings: Settings) -> None:
    person = make_person("Noor", password=PASSWORD)
    with_another_address(person)
    settings.EMAIL_BACKEND = f"{__name__}.WatchingBackend"
    just_logged_in(person).post("/account/email/", {"action_remove": "", "email": ELSEWHERE})
    assert WatchingBackend.in_transaction == [False]
    assert not EmailAddress.objects.filter(email=ELSEWHERE).exists()
