"""Everything that was found about the rows of a round, gathered list by list."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from schemes.cases import Award
from schemes.exact import Points
from schemes.ranking import RankedList, Tie
from schemes.regulation import Regulation
from schemes.round import RoundInput
from schemes.walk.component import Component
from schemes.walk.findings import Found


class Broken(NamedTuple):
    """How a tie was broken for the rows [start, end) of a list.

    `own` is what the rule compared, lowest first (so points are negative), with what stood next above and below;
    for a draw it is the lot. `first_stage`: it was broken on the list of a group, before the list of all.
    """

    tie: Tie
    start: int
    end: int
    own: Points
    above: Points | None = None
    below: Points | None = None
    first_stage: bool = False


@dataclass(slots=True)
class Ledger:
    """Everything that was found about the rows of a round, gathered list by list."""

    regulation: Regulation
    round_input: RoundInput
    points: Sequence[tuple[Points, ...] | None]
    totals: Sequence[Points]
    means: Mapping[str, Fraction]
    ranked: set[str] = field(default_factory=set)
    single: dict[int, Award] = field(default_factory=dict)
    several: dict[int, set[Award]] = field(default_factory=dict)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    ties: dict[int, tuple[str, ...]] = field(default_factory=dict)
    broken_by: dict[int, tuple[Broken, ...]] = field(default_factory=dict)
    asked: dict[int, set[str]] = field(default_factory=dict)
    effective: set[tuple[int, str]] = field(default_factory=set)
    totals_by_pool: dict[str, set[int]] = field(default_factory=dict)
    open_totals: set[str] = field(default_factory=set)
    before: dict[int, tuple[Broken, ...]] = field(default_factory=dict)
    best: set[int] = field(default_factory=set)
    draws: list[tuple[str, Tie, tuple[int, ...]]] = field(default_factory=list)

    def settle(self, row: int, award: Award) -> None:
        """Note an outcome that is certain."""
        self.single[row] = award

    def reopen(self, rows: Iterable[int], *, same_list: bool = False) -> None:
        """Forget what a first stage found: who wins a place goes on to the list of all.

        `same_list`: those who lost it do too, so what separated them there still counts.
        """
        for row in rows:
            self.single.pop(row, None)
            self.ranks.pop(row, None)
            self.ties.pop(row, None)
            broken = self.broken_by.pop(row, ())
            if same_list and broken:
                self.before[row] = tuple(step._replace(first_stage=True) for step in broken)

    def wait(self, row: int, most: int) -> None:
        """Note an outcome that waits for something else: from nothing to `most` cents."""
        self.bounds[row] = (0, most)

    def found(self) -> Found:
        """Where a walk can note what is certain straight into the ledger."""
        return Found(single=self.single, left=self.left)

    def take(self, component: Component, found: Found, names: Sequence[str]) -> None:
        """Note what a walk found; `names` are what its lists are called."""
        if found.single is not self.single:
            self.single.update(found.single)
            self.left.update(found.left)
        self.several.update(found.awards)
        self.bounds.update(found.bounds)
        for owed in component.purse.asked:
            self.asked.setdefault(owed.row, set()).add(owed.key)
        self.effective.update(component.purse.effective)
        pools = [pool for ranked in component.lists for pool in ranked.pools]
        for at, totals in found.totals.items():
            self.totals_by_pool[pools[at]] = totals
        self.open_totals.update(pools[at] for at in found.open_totals)
        for name, ranked in zip(names, component.lists, strict=True):
            self._stand(ranked)
            self.draws.extend(
                (name, tie, tuple(ranked.rows[tie.start : tie.end]))
                for top in ranked.ties
                for tie in _draws(top)
            )

    def _stand(self, ranked: RankedList) -> None:
        """Give each row its place: its own, or one that it shares."""
        self.ranks.update(zip(ranked.rows, range(1, len(ranked.rows) + 1), strict=True))
        for tie in ranked.ties:
            self._share(ranked, tie, ())
        for row in ranked.rows if self.before else ():
            if row in self.before:
                self.broken_by[row] = (*self.before[row], *self.broken_by.get(row, ()))

    def _share(self, ranked: RankedList, tie: Tie, broken_by: tuple[Broken, ...]) -> None:
        """A tie is broken only as far as it is in every possible outcome; what is left shares its place."""
        own = ranked.rows[tie.start : tie.end]
        if tie.always_broken and (tie.drawn or not tie.is_leaf):
            for run in _runs(ranked, tie):
                separated = (*broken_by, run)
                self.broken_by.update(dict.fromkeys(ranked.rows[run.start : run.end], separated))
            for part in tie.parts:
                self._share(ranked, part, self.broken_by[ranked.rows[part.start]])
            return
        ids = tuple(sorted([self.round_input.entries[row].id for row in own]))
        self.ranks.update(dict.fromkeys(own, tie.start + 1))
        self.ties.update(dict.fromkeys(own, ids))


def _runs(ranked: RankedList, tie: Tie) -> Iterator[Broken]:
    """The runs into which its rule splits a tie, each with the value it has and those above and below."""
    if tie.is_leaf:
        for at in range(tie.start, tie.end):
            yield Broken(tie, at, at + 1, at - tie.start + 1)
        return
    starts = [tie.start]
    part = ranked.level_parts + tie.depth
    values = [key[part] for key in ranked.keys[tie.start : tie.end]]
    starts.extend(tie.start + at for at in range(1, len(values)) if values[at] != values[at - 1])
    for at, (start, end) in enumerate(pairwise([*starts, tie.end])):
        above = values[starts[at - 1] - tie.start] if at else None
        below = values[end - tie.start] if end < tie.end else None
        yield Broken(tie, start, end, values[start - tie.start], above, below)


def _draws(tie: Tie) -> Iterator[Tie]:
    """The draws in a tie that some possible outcome needs."""
    if tie.broken and tie.is_draw:
        yield tie
    for part in tie.parts if tie.broken else ():
        yield from _draws(part)
