"""From a regulation and a round to its outcome: the one entry point of the engine."""

from collections.abc import Sequence
from dataclasses import dataclass

from schemes.allocation import Purse
from schemes.cases import Award, Rules, never
from schemes.competition import contests, is_ranked
from schemes.discretion import the_distance, the_low_score, the_spread
from schemes.exact import Points
from schemes.ledger import Ledger
from schemes.lists import Contestants, ListMaker
from schemes.ranking import Ranker, lots_of
from schemes.regulation import Regulation
from schemes.report import Report
from schemes.round import Outcome, Pool, RoundError, RoundInput, Status
from schemes.scoring import averages, points_of, total_of
from schemes.stages import common_list, list_with_best_first
from schemes.thresholds import first_missed, threshold_tests
from schemes.walk.possibilities import Walk
from schemes.walk.turn import IncompleteLotsError


def run(regulation: Regulation, round_input: RoundInput) -> Outcome | RoundError:
    """The outcome of a round under a regulation: the same values give the same outcome, always.

    A group of which some members were drawn and others not is an error ("lottery_incomplete"): who joined
    later must be drawn too. Everything else that is missing is a need in the outcome.
    """
    try:
        return _calculation(regulation, round_input).outcome()
    except IncompleteLotsError as error:
        missing = str(error)
        return RoundError(
            "lottery_incomplete",
            missing,
            f"Aanvraag «{missing}» hoort bij een groep die is geloot, maar heeft zelf geen lot. "
            "Voeg haar met haar lot in de loting in, of houd een nieuwe loting voor de hele groep.",
        )


def _calculation(regulation: Regulation, round_input: RoundInput) -> "Calculation":
    means = averages(regulation, round_input.entries)
    points = points_of(regulation, round_input.entries, means)
    totals: list[Points] = [0 if row is None else total_of(row) for row in points]
    rules = Rules(
        regulation.allocation, the_low_score(regulation), the_spread(regulation), the_distance(regulation)
    )
    ranker = Ranker(regulation, round_input.entries, points, totals, lots_of(round_input.draws))
    ledger = Ledger(regulation, round_input, points, totals, means)
    return Calculation(
        regulation, round_input, ledger, ListMaker(regulation, round_input, ledger, ranker, rules)
    )


@dataclass(frozen=True, slots=True)
class Calculation:
    """One calculation. Rows are indices of the round's entries."""

    regulation: Regulation
    round_input: RoundInput
    ledger: Ledger
    maker: ListMaker

    def outcome(self) -> Outcome:
        """Keep out what the article keeps out, rank where it says so, and distribute."""
        self._distribute(self._eligible())
        return Report(self.ledger).outcome()

    def _eligible(self) -> dict[str, list[int]]:
        """The rows of each pool that are admissible and reach the thresholds; the others get their line."""
        tests = threshold_tests(self.regulation)
        kinds = {pool.id: self.regulation.pool_kind(pool.kind) for pool in self.round_input.pools}
        by_pool: dict[str, list[int]] = {pool.id: [] for pool in self.round_input.pools}
        for row, entry in enumerate(self.round_input.entries):
            if not entry.admissible:
                cause = kinds[entry.pool].inadmissible
                self.ledger.settle(row, Award(Status.REFUSED_INADMISSIBLE, 0, cause))
            elif missed := first_missed(tests, self.ledger.points[row], self.ledger.totals[row], entry):
                self.ledger.settle(row, Award(Status.REFUSED_THRESHOLD, 0, missed))
            else:
                by_pool[entry.pool].append(row)
        return by_pool

    def _distribute(self, by_pool: dict[str, list[int]]) -> None:
        lists = [*self._common_lists(by_pool), *self._own_lists(by_pool)]
        for component, names in self.maker.components(lists):
            self.ledger.take(component, Walk(component, self.ledger.found()).run(), names)

    def _common_lists(self, by_pool: dict[str, list[int]]) -> list[Contestants]:
        """The lists of pools that together can exceed a ceiling they share."""
        if not self.round_input.ceilings:
            return []
        claims = {pool: [self.maker.claim(row) for row in rows] for pool, rows in by_pool.items()}
        lists = []
        for contest in contests(self.regulation, self._pools, self.round_input.ceilings, claims):
            self.ledger.ranked.update(pool.id for pool in contest.pools)
            if (common := common_list(self.maker, contest, by_pool)) is not None:
                lists.append(common)
        return lists

    def _own_lists(self, by_pool: dict[str, list[int]]) -> list[Contestants]:
        lists = []
        for pool in self._pools:
            rows = by_pool[pool.id]
            if pool.id in self.ledger.ranked:
                continue
            if self._is_ranked(pool, rows):
                self.ledger.ranked.add(pool.id)
                lists.extend(self._own_list(pool, rows))
            else:
                self._without_list(pool, rows)
        return lists

    def _is_ranked(self, pool: Pool, rows: Sequence[int]) -> bool:
        conditions = self.regulation.pool_kind(pool.kind).ranked_when
        claims = () if "always" in conditions else [self.maker.claim(row) for row in rows]
        return is_ranked(self.regulation, pool, claims)

    def _own_list(self, pool: Pool, rows: Sequence[int]) -> list[Contestants]:
        if self.regulation.best_first is None:
            return [Contestants(pool.id, self.maker.ranked((pool.id,), rows))]
        first = list_with_best_first(self.maker, self.regulation.best_first, pool, rows)
        return [] if first is None else [first]

    @property
    def _pools(self) -> list[Pool]:
        return sorted(self.round_input.pools, key=lambda pool: pool.id)

    def _without_list(self, pool: Pool, rows: Sequence[int]) -> None:
        """Nothing is ranked, so no lid about the ranking has anything to work on: all get what they ask.

        Only a single application can still be larger than the ceiling (a spot with one applicant).
        """
        cases = {row: self.maker.plain_case(row) for row in rows}
        purse = Purse(cases, [self.maker.limits(pool)], (), self.maker.rules)
        for row in rows:
            self.ledger.settle(row, purse.award(row, never))
        self.ledger.effective.update(purse.effective)
