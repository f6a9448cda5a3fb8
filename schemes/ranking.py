"""The ranking: one order per list, and its ties as a tree that is broken only as far as the article asks.

Applications are ordered by total, then by the tie-breakers in turn, then by id. A `Tie` is a run of
applications that are equal so far; the rule that would split it either acts or does not, depending on its scope.
The distribution of the money (`schemes.walk.possibilities`) says of each tie whether it was broken.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import assert_never

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.round import Entry, Status
from schemes.rules import ByFact, HighestOn, Lots, LowestRequested, ProRata, TieBreak

Key = tuple[Points, ...]


@dataclass(slots=True, eq=False)
class Tie:
    """A run [start, end) of a list that is equal on everything before `rule`, which is number `depth` of the chain.

    What happened to it is noted here while the possible outcomes are worked through: `whole` and `broken` say
    whether it stayed whole, or was broken, in some outcome. For a draw: where it can matter, and for whom.
    """

    start: int
    end: int
    rule: TieBreak
    depth: int = 0
    split: Callable[[], Iterator["Tie"]] | None = None
    opened: tuple["Tie", ...] | None = None
    drawn: bool = False
    missing: str | None = None
    whole: bool = False
    broken: bool = False
    affected: set[int] = field(default_factory=set)
    noted: list[set[Status]] | None = None
    outer: bool = False

    @property
    def parts(self) -> tuple["Tie", ...]:
        """The ties that are left once the rule has acted; worked out when first asked for."""
        if self.opened is None:
            self.opened = () if self.split is None else tuple(self.split())
        return self.opened

    @property
    def statuses(self) -> list[set[Status]]:
        """For a draw, the statuses that can occur at each place; noted while the outcomes are walked through."""
        if self.noted is None:
            self.noted = [set() for _ in range(self.end - self.start)]
        return self.noted

    @property
    def is_leaf(self) -> bool:
        """Whether no rule but lots or sharing separates anyone in it."""
        return self.split is None

    @property
    def always_broken(self) -> bool:
        """Whether it is broken in every possible outcome."""
        return self.broken and not self.whole

    @property
    def is_draw(self) -> bool:
        """Whether only lots can order it."""
        return isinstance(self.rule, Lots)


@dataclass(frozen=True, slots=True)
class RankedList:
    """One list: the pools whose applications it ranks, its rows in order, and its ties of equal totals.

    The first `level_parts` of a key say on which level a row is: its class and its total.
    """

    pools: tuple[str, ...]
    rows: list[int]
    keys: list[Key]
    ties: list[Tie]
    level_parts: int


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ranks rows (indices of `entries`) by their totals and the regulation's tie-breakers.

    `staged` are the rows that went through a first stage, and may have a lot from it; `best` those that go before
    all others as the best of their group.
    """

    regulation: Regulation
    entries: Sequence[Entry]
    points: Sequence[Key | None]
    totals: Sequence[Points]
    lots: Sequence[Mapping[str, int]]
    staged: set[int] = field(default_factory=set)
    best: set[int] = field(default_factory=set)

    def ranked(self, pools: tuple[str, ...], rows: Sequence[int]) -> RankedList:
        """The list of these rows in order of rank, drawn groups in drawn order."""
        columns = [[part(row) for row in rows] for part in self._key_parts()]
        names = [self.entries[row].id for row in rows]
        keyed = sorted(zip(*columns, names, rows, strict=True))
        ordered = RankedList(
            pools, [key[-1] for key in keyed], [key[:-2] for key in keyed], [], self.level_parts
        )
        ordered.ties.extend(self._ties(ordered, 0, len(rows), 0))
        return ordered

    def _key_parts(self) -> Iterator[Callable[[int], Points]]:
        """The class, the total and the values of the tie-breakers of a row; the lowest goes first."""
        yield from self._classes()
        yield lambda row: -self.totals[row]
        yield from (part for rule in self.regulation.tie_breaks if (part := self._value(rule)))

    def _classes(self) -> Iterator[Callable[[int], Points]]:
        for priority in self.regulation.priorities:
            yield partial(self._class_of, priority.fact, self.regulation.fact(priority.fact).choices)
        if self.regulation.best_first is not None:
            yield self._after_the_best

    def _after_the_best(self, row: int) -> int:
        return 0 if row in self.best else 1

    def _class_of(self, fact: str, choices: tuple[str, ...], row: int) -> int:
        value = self.entries[row].facts[fact]
        return choices.index(value) if isinstance(value, str) else value

    @property
    def level_parts(self) -> int:
        """How many parts of a key say which level a row is on: its classes and its total."""
        return len(self.regulation.priorities) + (self.regulation.best_first is not None) + 1

    def _value(self, rule: TieBreak) -> Callable[[int], Points] | None:
        match rule:
            case HighestOn():
                letters = [criterion.letter for criterion in self.regulation.criteria]
                places = [letters.index(letter) for letter in rule.criteria]
                return lambda row: -sum([(self.points[row] or ())[at] for at in places])
            case LowestRequested():
                return lambda row: self.entries[row].requested_cents
            case ByFact():
                sign = 1 if rule.first == "lowest" else -1
                return lambda row: sign * self.entries[row].number(rule.fact)
            case Lots() | ProRata():
                return None
            case _:
                assert_never(rule)

    def _ties(self, ordered: RankedList, start: int, end: int, depth: int) -> Iterator[Tie]:
        """The ties among [start, end), equal on all but the last of the first `depth` rules, that are equal on it too."""
        level = self.level_parts
        compared = itemgetter(level + depth - 1) if depth else itemgetter(slice(level))
        for _, part in groupby(ordered.keys[start:end], key=compared):
            until = start + len(list(part))
            if until - start > 1:
                yield self._tie(ordered, start, until, depth)
            start = until

    def _tie(self, ordered: RankedList, start: int, end: int, depth: int) -> Tie:
        """The tie of [start, end), with the first rule from `depth` on that separates anyone."""
        rules, level = self.regulation.tie_breaks, self.level_parts
        while not isinstance(rules[depth], Lots | ProRata):
            if ordered.keys[start][level + depth] != ordered.keys[end - 1][level + depth]:
                return Tie(
                    start, end, rules[depth], depth, partial(self._ties, ordered, start, end, depth + 1)
                )
            depth += 1
        tie = Tie(start, end, rules[depth], depth)
        if tie.is_draw and self.lots:
            self._place_lots(ordered, tie)
        return tie

    def _place_lots(self, ordered: RankedList, tie: Tie) -> None:
        """Put a group that one draw holds whole in drawn order; note who is missing from a draw of the others.

        A lot from a first stage says nothing about the list of all.
        """
        rows = ordered.rows[tie.start : tie.end]
        ids = [self.entries[row].id for row in rows]
        draw = next((lots for lots in self.lots if all(id_ in lots for id_ in ids)), None)
        if draw is not None:
            tie.drawn = True
            ordered.rows[tie.start : tie.end] = sorted(rows, key=lambda row: draw[self.entries[row].id])
            return
        drawn = {id_ for lots in self.lots for id_ in ids if id_ in lots}
        if any(id_ in drawn and row not in self.staged for row, id_ in zip(rows, ids, strict=True)):
            tie.missing = next((id_ for id_ in ids if id_ not in drawn), None)


def lots_of(draws: Iterable[Sequence[str]]) -> list[dict[str, int]]:
    """For each draw the place of everyone in it."""
    return [{id_: place for place, id_ in enumerate(drawn)} for drawn in draws]
