"""Who is on which list, what each list is paid from, and which lists hang together."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from schemes.allocation import Purse
from schemes.amounts import band_of, claim_of, highest_amount
from schemes.cases import Award, Case, Group, Limits, Rules, refused_by
from schemes.competition import grants_of, is_exceeded
from schemes.discretion import insufficient, neighbours
from schemes.exact import Points
from schemes.ledger import Ledger
from schemes.ranking import RankedList, Ranker
from schemes.regulation import Regulation
from schemes.round import Ceiling, Entry, Pool, RoundInput, Status
from schemes.rules import AmountBand, Scope
from schemes.vocabulary import Cause
from schemes.walk.component import Component

REMAINDER = "remainder"
"""The key of the answer to an offered remainder."""

NO_NUMBER = Cause(code="number_reached")


class Contestants(NamedTuple):
    """A list, what it is called, and the ceiling that its pools share."""

    name: str
    ranked: RankedList
    ceiling: Ceiling | None = None


@dataclass(frozen=True)
class ListMaker:
    """Makes the lists of a round. Rows are indices of its entries."""

    regulation: Regulation
    round_input: RoundInput
    ledger: Ledger
    ranker: Ranker
    rules: Rules
    whole: dict[int, Award] = field(default_factory=dict)

    def claim(self, row: int) -> int:
        """What a row asks of the ceiling, in cents."""
        return claim_of(self.regulation, self.round_input.entries[row], self.ledger.totals[row])

    def ranked(self, pools: tuple[str, ...], rows: Sequence[int]) -> RankedList:
        """The list of these rows, without those that were refused for a low score."""
        ground = self.rules.low_score
        if ground is None:
            return self.ranker.ranked(pools, rows)
        refused = {row for row in rows if self._low_score(row) == "refuse"}
        for row in refused:
            self.ledger.effective.add((row, ground.key))
            self.ledger.settle(row, Award(Status.REFUSED_DISCRETIONARY, 0, ground))
        return self.ranker.ranked(pools, [row for row in rows if row not in refused])

    # ── Components ────────────────────────────────────────────────────────────────────────────────

    def components(self, lists: Sequence[Contestants]) -> Iterator[tuple[Component, list[str]]]:
        """The lists with their names, joined where a distance below the least one runs between them."""
        list_of = {row: at for at, part in enumerate(lists) for row in part.ranked.rows}
        near = self._near(list_of)
        for group in _joined(len(lists), list_of, near):
            parts = [lists[at] for at in group]
            yield self._component(parts, near), [part.name for part in parts]

    def _near(self, list_of: dict[int, int]) -> dict[int, list[int]]:
        if self.rules.distance is None or not self.round_input.distances:
            return {}
        entries = self.round_input.entries
        row_of = {entry.id: row for row, entry in enumerate(entries)}
        listed = [entry.pool if row in list_of else None for row, entry in enumerate(entries)]
        return neighbours(self.rules.distance, self.round_input, row_of, listed)

    def _component(self, lists: Sequence[Contestants], near: dict[int, list[int]]) -> Component:
        pools = [pool for part in lists for pool in part.ranked.pools]
        ceilings = [part.ceiling for part in lists if part.ceiling is not None]
        rows = [row for part in lists for row in part.ranked.rows]
        distance = self.rules.distance
        with_levels = any(row in near for row in rows) or (distance is not None and bool(distance.then_on))
        index = {pool: at for at, pool in enumerate(pools)}
        shared_by = {
            pool: ceilings.index(part.ceiling)
            for part in lists
            if part.ceiling is not None
            for pool in part.ranked.pools
        }
        pool_of = {pool.id: pool for pool in self.round_input.pools}
        cases = {row: self.case(row, index, near.get(row, ()), with_level=with_levels) for row in rows}
        purse = Purse(
            cases,
            [self.limits(pool_of[pool], shared_by.get(pool)) for pool in pools],
            [ceiling.ceiling_cents for ceiling in ceilings],
            self.rules,
            self._groups(cases),
        )
        return Component(
            [part.ranked for part in lists],
            [tuple(index[pool] for pool in part.ranked.pools) for part in lists],
            [self._is_exceeded(part, pool_of) for part in lists],
            purse,
            with_levels,
        )

    def _is_exceeded(self, part: Contestants, pool_of: dict[str, Pool]) -> bool:
        """Whether the applications on a list together exceed a limit, where a tie-breaker depends on it."""
        if all(rule.when is not Scope.CEILING_EXCEEDED for rule in self.regulation.tie_breaks):
            return True
        claims: dict[str, list[int]] = {pool: [] for pool in part.ranked.pools}
        for row in part.ranked.rows:
            claims[self.round_input.entries[row].pool].append(self.claim(row))
        if any(count > limit for count, limit in self._group_sizes(part.ranked.rows)):
            return True
        if part.ceiling is not None and sum(map(sum, claims.values())) > part.ceiling.ceiling_cents:
            return True
        pools = [pool_of[pool] for pool in part.ranked.pools]
        return any(is_exceeded(pool, grants_of(self.regulation, pool), claims[pool.id]) for pool in pools)

    # ── One pool, one application ─────────────────────────────────────────────────────────────────

    def limits(self, pool: Pool, shared: int | None = None) -> Limits:
        """The limits of a pool; `shared` is the index of the ceiling that it draws on with others."""
        kind = self.regulation.pool_kind(pool.kind)
        return Limits(
            pool.ceiling_cents,
            grants_of(self.regulation, pool),
            refused_by(kind.ceiling_reached),
            refused_by(kind.number_reached or NO_NUMBER),
            shared,
        )

    def plain_case(self, row: int, pool: int = 0) -> Case:
        """What a row claims, whatever an official decided about its place on a list."""
        full = self._full(row)
        case = Case(pool, full.cents, full, ())
        if decisions := self.round_input.entries[row].decisions:
            case.declined = decisions.get(REMAINDER) == "declined"
        return case

    def case(self, row: int, index: dict[str, int], near: Sequence[int], *, with_level: bool) -> Case:
        """What a row on a list claims, with the decisions about it and its neighbours."""
        entry = self.round_input.entries[row]
        case = self.plain_case(row, index[entry.pool])
        if entry.decisions:
            self._decide(case, entry)
        if self.rules.low_score is not None:
            case.low_score_owed = self._low_score(row) == "owed"
        if with_level:
            case.level, case.near = self._level(row), near
        return case

    def _decide(self, case: Case, entry: Entry) -> None:
        """What is on record about the spread and the distance."""
        if self.rules.spread is not None:
            spread = entry.decisions.get(self.rules.spread.key)
            case.spread_refused = spread == "refuse"
            if isinstance(spread, int) and spread < case.claim:
                case.claim, case.capped = spread, True
                case.full = Award(Status.PARTIALLY_GRANTED, spread, self.rules.spread)
        if self.rules.distance is not None:
            case.too_close = entry.decisions.get(self.rules.distance.key)

    def _level(self, row: int) -> tuple[Points, ...]:
        """What is compared for the distance, negative so that more points come first."""
        points, distance = self.ledger.points[row], self.rules.distance
        total = -self.ledger.totals[row]
        if distance is None or points is None or not distance.then_on:
            return (total,)
        letters = [criterion.letter for criterion in self.regulation.criteria]
        return total, -sum(points[letters.index(letter)] for letter in distance.then_on)

    def _band(self, row: int) -> AmountBand | None:
        return band_of(self.regulation, self.ledger.totals[row])

    def _full(self, row: int) -> Award:
        """What it gets if all that it can get is granted; equal whole amounts share it."""
        entry = self.round_input.entries[row]
        cents, cause = highest_amount(self.regulation, entry, self.ledger.totals[row])
        if cause is None:
            return self.whole.get(cents) or self.whole.setdefault(cents, Award(Status.GRANTED, cents, None))
        return Award(Status.PARTIALLY_GRANTED, cents, cause) if cents else refused_by(cause)

    def _groups(self, cases: dict[int, Case]) -> list[Group]:
        """The groups of which no more than a number can be granted; notes in each case those it belongs to."""
        groups: dict[tuple[Cause, int | str], tuple[int, Group]] = {}
        if not self.regulation.at_most and not self.regulation.amounts:
            return []
        for row, case in cases.items():
            mine = [*self._groups_by_fact(row), *self._groups_by_band(row)]
            case.groups = tuple(groups.setdefault(name, (len(groups), group))[0] for name, group in mine)
        return [group for _, group in groups.values()]

    def _group_sizes(self, rows: Iterable[int]) -> list[tuple[int, int]]:
        """How many of these rows each group has, with how many it may have granted."""
        names = [name for row in rows for name in (*self._groups_by_fact(row), *self._groups_by_band(row))]
        return [(count, group.most) for (_, group), count in Counter(names).items()]

    def _groups_by_fact(self, row: int) -> Iterator[tuple[tuple[Cause, int | str], Group]]:
        facts = self.round_input.entries[row].facts
        for limit in self.regulation.at_most:
            if limit.fact in facts:
                yield (limit, facts[limit.fact]), Group(limit.grants, refused_by(limit))

    def _groups_by_band(self, row: int) -> Iterator[tuple[tuple[Cause, int | str], Group]]:
        band = self._band(row)
        if band is not None and band.grants is not None:
            yield (band, ""), Group(band.grants, refused_by(band.grants_reached or band))

    def _low_score(self, row: int) -> str | None:
        """The decision about a score that is low enough: "refuse", "keep" or "owed"; None without a ground."""
        ground, points = self.rules.low_score, self.ledger.points[row]
        if ground is None or points is None or not self._is_insufficient(points):
            return None
        said = self.round_input.entries[row].decisions.get(ground.key)
        if said is None:
            return "owed" if ground.pending == "undecided" else "keep"
        return str(said)

    @cached_property
    def _is_insufficient(self) -> Callable[[tuple[Points, ...]], bool]:
        ground = self.rules.low_score
        return insufficient(self.regulation, ground) if ground is not None else lambda _: False


def _joined(lists: int, list_of: dict[int, int], near: dict[int, list[int]]) -> list[list[int]]:
    """The lists in groups between which no distance runs."""
    together = list(range(lists))

    def root(at: int) -> int:
        while together[at] != at:
            at = together[at]
        return at

    for row, others in near.items():
        for other in others:
            together[root(list_of[row])] = root(list_of[other])
    groups: dict[int, list[int]] = {}
    for at in range(lists):
        groups.setdefault(root(at), []).append(at)
    return list(groups.values())
