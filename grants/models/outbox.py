"""Work for the workers, written in the transaction that asks for it."""

from django.db import models

from grants import clock


class OutboxRow(models.Model):
    """One task to be done: its name and the ids it takes. Marked when it was handed to the broker, and when done."""

    task = models.CharField("taak", max_length=80)
    arguments = models.JSONField("gegevens", default=dict)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    sent_at = models.DateTimeField("verstuurd", null=True)
    done_at = models.DateTimeField("klaar", null=True)
    failed = models.TextField("mislukt omdat", blank=True)

    class Meta:
        verbose_name = "taak"
        verbose_name_plural = "taken"
        ordering = ("pk",)
        indexes = [
            models.Index(fields=["created_at"], condition=models.Q(done_at=None), name="outbox_not_done"),
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.pk}"
