"""How far a round is: what is stored of it, and what the clock says."""

from datetime import datetime

from grants import clock
from grants.enums import Stage
from grants.models import GrantRound


def stage_of(grant_round: GrantRound, moment: datetime | None = None) -> Stage:
    """The stage of a round now, or at another moment. It is open from `opens_at` until, not including, `closes_at`."""
    stored = Stage(grant_round.stage)
    opens_at, closes_at = grant_round.opens_at, grant_round.closes_at
    if stored is not Stage.PUBLISHED or opens_at is None or closes_at is None:
        return stored
    moment = moment or clock.now()
    if moment < opens_at:
        return Stage.PUBLISHED
    return Stage.OPEN if moment < closes_at else Stage.CLOSED


def is_late(grant_round: GrantRound, received_at: datetime) -> bool:
    """Whether something received at this moment came at or after closing."""
    return grant_round.closes_at is not None and received_at >= grant_round.closes_at
