"""Every outcome that is still possible: the distribution, walked through all missing draws and decisions.

The walk goes down the lists group by group with the set of states that can be reached: completions that lead to
the same state are one. An undrawn group is followed in every order by the set of who was drawn already, which
for seven members are 128 sets instead of 5,040 orders; larger groups have closed forms (`schemes.walk.bounds`).
To know whose outcome a draw can change, states that differ only in that draw are walked together, with the
same answers and orders below, and their awards compared.
"""

from collections.abc import Iterable, Iterator, Sequence

from schemes.cases import Award, State, never
from schemes.exact import Points
from schemes.ranking import Tie
from schemes.round import Status
from schemes.rules import Scope
from schemes.walk.bounds import safe_bounds
from schemes.walk.bracket import Bracket, can_bracket
from schemes.walk.choices import Choices, TooManyError
from schemes.walk.component import Component, Level, Step
from schemes.walk.findings import Found
from schemes.walk.turn import Turn

MOST_STATES = 128
"""From more states than this at once, what can be bracketed is: seven decisions that each lead elsewhere."""


class Walk:
    """One walk through a component. `found` and the ties hold the result.

    `frontier` holds the states that can be reached, None while there is one, which is that of the purse;
    `bundles` holds for each draw the sets of states that differ only in it. `alike`: nothing but their claims
    and their order tells the rows apart.
    """

    def __init__(self, component: Component, found: Found | None = None) -> None:
        self.component = component
        self.purse = component.purse
        self.found = found or Found()
        self.turn = Turn(component, self.found)
        self.choices = Choices(self.turn)
        self.frontier: set[State] | None = None
        self.bundles: dict[Tie, set[frozenset[State]]] = {}
        rules, groups = component.purse.rules, component.purse.groups
        self.alike = not rules.discretionary and not groups and len(component.purse.pools) == 1
        self.levels: dict[int, tuple[Points, ...]] = {}

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
        if self.turn.owes_any(rows):
            return False
        purse.open_level(self.component.pools[0])
        nothing_left = purse.nothing_left(rows)
        all_fit = not nothing_left and purse.all_fit(rows)
        if level.tie is not None and not nothing_left and not all_fit:
            return False
        if self.alike and nothing_left:
            self._refuse_all(rows)
        elif self.alike and all_fit:
            self._grant_all(rows)
        else:
            for row in rows:
                self._settle(row, purse.award(row, never))
        if level.tie is not None:
            self._note_whole(level.tie)
        return True

    def _refuse_all(self, rows: Sequence[int]) -> None:
        """Nothing is left in the pool, so all of these rows get the same."""
        (pool,) = self.component.pools[0]
        award = self.purse.award(rows[0], never)
        self.found.single.update(dict.fromkeys(rows, award))
        self.found.left.update(dict.fromkeys(rows, self.purse.money_left(pool) or 0))

    def _grant_all(self, rows: Sequence[int]) -> None:
        """All of these rows fit what is left, so each gets all that it claims."""
        for row in rows:
            case = self.purse.cases[row]
            if case.claim:
                self.purse.give(row, case.claim)
            self._settle(row, case.full)

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
        self.turn.note_tie(tie, acts=acts)
        if tie.is_draw and acts:
            self.turn.note_places(tie, [self.found.single[row].status for row in rows])
        for part in tie.parts if acts else ():
            self._note_whole(part)

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

    def _direct(self, step: Step, *, opens: bool) -> bool:
        """Take the step without branching; False, with nothing given, where there is something to choose."""
        if self.turn.owes_any(step.rows):
            return False
        if opens:
            self.purse.open_level(self.component.pools[step.list])
        acts = self.turn.note_ties(step)
        if step.draw is not None and not self.turn.order_is_irrelevant(step.rows):
            return False
        for row, award in self.turn.awards(step, never):
            self._settle(row, award)
        if step.leaf is not None and acts:
            self.turn.note_places(step.leaf, [self.found.single[row].status for row in step.rows])
        return True

    def _branch(self, step: Step, *, opens: bool) -> None:
        frontier: set[State] = set()
        fans: dict[Tie, set[frozenset[State]]] = {}
        for state in self.frontier or ():
            for ends in self.choices.after(step, (state,), None, opens=opens):
                frontier.update(end for (end,) in ends)
                if step.draw is not None and len(ends) > 1:
                    fans.setdefault(step.draw, set()).add(frozenset(end for (end,) in ends))
        for tie, bundles in self.bundles.items():
            for bundle in bundles:
                for ends in self.choices.after(step, tuple(bundle), tie, opens=opens):
                    new = {frozenset(end) for end in ends}
                    fans.setdefault(tie, set()).update(fan for fan in new if len(fan) > 1)
        self.frontier = frontier
        if len(frontier) > MOST_STATES and can_bracket(self.component):
            raise TooManyError
        self.bundles = {tie: bundles for tie, bundles in fans.items() if bundles}

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
