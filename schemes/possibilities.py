"""Every outcome that is still possible: the distribution, walked through all missing draws and decisions.

The walk goes down the lists group by group with the set of states that can be reached: completions that lead to
the same state are one. An undrawn group is followed in every order by the set of who was drawn already, which
for seven members are 128 sets instead of 5,040 orders; larger groups have closed forms (`schemes.bounds`).
To know whose outcome a draw can change, states that differ only in that draw are walked together, with the
same answers and orders below, and their awards compared.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from schemes.allocation import Ask, Award, State
from schemes.bounds import large_group, safe_bounds
from schemes.bracket import Bracket, can_bracket
from schemes.component import Component, Level, Step
from schemes.exact import Points
from schemes.findings import Found
from schemes.ranking import Tie
from schemes.regulation import ProRata, Scope
from schemes.round import Status

EXACT_MEMBERS = 7
"""An undrawn group of up to this many members is followed in every order."""

WORK = 100_000
"""How many turns may be taken beyond four for each application before the walk is given up for safe bounds."""


class TooManyError(Exception):
    """More completions than are followed; caught within the engine."""


class IncompleteLotsError(Exception):
    """A group that needs a draw is only partly in the lots. Carries the smallest id that is missing."""


class Walk:
    """One walk through a component. `found` and the ties hold the result."""

    def __init__(self, component: Component, found: Found | None = None) -> None:
        self.component = component
        self.purse = component.purse
        self.found = found or Found()
        self.frontier: set[State] | None = None
        self.bundles: dict[Tie, set[frozenset[State]]] = {}
        self.levels: dict[int, tuple[Points, ...]] = {}
        self.limit = WORK + 4 * sum(len(ranked.rows) for ranked in component.lists)

    def run(self) -> Found:
        """Walk down to the end, or to where completions grow too many; then bound what is left."""
        steps = self._steps()
        for step in steps:
            try:
                self._advance(step)
            except TooManyError:
                if can_bracket(self.component):
                    Bracket(self.component, self.found).run()
                else:
                    self._give_up([step, *steps])
                return self.found
        self._close()
        return self.found

    def _steps(self) -> Iterator[Step]:
        """The steps to take; of a single list whole levels are taken at once where their order is irrelevant."""
        if len(self.component.lists) > 1 or self.component.with_levels:
            yield from self.component.steps()
            return
        for level in self.component.levels(0):
            if self.frontier is not None or not self._takes_whole(level):
                yield from self.component.steps_of(0, level)

    def _takes_whole(self, level: Level) -> bool:
        purse, rows = self.purse, self.component.lists[0].rows[level.start : level.end]
        if self._owes_any(rows):
            return False
        purse.open_level(self.component.pools[0])
        if level.tie is not None:
            if not purse.nothing_left(rows) and not purse.all_fit(rows):
                return False
        for row in rows:
            self._settle(row, purse.award(row, never))
        if level.tie is not None:
            self._note_whole(level.tie)
        return True

    def _settle(self, row: int, award: Award) -> None:
        self.found.single[row] = award
        if award.status is Status.REFUSED_CEILING:
            self.found.left[row] = self.purse.money_left(self.purse.cases[row].pool) or 0

    def _note_whole(self, tie: Tie) -> None:
        """Note of a tie that nothing runs through, and of all within it, what its scope says."""
        rows = self.component.lists[0].rows[tie.start : tie.end]
        acts = tie.rule.when is Scope.EVERY_TIE or (
            tie.rule.when is Scope.CEILING_EXCEEDED and self.component.exceeded[0]
        )
        self._note_tie(tie, acts=acts)
        if tie.is_draw and acts:
            self._note_places(tie, [self.found.single[row].status for row in rows])
        for part in tie.parts if acts else ():
            self._note_whole(part)

    def _note_tie(self, tie: Tie, *, acts: bool) -> None:
        tie.broken |= acts
        tie.whole |= not acts
        if acts and tie.missing is not None:
            raise IncompleteLotsError(tie.missing)

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
        for row, award in self._turns(step, never):
            self._settle(row, award)
        if step.leaf is not None and acts:
            self._note_places(step.leaf, [self.found.single[row].status for row in step.rows])
        return True

    def _may_ask(self, step: Step) -> bool:
        rows = step.rows
        if step.ties:
            rows = self.component.lists[step.list].rows[step.ties[0].start : step.ties[0].end]
        return self._owes_any(rows)

    def _owes_any(self, rows: Sequence[int]) -> bool:
        """Whether a decision can be owed about any of these rows."""
        rules, cases = self.purse.rules, self.purse.cases
        if rules.low_score is None and rules.distance is None:
            return False
        return any(cases[row].low_score_owed or (cases[row].near and cases[row].too_close is None) for row in rows)

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
            self._note_tie(tie, acts=acts)
        return acts

    def _note_places(self, draw: Tie, statuses: Sequence[Status]) -> None:
        """Note which statuses can occur at each place of a draw that is needed here."""
        if draw.drawn:
            for at, status in enumerate(statuses):
                draw.statuses[at].add(status)
            return
        for place in draw.statuses:
            place.update(statuses)

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
        if compare_for is None and step.leaf is not None and acts:
            self._note_places(step.leaf, [award.status for award in awards[0]])
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
        ends = large_group(self.purse, step.rows, step.draw, self.found)
        if ends is None:
            raise TooManyError
        return {(end,) for end in ends}

    def _give_up(self, steps: Iterable[Step]) -> None:
        """Bound what is left of the component, from the step that could not be taken."""
        states = self.frontier or {self.purse.save()}
        for tie in self.bundles:
            tie.outer = True
        for step in steps:
            safe_bounds(self.purse, step.rows, states, self.found)
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
