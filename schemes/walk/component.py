"""What is walked through: lists whose outcomes can depend on each other, level by level and group by group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import merge

from schemes.allocation import Purse
from schemes.exact import Points
from schemes.ranking import RankedList, Tie


@dataclass(slots=True)
class Step:
    """The next group of a list: one row, or rows that are equal on everything but lots.

    `ties` are those that start here, the widest first; `leaf` is the one that only lots or sharing can settle.
    """

    level: tuple[Points, ...]
    list: int
    rows: Sequence[int]
    ties: tuple[Tie, ...] = ()
    leaf: Tie | None = None

    @property
    def draw(self) -> Tie | None:
        """The draw that is still to be held for these rows."""
        return self.leaf if self.leaf is not None and self.leaf.is_draw and not self.leaf.drawn else None


@dataclass(slots=True)
class Level:
    """All rows of a list with the same total: [start, end), and their tie if they are more than one."""

    start: int
    end: int
    tie: Tie | None = None


@dataclass(slots=True)
class Component:
    """Lists whose outcomes can depend on each other, with the purse that they are paid from.

    `pools[list]` are the pools of a list, `exceeded[list]` whether its applications together exceed a limit,
    and `with_levels` whether all lists go down by points together, in the points that a distance compares.
    """

    lists: list[RankedList]
    pools: list[tuple[int, ...]]
    exceeded: list[bool]
    purse: Purse
    with_levels: bool

    def levels(self, at: int) -> Iterator[Level]:
        """The totals of a list, highest first."""
        here = 0
        for tie in self.lists[at].ties:
            yield from (Level(single, single + 1) for single in range(here, tie.start))
            yield Level(tie.start, tie.end, tie)
            here = tie.end
        yield from (Level(single, single + 1) for single in range(here, len(self.lists[at].rows)))

    def steps_of(self, at: int, level: Level) -> Iterator[Step]:
        """The groups of one level of a list."""
        if level.tie is None:
            return self._singles(at, level.start, level.end, ())
        return self._tie_steps(at, level.tie, ())

    def steps(self) -> Iterator[Step]:
        """The groups of all lists in descending points."""
        walks = [self._walk(at) for at in range(len(self.lists))]
        return merge(*walks, key=lambda step: (step.level, step.list))

    def _walk(self, at: int) -> Iterator[Step]:
        for level in self.levels(at):
            yield from self.steps_of(at, level)

    def _tie_steps(self, at: int, tie: Tie, opening: tuple[Tie, ...]) -> Iterator[Step]:
        opening = (*opening, tie)
        if tie.is_leaf:
            rows = self.lists[at].rows[tie.start : tie.end]
            yield Step(self._level(at, tie.start), at, rows, opening, tie)
            return
        here = tie.start
        for part in tie.parts:
            yield from self._singles(at, here, part.start, opening)
            opening = opening if here == part.start else ()
            yield from self._tie_steps(at, part, opening)
            opening, here = (), part.end
        yield from self._singles(at, here, tie.end, opening)

    def _singles(self, at: int, start: int, end: int, opening: tuple[Tie, ...]) -> Iterator[Step]:
        rows = self.lists[at].rows
        for here in range(start, end):
            yield Step(self._level(at, here), at, rows[here : here + 1], opening)
            opening = ()

    def _level(self, at: int, here: int) -> tuple[Points, ...]:
        """What a row is on a level with; where distances count, with what they compare as well."""
        ranked = self.lists[at]
        level = ranked.keys[here][: ranked.level_parts]
        return (*level, *self.purse.cases[ranked.rows[here]].level[1:]) if self.with_levels else level
