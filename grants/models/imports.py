"""Files with applications, and which column of them is what."""

from django.db import models

from grants import clock
from grants.enums import ImportState, SameName
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
    """A file that was uploaded for a round: tried first, then brought in whole, or not at all.

    `received_at` holds for rows that tell no moment of their own. `problems` are the first errors of the last try, and
    `problems_file` has all of them. `years` says how many of the rows each year has, and `reserved` the first
    number and how many a file for the workers got for its references, by year.
    """

    round = models.ForeignKey(GrantRound, on_delete=models.PROTECT, related_name="imports")
    source = models.CharField("bron", max_length=80)
    name = models.CharField("bestandsnaam", max_length=200)
    sha256 = models.CharField("vingerafdruk", max_length=64)
    size = models.PositiveBigIntegerField("grootte", default=0)
    file = models.FileField("bestand", upload_to="imports/%Y/%m", max_length=200)
    columns = models.JSONField("kolommen", default=dict)
    received_at = models.DateTimeField("ontvangen op", default=clock.now)
    uploaded_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField(default=clock.now, editable=False)
    state = models.CharField("stand", max_length=10, choices=ImportState, default=ImportState.UPLOADED)
    rows = models.PositiveIntegerField("rijen", default=0)
    requested_cents = models.BigIntegerField("samen gevraagd", default=0)
    problems_count = models.PositiveIntegerField("fouten", default=0)
    problems = models.JSONField("eerste fouten", default=list)
    problems_file = models.FileField("alle fouten", upload_to="imports/%Y/%m", max_length=200, blank=True)
    same_name = models.CharField(
        "organisatie met dezelfde naam", max_length=4, choices=SameName, default=SameName.NEW
    )
    warnings_count = models.PositiveIntegerField("waarschuwingen", default=0)
    warnings = models.JSONField("eerste waarschuwingen", default=list)
    years = models.JSONField("rijen per jaar", default=dict)
    reserved = models.JSONField("nummers per jaar", default=dict)
    applications_made = models.PositiveIntegerField("aanvragen gemaakt", null=True)
    done_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    done_at = models.DateTimeField("ingelezen op", null=True)

    class Meta:
        verbose_name = "import"
        verbose_name_plural = "imports"
        ordering = ("-uploaded_at", "-pk")
        constraints = [
            models.UniqueConstraint(
                fields=["round", "sha256"], condition=models.Q(state="done"), name="import_once_per_file"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def numbers(self) -> dict[int, range]:
        """The numbers of references that it got beforehand, by year."""
        return {int(year): range(first, first + many) for year, (first, many) in self.reserved.items()}
