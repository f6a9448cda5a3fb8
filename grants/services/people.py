"""Accounts: made by invitation, closed, opened again."""

from datetime import datetime

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.enums import Action
from grants.models import LogPayload, User
from grants.names import sort_key
from grants.permissions import may
from grants.services.errors import Refused
from grants.services.keys import person_key
from grants.services.log import record
from grants.services.mailing import mail_from
from grants.services.outbox import ask_for


@transaction.atomic
def add_person(*, by: User | None, email: str, name: str, password: str | None = None) -> User:
    """An account whose mail address counts as verified; `by` is None for the command line.

    An account under this address that nobody ever verified is taken over: who made it has not shown that the
    address is theirs, so nothing with which they could log in works any longer.
    """
    address = email.strip().lower()
    taken = _("Er is al een account met %(email)s. Een rol geeft u op de pagina van de ronde.") % {
        "email": address
    }
    if EmailAddress.objects.filter(email=address, verified=True).exists():
        raise Refused(taken)
    try:
        with transaction.atomic():
            person = _settle(address, name, password)
    except IntegrityError:
        raise Refused(taken) from None
    record(
        by=by,
        action=Action.PERSON_ADDED,
        about=person_key(person),
        data={"email": address, "name": person.name},
    )
    return person


@transaction.atomic
def invite_person(*, by: User | None, email: str, name: str) -> User:
    """An account for someone, who gets a mail to choose a password."""
    person = add_person(by=by, email=email, name=name)
    ask_for("mail_account", person=person.pk)
    return person


@transaction.atomic
def invite_again(*, by: User, person: User) -> None:
    """Another mail to choose a password, for who let the first one lapse."""
    require_open(person)
    if person.last_login is not None:
        raise Refused(_("Deze persoon heeft al ingelogd, en kan zelf een nieuw wachtwoord aanvragen."))
    ask_for("mail_account", person=person.pk)
    record(by=by, action=Action.PERSON_INVITED_AGAIN, about=person_key(person), data={"email": person.email})


def mail_account(ids: dict[str, int]) -> EmailMessage:
    """The mail with which someone chooses a password. A job: the link is made where it is sent, and stands nowhere."""
    invited = User.objects.get(pk=ids["person"])
    return mail_from(
        to=invited.email,
        template="people/mail/account",
        context={"person": invited, "link": settings.SITE_URL + _password_path(invited)},
    )


@transaction.atomic
def change_name(*, by: User, person: User, name: str) -> None:
    """How the municipality names someone: as they say it themselves, or an administrator for who has a role.

    Two people are told apart by their names, so nobody of whom two are needed gives themselves another one.
    """
    if by == person and may(by, "act_for_municipality"):
        raise Refused(
            _("U hebt een rol bij de gemeente. Vraag daarom een andere beheerder om uw naam te wijzigen.")
        )
    kept = User.objects.select_for_update().get(pk=person.pk)
    old, kept.name = kept.name, name
    kept.save()
    record(by=by, action=Action.PERSON_RENAMED, about=person_key(person), data={"from": old, "to": kept.name})


@transaction.atomic
def close_account(*, by: User, person: User) -> None:
    """Nobody logs in with this account any more, also who is logged in now. What was done with it stays."""
    if person == by:
        raise Refused(_("U kunt uw eigen account niet sluiten. Vraag een andere beheerder."))
    require_two_others(person)
    if not User.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
        raise Refused(_("Dit account is al gesloten."))
    record(by=by, action=Action.PERSON_CLOSED, about=person_key(person), data={})


@transaction.atomic
def reopen_account(*, by: User, person: User) -> None:
    """The account can be used again, with the roles that it still has."""
    if not User.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
        raise Refused(_("Dit account is al open."))
    record(by=by, action=Action.PERSON_REOPENED, about=person_key(person), data={})


def require_open(person: User) -> None:
    """Refuse what makes no sense for an account that nobody can log in with."""
    if not person.is_active:
        raise Refused(_("Dit account is gesloten. Open het eerst weer."))


def require_two_others(person: User) -> None:
    """Refuse what would leave fewer than two administrators: one alone can make no other. Locks them."""
    found = User.objects.select_for_update().filter(is_administrator=True, is_active=True).order_by("pk")
    administrators = set(found)
    if person in administrators and len(administrators) < 3:
        raise Refused(_("Er moeten twee beheerders overblijven. Maak eerst iemand anders beheerder."))


def is_same_person(by: User, other: User) -> bool:
    """One account, or two accounts with one name: that is no second person."""
    return by.pk == other.pk or by.sort_name == other.sort_name


def names_since(person: User, moment: datetime) -> set[str]:
    """What someone was called from this moment on, as names are sorted."""
    changes = LogPayload.objects.filter(
        entry__action=Action.PERSON_RENAMED,
        entry__object_key=person_key(person),
        entry__created_at__gte=moment,
    )
    return {person.sort_name, *(sort_key(data["from"]) for data in changes.values_list("data", flat=True))}


def _settle(address: str, name: str, password: str | None) -> User:
    """The account with this address, with nothing of who had it before. Another one can get there first."""
    person = User.objects.select_for_update().filter(email=address).first() or User(email=address)
    person.name = name
    person.set_password(password)
    person.save()
    for kept in (SocialAccount, Authenticator, UserSession):
        kept.objects.filter(user=person).delete()
    EmailAddress.objects.filter(email=address).delete()
    EmailAddress.objects.filter(user=person).update(primary=False)
    EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)
    return person


def _password_path(person: User) -> str:
    parts = {"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)}
    return reverse("account_reset_password_from_key", kwargs=parts)
