"""Rows that people edit: saved only by who saw the version that stands there now."""

from typing import TypeVar

from django.db import transaction
from django.db.models import F

from grants.models import Versioned
from grants.services.errors import Conflict

Row = TypeVar("Row", bound=Versioned)


@transaction.atomic
def save_version(row: Row, *, version: int, **values: object) -> Row:
    """Give the row these values, as its next version. Raises Conflict if `version` is not what stands there now."""
    rows = type(row)._default_manager  # noqa: SLF001 - Django's own name
    updated = rows.filter(pk=row.pk, version=version).update(version=F("version") + 1)
    current = rows.get(pk=row.pk)
    if not updated:
        raise Conflict(current)
    for name, value in values.items():
        setattr(current, name, value)
    current.save()
    return current
