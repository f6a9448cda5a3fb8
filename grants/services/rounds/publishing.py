"""What publishing a round does, once two people agree on it."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.enums import Action, RulesReason, Stage
from grants.models import GrantRound, Proposal, User
from grants.selectors.rounds.gaps import gaps_of
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.rules import lay_down, locked_round, round_of, state_of_round


@transaction.atomic
def publish_round(by: User, proposal: Proposal) -> None:
    """Publish the round as it was proposed: its rules are kept under number 1, and frozen from now on.

    Refused where it changed since, or where by now something is missing, such as an opening that has passed.
    """
    grant_round = locked_round(round_of(proposal).pk)
    require_same(grant_round, proposal)
    require_whole(grant_round)
    grant_round.stage, grant_round.published_at = Stage.PUBLISHED, clock.now()
    grant_round.version += 1
    grant_round.save()
    laid_down = lay_down(grant_round, proposal, by, RulesReason.PUBLISHED)
    record(
        by=by,
        action=Action.ROUND_PUBLISHED,
        about=round_key(grant_round),
        data={"rules": laid_down.number, "sha256": laid_down.sha256},
    )


def require_whole(grant_round: GrantRound) -> None:
    """Refused where anything stands in the way of publishing, with all of it."""
    found = [gap.sentence for gap in gaps_of(grant_round) if gap.blocks]
    if found:
        raise Refused(_("Deze ronde kan nog niet worden gepubliceerd.") + " " + " ".join(found))


def require_same(grant_round: GrantRound, proposal: Proposal) -> None:
    """Refused where the round, now locked, is no longer what was proposed."""
    if state_of_round(grant_round) != proposal.object_state:
        raise Refused(
            _("De ronde is na dit voorstel veranderd. Wijs het af, en laat een nieuw voorstel doen.")
        )
