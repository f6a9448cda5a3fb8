"""The log: who did what when, each entry bound to the one before it by its hash."""

from django.db import models

from grants.models.base import AppendOnly, Payload
from grants.models.people import User


class LogEntry(AppendOnly):
    """One act. What it was about in full stands apart, so that it can be removed and the chain still holds.

    `payload_sha256` is taken over the salt and the payload in canonical JSON; `sha256` over this entry and
    `previous_sha256`, as `grants.services.log` says.
    """

    number = models.PositiveBigIntegerField("nummer", unique=True)
    action = models.CharField("handeling", max_length=80, db_index=True)
    object_key = models.CharField("over", max_length=120, db_index=True)
    actor = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="+")
    payload_sha256 = models.CharField(max_length=64)
    previous_sha256 = models.CharField(max_length=64)
    sha256 = models.CharField(max_length=64, unique=True)

    class Meta:
        verbose_name = "regel in het logboek"
        verbose_name_plural = "regels in het logboek"
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.number}: {self.action} {self.object_key}"


class LogPayload(Payload):
    """What an act was about."""

    entry = models.OneToOneField(LogEntry, on_delete=models.PROTECT, primary_key=True, related_name="payload")

    class Meta:
        verbose_name = "inhoud van een regel in het logboek"
        verbose_name_plural = "inhoud van regels in het logboek"

    def __str__(self) -> str:
        return str(self.entry_id)
