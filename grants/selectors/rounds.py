"""Rounds to read."""

from django.db.models import QuerySet

from grants.models import GrantRound


def rounds() -> QuerySet[GrantRound]:
    """Every round with its version of a regulation, the newest first; without the regulations' documents."""
    return GrantRound.objects.select_related("regulation").defer("regulation__document")


def round_called(slug: str) -> GrantRound | None:
    """The round with this name in addresses, or None."""
    return rounds().filter(slug=slug).first()
