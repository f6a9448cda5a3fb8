"""Many owed decisions: the least and the most without trying every combination.

In `partial` and `stop` money is monotone: refusing someone never takes anything from another on the same list.
So what anyone can get lies between two walks, one in which everybody about whom a decision is owed is kept and
one in which all of them are refused, and each of them itself between refused and kept in the second.
"""

from collections.abc import Sequence
from dataclasses import replace

from schemes.allocation import Purse
from schemes.cases import Ask, Award, State
from schemes.ranking import Tie
from schemes.round import Status
from schemes.rules import Scope
from schemes.walk.bounds import Claims, claims_of
from schemes.walk.component import Component, Step
from schemes.walk.findings import Found


def can_bracket(component: Component) -> bool:
    """Whether money is monotone here: one list with limits of its own, no distances, no answers to an offer."""
    purse = component.purse
    return (
        len(purse.pools) == 1
        and not purse.shared
        and not purse.groups
        and not component.with_levels
        and purse.rules.allocation.does_not_fit != "skip"
        and not any(case.declined for case in purse.cases.values())
    )


class Bracket:
    """The two walks side by side: `kept` and `refused` are their states."""

    def __init__(self, component: Component, found: Found) -> None:
        self.component = component
        self.purse = component.purse
        self.found = found
        self.partial = self.purse.rules.allocation.does_not_fit == "partial"
        self.kept = self.refused = Purse(
            self.purse.cases, self.purse.pools, self.purse.shared, self.purse.rules
        ).save()
        limits = self.purse.pools[0]
        self.two_limits = limits.ceiling is not None and limits.grants is not None
        self.drawn_through = False

    def run(self) -> None:
        """Bound every row of the list."""
        for level in self.component.levels(0):
            self._open()
            for step in self.component.steps_of(0, level):
                self._note_ties(step)
                if step.draw is not None and self._can_straddle(step.rows):
                    self._large(step.rows, step.draw)
                else:
                    self._in_order(step)
        self._totals()

    def _open(self) -> None:
        self.purse.restore(self.kept)
        self.purse.open_level((0,))
        self.kept = self.purse.save()
        self.purse.restore(self.refused)
        self.purse.open_level((0,))
        self.refused = self.purse.save()

    # ── Ties ──────────────────────────────────────────────────────────────────────────────────────

    def _note_ties(self, step: Step) -> None:
        for tie in step.ties:
            rows = self.component.lists[0].rows[tie.start : tie.end]
            if tie.rule.when is Scope.STRADDLING:
                tie.broken |= self._can_straddle(rows)
                tie.whole |= not self._must_straddle(rows)
            else:
                acts = tie.rule.when is Scope.EVERY_TIE or self.component.exceeded[0]
                tie.broken |= acts
                tie.whole |= not acts

    def _can_straddle(self, rows: Sequence[int]) -> bool:
        """Whether in some outcome something is left for these rows, but not enough for all of them."""
        return self._reaches(self.refused, rows) and not (
            self._reaches(self.kept, rows) and self._fits(self.kept, rows)
        )

    def _must_straddle(self, rows: Sequence[int]) -> bool:
        return self._reaches(self.kept, rows) and not self._fits(self.refused, rows)

    def _reaches(self, state: State, rows: Sequence[int]) -> bool:
        self.purse.restore(state)
        return not self.purse.nothing_left(rows)

    def _fits(self, state: State, rows: Sequence[int]) -> bool:
        self.purse.restore(state)
        return self.purse.all_fit(rows)

    def _not_owed(self, rows: Sequence[int]) -> list[int]:
        return [row for row in rows if not self.purse.cases[row].low_score_owed]

    # ── Rows in a known order ─────────────────────────────────────────────────────────────────────

    def _in_order(self, step: Step) -> None:
        statuses: set[Status] = set()
        for row in step.rows:
            owed = self.purse.cases[row].low_score_owed
            self.purse.restore(self.kept)
            least = self.purse.award(row, _keep)
            self.kept = self.purse.save()
            self.purse.restore(self.refused)
            most = self.purse.award(row, _keep)
            if not owed:
                self.refused = self.purse.save()
            statuses |= self._note(row, least, most)
        if step.leaf is not None and step.leaf.broken:
            for place in step.leaf.statuses:
                place.update(statuses)

    def _note(self, row: int, least: Award, most: Award) -> set[Status]:
        """Note what is possible for a row between its two awards; gives the statuses."""
        found = self.found
        found.award(row, least)
        found.award(row, most)
        statuses = {least.status, most.status}
        if self._note_owed(row):
            statuses.add(Status.REFUSED_DISCRETIONARY)
        if least != most:
            found.bound(row, least.cents, most.cents)
        elif (
            least.status is Status.REFUSED_CEILING
            and self.two_limits
            and (self.drawn_through or self.kept != self.refused)
        ):
            # The money can end first in one outcome and the number in another between the two.
            found.bound(row, 0, 0)
        return statuses

    def _note_owed(self, row: int) -> bool:
        """Note that a decision about a low score is owed, and that it can be a refusal."""
        ground = self.purse.rules.low_score
        if ground is None or not self.purse.cases[row].low_score_owed:
            return False
        self.purse.asked.add(Ask(row, ground.key))
        self.found.award(row, Award(Status.REFUSED_DISCRETIONARY, 0, ground))
        return True

    # ── An undrawn group that the ceiling can run through ─────────────────────────────────────────

    def _large(self, rows: Sequence[int], tie: Tie) -> None:
        tie.outer = self.drawn_through = True
        kept, refused = self._claims(self.kept, rows), self._claims(self.refused, rows)
        for row in rows:
            self._note_owed(row)
            if not self._note_refusal(row):
                self._note_bounds(row, kept, refused)
        self.kept = self._after(self.kept, rows)
        self.refused = self._after(self.refused, self._not_owed(rows))

    def _claims(self, state: State, rows: Sequence[int]) -> Claims | None:
        """The claims of the whole group and what is left for them; None where they all fit."""
        self.purse.restore(state)
        if self.purse.nothing_left(rows):
            return replace(claims_of(self.purse, rows), money=0, grants=0)
        return None if self.purse.all_fit(rows) else claims_of(self.purse, rows)

    def _note_refusal(self, row: int) -> bool:
        """Note a refusal on record; it applies only where something is left for these points."""
        self.purse.restore(self.refused)
        refusal = self.purse.recorded_refusal(row)
        if refusal is None:
            return False
        self.purse.note_effect(row, refusal.key)
        self.found.award(row, Award(Status.REFUSED_DISCRETIONARY, 0, refusal))
        self.purse.restore(self.kept)
        if self.purse.nothing_left([row]):
            self.found.bound(row, 0, 0)
        return True

    def _note_bounds(self, row: int, kept: Claims | None, refused: Claims | None) -> None:
        """The least where everybody is kept, the most where the others are refused."""
        case = self.purse.cases[row]
        if case.capped and self.purse.rules.spread is not None:
            self.purse.note_effect(row, self.purse.rules.spread.key)
        least = case.claim if kept is None else kept.bounds(case.claim, partial=self.partial)[0]
        most = case.claim if refused is None else refused.bounds(case.claim, partial=self.partial)[1]
        self.found.bound(row, 0 if case.low_score_owed else least, most)

    def _after(self, state: State, rows: Sequence[int]) -> State:
        """The state when these rows had their turn: all of them granted, or nothing left."""
        self.purse.restore(state)
        purse = self.purse
        if purse.nothing_left(rows):
            return state
        if purse.all_fit(rows):
            for row in purse.claimants(rows):
                purse.give(row, purse.cases[row].claim)
        elif self.partial:
            left, grants = purse.money_left(0), purse.grants_left(0)
            wanted = sum(purse.cases[row].claim for row in purse.claimants(rows))
            purse.spent[0] += min(wanted, left) if left is not None else wanted
            purse.used[0] += min(grants, len(rows)) if grants is not None else 0
        elif purse.money_left(0) is None:
            purse.used[0] += purse.grants_left(0) or 0
        else:
            purse.stopped[0] = True
        return purse.save()

    def _totals(self) -> None:
        if not self.partial or self.two_limits or self.purse.pools[0].grants is not None:
            self.found.open_totals.add(0)
        self.found.totals[0] = {self.kept[0][0], self.refused[0][0]}


def _keep(_: Ask) -> bool:
    return False
