"""Points that are established: per application and criterion, and of a round as a whole."""

from fractions import Fraction

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from grants.enums import Basis
from grants.models.applications import Application
from grants.models.base import AppendOnly, Payload, Versioned
from grants.models.people import User
from grants.models.rounds import GrantRound

DIGITS = 200
"""As many as the numerator or denominator of points can have: means of numbers of forty digits fit."""


class ExactPoints(models.Model):
    """Points as an exact number, in lowest terms; both parts are empty where there are none."""

    numerator = models.DecimalField("teller", max_digits=DIGITS, decimal_places=0, null=True)
    denominator = models.DecimalField("noemer", max_digits=DIGITS, decimal_places=0, null=True)

    class Meta:
        abstract = True

    @property
    def points(self) -> Fraction | None:
        """The points; None where there are none. Missing points are never a number."""
        if self.numerator is None or self.denominator is None:
            return None
        return Fraction(int(self.numerator), int(self.denominator))

    @staticmethod
    def parts(points: Fraction | int | None) -> dict[str, int | None]:
        """The columns for these points."""
        if points is None:
            return {"numerator": None, "denominator": None}
        return {"numerator": points.numerator, "denominator": points.denominator}

    @staticmethod
    def whole(name: str) -> models.CheckConstraint:
        """Both parts, or neither; and nothing is divided by zero."""
        return models.CheckConstraint(
            condition=Q(numerator=None, denominator=None) | Q(numerator__isnull=False, denominator__gte=1),
            name=f"{name}_exact",
        )


class Typed(Versioned):
    """What was typed in a form that saves itself, as it was typed; `saved_from` is the page that saved last."""

    answers = models.JSONField(_("antwoorden"), default=dict, blank=True)
    saved_at = models.DateTimeField(_("bewaard op"), null=True)
    saved_from = models.UUIDField(null=True, editable=False)

    class Meta:
        abstract = True


class EstablishmentDraft(Typed):
    """What officials chose and typed for an application before its points are established. They share it."""

    application = models.OneToOneField(
        Application, on_delete=models.PROTECT, related_name="establishment_draft"
    )
    saved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "concept van vastgestelde punten"
        verbose_name_plural = "concepten van vastgestelde punten"

    def __str__(self) -> str:
        return str(self.application)


class Establishment(AppendOnly):
    """The points of an application, established by an official. A correction is a new one; the last one holds.

    `rests_on` are the assessments that were counted. The payload holds the reason for each criterion, by its letter,
    and of a correction why it was made.
    """

    application = models.ForeignKey(Application, on_delete=models.PROTECT, related_name="establishments")
    number = models.PositiveIntegerField("nummer")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    rests_on = models.JSONField("beoordelingen", default=list)
    payload_sha256 = models.CharField(max_length=64)

    class Meta:
        verbose_name = "vaststelling van punten"
        verbose_name_plural = "vaststellingen van punten"
        ordering = ("application", "number")
        constraints = [
            models.UniqueConstraint(fields=["application", "number"], name="establishment_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.application}, vaststelling {self.number}"

    @property
    def data(self) -> dict[str, object]:
        """The reasons; nothing once it was removed after its term of retention."""
        return self.payload.data if hasattr(self, "payload") else {}


class EstablishmentPayload(Payload):
    """The reasons of an establishment."""

    establishment = models.OneToOneField(
        Establishment, on_delete=models.PROTECT, primary_key=True, related_name="payload"
    )

    class Meta:
        verbose_name = "inhoud van een vaststelling"
        verbose_name_plural = "inhoud van vaststellingen"

    def __str__(self) -> str:
        return str(self.establishment_id)


class EstablishedScore(AppendOnly, ExactPoints):
    """The established points on one criterion, before weighing. Computed criteria have none: the calculation makes them."""

    establishment = models.ForeignKey(Establishment, on_delete=models.PROTECT, related_name="scores")
    letter = models.CharField("criterium", max_length=8)
    basis = models.CharField("grond", max_length=10, choices=Basis)

    class Meta:
        verbose_name = "vastgestelde punten"
        verbose_name_plural = "vastgestelde punten"
        ordering = ("establishment", "pk")
        constraints = [
            models.UniqueConstraint(fields=["establishment", "letter"], name="established_score_once"),
            models.CheckConstraint(
                condition=Q(numerator__isnull=False, denominator__gte=1), name="established_score_exact"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.letter}: {self.points}"


class RoundPoints(AppendOnly):
    """The points of a round, established as a whole. From here on the averages are fixed.

    `points` maps each reference to its points by letter, as the file format writes them, and `counted` are the
    references that count in the averages, whatever happens to them later.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="round_points")
    number = models.PositiveIntegerField("nummer")
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    points = models.JSONField("punten")
    counted = models.JSONField("telt mee in het gemiddelde", default=list)
    reason = models.TextField("reden", blank=True)
    sha256 = models.CharField("vingerafdruk", max_length=64)

    class Meta:
        verbose_name = "vastgestelde punten van een ronde"
        verbose_name_plural = "vastgestelde punten van rondes"
        ordering = ("round", "number")
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="round_points_number_once")]

    def __str__(self) -> str:
        return f"{self.round}, punten {self.number}"
