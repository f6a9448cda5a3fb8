"""Organisations to read, and who acts for them."""

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet

from grants.models import Invitation, Organisation, Representative, User
from grants.names import sort_key


def organisations_of(person: User) -> QuerySet[Organisation]:
    """For which organisations someone acts now."""
    acting = person.represents.current()
    return Organisation.objects.filter(pk__in=acting.values("organisation"))


def organisations_named(words: str) -> QuerySet[Organisation]:
    """Organisations of which the name or the KvK number holds these words; all of them for none."""
    if not words:
        return Organisation.objects.all()
    return Organisation.objects.filter(
        Q(sort_name__contains=sort_key(words)) | Q(kvk_number__contains=words.strip())
    )


def representatives_of(organisation: Organisation) -> QuerySet[Representative]:
    """Who acts for it now, by name."""
    acting = organisation.representatives.current().select_related("user")
    return acting.order_by("user__sort_name", "pk")


def open_invitations_of(organisation: Organisation) -> QuerySet[Invitation]:
    """Who was asked to act for it, and did not answer yet."""
    return organisation.invitations.open().select_related("invited_by").order_by("email")


def invitations_for(person: User) -> QuerySet[Invitation]:
    """Which organisations ask for someone, by a mail address that is verified to be theirs."""
    addresses = EmailAddress.objects.filter(user=person, verified=True).values("email")
    asked = Invitation.objects.open().filter(email__in=addresses)
    return asked.select_related("organisation", "invited_by").order_by("since")
