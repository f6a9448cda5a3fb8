"""Who does what in which round."""

from allauth.account.models import EmailAddress
from django.db.models import QuerySet

from grants.enums import Role
from grants.models import GrantRound, RoundRole, User

COPIED = (Role.OFFICIAL, Role.DECIDER, Role.ASSESSOR)
"""Roles that a copy of a round can take along; an auditor is asked for each round anew."""


def roles_in(grant_round: GrantRound) -> QuerySet[RoundRole]:
    """Every role in this round: those held now first, by name; then those that ended, the last first."""
    roles = RoundRole.objects.filter(round=grant_round).select_related("user", "given_by", "round")
    return roles.order_by("-until", "user__sort_name", "role")


def roles_of(person: User) -> QuerySet[RoundRole]:
    """What someone does now, round by round."""
    held = person.round_roles.current().select_related("round")
    return held.order_by("round__title", "round__pk", "role")


def roles_to_copy(person: User, source: GrantRound) -> QuerySet[RoundRole]:
    """Whose roles a copy of this round can begin with when this person makes it: of those who can still log in."""
    known = EmailAddress.objects.filter(verified=True).values("user")
    held = roles_in(source).filter(until=None, role__in=COPIED, user__is_active=True, user__in=known)
    return held.exclude(user=person)
