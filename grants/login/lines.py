"""A line in the log for what people change about how they log in: allauth does it, and tells so by its signals."""

from allauth.account.models import EmailAddress
from allauth.account.signals import (
    email_added,
    email_changed,
    email_confirmed,
    email_removed,
    password_changed,
    password_reset,
    password_set,
)
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.socialaccount.models import SocialAccount, SocialLogin
from allauth.socialaccount.signals import social_account_added, social_account_removed
from django.db import transaction
from django.dispatch import receiver

from grants.enums import Action
from grants.models import User
from grants.services.keys import person_key
from grants.services.log import record


@receiver(email_added)
def mail_added(user: User, email_address: EmailAddress, **_more: object) -> None:
    _record(user, Action.MAIL_ADDED, email=email_address.email)


@receiver(email_confirmed)
def mail_confirmed(email_address: EmailAddress, **_more: object) -> None:
    _record(email_address.user, Action.MAIL_CONFIRMED, email=email_address.email)


@receiver(email_changed)
def mail_made_first(user: User, to_email_address: EmailAddress, **_more: object) -> None:
    _record(user, Action.MAIL_MADE_FIRST, email=to_email_address.email)


@receiver(email_removed)
def mail_removed(user: User, email_address: EmailAddress, **_more: object) -> None:
    _record(user, Action.MAIL_REMOVED, email=email_address.email)


@receiver([password_changed, password_reset, password_set])
def password_chosen(user: User, **_more: object) -> None:
    _record(user, Action.PASSWORD_CHANGED)


@receiver(authenticator_added)
def second_step_added(user: User, authenticator: Authenticator, **_more: object) -> None:
    _record(user, Action.SECOND_STEP_ADDED, kind=authenticator.type)


@receiver(authenticator_removed)
def second_step_removed(user: User, authenticator: Authenticator, **_more: object) -> None:
    _record(user, Action.SECOND_STEP_REMOVED, kind=authenticator.type)


@receiver(authenticator_reset)
def second_step_renewed(user: User, authenticator: Authenticator, **_more: object) -> None:
    _record(user, Action.SECOND_STEP_RENEWED, kind=authenticator.type)


@receiver(social_account_added)
def service_connected(sociallogin: SocialLogin, **_more: object) -> None:
    _record(sociallogin.user, Action.SERVICE_CONNECTED, service=sociallogin.account.provider)


@receiver(social_account_removed)
def service_disconnected(socialaccount: SocialAccount, **_more: object) -> None:
    _record(socialaccount.user, Action.SERVICE_DISCONNECTED, service=socialaccount.provider)


def _record(person: User, action: Action, **data: str) -> None:
    """Inside the transaction of the change, where `in_one_transaction` made one."""
    with transaction.atomic():
        record(by=person, action=action, about=person_key(person), data={**data})
