"""Forms that make something: sent twice, by a double click or the back button, they make it once."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from grants.models import SentForm, User
from grants.services.errors import Refused

Made = TypeVar("Made", bound=Model)


@transaction.atomic
def once(model: type[Made], make: Callable[[], Made], *, by: User, token: UUID) -> Made:
    """Make the row of the form with this token; for a form that was sent before, give the row that it made.

    Refused where that row is gone. A token is one for each kind of row: of another kind it gives nothing.
    """
    token = uuid5(token, model._meta.label)  # noqa: SLF001 - Django's own name
    try:
        with transaction.atomic():
            sent = SentForm.objects.create(user=by, token=token)
    except IntegrityError:
        sent = SentForm.objects.get(user=by, token=token)
        return _made_before(model, sent)
    made = make()
    sent.made_id = made.pk
    sent.save(update_fields=["made_id"])
    return made


def _made_before(model: type[Made], sent: SentForm) -> Made:
    found = model._default_manager.filter(pk=sent.made_id).first()  # noqa: SLF001 - Django's own name
    if found is None:
        raise Refused(
            _(
                "U hebt dit formulier al verstuurd, en wat u ermee maakte is er niet meer. Open het formulier opnieuw."
            )
        )
    return found
