"""Work for the workers, written in the transaction that asks for it."""

from django.db import models

from grants import clock


class OutboxRow(models.Model):
    """One task to be done: its name and the ids it takes. Marked when it was handed to the broker, and when done.

    `next_at` is when it is sent again if it is not done by then. `claimed_at` is when its mail was taken in hand: if it
    is not done and not let go, nobody knows whether the mail went. A row that has failed waits for a person.
    """

    task = models.CharField("taak", max_length=80)
    arguments = models.JSONField("gegevens", default=dict)
    created_at = models.DateTimeField(default=clock.now, editable=False)
    sent_at = models.DateTimeField("verstuurd", null=True)
    next_at = models.DateTimeField("opnieuw na", default=clock.now)
    attempts = models.PositiveSmallIntegerField("pogingen", default=0)
    claimed_at = models.DateTimeField("mail in handen sinds", null=True)
    done_at = models.DateTimeField("klaar", null=True)
    failed = models.TextField("mislukt omdat", blank=True)

    class Meta:
        verbose_name = "taak"
        verbose_name_plural = "taken"
        ordering = ("pk",)
        indexes = [
            models.Index(
                fields=["next_at"], condition=models.Q(done_at=None, failed=""), name="outbox_waiting"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task} {self.pk}"

    @property
    def is_uncertain(self) -> bool:
        """Whether nobody knows if its mail went."""
        return bool(self.failed) and self.claimed_at is not None
