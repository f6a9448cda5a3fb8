"""Assessing: who has an interest, who assesses what, the points that each gave, and what they said to each other."""

from django.db import models
from django.db.models import F, Q

from grants.enums import InterestKind, RemarkKind, RulingKind
from grants.models.applications import Application, Attachment
from grants.models.base import AppendOnly, Held, HeldQuerySet, Payload
from grants.models.people import User
from grants.models.points import ExactPoints, Typed
from grants.models.rounds import Deelplafond, GrantRound


class Interest(AppendOnly):
    """What an assessor declared about an application: that there is no interest, or that there is. The last one holds."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="interests")
    assessor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="interests")
    number = models.PositiveIntegerField("nummer")
    kind = models.CharField("belang", max_length=10, choices=InterestKind)
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "opgave van belangen"
        verbose_name_plural = "opgaven van belangen"
        ordering = ("application", "assessor", "number")
        constraints = [
            models.UniqueConstraint(fields=["application", "assessor", "number"], name="interest_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.assessor}, {self.application}: {self.get_kind_display()}"

    @property
    def data(self) -> dict[str, object]:
        """What was said about it; nothing once it was removed after its term of retention."""
        return self.payload.data if hasattr(self, "payload") else {}


class InterestPayload(Payload):
    """What the assessor said about the interest."""

    interest = models.OneToOneField(
        Interest, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een opgave van belangen"
        verbose_name_plural = "inhoud van opgaven van belangen"

    def __str__(self) -> str:
        return str(self.interest_id)


class Ruling(AppendOnly):
    """What two people decided about the assessing of a round: see `RulingKind` for what each is about. The last one holds.

    `covers` are the applications on which it rests: a later interest asks for another ruling.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="rulings")
    kind = models.CharField("beslissing", max_length=12, choices=RulingKind)
    deelplafond = models.ForeignKey(Deelplafond, on_delete=models.PROTECT, null=True, related_name="rulings")
    assessor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="rulings")
    application = models.ForeignKey(Application, on_delete=models.PROTECT, null=True, related_name="rulings")
    allowed = models.BooleanField("toegestaan")
    covers = models.JSONField("aanvragen waarop dit rust", default=list)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta:
        verbose_name = "beslissing over de beoordeling"
        verbose_name_plural = "beslissingen over de beoordeling"
        ordering = ("round", "pk")
        constraints = [
            models.CheckConstraint(condition=~Q(proposed_by=F("approved_by")), name="ruling_by_two"),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.get_kind_display()}"


class Assignment(Held):
    """An application that an assessor assesses, until somebody else does, or nobody."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="assignments")
    assessor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="assignments")
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = HeldQuerySet["Assignment"].as_manager()

    class Meta:
        verbose_name = "toewijzing"
        verbose_name_plural = "toewijzingen"
        constraints = [
            models.UniqueConstraint(
                fields=["application", "assessor"],
                condition=Q(until=None),
                name="assignment_once_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.application}: {self.assessor}"


class AssessmentDraft(Typed):
    """What an assessor typed about an application, as it was typed, until it is submitted. Nobody else reads it."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="assessment_drafts")
    assessor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="assessment_drafts")

    class Meta:
        verbose_name = "concept van een beoordeling"
        verbose_name_plural = "concepten van beoordelingen"
        constraints = [
            models.UniqueConstraint(fields=["application", "assessor"], name="assessment_draft_once")
        ]

    def __str__(self) -> str:
        return f"{self.application}: {self.assessor}"


class Assessment(AppendOnly):
    """The points and reasons of one assessor, as submitted. A correction is a new one; the last one counts.

    The payload holds the reason for each criterion, by its letter, and of a correction why it was made.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="assessments")
    assessor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="assessments")
    number = models.PositiveIntegerField("nummer")
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "beoordeling"
        verbose_name_plural = "beoordelingen"
        ordering = ("application", "assessor", "number")
        constraints = [
            models.UniqueConstraint(
                fields=["application", "assessor", "number"], name="assessment_number_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.application}: {self.assessor}, {self.number}"

    @property
    def data(self) -> dict[str, object]:
        """The reasons; nothing once it was removed after its term of retention."""
        return self.payload.data if hasattr(self, "payload") else {}


class AssessmentPayload(Payload):
    """The reasons of an assessment."""

    assessment = models.OneToOneField(
        Assessment, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een beoordeling"
        verbose_name_plural = "inhoud van beoordelingen"

    def __str__(self) -> str:
        return str(self.assessment_id)


class Score(AppendOnly, ExactPoints):
    """What one assessor gave on one criterion, before weighing; no points where it could not be judged."""

    assessment = models.ForeignKey(Assessment, on_delete=models.PROTECT, related_name="scores")
    letter = models.CharField("criterium", max_length=8)

    class Meta:
        verbose_name = "punten van een beoordelaar"
        verbose_name_plural = "punten van beoordelaars"
        ordering = ("assessment", "pk")
        constraints = [
            models.UniqueConstraint(fields=["assessment", "letter"], name="score_once"),
            ExactPoints.whole("score"),
        ]

    def __str__(self) -> str:
        return f"{self.letter}: {self.points}"


class Remark(AppendOnly):
    """What somebody said about an application to who assesses it: see `RemarkKind`. The payload holds the words."""

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="remarks")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="remarks")
    kind = models.CharField("soort", max_length=12, choices=RemarkKind)
    attachment = models.ForeignKey(Attachment, on_delete=models.PROTECT, null=True, related_name="remarks")
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "opmerking"
        verbose_name_plural = "opmerkingen"
        ordering = ("application", "pk")

    def __str__(self) -> str:
        return f"{self.application}: {self.get_kind_display()}"

    @property
    def data(self) -> dict[str, object]:
        """The words; nothing once it was removed after its term of retention."""
        return self.payload.data if hasattr(self, "payload") else {}


class RemarkPayload(Payload):
    """The words of a remark."""

    remark = models.OneToOneField(Remark, on_delete=models.PROTECT, primary_key=True, related_name="payload")

    class Meta:
        verbose_name = "inhoud van een opmerking"
        verbose_name_plural = "inhoud van opmerkingen"

    def __str__(self) -> str:
        return str(self.remark_id)
