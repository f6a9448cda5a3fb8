"""Applications that were entered for someone, and that nobody has taken over yet."""

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from grants import clock
from grants.enums import Channel, Standing
from grants.models import Application, ClaimLink, GrantRound, Representative
from grants.models.applications import CLAIM_TERM

ENTERED = (Channel.PAPER, Channel.IMPORT)


def unclaimed() -> QuerySet[Application]:
    """Received on paper or in a file, of organisations for which nobody acts."""
    acting = Representative.objects.current().filter(organisation=OuterRef("organisation"))
    entered = Application.objects.filter(~Exists(acting), channel__in=ENTERED).exclude(
        standing=Standing.DRAFT
    )
    return entered.select_related("organisation", "round").order_by("position")


def unclaimed_with_mail(grant_round: GrantRound) -> QuerySet[Application]:
    """Those of a round that a link can be mailed to."""
    return unclaimed().filter(round=grant_round).exclude(contact_email="")


def unclaimed_without_mail(grant_round: GrantRound) -> QuerySet[Application]:
    """Those of a round to which only a letter can go."""
    return unclaimed().filter(round=grant_round, contact_email="")


def without_link(applications: QuerySet[Application]) -> QuerySet[Application]:
    """Those that have no link that works."""
    return applications.filter(~Exists(_open_links().filter(application=OuterRef("pk"))))


def with_links(applications: QuerySet[Application]) -> QuerySet[Application]:
    """The same, each with the link that works, where it has one, as `open_links`."""
    return applications.prefetch_related(Prefetch("claim_links", _open_links(), to_attr="open_links"))


def _open_links() -> QuerySet[ClaimLink]:
    return ClaimLink.objects.filter(used_at=None, replaced_at=None, made_at__gt=clock.now() - CLAIM_TERM)
