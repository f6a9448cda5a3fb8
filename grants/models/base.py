"""What rows have in common: those that people relied on are never changed, those that people edit have a version."""

from typing import Self, TypeVar

from django.db import models

from grants import clock

HeldRow = TypeVar("HeldRow", bound="Held")


class AppendOnlyError(Exception):
    """An attempt by our own code to change a row that is never changed. PostgreSQL refuses it as well."""


class AppendOnly(models.Model):
    """A row that stays as it was written: a change is a new row, which may supersede this one.

    `Guard` in its migration lets PostgreSQL refuse UPDATE, DELETE and TRUNCATE, whoever sends them.
    """

    created_at = models.DateTimeField("vastgelegd op", default=clock.now, editable=False)

    class Meta:
        abstract = True

    def save(self, using: str | None = None, **_options: object) -> None:
        """Write a new row; an existing one is refused."""
        if not self._state.adding:
            raise AppendOnlyError(type(self).__name__)
        super().save(force_insert=True, using=using)

    def delete(self, using: str | None = None, keep_parents: bool = False) -> tuple[int, dict[str, int]]:  # noqa: ARG002 - as Django has it
        """Never."""
        raise AppendOnlyError(type(self).__name__)


class Payload(models.Model):
    """What a row that is never changed was about. It stands apart, and the row keeps its hash over `salt` and `data`.

    The owner's command removes it after its term of retention; then nobody can guess what it was.
    """

    salt = models.CharField(max_length=64)
    data = models.JSONField("inhoud")

    class Meta:
        abstract = True


class Versioned(models.Model):
    """A row that is edited in forms. Each change raises `version`; a form that shows an older one is refused."""

    version = models.PositiveIntegerField("versie", default=1, editable=False)

    class Meta:
        abstract = True


class HeldQuerySet(models.QuerySet[HeldRow]):
    """Rows that hold for a while."""

    def current(self) -> Self:
        """Those that hold now."""
        return self.filter(until=None)

    def end(self) -> int:
        """Let them hold no longer, and give how many that were: none where another was first."""
        return self.current().update(until=clock.now())


class Held(models.Model):
    """What someone has or may do since a moment, until it is ended. The row stays."""

    since = models.DateTimeField("sinds", default=clock.now, editable=False)
    until = models.DateTimeField("tot", null=True, blank=True)

    class Meta:
        abstract = True
