"""The acts that take two people: who proposes, who approves, and what is then done.

What carries an act out knows nothing of proposals. It stands in a module that does not import `proposals`.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import GrantRound, Proposal, User
from grants.services.administrators import make_administrator, state_of_candidate
from grants.services.applications.admissibility import (
    admit_late,
    keys_of_late_ones,
    late_one,
    state_of_application,
)
from grants.services.assessing.rulings import carry_out_ruling, ruled_round, state_of_ruling
from grants.services.keys import assessing_key, round_key
from grants.services.regulations import publish_proposed, regulation_state
from grants.services.rounds.changing import change_ceiling, close_later, withdraw_round
from grants.services.rounds.publishing import publish_round
from grants.services.rounds.rules import round_about, state_of_proposed


@dataclass(frozen=True)
class Act:
    """One kind of act.

    `title` names what it is about, from the payload alone. `current_state` gives the fingerprint of the object as it is
    now: if it differs from the one in the proposal, the object has changed and approval is refused.

    An act in a round is for the people of that round: `about` gives the round to ask the permissions for, and
    `keys_in` what the objects of such proposals are called in some rounds. What `names_an_application` is for those who
    see the applications of its round, and for nobody else.
    """

    permission_to_propose: str
    permission_to_approve: str
    title: Callable[[Proposal], str]
    current_state: Callable[[Proposal], str]
    execute: Callable[[User, Proposal], None]
    about: Callable[[Proposal], GrantRound | None] = lambda _proposal: None
    keys_in: Callable[[Iterable[GrantRound]], Iterable[str]] | None = None
    names_an_application: bool = False


_in_round = partial(
    Act,
    permission_to_propose="propose_for_round",
    permission_to_approve="approve_for_round",
    title=lambda proposal: str(proposal.payload["title"]),
    current_state=state_of_proposed,
    about=round_about,
    keys_in=lambda rounds: [round_key(each) for each in rounds],
)

_about_assessing = partial(
    _in_round,
    current_state=state_of_ruling,
    execute=carry_out_ruling,
    about=ruled_round,
    keys_in=lambda rounds: [assessing_key(each) for each in rounds],
    names_an_application=True,  # or an assessor's interest, which is for the same people
)

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
    ProposalKind.ADMIT_LATE: Act(
        permission_to_propose="handle_applications",
        permission_to_approve="approve_late_application",
        title=lambda proposal: f"{proposal.payload['reference']} {proposal.payload['title']}",
        current_state=state_of_application,
        execute=admit_late,
        about=lambda proposal: late_one(proposal).round,
        keys_in=keys_of_late_ones,
        names_an_application=True,
    ),
    ProposalKind.PUBLISH_ROUND: _in_round(execute=publish_round),
    ProposalKind.RAISE_CEILING: _in_round(execute=change_ceiling),
    ProposalKind.LOWER_CEILING: _in_round(execute=change_ceiling),
    ProposalKind.CLOSE_LATER: _in_round(execute=close_later),
    ProposalKind.WITHDRAW_ROUND: _in_round(execute=withdraw_round),
    ProposalKind.ALLOW_COMPETITORS: _about_assessing(),
    ProposalKind.END_ASSESSING: _about_assessing(),
    ProposalKind.ALLOW_FEWER: _about_assessing(),
}


def act_of(proposal: Proposal) -> Act:
    """The act that this proposal is for."""
    return ACTS[ProposalKind(proposal.kind)]


def title_of(proposal: Proposal) -> str:
    """What a proposal is about, also when that was removed."""
    if proposal.is_purged:
        return _("verwijderd onder de bewaartermijn")
    return act_of(proposal).title(proposal)
