from functools import partial
from io import BytesIO
from time import time
from urllib.parse import urlencode

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory
from pytest_django import Settings

from grants.enums import Role
from grants.login.second_factor import PROVEN
from grants.models import User
from tests.grants.persons import PASSWORD, client_of, give, make_person, make_round
from tests.grants.races import at_once
from tests.grants.test_people_accounts import code_of

pytestmark = pytest.mark.django_db

ACTIVATE = "/account/2fa/totp/activate/"


def make_official() -> User:
    return give(make_person(password=PASSWORD), make_round(), Role.OFFICIAL)


def passkeys_of(person: User, *names: str) -> list[Authenticator]:
    return [
        Authenticator.objects.create(user=person, type="webauthn", data={"name": name, "credential": {}})
        for name in names
    ]


def just_logged_in(person: User, *, proven: bool = True) -> Client:
    """A browser that need not log in again to change the second step."""
    client = client_of(person)
    session = client.session
    session[PROVEN] = proven
    session["account_authentication_methods"] = [{"method": "password", "at": time()}]
    session["account_authentication_methods_user"] = str(person.pk)
    session.save()
    return client


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_last_passkey_stays_whatever_the_method_of_the_request(method: str) -> None:
    official = make_official()
    passkeys = passkeys_of(official, "een", "twee")
    client = just_logged_in(official)
    for passkey in passkeys:
        client.generic(method, f"/account/2fa/webauthn/keys/{passkey.pk}/remove/")
    assert list(Authenticator.objects.filter(user=official)) == passkeys[1:]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_of_two_passkeys_removed_at_once_one_stays() -> None:
    official = make_official()
    removals = [
        partial(just_logged_in(official).post, f"/account/2fa/webauthn/keys/{passkey.pk}/remove/")
        for passkey in passkeys_of(official, "een", "twee")
    ]
    at_once(removals)
    assert Authenticator.objects.filter(user=official).count() == 1


def test_second_step_that_came_in_between_must_be_proven_before_another_is_added() -> None:
    official = make_official()
    client = Client(enforce_csrf_checks=True)
    client.cookies = just_logged_in(official, proven=False).cookies
    secret = client.get(ACTIVATE).context["form"].secret
    typed = {"code": code_of(secret), "csrfmiddlewaretoken": client.cookies["csrftoken"].value}
    body = urlencode(typed).encode()

    class Held(BytesIO):
        """A request of which the rest comes after its owner has set the second step up elsewhere."""

        def read(self, size: int | None = -1) -> bytes:
            if not Authenticator.objects.filter(user=official).exists():
                passkeys_of(official, "van de eigenaar")
            return super().read(size)

    form = "application/x-www-form-urlencoded"
    answer = client.post(ACTIVATE, body, content_type=form, **{"wsgi.input": Held(body)})
    assert answer.headers["Location"].startswith("/account/2fa/webauthn/reauthenticate/")
    assert client.get("/mijn-gegevens/").status_code == 302
    assert [one.type for one in Authenticator.objects.filter(user=official)] == ["webauthn"]


def test_second_step_that_is_not_the_first_proves_nothing() -> None:
    official = make_official()
    request = RequestFactory().post(ACTIVATE)
    request.session = SessionBase()
    for passkey, proven in zip(passkeys_of(official, "een", "twee"), (False, False), strict=True):
        authenticator_added.send(sender=Authenticator, request=request, user=official, authenticator=passkey)
        assert request.session.get(PROVEN, False) is proven


def test_secret_of_an_app_is_not_readable_in_the_database_and_is_of_no_use_under_another_key(
    settings: Settings,
) -> None:
    secret = "JBSWY3DPEHPK3PXP"
    kept = TOTP.activate(make_official(), secret).instance
    assert secret not in str(Authenticator.objects.get().data)
    assert TOTP(kept).validate_code(code_of(secret))
    settings.SECRET_KEY = "een andere sleutel, ook lang genoeg, maar nergens voor gebruikt"
    with pytest.raises(ValidationError, match="werkt hier niet meer"):
        TOTP(kept).validate_code(code_of(secret))


def test_recovery_codes_are_not_readable_in_the_database() -> None:
    codes = RecoveryCodes.activate(make_official())
    assert "gAAAA" in Authenticator.objects.get().data["seed"]
    assert len(codes.get_unused_codes()) == 10
