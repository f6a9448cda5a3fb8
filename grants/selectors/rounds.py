"""Rounds to read."""

from django.db.models import QuerySet

from grants.models import GrantRound, Proposal


def rounds() -> QuerySet[GrantRound]:
    """Every round with its version of a regulation, the newest first; without the regulations' documents."""
    return GrantRound.objects.select_related("regulation").defer("regulation__document")


def round_called(slug: str) -> GrantRound | None:
    """The round with this name in addresses, or None."""
    return rounds().filter(slug=slug).first()


def open_proposal_about(object_key: str) -> Proposal | None:
    """The proposal about this round, of any kind, that still waits for a second person, if there is one."""
    waiting = Proposal.objects.filter(object_key=object_key, verdict=None)
    return waiting.select_related("proposed_by").order_by("pk").first()
