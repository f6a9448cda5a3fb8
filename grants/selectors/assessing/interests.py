"""What the assessors of a round declared, and what follows from it, for who works in the round."""

from collections.abc import Sequence
from dataclasses import dataclass

from grants.enums import ProposalKind
from grants.models import Application, InterestPayload, Proposal, Ruling, User
from grants.selectors.assessing.state import Assessing
from grants.services.keys import assessing_key


@dataclass(frozen=True)
class Said:
    """An interest that holds: the application, and the words of the assessor."""

    application: Application
    words: str


@dataclass(frozen=True)
class Declaration:
    """Everything one assessor declared. `rivals` compete with something in which there is an interest."""

    assessor: User
    undeclared: Sequence[Application]
    own: Sequence[Said]
    rivals: Sequence[Application]
    ruling: Ruling | None
    proposal: Proposal | None

    @property
    def is_whole(self) -> bool:
        return not self.undeclared

    @property
    def needs_ruling(self) -> bool:
        """Whether two people must still decide about the rivals."""
        return bool(self.rivals) and self.ruling is None


def declarations_in(state: Assessing) -> list[Declaration]:
    """Of every assessor; two queries beside the state."""
    words = _words(state)
    proposals = _proposals(state)
    return [
        Declaration(
            assessor=each,
            undeclared=state.undeclared(each),
            own=[
                Said(application, words.get(state.interests[application.pk, each.pk].pk, ""))
                for application in state.applications
                if application.pk in state.own.get(each.pk, frozenset())
            ],
            rivals=state.rivals_of(each.pk),
            ruling=state.ruling_on(each.pk),
            proposal=proposals.get(each.pk),
        )
        for each in state.assessors
    ]


def _words(state: Assessing) -> dict[int, str]:
    own = [
        state.interests[application, assessor].pk
        for assessor, applications in state.own.items()
        for application in applications
    ]
    found = InterestPayload.objects.filter(interest__in=own)
    return {each.interest_id: str(each.data.get("reason", "")) for each in found}


def _proposals(state: Assessing) -> dict[object, Proposal]:
    """Of each assessor the proposal that still waits for a second person."""
    waiting = Proposal.objects.filter(
        kind=ProposalKind.ALLOW_COMPETITORS, object_key=assessing_key(state.round), verdict=None
    ).select_related("kept", "proposed_by")
    return {each.payload["assessor"]: each for each in waiting if not each.is_purged}
