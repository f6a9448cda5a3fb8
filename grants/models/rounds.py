"""Rounds: how they are set up, the rules that were laid down, and who does what in them."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from grants import clock
from grants.enums import Role, RulesReason, Stage
from grants.models.base import AppendOnly, Held, HeldQuerySet, Versioned
from grants.models.people import User
from grants.models.regulations import RegulationVersion

STORED_STAGES = [stage for stage in Stage if stage not in (Stage.OPEN, Stage.CLOSED)]


class GrantRound(Versioned):
    """One round under one version of a regulation. What is set up here is frozen once it is published.

    `readings` maps the id of each reading that was confirmed or changed to its choice and the reason for it.
    `shared_ceiling_cents` is what several lists draw on together, where the regulation knows that.
    """

    slug = models.SlugField(_("korte naam"), max_length=80, unique=True)
    title = models.CharField(_("titel"), max_length=200)
    regulation = models.ForeignKey(
        RegulationVersion, on_delete=models.PROTECT, related_name="rounds", verbose_name=_("regeling")
    )
    stage = models.CharField(
        _("fase"),
        max_length=10,
        choices=[(stage.value, stage.label) for stage in STORED_STAGES],
        default=Stage.DRAFT,
        editable=False,
    )
    created_at = models.DateTimeField(default=clock.now, editable=False)
    published_at = models.DateTimeField(_("gepubliceerd op"), null=True, editable=False)
    copied_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, editable=False, related_name="copies"
    )

    readings = models.JSONField(_("lezingen"), default=dict, blank=True)
    ceiling_cents = models.BigIntegerField(_("subsidieplafond"), null=True, blank=True)
    shared_ceiling_cents = models.BigIntegerField(_("gedeeld plafond"), null=True, blank=True)
    shares_money = models.BooleanField(_("delen lijsten geld"), null=True, blank=True)

    gazette_number = models.CharField(_("nummer van de bekendmaking"), max_length=80, blank=True)
    gazette_on = models.DateField(_("datum van de bekendmaking"), null=True, blank=True)

    opens_at = models.DateTimeField(_("opent op"), null=True, blank=True)
    closes_at = models.DateTimeField(_("sluit op"), null=True, blank=True)
    assessed_by = models.DateField(_("beoordeeld uiterlijk"), null=True, blank=True)
    term_weeks = models.PositiveSmallIntegerField(_("beslistermijn in weken"), null=True, blank=True)
    term_from = models.CharField(_("beslistermijn vanaf"), max_length=10, blank=True)
    term_source = models.CharField(_("grondslag van de termijn"), max_length=200, blank=True)
    completion_days = models.PositiveSmallIntegerField(_("dagen om aan te vullen"), default=14)

    purpose = models.TextField(_("waar deze ronde voor is"), blank=True, max_length=4000)
    audience = models.TextField(_("wie kan aanvragen"), blank=True, max_length=4000)
    contact = models.TextField(_("waar men vragen stelt"), blank=True, max_length=1000)

    class Meta:
        verbose_name = "ronde"
        verbose_name_plural = "rondes"
        ordering = ("-created_at", "pk")
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__isnull=True)
                | Q(opens_at__isnull=True)
                | Q(closes_at__gt=F("opens_at")),
                name="round_closes_after_it_opens",
            ),
            models.CheckConstraint(
                condition=Q(stage=Stage.DRAFT) | Q(published_at__isnull=False), name="round_published_once"
            ),
            models.CheckConstraint(
                condition=(Q(ceiling_cents__isnull=True) | Q(ceiling_cents__gte=0))
                & (Q(shared_ceiling_cents__isnull=True) | Q(shared_ceiling_cents__gte=0)),
                name="round_ceiling_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def is_draft(self) -> bool:
        """Whether its rules can still be changed."""
        return self.stage == Stage.DRAFT


class Deelplafond(models.Model):
    """A list of a round with a limit of its own: a deelplafond, a track, an area or a spot, as its kind says.

    `key` is its id in the engine; `kind` is that of the regulation. Frozen with its round, but for its ceiling.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="deelplafonds")
    key = models.SlugField(_("korte naam"), max_length=80)
    kind = models.CharField(_("soort"), max_length=40)
    name = models.CharField(_("naam"), max_length=200)
    ceiling_cents = models.BigIntegerField(_("plafond"), null=True, blank=True)
    max_grants = models.PositiveIntegerField(_("aantal subsidies"), null=True, blank=True)
    draws_on_shared = models.BooleanField(_("deelt in het gedeelde plafond"), default=False)

    class Meta:
        verbose_name = "deelplafond"
        verbose_name_plural = "deelplafonds"
        ordering = ("kind", "name", "key")
        constraints = [
            models.UniqueConstraint(fields=["round", "key"], name="deelplafond_key_once"),
            models.CheckConstraint(
                condition=Q(ceiling_cents__isnull=True) | Q(ceiling_cents__gte=0),
                name="deelplafond_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class RoundRules(AppendOnly):
    """The rules of a round as they were laid down: at publication, and at each change that is allowed after it.

    `rules` is canonical JSON of all that decides the outcome; there are no personal data in it. The highest number
    holds. `reason` is what people read: why this was laid down.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="rules")
    number = models.PositiveIntegerField("nummer")
    why = models.CharField("aanleiding", max_length=20, choices=RulesReason)
    reason = models.TextField("reden", blank=True)
    rules = models.JSONField("regels")
    sha256 = models.CharField("vingerafdruk", max_length=64)
    proposed_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "vastgelegde regels"
        verbose_name_plural = "vastgelegde regels"
        ordering = ("round", "number")
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="round_rules_number_once"),
            models.CheckConstraint(
                condition=Q(proposed_by__isnull=True, approved_by__isnull=True)
                | Q(proposed_by__isnull=False, approved_by__isnull=False) & ~Q(proposed_by=F("approved_by")),
                name="round_rules_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, regels {self.number}"


class RoundRole(Held):
    """A role of someone in a round, until ended."""

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="roles")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="round_roles")
    role = models.CharField("rol", max_length=10, choices=Role)
    given_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = HeldQuerySet["RoundRole"].as_manager()

    class Meta:
        verbose_name = "rol in een ronde"
        verbose_name_plural = "rollen in rondes"
        constraints = [
            models.UniqueConstraint(
                fields=["round", "user", "role"], condition=Q(until=None), name="round_role_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()} in {self.round}"
