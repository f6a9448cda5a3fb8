"""Organisations that apply, and who may act for them."""

from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from grants import clock
from grants.models.base import Held, HeldQuerySet, Versioned
from grants.models.people import User
from grants.names import sort_key, tidy
from grants.validators import validate_kvk_number

# How long an invitation can be answered.
TERM = timedelta(days=30)
KVK_NUMBER_TAKEN = _(
    "Er is al een organisatie met dit KvK-nummer. Vraag wie ervoor optreedt om u uit te nodigen, "
    "of neem contact op met de gemeente."
)


class Organisation(Versioned):
    """Who applies. An initiative of residents need not have a KvK number."""

    name = models.CharField("naam", max_length=200)
    sort_name = models.CharField(max_length=200, editable=False, db_index=True)
    kvk_number = models.CharField("KvK-nummer", max_length=8, blank=True, validators=[validate_kvk_number])
    created_at = models.DateTimeField(default=clock.now, editable=False)

    class Meta:
        verbose_name = "organisatie"
        verbose_name_plural = "organisaties"
        ordering = ("sort_name", "pk")
        constraints = [
            models.UniqueConstraint(
                fields=["kvk_number"],
                condition=~Q(kvk_number=""),
                name="organisation_once_per_kvk_number",
                violation_error_message=KVK_NUMBER_TAKEN,
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, **kwargs: object) -> None:
        """Keep the key that lists are sorted by beside the name."""
        self.name = tidy(self.name)
        self.sort_name = sort_key(self.name)
        super().save(**kwargs)  # type: ignore[arg-type]


class Representative(Held):
    """Someone who may act for an organisation, until ended."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="representatives")
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="represents")
    added_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = HeldQuerySet["Representative"].as_manager()

    class Meta:
        verbose_name = "vertegenwoordiger"
        verbose_name_plural = "vertegenwoordigers"
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "user"], condition=Q(until=None), name="representative_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.organisation})"


class InvitationQuerySet(HeldQuerySet["Invitation"]):
    """Invitations, those that can still be answered among them."""

    def open(self) -> Self:
        """Not answered, not taken back, and not too old."""
        return self.current().filter(since__gt=clock.now() - TERM)


class Invitation(Held):
    """An organisation asks whoever has this mail address to act for it. Nobody becomes a representative unasked."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField("e-mailadres")
    invited_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = "uitnodiging"
        verbose_name_plural = "uitnodigingen"
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "email"], condition=Q(until=None), name="invitation_once_at_a_time"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email} ({self.organisation})"

    @property
    def lapses_at(self) -> datetime:
        """From when on it can no longer be answered."""
        return self.since + TERM

    def is_open(self) -> bool:
        """Whether it can be answered now."""
        return self.until is None and clock.now() < self.lapses_at
