"""Regulations, each version as the document that was published."""

from django.db import models
from django.db.models import F, Q

from grants.enums import Source
from grants.models.base import AppendOnly
from grants.models.people import User


class RegulationVersion(AppendOnly):
    """One published version: the document as it was read, and its fingerprint. Never changed; the next one has a number.

    `document` is the TOML text. Models do not read it: `grants.documents.stored` makes the engine's value from it.
    """

    slug = models.SlugField("korte naam", max_length=80)
    number = models.PositiveIntegerField("versie")
    title = models.CharField("titel", max_length=300)
    document = models.TextField("document")
    sha256 = models.CharField("vingerafdruk", max_length=64)
    source = models.CharField("herkomst", max_length=10, choices=Source)
    published_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    approved_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = "versie van een regeling"
        verbose_name_plural = "versies van regelingen"
        ordering = ("title", "slug", "number")
        constraints = [
            models.UniqueConstraint(fields=["slug", "number"], name="regulation_version_number_once"),
            models.UniqueConstraint(fields=["slug", "sha256"], name="regulation_version_content_once"),
            models.CheckConstraint(
                condition=~Q(source=Source.LOADED)
                | Q(published_by__isnull=False, approved_by__isnull=False)
                & ~Q(published_by=F("approved_by")),
                name="regulation_version_loaded_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, versie {self.number}"
