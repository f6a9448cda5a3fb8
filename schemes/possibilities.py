"""Every outcome that is still possible: the distribution, walked through all missing draws and decisions.

The walk goes down the lists group by group with the set of states that can be reached: completions that lead to
the same state are one. An undrawn group is followed in every order by the set of who was drawn already, which
for seven members are 128 sets instead of 5,040 orders; larger groups have closed forms (`schemes.bounds`).
To know whose outcome a draw can change, states that differ only in that draw are walked together, with the
same answers and orders below, and their awards compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge

from schemes import bounds
from schemes.allocation import Ask, Award, Purse, State
from schemes.exact import Points
from schemes.ranking import RankedList, Tie
from schemes.regulation import ProRata, Scope
from schemes.round import Status

EXACT_MEMBERS = 7
"""An undrawn group of up to this many members is followed in every order."""

WORK = 200_000
"""How many turns may be taken beyond four for each application before the walk is given up for safe bounds."""


class TooManyError(Exception):
    """More completions than are followed; caught within the engine."""


class IncompleteLotsError(Exception):
    """A group that needs a draw is only partly in the lots. Carries the smallest id that is missing."""


@dataclass(slots=True)
class Step:
    """The next group of a list: one row, or rows that are equal on everything but lots."""

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
class Component:
    """Lists whose outcomes can depend on each other, with the purse that they are paid from.

    `exceeded[list]`: whether the applications on it together exceed a limit.
    """

    lists: list[RankedList]
    pools: list[tuple[int, ...]]
    exceeded: list[bool]
    purse: Purse
    with_levels: bool

    def steps(self) -> Iterator[Step]:
        """The groups of all lists in descending points."""
        walks = [self._walk(at) for at in range(len(self.lists))]
        return walks[0] if len(walks) == 1 else merge(*walks, key=lambda step: (step.level, step.list))

    def _walk(self, at: int) -> Iterator[Step]:
        ranked = self.lists[at]
        here = 0
        for tie in ranked.ties:
            yield from self._singles(at, here, tie.start, ())
            yield from self._tie_steps(at, tie, ())
            here = tie.end
        yield from self._singles(at, here, len(ranked.rows), ())

    def _tie_steps(self, at: int, tie: Tie, opening: tuple[Tie, ...]) -> Iterator[Step]:
        opening = (*opening, tie)
        if isinstance(tie.rule, ProRata) or tie.is_draw:
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
        ranked = self.lists[at]
        if self.with_levels:
            return self.purse.cases[ranked.rows[here]].level
        return (ranked.keys[here][0],)


@dataclass(slots=True)
class Found:
    """What the walk found: the awards that are possible, and bounds where not every award was tried.

    `outer`: rows whose bounds are safe but not exact; `open_totals`: pools whose total is not certain.
    """

    awards: dict[int, set[Award]] = field(default_factory=dict)
    single: dict[int, Award] = field(default_factory=dict)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    totals: dict[int, set[int]] = field(default_factory=dict)
    open_totals: set[int] = field(default_factory=set)
    outer: bool = False

    def award(self, row: int, award: Award) -> None:
        """Note that this award is possible."""
        first = self.single.setdefault(row, award)
        if first is not award and first != award:
            self.awards.setdefault(row, {first}).add(award)

    def bound(self, row: int, least: int, most: int) -> None:
        """Note that awards from `least` to `most` are possible, and that they are not all the same."""
        low, high = self.bounds.get(row, (least, most))
        self.bounds[row] = (min(low, least), max(high, most))


class Walk:
    """One walk through a component. `found` and the ties hold the result."""

    def __init__(self, component: Component) -> None:
        self.component = component
        self.purse = component.purse
        self.found = Found()
        self.frontier: set[State] | None = None
        self.bundles: dict[Tie, set[frozenset[State]]] = {}
        self.levels: dict[int, tuple[Points, ...]] = {}
        self.limit = WORK + 4 * sum(len(ranked.rows) for ranked in component.lists)

    def run(self) -> Found:
        """Walk down to the end, or to where completions grow too many; then bound what is left."""
        steps = self.component.steps()
        for step in steps:
            try:
                self._advance(step)
            except TooManyError:
                self._give_up([step, *steps])
                return self.found
        self._close()
        return self.found

    def _advance(self, step: Step) -> None:
        opens = self.levels.get(step.list) != step.level
        self.levels[step.list] = step.level
        if self.frontier is None:
            if self._direct(step, opens=opens):
                return
            self.frontier = {self.purse.save()}
        self._branch(step, opens=opens)
        if len(self.frontier) == 1 and not self.bundles:
            self.purse.restore(self.frontier.pop())
            self.frontier = None

    def _close(self) -> None:
        for state in self.frontier or [self.purse.save()]:
            for pool, spent in enumerate(state[0]):
                self.found.totals.setdefault(pool, set()).add(spent)

    # ── One state, no choice ──────────────────────────────────────────────────────────────────────

    def _direct(self, step: Step, *, opens: bool) -> bool:
        """Take the step without branching; False, with nothing given, where there is something to choose."""
        if self._may_ask(step):
            return False
        if opens:
            self.purse.open_level(self.component.pools[step.list])
        acts = self._note_ties(step, never)
        if step.draw is not None and not self._order_is_irrelevant(step.rows):
            return False
        purse, found = self.purse, self.found
        for row, award in self._turns(step, never):
            found.single[row] = award
            if award.status is Status.REFUSED_CEILING:
                left = purse.money_left(purse.cases[row].pool)
                found.left[row] = left or 0
        if step.leaf is not None:
            self._note_places(step, [found.single[row].status for row in step.rows], acts)
        return True

    def _may_ask(self, step: Step) -> bool:
        rules = self.purse.rules
        if rules.low_score is None and rules.distance is None:
            return False
        rows = set(step.rows)
        for tie in step.ties[:1]:
            rows.update(self.component.lists[step.list].rows[tie.start : tie.end])
        return any(self._may_owe(row) for row in rows)

    def _may_owe(self, row: int) -> bool:
        case = self.purse.cases[row]
        return case.low_score_owed or (bool(case.near) and case.too_close is None)

    def _turns(self, step: Step, answer: Callable[[Ask], bool]) -> Iterable[tuple[int, Award]]:
        """The award of each row in the order in which they stand."""
        leaf = step.leaf
        if leaf is not None and isinstance(leaf.rule, ProRata) and self.purse.straddles(step.rows):
            return self.purse.share_pro_rata(step.rows, leaf.rule).items()
        return [(row, self.purse.award(row, answer)) for row in step.rows]

    def _order_is_irrelevant(self, rows: Sequence[int]) -> bool:
        purse = self.purse
        return purse.nothing_left(rows) or purse.all_fit(rows) or len(purse.claimants(rows)) <= 1

    # ── Ties ──────────────────────────────────────────────────────────────────────────────────────

    def _note_ties(self, step: Step, answer: Callable[[Ask], bool]) -> bool:
        """Note of each tie that starts here whether its rule acts; gives that of the last."""
        acts = False
        for tie in step.ties:
            rows = self.component.lists[step.list].rows[tie.start : tie.end]
            if tie.rule.when is Scope.STRADDLING:
                self.purse.ask_ahead(rows, answer, turn=False)
            acts = self.purse.breaks(tie, rows, self.component.exceeded[step.list])
            tie.broken |= acts
            tie.whole |= not acts
            if acts and tie.missing is not None:
                raise IncompleteLotsError(tie.missing)
        return acts

    def _note_places(self, step: Step, statuses: Sequence[Status], acts: bool) -> None:
        """Note which statuses can occur at each place of a draw that is needed here."""
        leaf = step.leaf
        if leaf is None or not acts or not leaf.is_draw:
            return
        for at, status in enumerate(statuses):
            if leaf.drawn:
                leaf.statuses[at].add(status)
            else:
                for place in leaf.statuses:
                    place.add(status)

    # ── Many states ───────────────────────────────────────────────────────────────────────────────

    def _branch(self, step: Step, *, opens: bool) -> None:
        frontier: set[State] = set()
        fans: dict[Tie, set[frozenset[State]]] = {}
        for state in self.frontier or ():
            for ends in self._plays(step, (state,), None, opens=opens):
                frontier.update(end for (end,) in ends)
                if step.draw is not None and len(ends) > 1:
                    fans.setdefault(step.draw, set()).add(frozenset(end for (end,) in ends))
        for tie, bundles in self.bundles.items():
            for bundle in bundles:
                for ends in self._plays(step, tuple(bundle), tie, opens=opens):
                    new = {frozenset(end) for end in ends}
                    fans.setdefault(tie, set()).update(fan for fan in new if len(fan) > 1)
        self.frontier = frontier
        self.bundles = {tie: bundles for tie, bundles in fans.items() if bundles}

    def _plays(
        self, step: Step, states: tuple[State, ...], compare_for: Tie | None, *, opens: bool
    ) -> Iterator[set[tuple[State, ...]]]:
        """The states after the step, once for every way in which the decisions it asks can be answered."""
        script: list[bool] = []
        while True:
            answers: dict[Ask, bool] = {}
            answer = _scripted(script, answers)
            yield self._play(step, states, compare_for, answer, opens=opens)
            script = list(answers.values())
            while script and script[-1]:
                script.pop()
            if not script:
                return
            script[-1] = True

    def _play(
        self,
        step: Step,
        states: tuple[State, ...],
        compare_for: Tie | None,
        answer: Callable[[Ask], bool],
        *,
        opens: bool,
    ) -> set[tuple[State, ...]]:
        if self.purse.steps > self.limit:
            raise TooManyError
        purse = self.purse
        starts: list[State] = []
        acts = indifferent = True
        for state in states:
            purse.restore(state)
            if opens:
                purse.open_level(self.component.pools[step.list])
            acts = self._note_ties(step, answer)
            if step.draw is not None:
                purse.ask_ahead(step.rows, answer, turn=True)
                indifferent = indifferent and self._order_is_irrelevant(step.rows)
            starts.append(purse.save())
        if indifferent:
            return self._in_order(step, starts, compare_for, answer, acts=acts)
        if len(step.rows) > EXACT_MEMBERS:
            return self._closed_form(step, starts, compare_for)
        return self._in_every_order(step, starts, compare_for, answer, acts=acts)

    def _in_order(
        self,
        step: Step,
        starts: list[State],
        compare_for: Tie | None,
        answer: Callable[[Ask], bool],
        *,
        acts: bool,
    ) -> set[tuple[State, ...]]:
        ends: list[State] = []
        awards: list[list[Award]] = []
        for state in starts:
            self.purse.restore(state)
            turns = dict(self._turns(step, answer))
            awards.append([turns[row] for row in step.rows])
            ends.append(self.purse.save())
        for row, possible in zip(step.rows, zip(*awards, strict=True), strict=True):
            self._compare(row, {possible}, compare_for)
        if compare_for is None:
            self._note_places(step, [award.status for award in awards[0]], acts)
        return {tuple(ends)}

    def _in_every_order(
        self,
        step: Step,
        starts: list[State],
        compare_for: Tie | None,
        answer: Callable[[Ask], bool],
        *,
        acts: bool,
    ) -> set[tuple[State, ...]]:
        purse = self.purse
        layer = {(0, tuple(starts))}
        possible: dict[int, set[tuple[Award, ...]]] = {row: set() for row in step.rows}
        for place in range(len(step.rows)):
            following: set[tuple[int, tuple[State, ...]]] = set()
            for drawn, states in layer:
                for at, row in enumerate(step.rows):
                    if drawn >> at & 1:
                        continue
                    awards, ends = self._one_turn(row, states, answer)
                    possible[row].add(awards)
                    following.add((drawn | 1 << at, ends))
                    if compare_for is None and acts and step.draw is not None:
                        step.draw.statuses[place].add(awards[0].status)
            layer = following
        for row, outcomes in possible.items():
            self._compare(row, outcomes, compare_for)
            if compare_for is None and len(outcomes) > 1 and step.draw is not None:
                step.draw.affected.add(row)
        return {states for _, states in layer}

    def _one_turn(
        self, row: int, states: tuple[State, ...], answer: Callable[[Ask], bool]
    ) -> tuple[tuple[Award, ...], tuple[State, ...]]:
        awards, ends = [], []
        for state in states:
            self.purse.restore(state)
            awards.append(self.purse.award(row, answer))
            ends.append(self.purse.save())
        return tuple(awards), tuple(ends)

    def _compare(self, row: int, outcomes: set[tuple[Award, ...]], compare_for: Tie | None) -> None:
        """Note what is possible; or, for states that differ only in one draw, whether that draw matters."""
        if compare_for is None:
            for (award,) in outcomes:
                self.found.award(row, award)
        elif any(award != awards[0] for awards in outcomes for award in awards):
            compare_for.affected.add(row)

    # ── Large groups, and the end of counting ─────────────────────────────────────────────────────

    def _closed_form(self, step: Step, starts: list[State], compare_for: Tie | None) -> set[tuple[State, ...]]:
        if compare_for is not None or step.draw is None:
            raise TooManyError
        self.purse.restore(starts[0])
        ends = bounds.large_group(self.purse, step.rows, step.draw, self.found)
        if ends is None:
            raise TooManyError
        return {(end,) for end in ends}

    def _give_up(self, steps: Iterable[Step]) -> None:
        """Bound what is left of the component, from the step that could not be taken."""
        self.found.outer = True
        states = self.frontier or {self.purse.save()}
        for tie in self.bundles:
            tie.outer = True
        for step in steps:
            bounds.outer(self.purse, step.rows, states, self.found)
            for tie in step.ties:
                acts = tie.rule.when is not Scope.CEILING_EXCEEDED or self.component.exceeded[step.list]
                tie.broken |= acts
                tie.whole |= tie.rule.when is Scope.STRADDLING or not acts
                tie.outer = True
        self.found.open_totals.update(range(len(self.purse.pools)))


def never(owed: Ask) -> bool:
    """Answers where nothing can be owed."""
    raise AssertionError(owed)


def _scripted(script: list[bool], answers: dict[Ask, bool]) -> Callable[[Ask], bool]:
    """Answers in the order of the script, then no; the same question always gets the same answer."""

    def answer(owed: Ask) -> bool:
        if owed not in answers:
            answers[owed] = script[len(answers)] if len(answers) < len(script) else False
        return answers[owed]

    return answer
