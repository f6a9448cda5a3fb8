"""Proposals: those that wait for someone, and one of them."""

from collections.abc import Collection

from django.db.models import Q, QuerySet

from grants.enums import Role
from grants.models import GrantRound, Proposal, User
from grants.permissions import may
from grants.services.acts import ACTS, Act

ALL, NONE = Q(), Q(pk__in=[])
LOOK_ON = (Role.OFFICIAL, Role.DECIDER, Role.AUDITOR)


def proposals_for(person: User) -> QuerySet[Proposal]:
    """What this person may see: their own, the kinds that they may propose or approve, or everything.

    Those in a round are for its own people and for administrators; what names an application for its people alone.
    """
    held = person.round_roles.current().filter(role__in=LOOK_ON).select_related("round")
    rounds = {each.round for each in held}
    seen = NONE
    for kind, act in ACTS.items():
        seen |= Q(kind=kind) & _seen(person, act, rounds)
    proposals = Proposal.objects.select_related(
        "proposed_by", "kept", "verdict", "verdict__given_by", "verdict__kept"
    )
    return proposals.filter(seen)


def open_proposals_for(person: User) -> QuerySet[Proposal]:
    """Those of them that still wait for a second person, the oldest first."""
    return proposals_for(person).filter(verdict=None).order_by("created_at", "pk")


def _seen(person: User, act: Act, rounds: Collection[GrantRound]) -> Q:
    """Which proposals of this kind someone may see, who looks on in these rounds."""
    if act.keys_in is None:
        return ALL if _takes_part(person, act) else Q(proposed_by=person)
    theirs = Q(object_key__in=act.keys_in(rounds))
    if act.names_an_application:
        return theirs
    return ALL if may(person, "see_every_round") else theirs | Q(proposed_by=person)


def _takes_part(person: User, act: Act) -> bool:
    permissions = ("see_every_proposal", act.permission_to_propose, act.permission_to_approve)
    return any(may(person, permission) for permission in permissions)
