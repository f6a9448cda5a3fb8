"""Proposals: those that wait for someone, and one of them."""

from django.db.models import Q, QuerySet

from grants.enums import Role
from grants.models import Proposal, User
from grants.permissions import may
from grants.services.acts import ACTS, Act

ALL, NONE = Q(), Q(pk__in=[])


def proposals_for(person: User) -> QuerySet[Proposal]:
    """What this person may see: their own, the kinds that they may propose or approve, or everything."""
    proposals = Proposal.objects.select_related(
        "proposed_by", "kept", "verdict", "verdict__given_by", "verdict__kept"
    )
    if may(person, "see_every_proposal"):
        return proposals
    seen = Q(proposed_by=person)
    for kind, act in ACTS.items():
        seen |= Q(kind=kind) & _taking_part(person, act)
    return proposals.filter(seen)


def open_proposals_for(person: User) -> QuerySet[Proposal]:
    """Those of them that still wait for a second person, the oldest first."""
    return proposals_for(person).filter(verdict=None).order_by("created_at", "pk")


def _taking_part(person: User, act: Act) -> Q:
    """Which proposals of this kind someone may make or approve: of an act in a round those in their own rounds."""
    if act.keys_in is None:
        return ALL if _takes_part(person, act) else NONE
    held = person.round_roles.current().filter(role__in=(Role.OFFICIAL, Role.DECIDER)).select_related("round")
    return Q(object_key__in=act.keys_in({each.round for each in held}))


def _takes_part(person: User, act: Act) -> bool:
    return may(person, act.permission_to_propose) or may(person, act.permission_to_approve)
