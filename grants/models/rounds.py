"""Rounds, and who does what in them."""

from django.db import models
from django.db.models import Q

from grants import clock
from grants.enums import Role
from grants.models.base import Held, HeldQuerySet, Versioned
from grants.models.people import User
from grants.models.regulations import RegulationVersion


class GrantRound(Versioned):
    """One round under one version of a regulation."""

    slug = models.SlugField("korte naam", max_length=80, unique=True)
    title = models.CharField("titel", max_length=200)
    regulation = models.ForeignKey(RegulationVersion, on_delete=models.PROTECT, related_name="rounds")
    created_at = models.DateTimeField(default=clock.now, editable=False)

    class Meta:
        verbose_name = "ronde"
        verbose_name_plural = "rondes"
        ordering = ("-created_at", "pk")

    def __str__(self) -> str:
        return self.title


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
