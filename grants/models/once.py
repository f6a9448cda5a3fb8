"""Forms that make something, and what they made: sent twice, a form makes one row."""

from django.db import models

from grants import clock
from grants.models.people import User


class SentForm(models.Model):
    """A form that was shown once and has been sent, with the id of the row that it made."""

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    token = models.UUIDField()
    made_id = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(default=clock.now, editable=False)

    class Meta:
        verbose_name = "verstuurd formulier"
        verbose_name_plural = "verstuurde formulieren"
        constraints = [models.UniqueConstraint(fields=["user", "token"], name="sent_form_once")]

    def __str__(self) -> str:
        return str(self.token)
