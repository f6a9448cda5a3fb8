"""Applications that look like the same one: an official says which stay, and all of them remember it."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction

from grants.enums import Ground, Happening, Standing
from grants.models import Application, ApplicationEvent, User
from grants.services.applications.events import Step, happen_together
from grants.services.canonical import Json


@transaction.atomic
def resolve_duplicates(
    *,
    by: User,
    seen: Mapping[int, int],
    out: Collection[int],
    alike: Sequence[str],
    reason: str,
) -> ApplicationEvent:
    """Say of these applications, by key with the version that was shown, that they are looked at, and take some out.

    Refused as a whole where any of them changed since.
    """
    rows = Application.objects.select_for_update(of=("self",)).filter(pk__in=seen)
    together = list(rows.order_by("pk"))
    gone = [str(each.reference) for each in together if each.pk in out]
    steps = [_looked_at(each, together, alike, gone, reason, seen[each.pk]) for each in together]
    taken_out = [_taken_out(each, reason) for each in together if each.pk in out]
    return happen_together(by=by, steps=[*steps, *taken_out])[0]


def _looked_at(
    application: Application,
    together: Sequence[Application],
    alike: Sequence[str],
    out: Sequence[str],
    reason: str,
    version: int,
) -> Step:
    beside = [str(each.reference) for each in together if each.pk != application.pk]
    data: Json = {"alike": list(alike), "references": beside, "out": list(out), "reason": reason}
    return Step(application, Happening.DUPLICATE_RESOLVED, data, seen=version)


def _taken_out(application: Application, reason: str) -> Step:
    data: Json = {"ground": str(Ground.DUPLICATE.label), "reason": reason}
    return Step(application, Happening.INADMISSIBLE, data, standing=Standing.INADMISSIBLE)
