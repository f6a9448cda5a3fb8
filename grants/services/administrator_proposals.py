"""Proposing somebody as an administrator. Apart from what approval then does, which knows nothing of proposals."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import Proposal, User
from grants.services.administrators import require_possible, state_of
from grants.services.errors import Refused
from grants.services.keys import person_key
from grants.services.proposals import propose


@transaction.atomic
def propose_administrator(*, by: User, person: User, reason: str) -> Proposal:
    """Ask a second administrator to make this person one."""
    candidate = User.objects.select_for_update().get(pk=person.pk)
    require_possible(candidate, by=by)
    kind, about = ProposalKind.MAKE_ADMINISTRATOR, person_key(candidate)
    if Proposal.objects.filter(kind=kind, object_key=about, verdict=None).exists():
        raise Refused(
            _("Dit is al voorgesteld. Een andere beheerder kan het goedkeuren op de pagina Voorstellen.")
        )
    payload = {"person": candidate.pk, "name": candidate.name}
    return propose(
        by=by, kind=kind, about=about, state=state_of(candidate), payload=payload, reason=reason.strip()
    )
