"""What officials decide where the regulation leaves it to them ("kan worden geweigerd"), each with the ground it rests on."""

from django.db import models
from django.db.models import Q

from grants.enums import Said
from grants.models.applications import Application
from grants.models.base import AppendOnly, Payload
from grants.models.people import User


class OfficialDecision(AppendOnly):
    """A decision about an application. The last one with its `key` holds, as long as its `ground` is still there.

    `key` is that of the discretion in the regulation. `ground` is what was found when it was taken: once that is
    something else the decision has lapsed, and is owed anew. The payload holds the reasons.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="official_decisions")
    key = models.CharField("bevoegdheid", max_length=80)
    number = models.PositiveIntegerField("nummer")
    said = models.CharField("beslissing", max_length=10, choices=Said)
    cap_cents = models.BigIntegerField("ten hoogste", null=True)
    ground = models.JSONField("grond")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "beslissing over een aanvraag"
        verbose_name_plural = "beslissingen over aanvragen"
        ordering = ("application", "key", "number")
        constraints = [
            models.UniqueConstraint(fields=["application", "key", "number"], name="official_decision_once"),
            models.CheckConstraint(
                condition=Q(said=Said.CAP, cap_cents__gte=1) | ~Q(said=Said.CAP) & Q(cap_cents=None),
                name="official_decision_cap",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.application_id}: {self.get_said_display()}"

    @property
    def reason(self) -> str:
        """Why; empty once it was removed after its term of retention."""
        return str(self.payload.data.get("reason", "")) if hasattr(self, "payload") else ""


class OfficialDecisionPayload(Payload):
    """The reasons of a decision."""

    decision = models.OneToOneField(
        OfficialDecision, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een beslissing"
        verbose_name_plural = "inhoud van beslissingen"

    def __str__(self) -> str:
        return str(self.decision_id)
