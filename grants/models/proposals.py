"""Acts that take two people: one proposes, someone else approves, and it is done in that same transaction."""

from django.db import models

from grants.enums import ProposalKind, Verdict
from grants.models.base import AppendOnly
from grants.models.people import User


class Proposal(AppendOnly):
    """What is proposed about which object, in a payload whose SHA-256 is kept beside it.

    `object_state` is the fingerprint of the object when it was proposed: if it has changed, approval is refused.
    """

    kind = models.CharField("handeling", max_length=40, choices=ProposalKind)
    object_key = models.CharField("over", max_length=120, db_index=True)
    object_state = models.CharField(max_length=64)
    payload = models.JSONField("inhoud")
    payload_sha256 = models.CharField(max_length=64)
    reason = models.TextField("reden", blank=True)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="proposals")

    class Meta:
        verbose_name = "voorstel"
        verbose_name_plural = "voorstellen"
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.object_key}"


class ProposalVerdict(AppendOnly):
    """How a proposal ended, once and for all."""

    proposal = models.OneToOneField(Proposal, on_delete=models.PROTECT, related_name="verdict")
    verdict = models.CharField("oordeel", max_length=10, choices=Verdict)
    reason = models.TextField("reden", blank=True)
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "oordeel over een voorstel"
        verbose_name_plural = "oordelen over voorstellen"

    def __str__(self) -> str:
        return self.get_verdict_display()
