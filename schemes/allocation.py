"""The money: what the application whose turn it is gets of what is left.

A `Purse` walks down the lists in one definite order. Where a decision is still owed it asks; who is asked, and
which orders are tried, is the business of `schemes.walk.possibilities`.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from schemes.balance import Balance
from schemes.cases import Answer, Ask, Award, Case, Group, Limits, Rules
from schemes.ranking import Tie
from schemes.round import Status
from schemes.rules import Distance, LowScore, ProRata, Scope, Spread


class Purse(Balance):
    """What is left, with the rules by which it is given. `asked` and `effective`: the decisions that matter."""

    def __init__(
        self,
        cases: dict[int, Case],
        pools: Sequence[Limits],
        shared: Sequence[int],
        rules: Rules,
        groups: Sequence[Group] = (),
    ) -> None:
        super().__init__(cases, pools, shared, groups)
        self.rules = rules
        self.asked: set[Ask] = set()
        self.effective: set[Ask] = set()

    # ── One application's turn ────────────────────────────────────────────────────────────────────

    def award(self, row: int, answer: Answer) -> Award:
        """What this row gets now that it is its turn. Order of the grounds: docs/stellingnames.md, 003."""
        self.steps += 1
        case = self.cases[row]
        award = self._award(row, case, answer)
        if self.answers:
            self.answers = {owed: said for owed, said in self.answers.items() if owed.row != row}
        return award

    def _award(self, row: int, case: Case, answer: Answer) -> Award:
        low_score, distance = self.rules.low_score, self.rules.distance
        if low_score is not None and case.low_score_owed and self._refused(row, low_score, answer):
            return Award(Status.REFUSED_DISCRETIONARY, 0, low_score)
        if case.claim == 0:
            return case.full
        ended = self.ended(case.pool)
        if ended is not None and not self.reached[case.pool]:
            return ended
        if refusal := self.recorded_refusal(row):
            self.note_effect(row, refusal.key)
            return Award(Status.REFUSED_DISCRETIONARY, 0, refusal)
        if ended is None and case.groups:
            ended = self.group_reached(row)
        if ended is not None:
            return ended
        if distance is not None and self.owes_distance(row) and self._refused(row, distance, answer):
            return Award(Status.REFUSED_DISCRETIONARY, 0, distance)
        return self._granted(row, case)

    def recorded_refusal(self, row: int) -> Spread | Distance | None:
        """The refusal on record that applies as soon as the distribution reaches this row's points."""
        case = self.cases[row]
        if case.spread_refused:
            return self.rules.spread
        if case.too_close == "refuse" and self.is_too_close(row):
            return self.rules.distance
        return None

    def owes_distance(self, row: int) -> bool:
        """Whether the official still owes a decision about the distance."""
        distance = self.rules.distance
        if distance is None or distance.pending == "keep" or self.cases[row].too_close is not None:
            return False
        return not self.cases[row].spread_refused and self.is_too_close(row)

    def is_too_close(self, row: int) -> bool:
        """Whether an application with strictly more points was granted closer than the least distance."""
        case = self.cases[row]
        return any(near in self.granted_near and self.cases[near].level < case.level for near in case.near)

    def ask_all(self, rows: Iterable[int], answer: Answer) -> None:
        """Ask what is owed about these rows now that it is their turn, before their order is tried."""
        low_score, distance = self.rules.low_score, self.rules.distance
        for row in rows:
            case = self.cases[row]
            if low_score is not None and case.low_score_owed and self._refused(row, low_score, answer):
                continue
            if distance is not None and self.reaches(case.pool) and self.owes_distance(row):
                self._refused(row, distance, answer)

    def _refused(self, row: int, ground: LowScore | Distance, answer: Answer) -> bool:
        owed = Ask(row, ground.key)
        self.asked.add(owed)
        if owed not in self.answers:
            self.answers[owed] = answer(owed)
        return self.answers[owed]

    def _granted(self, row: int, case: Case) -> Award:
        left = self.money_left(case.pool)
        if case.capped and self.rules.spread is not None:
            self.note_effect(row, self.rules.spread.key)
        if left is None or case.claim <= left:
            self.give(row, case.claim)
            return case.full
        allocation = self.rules.allocation
        if allocation.does_not_fit == "partial" and not case.declined:
            self.give(row, left)
            return Award(Status.PARTIALLY_GRANTED, left, allocation.remainder)
        if allocation.does_not_fit == "partial":
            self.note_effect(row, "remainder")
            return Award(Status.REFUSED_DISCRETIONARY, 0, allocation.declined)
        if allocation.does_not_fit == "stop":
            self.stop(case.pool, case.claim)
        return self.pools[case.pool].ceiling_reached

    def note_effect(self, row: int, key: str) -> None:
        """Note that a decision on record can change an outcome."""
        self.effective.add(Ask(row, key))

    def note_what_may_matter(self, row: int) -> None:
        """Note every decision that could be owed about this row, and that those on record can have effect."""
        case, rules = self.cases[row], self.rules
        if case.low_score_owed and rules.low_score is not None:
            self.asked.add(Ask(row, rules.low_score.key))
        if rules.distance is not None and any(self.cases[near].level < case.level for near in case.near):
            if case.too_close is None and rules.distance.pending == "undecided":
                self.asked.add(Ask(row, rules.distance.key))
            self.note_effect(row, rules.distance.key)
        if rules.spread is not None:
            self.note_effect(row, rules.spread.key)
        self.note_effect(row, "remainder")

    # ── Ties ──────────────────────────────────────────────────────────────────────────────────────

    def claimants(self, rows: Iterable[int]) -> list[int]:
        """The rows that ask for money: not refused on record, and not by an answer given at their turn.

        While a decision is owed an application counts: only the money is explored both ways.
        """
        if not self.rules.discretionary and not self.groups:
            return [row for row in rows if self.cases[row].claim]
        return [
            row
            for row in rows
            if self.cases[row].claim
            and self.group_reached(row) is None
            and self.recorded_refusal(row) is None
            and not any(refused for owed, refused in self.answers.items() if owed.row == row)
        ]

    def all_fit(self, rows: Iterable[int]) -> bool:
        """Whether all who claim together fit what is left, so that their order changes nothing."""
        return self.fit_together(self.claimants(rows))

    def straddles(self, rows: Sequence[int]) -> bool:
        """Whether something is left when the turn of these rows comes, but not enough for all of them."""
        return not self.nothing_left(rows) and not self.all_fit(rows)

    def breaks(self, tie: Tie, rows: Sequence[int], exceeded: bool) -> bool:
        """Whether the rule of this tie acts on it here, by its scope."""
        match tie.rule.when:
            case Scope.EVERY_TIE:
                return True
            case Scope.CEILING_EXCEEDED:
                return exceeded
            case Scope.STRADDLING:
                return self.straddles(rows)
            case _:
                assert_never(tie.rule.when)

    def share_pro_rata(self, rows: Sequence[int], rule: ProRata) -> dict[int, Award]:
        """What is left, shared in proportion to the claims and rounded down to the cent; it ends the list.

        Who does not want a part is left out; if that makes room for all others, they get all they ask.
        """
        pool = self.cases[rows[0]].pool
        left = self.money_left(pool) or 0
        claimants = set(self.claimants(rows))
        sharing = [row for row in rows if row in claimants and not self.cases[row].declined]
        wanted = sum(self.cases[row].claim for row in sharing)
        awards = {row: self._left_out(row) for row in rows if row not in sharing}
        for row in sharing:
            awards[row] = self._share(row, left, wanted, rule)
        self.stopped[pool] = True
        return awards

    def _left_out(self, row: int) -> Award:
        """Who takes no part in sharing: refused on record, or unwilling to do with less."""
        if refusal := self.recorded_refusal(row):
            self.note_effect(row, refusal.key)
            return Award(Status.REFUSED_DISCRETIONARY, 0, refusal)
        self.note_effect(row, "remainder")
        return Award(Status.REFUSED_DISCRETIONARY, 0, self.rules.allocation.declined)

    def _share(self, row: int, left: int, wanted: int, rule: ProRata) -> Award:
        case = self.cases[row]
        cents = case.claim if wanted <= left else case.claim * left // wanted
        if cents == 0:
            return self.pools[case.pool].ceiling_reached
        self.give(row, cents)
        return case.full if cents == case.claim else Award(Status.PARTIALLY_GRANTED, cents, rule)
