"""Removing what the log was about, when its term of retention is over. The line itself stays, with its hash."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants import clock
from grants.enums import Action
from grants.models import LogPayload, ProposalPayload, VerdictPayload
from grants.services.errors import Refused
from grants.services.log import record

OWNER = "owner"


@transaction.atomic(using=OWNER)
def purge_payloads(*, kind: str, before: datetime) -> int:
    """Remove the payloads of lines of this kind from before this moment, as the owner, and log it.

    Gives how many there were. Of removals themselves the payload stays: `verify_log` reads what they say.
    """
    if kind == Action.PAYLOADS_PURGED:
        raise Refused(_("De inhoud van deze regels blijft: daarin staat wat er verwijderd is."))
    if before > clock.now():
        raise Refused(_("Dat moment ligt in de toekomst. Geef een datum die voorbij is."))
    payloads = LogPayload.objects.using(OWNER).filter(entry__action=kind, entry__created_at__lt=before)
    removed, _per_model = payloads.delete()
    beside, _per_model = _beside(kind, before).delete()
    if removed or beside:
        data: dict[str, object] = {"kind": kind, "before": before.isoformat(), "removed": removed}
        record(by=None, action=Action.PAYLOADS_PURGED, about="log", data=data, using=OWNER)
    return removed


def _beside(kind: str, before: datetime) -> QuerySet[ProposalPayload] | QuerySet[VerdictPayload]:
    """What acts of this kind wrote beside guarded rows of their own, apart from the log."""
    if kind == Action.PROPOSAL_MADE:
        return ProposalPayload.objects.using(OWNER).filter(proposal__created_at__lt=before)
    verdict = kind.removeprefix("proposal_")
    return VerdictPayload.objects.using(OWNER).filter(
        verdict__verdict=verdict, verdict__created_at__lt=before
    )
