"""Administrators: made by two of them, ended by one, and never fewer than two."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action
from grants.models import Proposal, User
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.keys import person_key
from grants.services.log import record
from grants.services.people import invite_person, is_same_person, require_open, require_two_others


def state_of_candidate(proposal: Proposal) -> str:
    """The fingerprint of what counts: the name, whether the account is open, and an administrator already."""
    return state_of(_candidate(proposal))


def make_administrator(by: User, proposal: Proposal) -> None:
    """Carry the proposal out, inside the transaction that approves it."""
    person = _candidate(proposal)
    if person == by:
        raise Refused(_("U kunt niet zelf goedkeuren dat u beheerder wordt. Vraag een andere beheerder."))
    require_possible(person, by=by)
    User.objects.filter(pk=person.pk).update(is_administrator=True)
    record(by=by, action=Action.ADMINISTRATOR_MADE, about=person_key(person), data={"proposal": proposal.pk})


@transaction.atomic
def end_administrator(*, by: User, person: User) -> None:
    """The person stays, without the powers of an administrator."""
    require_two_others(person)
    if not User.objects.filter(pk=person.pk, is_administrator=True).update(is_administrator=False):
        raise Refused(_("Deze persoon is geen beheerder."))
    record(by=by, action=Action.ADMINISTRATOR_ENDED, about=person_key(person), data={})


@transaction.atomic
def make_first_administrator(*, email: str, name: str) -> User:
    """One of the first two, from the command line, as there is nobody yet to propose or approve."""
    if User.objects.filter(is_administrator=True, is_active=True).count() > 1:
        raise Refused(
            _("Er zijn al twee beheerders. Zij maken samen anderen beheerder, op de pagina Personen.")
        )
    known = EmailAddress.objects.filter(email=email.strip().lower(), verified=True).first()
    person = known.user if known else invite_person(by=None, email=email, name=name)
    require_possible(person, by=None)
    User.objects.filter(pk=person.pk).update(is_administrator=True)
    record(by=None, action=Action.ADMINISTRATOR_MADE, about=person_key(person), data={})
    return person


def require_possible(person: User, *, by: User | None) -> None:
    """Refuse whom it makes no sense to make an administrator, and a second account of who decides it."""
    require_open(person)
    if person.is_administrator:
        raise Refused(_("Deze persoon is al beheerder."))
    if by is not None and is_same_person(by, person):
        raise Refused(
            _(
                "Deze persoon heeft dezelfde naam als u. Twee accounts van één persoon tellen als één. "
                "Bent u een ander? Vraag een andere beheerder."
            )
        )


def state_of(person: User) -> str:
    """The fingerprint of what counts about a candidate."""
    return fingerprint(
        {
            "active": person.is_active,
            "administrator": person.is_administrator,
            "name": person.name,
            "person": person.pk,
        }
    )


def _candidate(proposal: Proposal) -> User:
    return User.objects.select_for_update().get(pk=str(proposal.payload["person"]))
