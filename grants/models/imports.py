"""Files with applications, and which column of them is what."""

from django.db import models

from grants import clock
from grants.models.people import User
from grants.models.rounds import GrantRound


class ColumnMapping(models.Model):
    """Which column of a source is which field, kept per regulation and source for the next time."""

    regulation_slug = models.SlugField(max_length=80)
    source = models.CharField("bron", max_length=80)
    columns = models.JSONField("kolommen", default=dict)
    changed_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    changed_at = models.DateTimeField(default=clock.now)

    class Meta:
        verbose_name = "indeling van een bron"
        verbose_name_plural = "indelingen van bronnen"
        constraints = [
            models.UniqueConstraint(
                fields=["regulation_slug", "source"], name="column_mapping_once_per_source"
            )
        ]

    def __str__(self) -> str:
        return self.source


class ApplicationImport(models.Model):
    """A file that was uploaded for a round: tried first, then brought in whole, or not at all."""

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="imports")
    source = models.CharField("bron", max_length=80)
    name = models.CharField("bestandsnaam", max_length=200)
    sha256 = models.CharField("vingerafdruk", max_length=64)
    file = models.FileField("bestand", upload_to="imports/%Y/%m", max_length=200)
    columns = models.JSONField("kolommen", default=dict)
    uploaded_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=clock.now, editable=False)
    applications_made = models.PositiveIntegerField("aanvragen gemaakt", null=True)
    done_at = models.DateTimeField("ingelezen op", null=True)

    class Meta:
        verbose_name = "import"
        verbose_name_plural = "imports"
        ordering = ("-uploaded_at", "-pk")

    def __str__(self) -> str:
        return self.name
