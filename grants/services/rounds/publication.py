"""Proposing to publish a round as it stands; a decider approves on the page of the proposal."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import GrantRound, Proposal, ProposalVerdict, User
from grants.selectors.rounds.visible import open_proposal_about
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.proposals import approve, propose
from grants.services.rounds.publishing import require_whole
from grants.services.rounds.rules import locked_round, state_of_round


@transaction.atomic
def propose_publication(*, by: User, grant_round: GrantRound, reason: str = "") -> Proposal:
    """Propose to publish the round as it stands now: any change after this makes the proposal void.

    Refused where something is missing, where it was published already, or where a proposal about it waits.
    """
    current = locked_round(grant_round.pk)
    if not current.is_draft:
        raise Refused(_("Deze ronde is al gepubliceerd."))
    require_none_waits(current)
    require_whole(current)
    return propose(
        by=by,
        kind=ProposalKind.PUBLISH_ROUND,
        about=round_key(current),
        state=state_of_round(current),
        payload={"title": current.title},
        reason=reason,
    )


def publish(*, by: User, proposal: Proposal) -> ProposalVerdict:
    """Approve what an official proposed; the round is published in this same transaction."""
    return approve(by=by, proposal=proposal)


def require_none_waits(grant_round: GrantRound) -> None:
    """Refused where someone already proposed something about this round that is not decided yet."""
    if (waiting := open_proposal_about(round_key(grant_round))) is not None:
        raise Refused(
            _(
                "Over deze ronde ligt er al een voorstel, van %(name)s. Laat dat eerst goedkeuren, afwijzen of intrekken."
            )
            % {"name": waiting.proposed_by}
        )
