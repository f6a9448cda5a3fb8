"""From a regulation and a round to its outcome: the one entry point of the engine."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from schemes.allocation import Award, Case, Limits, Purse, Rules
from schemes.competition import Contest, contests, grants_of, is_exceeded, is_ranked
from schemes.discretion import insufficient, neighbours, the_distance, the_low_score, the_spread
from schemes.exact import Points
from schemes.lines import Ledger, Report
from schemes.possibilities import Component, Found, IncompleteLotsError, Walk, never
from schemes.ranking import RankedList, Ranker, lots_of
from schemes.regulation import Cause, Regulation, Scope
from schemes.round import Ceiling, Entry, Outcome, Pool, RoundError, RoundInput, Status
from schemes.scoring import points_of, total_of
from schemes.thresholds import threshold_tests

REMAINDER = "remainder"
NO_NUMBER = Cause(code="number_reached")


def run(regulation: Regulation, round_input: RoundInput) -> Outcome | RoundError:
    """The outcome of a round under a regulation: the same values give the same outcome, always.

    A group of which some members were drawn and others not is an error ("lottery_incomplete"): who joined
    later must be drawn too. Everything else that is missing is a need in the outcome.
    """
    try:
        return Engine(regulation, round_input).outcome()
    except IncompleteLotsError as error:
        missing = str(error)
        return RoundError(
            "lottery_incomplete",
            missing,
            f"Aanvraag «{missing}» hoort bij een groep die is geloot, maar heeft zelf geen lot. "
            "Voeg haar met haar lot in de loting in, of houd een nieuwe loting voor de hele groep.",
        )


class Contestants(NamedTuple):
    """A list, what it is called, and the ceiling that its pools share."""

    name: str
    ranked: RankedList
    ceiling: Ceiling | None = None


@dataclass(slots=True)
class Engine:
    """One calculation. Rows are indices of the round's entries."""

    regulation: Regulation
    round_input: RoundInput
    ledger: Ledger = field(init=False)
    rules: Rules = field(init=False)
    ranker: Ranker = field(init=False)
    pool_of: dict[str, Pool] = field(init=False)
    row_of: dict[str, int] = field(init=False)

    def outcome(self) -> Outcome:
        """Score, keep out what the article keeps out, rank where it says so, and distribute."""
        entries = self.round_input.entries
        points = points_of(self.regulation, entries)
        totals: list[Points] = [0 if row is None else total_of(row) for row in points]
        regulation = self.regulation
        self.rules = Rules(
            regulation.allocation, the_low_score(regulation), the_spread(regulation), the_distance(regulation)
        )
        lots = lots_of(self.round_input.draws)
        self.ranker = Ranker(regulation, entries, points, totals, lots)
        self.pool_of = {pool.id: pool for pool in self.round_input.pools}
        self.row_of = {entry.id: row for row, entry in enumerate(entries)}
        self.ledger = Ledger(regulation, self.round_input, points, totals)
        by_pool = self._eligible()
        self._distribute(by_pool)
        return Report(self.ledger).outcome()

    def _eligible(self) -> dict[str, list[int]]:
        """The rows of each pool that are admissible and reach the thresholds; the others get their line."""
        tests = threshold_tests(self.regulation)
        by_pool: dict[str, list[int]] = {pool.id: [] for pool in self.round_input.pools}
        for row, entry in enumerate(self.round_input.entries):
            points, total = self.ranker.points[row], self.ranker.totals[row]
            missed = None
            if points is not None:
                missed = next((threshold for threshold, fails in tests if fails(points, total)), None)
            if not entry.admissible:
                kind = self.regulation.pool_kind(self.pool_of[entry.pool].kind)
                self.ledger.settle(row, Award(Status.REFUSED_INADMISSIBLE, 0, kind.inadmissible))
            elif missed is not None:
                self.ledger.settle(row, Award(Status.REFUSED_THRESHOLD, 0, missed))
            else:
                by_pool[entry.pool].append(row)
        return by_pool

    def _distribute(self, by_pool: dict[str, list[int]]) -> None:
        pools = sorted(self.round_input.pools, key=lambda pool: pool.id)
        claims = {pool: [self._claim(row) for row in rows] for pool, rows in by_pool.items()}
        lists: list[Contestants] = []
        joined: set[str] = set()
        for contest in contests(self.regulation, pools, self.round_input.ceilings, claims):
            joined.update(pool.id for pool in contest.pools)
            if (list_of_all := self._stages(contest, by_pool)) is not None:
                lists.append(list_of_all)
        for pool in pools:
            if pool.id in joined:
                self.ledger.ranked.add(pool.id)
            elif is_ranked(self.regulation, pool, claims[pool.id]):
                self.ledger.ranked.add(pool.id)
                lists.append(Contestants(pool.id, self._ranked((pool.id,), by_pool[pool.id])))
            else:
                self._without_list(pool, by_pool[pool.id])
        for component, names in self._components(lists):
            self.ledger.take(component, Walk(component, self.ledger.found()).run(), names)

    def _claim(self, row: int) -> int:
        return self.round_input.entries[row].grantable_cents

    def _ranked(self, pools: tuple[str, ...], rows: Sequence[int]) -> RankedList:
        """The list of these rows, without those that were refused for a low score."""
        listed = []
        for row in rows:
            if self._low_score(row) == "refuse":
                self.ledger.effective.add((row, self._low_score_key()))
                self.ledger.settle(row, Award(Status.REFUSED_DISCRETIONARY, 0, self.rules.low_score))
            else:
                listed.append(row)
        return self.ranker.ranked(pools, listed)

    def _without_list(self, pool: Pool, rows: Sequence[int]) -> None:
        """Nothing is ranked, so no lid about the ranking has anything to work on: all get what they ask.

        Only a single application can still be larger than the ceiling (a spot with one applicant).
        """
        cases = {}
        for row in rows:
            entry = self.round_input.entries[row]
            declined = entry.decisions.get(REMAINDER) == "declined"
            cases[row] = Case(0, entry.grantable_cents, self._full(entry), (), declined=declined)
        purse = Purse(cases, [self._limits(pool, None)], (), self.rules)
        for row in rows:
            self.ledger.settle(row, purse.award(row, never))
        self.ledger.effective.update(purse.effective)

    # ── Components ────────────────────────────────────────────────────────────────────────────────

    def _components(self, lists: list[Contestants]) -> Iterator[tuple[Component, list[str]]]:
        """The lists, joined where a distance under the least one runs between them."""
        list_of = {row: at for at, part in enumerate(lists) for row in part.ranked.rows}
        near = self._near(list_of)
        together = list(range(len(lists)))

        def root(at: int) -> int:
            while together[at] != at:
                at = together[at]
            return at

        for row, others in near.items():
            for other in others:
                together[root(list_of[row])] = root(list_of[other])
        groups: dict[int, list[int]] = {}
        for at in range(len(lists)):
            groups.setdefault(root(at), []).append(at)
        for group in groups.values():
            parts = [lists[at] for at in group]
            yield self._component(parts, near), [part.name for part in parts]

    def _near(self, list_of: dict[int, int]) -> dict[int, list[int]]:
        if self.rules.distance is None or not self.round_input.distances:
            return {}
        listed = [
            entry.pool if row in list_of else None for row, entry in enumerate(self.round_input.entries)
        ]
        return neighbours(self.rules.distance, self.round_input, self.row_of, listed)

    def _component(self, lists: list[Contestants], near: dict[int, list[int]]) -> Component:
        pools = [pool for part in lists for pool in part.ranked.pools]
        ceilings = [part.ceiling for part in lists if part.ceiling is not None]
        rows = [row for part in lists for row in part.ranked.rows]
        with_levels = any(row in near for row in rows)
        index = {pool: at for at, pool in enumerate(pools)}
        cases = {row: self._case(row, index, near.get(row, ()), with_level=with_levels) for row in rows}
        shared_by = {
            pool: ceilings.index(part.ceiling)
            for part in lists
            if part.ceiling is not None
            for pool in part.ranked.pools
        }
        limits = [self._limits(self.pool_of[pool], shared_by.get(pool)) for pool in pools]
        purse = Purse(cases, limits, [ceiling.ceiling_cents for ceiling in ceilings], self.rules)
        return Component(
            [part.ranked for part in lists],
            [tuple(index[pool] for pool in part.ranked.pools) for part in lists],
            [self._is_exceeded(part) for part in lists],
            purse,
            with_levels,
        )

    def _is_exceeded(self, part: Contestants) -> bool:
        """Whether the applications on a list together exceed a limit, where a tie-breaker depends on it."""
        if all(rule.when is not Scope.CEILING_EXCEEDED for rule in self.regulation.tie_breaks):
            return True
        claims: dict[str, list[int]] = {pool: [] for pool in part.ranked.pools}
        for row in part.ranked.rows:
            claims[self.round_input.entries[row].pool].append(self._claim(row))
        if part.ceiling is not None and sum(map(sum, claims.values())) > part.ceiling.ceiling_cents:
            return True
        pools = [self.pool_of[pool] for pool in part.ranked.pools]
        return any(is_exceeded(pool, grants_of(self.regulation, pool), claims[pool.id]) for pool in pools)

    def _limits(self, pool: Pool, shared: int | None) -> Limits:
        kind = self.regulation.pool_kind(pool.kind)
        return Limits(
            pool.ceiling_cents,
            grants_of(self.regulation, pool),
            kind.ceiling_reached,
            kind.number_reached or NO_NUMBER,
            shared,
        )

    def _case(self, row: int, index: dict[str, int], near: Sequence[int], *, with_level: bool) -> Case:
        entry = self.round_input.entries[row]
        decisions = entry.decisions
        case = Case(index[entry.pool], entry.grantable_cents, self._full(entry), ())
        if decisions:
            self._decide(case, entry)
        if self.rules.low_score is not None:
            case.low_score_owed = self._low_score(row) == "owed"
        if with_level:
            case.level, case.near = self._level(row), near
        return case

    def _decide(self, case: Case, entry: Entry) -> None:
        """What is on record about the spread, the distance and the offer of a remainder."""
        if self.rules.spread is not None:
            spread = entry.decisions.get(self.rules.spread.key)
            case.spread_refused = spread == "refuse"
            if isinstance(spread, int) and spread < case.claim:
                case.claim, case.capped = spread, True
                case.full = Award(Status.PARTIALLY_GRANTED, spread, self.rules.spread)
        if self.rules.distance is not None:
            case.too_close = entry.decisions.get(self.rules.distance.key)
        case.declined = entry.decisions.get(REMAINDER) == "declined"

    def _level(self, row: int) -> tuple[Points, ...]:
        """What is compared for the distance, negative so that more points come first."""
        points, distance = self.ranker.points[row], self.rules.distance
        total = -self.ranker.totals[row]
        if distance is None or points is None or not distance.then_on:
            return (total,)
        letters = [criterion.letter for criterion in self.regulation.criteria]
        return total, -sum(points[letters.index(letter)] for letter in distance.then_on)

    def _full(self, entry: Entry) -> Award:
        """What it gets if all that is eligible is granted."""
        if entry.grantable_cents < entry.requested_cents:
            cause = self.regulation.allocation.eligible_amount
            return Award(Status.PARTIALLY_GRANTED, entry.grantable_cents, cause)
        return Award(Status.GRANTED, entry.requested_cents, None)

    # ── A low score ───────────────────────────────────────────────────────────────────────────────

    def _low_score(self, row: int) -> str | None:
        """The decision about a score that is low enough: "refuse", "keep" or "owed"; None without a ground."""
        ground, points = self.rules.low_score, self.ranker.points[row]
        if ground is None or points is None or not insufficient(self.regulation, ground)(points):
            return None
        said = self.round_input.entries[row].decisions.get(ground.key)
        if said is None:
            return "owed" if ground.pending == "undecided" else "keep"
        return str(said)

    def _low_score_key(self) -> str:
        return self.rules.low_score.key if self.rules.low_score is not None else ""

    # ── Two stages ────────────────────────────────────────────────────────────────────────────────

    def _stages(self, contest: Contest, by_pool: dict[str, list[int]]) -> Contestants | None:
        """Stage one: the best of each spot. Then the list of these and all others, against the ceiling.

        None while a spot has no certain winner: everything that could draw on the ceiling waits for it.
        """
        rows = [row for pool in contest.pools if pool not in contest.spots for row in by_pool[pool.id]]
        walks = [self._first_stage(spot, by_pool[spot.id]) for spot in contest.spots]
        for spot, (component, found) in zip(contest.spots, walks, strict=True):
            self.ledger.take(component, found, [spot.id])
        best = [row for _, found in walks for row, award in found.single.items() if award.cents > 0]
        if any(found.awards or found.bounds for _, found in walks):
            self._wait(contest, rows + best, walks)
            return None
        self.ledger.reopen(best)
        self.ranker.winners.update(best)
        ranked = self._ranked(tuple(pool.id for pool in contest.pools), [*rows, *best])
        return Contestants(contest.ceiling.id, ranked, contest.ceiling)

    def _first_stage(self, spot: Pool, rows: list[int]) -> tuple[Component, Found]:
        """The list of one spot, for its place alone: the money is a matter of the second stage."""
        ranked = self._ranked((spot.id,), rows)
        cases = {row: self._case(row, {spot.id: 0}, (), with_level=False) for row in ranked.rows}
        limits = replace(self._limits(spot, None), ceiling=None)
        purse = Purse(cases, [limits], (), self.rules)
        component = Component([ranked], [(0,)], [len(ranked.rows) > 1], purse, with_levels=False)
        return component, Walk(component).run()

    def _wait(self, contest: Contest, rows: list[int], walks: list[tuple[Component, Found]]) -> None:
        waiting = {*rows, *(row for _, found in walks for row in (*found.awards, *found.bounds))}
        for row in waiting:
            self.ledger.wait(row, self._claim(row))
        for component, _ in walks:
            for tie in component.lists[0].ties:
                tie.outer = True
        self.ledger.open_totals.update(pool.id for pool in contest.pools)
