"""Acts that take two people: one proposes, someone else approves, and it is done in that same transaction."""

from django.db import models

from grants.enums import ProposalKind, Verdict
from grants.models.base import AppendOnly, Payload
from grants.models.people import User


class Proposal(AppendOnly):
    """What is proposed about which object. The payload, the reason and the proposer's name stand apart, under their hash.

    `object_state` is the fingerprint of the object when it was proposed: if it has changed, approval is refused.
    """

    kind = models.CharField("handeling", max_length=40, choices=ProposalKind)
    object_key = models.CharField("over", max_length=120, db_index=True)
    object_state = models.CharField(max_length=64)
    payload_sha256 = models.CharField(max_length=64)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="proposals")

    class Meta:
        verbose_name = "voorstel"
        verbose_name_plural = "voorstellen"
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.object_key}"

    @property
    def is_purged(self) -> bool:
        """Whether the payload was removed after its term of retention."""
        return not hasattr(self, "kept")

    @property
    def proposer_name(self) -> str:
        """What the proposer was called at that moment; empty once it was removed."""
        return "" if self.is_purged else self.kept.data["proposer"]

    @property
    def payload(self) -> dict[str, object]:
        """What is proposed; nothing once it was removed."""
        return {} if self.is_purged else self.kept.data["payload"]

    @property
    def reason(self) -> str:
        """Why; empty once it was removed."""
        return "" if self.is_purged else self.kept.data["reason"]


class ProposalPayload(Payload):
    """What is proposed, and why."""

    proposal = models.OneToOneField(Proposal, on_delete=models.PROTECT, primary_key=True, related_name="kept")

    class Meta:
        verbose_name = "inhoud van een voorstel"
        verbose_name_plural = "inhoud van voorstellen"

    def __str__(self) -> str:
        return str(self.proposal_id)


class ProposalVerdict(AppendOnly):
    """How a proposal ended, once and for all."""

    proposal = models.OneToOneField(Proposal, on_delete=models.PROTECT, related_name="verdict")
    verdict = models.CharField("oordeel", max_length=10, choices=Verdict)
    payload_sha256 = models.CharField(max_length=64)
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "oordeel over een voorstel"
        verbose_name_plural = "oordelen over voorstellen"

    def __str__(self) -> str:
        return self.get_verdict_display()

    @property
    def is_purged(self) -> bool:
        """Whether the reason was removed after its term of retention."""
        return not hasattr(self, "kept")

    @property
    def reason(self) -> str:
        """Why; empty once it was removed."""
        return "" if self.is_purged else self.kept.data["reason"]


class VerdictPayload(Payload):
    """Why a proposal ended so."""

    verdict = models.OneToOneField(
        ProposalVerdict, on_delete=models.PROTECT, primary_key=True, related_name="kept"
    )

    class Meta:
        verbose_name = "reden van een oordeel"
        verbose_name_plural = "redenen van oordelen"

    def __str__(self) -> str:
        return str(self.verdict_id)
