"""Rounds to read."""

from django.db.models import Q, QuerySet

from grants.enums import Action, Stage
from grants.models import GrantRound, LogEntry, Proposal
from grants.permissions import Person, may
from grants.services.keys import round_key


def rounds() -> QuerySet[GrantRound]:
    """Every round with its version of a regulation, the newest first; without the regulations' documents."""
    return GrantRound.objects.select_related("regulation").defer("regulation__document")


def rounds_for(person: Person) -> QuerySet[GrantRound]:
    """The rounds that someone may know of: those published, and the drafts in which they have a role."""
    seen = ~Q(stage=Stage.DRAFT)
    if may(person, "see_every_round"):
        return rounds()
    if person.is_authenticated and person.is_active:
        seen |= Q(pk__in=person.round_roles.current().values("round"))
    return rounds().filter(seen)


def round_for(person: Person, slug: str) -> GrantRound | None:
    """The round with this name in addresses, with its document; None where this person may not know of it."""
    found = GrantRound.objects.select_related("regulation").filter(slug=slug).first()
    if found is None or (found.is_draft and not may(person, "see_draft_round", found)):
        return None
    return found


def round_called(slug: str) -> GrantRound | None:
    """The round with this name in addresses, or None."""
    return rounds().filter(slug=slug).first()


def was_made(slug: str) -> bool:
    """Whether a round with this name was ever made, also where it was deleted since."""
    return LogEntry.objects.filter(
        action=Action.ROUND_MADE, object_key=round_key(GrantRound(slug=slug))
    ).exists()


def open_proposal_about(object_key: str) -> Proposal | None:
    """The proposal about this round, of any kind, that still waits for a second person, if there is one."""
    waiting = Proposal.objects.filter(object_key=object_key, verdict=None)
    return waiting.select_related("proposed_by").order_by("pk").first()
