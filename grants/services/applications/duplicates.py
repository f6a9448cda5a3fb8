"""Applications that look like the same one: an official says what becomes of both."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Ground, Happening
from grants.models import Application, EventPayload, User
from grants.services.applications.admissibility import find_inadmissible
from grants.services.applications.events import happen
from grants.services.errors import Refused


@transaction.atomic
def resolve_duplicate(
    *, by: User, first: Application, second: Application, out: Application | None, reason: str
) -> None:
    """Say that both stay, or that one of them is `out`; both remember it, with the reason."""
    both = Application.objects.select_for_update().filter(pk__in=[first.pk, second.pk])
    one, other = both.order_by("pk")
    _require_open(one, other)
    kept = "" if out is None else str(out.reference)
    for each, beside in ((one, other), (other, one)):
        happen(
            by=by,
            application=each,
            kind=Happening.DUPLICATE_RESOLVED,
            data={"other": beside.pk, "reference": beside.reference, "out": kept, "reason": reason},
        )
    if out is not None:
        out.refresh_from_db()
        find_inadmissible(
            by=by, application=out, seen=out.version, ground=str(Ground.DUPLICATE.label), reason=reason
        )


def _require_open(one: Application, other: Application) -> None:
    resolved = EventPayload.objects.filter(
        event__application=one, event__kind=Happening.DUPLICATE_RESOLVED, data__other=other.pk
    )
    if resolved.exists():
        raise Refused(_("Iemand anders beoordeelde dit paar al. Het oordeel staat bij beide aanvragen."))
