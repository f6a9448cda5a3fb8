"""Everything that was found about the rows of a round, gathered list by list."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from schemes.cases import Award
from schemes.component import Component
from schemes.exact import Points
from schemes.findings import Found
from schemes.ranking import Tie
from schemes.regulation import Regulation
from schemes.round import RoundInput


@dataclass(slots=True)
class Ledger:
    """Everything that was found about the rows of a round, gathered list by list."""

    regulation: Regulation
    round_input: RoundInput
    points: Sequence[tuple[Points, ...] | None]
    totals: Sequence[Points]
    ranked: set[str] = field(default_factory=set)
    single: dict[int, Award] = field(default_factory=dict)
    several: dict[int, set[Award]] = field(default_factory=dict)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    ranks: dict[int, int] = field(default_factory=dict)
    ties: dict[int, tuple[str, ...]] = field(default_factory=dict)
    broken_by: dict[int, tuple[Tie, ...]] = field(default_factory=dict)
    asked: dict[int, set[str]] = field(default_factory=dict)
    effective: set[tuple[int, str]] = field(default_factory=set)
    totals_by_pool: dict[str, set[int]] = field(default_factory=dict)
    open_totals: set[str] = field(default_factory=set)
    best: set[int] = field(default_factory=set)
    draws: list[tuple[str, Tie, tuple[int, ...]]] = field(default_factory=list)

    def settle(self, row: int, award: Award) -> None:
        """Note an outcome that is certain."""
        self.single[row] = award

    def reopen(self, rows: Iterable[int]) -> None:
        """The best of a spot goes on to the list of all: winning the spot is not yet its outcome."""
        for row in rows:
            del self.single[row]

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
            self._stand(ranked.rows, ranked.ties)
            self.draws.extend(
                (name, tie, tuple(ranked.rows[tie.start : tie.end]))
                for top in ranked.ties
                for tie in _draws(top)
            )

    def _stand(self, rows: list[int], ties: Sequence[Tie]) -> None:
        """Give each row its place: its own, or one that it shares."""
        self.ranks.update(zip(rows, range(1, len(rows) + 1), strict=True))
        for tie in ties:
            self._share(rows, tie, ())

    def _share(self, rows: list[int], tie: Tie, broken_by: tuple[Tie, ...]) -> None:
        """A tie is broken only as far as it is in every possible outcome; what is left shares its place."""
        own = rows[tie.start : tie.end]
        if tie.always_broken and (tie.drawn or not tie.is_leaf):
            broken_by = (*broken_by, tie)
            self.broken_by.update(dict.fromkeys(own, broken_by))
            for part in tie.parts:
                self._share(rows, part, broken_by)
            return
        ids = tuple(sorted([self.round_input.entries[row].id for row in own]))
        self.ranks.update(dict.fromkeys(own, tie.start + 1))
        self.ties.update(dict.fromkeys(own, ids))


def _draws(tie: Tie) -> Iterator[Tie]:
    """The draws in a tie that some possible outcome needs."""
    if tie.broken and tie.is_draw:
        yield tie
    for part in tie.parts if tie.broken else ():
        yield from _draws(part)
