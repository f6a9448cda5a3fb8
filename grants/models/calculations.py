"""Calculations: what the engine found for a round, line by line, and the receipt with which anyone can repeat it."""

from django.db import models
from django.db.models import F, Q

from grants.enums import LineStatus, NeedKind
from grants.models.applications import Application
from grants.models.base import AppendOnly
from grants.models.people import User
from grants.models.points import ExactPoints
from grants.models.rounds import Deelplafond, GrantRound


class Calculation(AppendOnly):
    """One calculation of a round. Never changed: what came in afterwards is in the next one.

    The three fingerprints are its receipt, with that of the program's own code. `by` asked for it. `marks` tell, without
    reading everything, whether something came in afterwards. `warnings` are decisions that have no effect, as the file
    format writes them.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="calculations")
    number = models.PositiveIntegerField("nummer")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    regulation_sha256 = models.CharField("vingerafdruk van de regeling", max_length=64)
    round_sha256 = models.CharField("vingerafdruk van wat erin ging", max_length=64)
    outcome_sha256 = models.CharField("vingerafdruk van de uitkomst", max_length=64)
    code_sha256 = models.CharField("vingerafdruk van het rekenprogramma", max_length=64)
    marks = models.JSONField("stand", default=dict)
    can_be_decided = models.BooleanField("kan worden besloten")
    warnings = models.JSONField("zonder gevolg", default=list)

    class Meta:
        verbose_name = "berekening"
        verbose_name_plural = "berekeningen"
        ordering = ("round", "number")
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="calculation_number_once")]

    def __str__(self) -> str:
        return f"{self.round}, berekening {self.number}"


class CalculationInput(models.Model):
    """What went into a calculation, in the file format. It stands apart: the owner removes it after its term."""

    calculation = models.OneToOneField(
        Calculation, on_delete=models.PROTECT, primary_key=True, related_name="input"
    )
    data = models.JSONField("ronde")

    class Meta:
        verbose_name = "invoer van een berekening"
        verbose_name_plural = "invoer van berekeningen"

    def __str__(self) -> str:
        return str(self.calculation_id)


class ListOutcome(AppendOnly):
    """What happened on one list: whether it was ranked, and its money. Amounts that are not certain are empty."""

    calculation = models.ForeignKey(Calculation, on_delete=models.PROTECT, related_name="lists")
    deelplafond = models.ForeignKey(Deelplafond, on_delete=models.PROTECT, related_name="+")
    ranked = models.BooleanField("gerangschikt")
    ceiling_cents = models.BigIntegerField("plafond", null=True)
    requested_cents = models.BigIntegerField("gevraagd")
    granted_cents = models.BigIntegerField("verleend", null=True)
    remaining_cents = models.BigIntegerField("over", null=True)

    class Meta:
        verbose_name = "uitkomst van een lijst"
        verbose_name_plural = "uitkomsten van lijsten"
        ordering = ("calculation", "deelplafond")
        constraints = [
            models.UniqueConstraint(fields=["calculation", "deelplafond"], name="list_outcome_once"),
        ]

    def __str__(self) -> str:
        return f"{self.calculation_id}: {self.deelplafond_id}"


class OutcomeLine(AppendOnly, ExactPoints):
    """The outcome of one application. The exact number is the total of its points.

    `position` is where it stands on the page, from 1, and says nothing about who is ahead within a tie: those who share a
    place have the first of their references as `tie`. `running_cents` is what was granted on its list up to and including this
    place, as long as that is certain. `by_criterion` maps each criterion to its weighed points, `reasons` are the steps to the outcome.
    """

    calculation = models.ForeignKey(Calculation, on_delete=models.PROTECT, related_name="lines")
    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="lines")
    deelplafond = models.ForeignKey(Deelplafond, on_delete=models.PROTECT, related_name="+")
    position = models.PositiveIntegerField("volgorde op de pagina")
    rank = models.PositiveIntegerField("plaats", null=True)
    tie = models.CharField("deelt de plaats met", max_length=80, blank=True)
    tied_count = models.PositiveIntegerField("aantal op deze plaats", default=1)
    by_criterion = models.JSONField("punten per criterium", null=True)
    facts = models.JSONField("gegevens waarmee is gerekend", default=dict)
    eligible = models.BooleanField("komt in aanmerking")
    status = models.CharField("uitkomst", max_length=24, choices=LineStatus)
    requested_cents = models.BigIntegerField("gevraagd")
    grantable_cents = models.BigIntegerField("subsidiabel")
    granted_cents = models.BigIntegerField("verleend", null=True)
    least_cents = models.BigIntegerField("ten minste")
    most_cents = models.BigIntegerField("ten hoogste")
    running_cents = models.BigIntegerField("loopt op tot", null=True)
    decided_by = models.CharField("gelijke punten, beslist door", max_length=80, blank=True)
    decided_by_rule = models.CharField(max_length=80, blank=True)
    reason_code = models.CharField("reden", max_length=80, blank=True)
    reason_rule = models.CharField("bepaling", max_length=80, blank=True)
    decisions_needed = models.JSONField("beslissingen nodig", default=list)
    reasons = models.JSONField("redenen", default=list)

    class Meta:
        verbose_name = "regel van een berekening"
        verbose_name_plural = "regels van berekeningen"
        ordering = ("calculation", "position")
        constraints = [
            models.UniqueConstraint(fields=["calculation", "application"], name="outcome_line_once"),
            models.UniqueConstraint(fields=["calculation", "position"], name="outcome_line_position_once"),
            models.CheckConstraint(
                condition=Q(granted_cents__isnull=True)
                | Q(granted_cents__gte=0, granted_cents__lte=F("grantable_cents")),
                name="outcome_line_granted_within",
            ),
            models.CheckConstraint(
                condition=Q(least_cents__gte=0, most_cents__gte=F("least_cents")),
                name="outcome_line_bounds",
            ),
            ExactPoints.whole("outcome_line"),
        ]

    def __str__(self) -> str:
        return f"{self.application_id}: {self.status}"


class CalculationNeed(AppendOnly):
    """What a round still needs according to a calculation. `applications` are references; `code` says which kind of it."""

    calculation = models.ForeignKey(Calculation, on_delete=models.PROTECT, related_name="needs")
    number = models.PositiveIntegerField("nummer")
    kind = models.CharField("soort", max_length=10, choices=NeedKind)
    code = models.CharField(max_length=80)
    rule = models.CharField("bepaling", max_length=80, blank=True)
    pool = models.CharField("lijst", max_length=80)
    applications = models.JSONField("aanvragen")
    blocking = models.BooleanField("houdt besluiten tegen")

    class Meta:
        verbose_name = "wat een ronde nog nodig heeft"
        verbose_name_plural = "wat rondes nog nodig hebben"
        ordering = ("calculation", "number")
        constraints = [
            models.UniqueConstraint(fields=["calculation", "number"], name="calculation_need_once"),
        ]

    def __str__(self) -> str:
        return f"{self.calculation_id}: {self.kind} {self.code}"


class DrawGroup(AppendOnly):
    """Applications that only lots can order, in the file format; `pool` is a list, or a ceiling that lists share."""

    calculation = models.ForeignKey(Calculation, on_delete=models.PROTECT, related_name="draw_groups")
    number = models.PositiveIntegerField("nummer")
    pool = models.CharField("lijst", max_length=80)
    drawn = models.BooleanField("geloot")
    group = models.JSONField("groep")

    class Meta:
        verbose_name = "groep om te loten"
        verbose_name_plural = "groepen om te loten"
        ordering = ("calculation", "number")
        constraints = [
            models.UniqueConstraint(fields=["calculation", "number"], name="draw_group_once"),
        ]

    def __str__(self) -> str:
        return f"{self.calculation_id}: {self.pool} {self.number}"
