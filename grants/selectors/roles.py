"""Who does what in which round."""

from django.db.models import QuerySet

from grants.models import GrantRound, RoundRole, User


def roles_in(grant_round: GrantRound) -> QuerySet[RoundRole]:
    """Every role in this round: those held now first, by name; then those that ended, the last first."""
    roles = RoundRole.objects.filter(round=grant_round).select_related("user", "given_by", "round")
    return roles.order_by("-until", "user__sort_name", "role")


def roles_of(person: User) -> QuerySet[RoundRole]:
    """What someone does now, round by round."""
    held = person.round_roles.current().select_related("round")
    return held.order_by("round__title", "round__pk", "role")
