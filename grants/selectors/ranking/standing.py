"""How far the ranking of a round is: what the official's page of the round tells of it."""

from dataclasses import dataclass

from grants.models import Calculation, GrantRound
from grants.selectors.ranking.inputs import marks_of
from grants.selectors.ranking.lists import calculation_in
from grants.selectors.ranking.progress import waiting_in


@dataclass(frozen=True)
class RankingStanding:
    """The last calculation, if there is one; whether something came in after it; and how much holds the decision up."""

    last: Calculation | None
    is_waiting: bool
    is_stale: bool = False
    blocking: int = 0


def ranking_standing(grant_round: GrantRound) -> RankingStanding:
    """A few queries, whatever the size of the round."""
    is_waiting, last = waiting_in(grant_round) is not None, calculation_in(grant_round)
    if last is None:
        return RankingStanding(None, is_waiting)
    blocking = last.needs.filter(blocking=True).count()
    return RankingStanding(last, is_waiting, last.marks != marks_of(grant_round), blocking)
