"""Forms that make something: sent twice, by a double click or the back button, they make it once."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Model

from grants.models import SentForm, User

Made = TypeVar("Made", bound=Model)


@transaction.atomic
def once(model: type[Made], make: Callable[[], Made], *, by: User, token: UUID) -> Made:
    """Make the row of the form with this token; for a form that was sent before, give the row that it made."""
    try:
        with transaction.atomic():
            sent = SentForm.objects.create(user=by, token=token)
    except IntegrityError:
        sent = SentForm.objects.get(user=by, token=token)
        return model._default_manager.get(pk=sent.made_id)  # noqa: SLF001 - Django's own name
    made = make()
    sent.made_id = made.pk
    sent.save(update_fields=["made_id"])
    return made
