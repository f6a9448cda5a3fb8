"""Proposals: those that wait for someone, and one of them."""

from django.db.models import Q, QuerySet

from grants.models import Proposal, User
from grants.permissions import may
from grants.services.acts import ACTS, Act


def proposals_for(person: User) -> QuerySet[Proposal]:
    """What this person may see: their own, the kinds that they may propose or approve, or everything."""
    proposals = Proposal.objects.select_related(
        "proposed_by", "kept", "verdict", "verdict__given_by", "verdict__kept"
    )
    if may(person, "see_every_proposal"):
        return proposals
    kinds = [kind for kind, act in ACTS.items() if _takes_part(person, act)]
    return proposals.filter(Q(kind__in=kinds) | Q(proposed_by=person))


def open_proposals_for(person: User) -> QuerySet[Proposal]:
    """Those of them that still wait for a second person, the oldest first."""
    return proposals_for(person).filter(verdict=None).order_by("created_at", "pk")


def _takes_part(person: User, act: Act) -> bool:
    return may(person, act.permission_to_propose) or may(person, act.permission_to_approve)
