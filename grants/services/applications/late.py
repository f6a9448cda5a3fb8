"""Proposing to let a late application take part. Apart from what approval then does, which knows nothing of proposals."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind, Standing
from grants.models import Application, Proposal, User
from grants.services.applications.admissibility import late_state, require_takes_late
from grants.services.applications.events import locked, require_no_interest
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.proposals import propose
from grants.services.rounds.rules import locked_round


@transaction.atomic
def propose_late_admission(*, by: User, application: Application, seen: int, reason: str) -> Proposal:
    """Ask a decider to let an application that came after closing take part after all, until the round is ranked."""
    require_takes_late(locked_round(application.round_id))
    current = locked(application)
    require_no_interest(by, current.organisation_id)
    if current.standing != Standing.LATE or current.version != seen:
        raise Refused(
            _("Deze aanvraag is veranderd nadat u deze pagina opende. Bekijk de aanvraag, en beslis opnieuw.")
        )
    kind, about = ProposalKind.ADMIT_LATE, application_key(current)
    if Proposal.objects.filter(kind=kind, object_key=about, verdict=None).exists():
        raise Refused(_("Dit is al voorgesteld. Een beslisser kan het goedkeuren op de pagina Voorstellen."))
    payload: dict[str, object] = {
        "application": current.pk,
        "reference": current.reference,
        "title": current.title,
    }
    return propose(
        by=by, kind=kind, about=about, state=late_state(current), payload=payload, reason=reason.strip()
    )
