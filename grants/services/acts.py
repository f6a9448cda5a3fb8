"""The acts that take two people: who proposes, who approves, and what is then done.

What carries an act out knows nothing of proposals. It stands in a module that does not import `proposals`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import Proposal, User
from grants.services.administrators import make_administrator, state_of_candidate
from grants.services.regulations import publish_proposed, regulation_state


@dataclass(frozen=True)
class Act:
    """One kind of act.

    `title` names what it is about, from the payload alone. `current_state` gives the fingerprint of the object as it is
    now: if it differs from the one in the proposal, the object has changed and approval is refused.
    """

    permission_to_propose: str
    permission_to_approve: str
    title: Callable[[Proposal], str]
    current_state: Callable[[Proposal], str]
    execute: Callable[[User, Proposal], None]


ACTS: dict[ProposalKind, Act] = {
    ProposalKind.PUBLISH_REGULATION: Act(
        permission_to_propose="propose_regulation",
        permission_to_approve="approve_regulation",
        title=lambda proposal: str(proposal.payload["title"]),
        current_state=lambda proposal: regulation_state(proposal.object_key),
        execute=publish_proposed,
    ),
    ProposalKind.MAKE_ADMINISTRATOR: Act(
        permission_to_propose="manage_people",
        permission_to_approve="manage_people",
        title=lambda proposal: str(proposal.payload["name"]),
        current_state=state_of_candidate,
        execute=make_administrator,
    ),
}


def act_of(proposal: Proposal) -> Act:
    """The act that this proposal is for."""
    return ACTS[ProposalKind(proposal.kind)]


def title_of(proposal: Proposal) -> str:
    """What a proposal is about, also when that was removed."""
    if proposal.is_purged:
        return _("verwijderd onder de bewaartermijn")
    return act_of(proposal).title(proposal)
