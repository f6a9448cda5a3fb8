"""Regulations to read: which there are, and one version with all that its page shows."""

from django.db.models import Exists, OuterRef, QuerySet

from grants.enums import ProposalKind
from grants.models import Proposal, RegulationVersion


def latest_versions() -> QuerySet[RegulationVersion]:
    """Of every regulation the version that holds now, by title; without the documents, which lists do not show."""
    newer = RegulationVersion.objects.filter(slug=OuterRef("slug"), number__gt=OuterRef("number"))
    return RegulationVersion.objects.filter(~Exists(newer)).defer("document").order_by("title", "slug")


def latest_version(slug: str) -> RegulationVersion | None:
    """The version that holds now, or None for a regulation that is not here."""
    return RegulationVersion.objects.filter(slug=slug).order_by("-number").first()


def one_version(slug: str, number: int) -> RegulationVersion | None:
    """The version with this number, or None."""
    return RegulationVersion.objects.filter(slug=slug, number=number).first()


def versions_of(slug: str) -> QuerySet[RegulationVersion]:
    """Every version of a regulation, the newest first, with who proposed and who approved it."""
    versions = RegulationVersion.objects.filter(slug=slug).order_by("-number")
    return versions.select_related("published_by", "approved_by").defer("document")


def version_with(slug: str, sha256: str) -> RegulationVersion | None:
    """The version of this regulation with exactly this content, if there is one."""
    return RegulationVersion.objects.filter(slug=slug, sha256=sha256).first()


def is_published(slug: str, text: str) -> bool:
    """Whether a version of this regulation has this very text, line by line."""
    return RegulationVersion.objects.filter(slug=slug, document=text).exists()


def open_proposal_for(object_key: str) -> Proposal | None:
    """The proposal about this regulation that still waits for a second person, if there is one."""
    waiting = Proposal.objects.filter(kind=ProposalKind.PUBLISH_REGULATION, verdict=None)
    return waiting.select_related("proposed_by").filter(object_key=object_key).first()
