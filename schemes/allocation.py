"""The money: what is left in each pool, and what the application whose turn it is gets of it.

A `Purse` walks down the lists in one definite order. Where a decision is still owed it asks; who is asked, and
which orders are tried, is the business of `schemes.walk.possibilities`.
"""

from collections.abc import Iterable, Sequence
from typing import assert_never

from schemes.cases import Answer, Ask, Award, Case, Group, Limits, Rules, State
from schemes.ranking import Tie
from schemes.round import Status
from schemes.vocabulary import Cause, Distance, LowScore, ProRata, Scope, Spread


class Purse:
    """What has been given so far, per pool and per shared ceiling, and which lists have been reached.

    `steps` counts the applications that had their turn: the measure of the work done.
    """

    def __init__(
        self,
        cases: dict[int, Case],
        pools: Sequence[Limits],
        shared: Sequence[int],
        rules: Rules,
        groups: Sequence[Group] = (),
    ) -> None:
        self.cases = cases
        self.pools = pools
        self.shared = shared
        self.rules = rules
        self.groups = groups
        self.in_group = [0] * len(groups)
        self.spent = [0] * len(pools)
        self.used = [0] * len(pools)
        self.stopped = [False] * len(pools)
        self.shared_spent = [0] * len(shared)
        self.reached = [True] * len(pools)
        self.granted_near: set[int] = set()
        self.answers: dict[Ask, bool] = {}
        self.steps = 0
        self.asked: set[Ask] = set()
        self.effective: set[Ask] = set()

    def save(self) -> State:
        """What has been given, as a value to come back to. Large states count as work too."""
        self.steps += (len(self.granted_near) + len(self.answers)) // 4
        return (
            tuple(self.spent),
            tuple(self.used),
            tuple(self.stopped),
            tuple(self.shared_spent),
            tuple(self.reached),
            frozenset(self.granted_near),
            frozenset(self.answers.items()),
            tuple(self.in_group),
        )

    def restore(self, state: State) -> None:
        """Go back to a state that was saved."""
        spent, used, stopped, shared, reached, near, answers, in_group = state
        self.spent = list(spent)
        self.used = list(used)
        self.stopped = list(stopped)
        self.shared_spent = list(shared)
        self.reached = list(reached)
        self.granted_near = set(near)
        self.answers = dict(answers)
        self.in_group = list(in_group)

    # ── What is left ──────────────────────────────────────────────────────────────────────────────

    def money_left(self, pool: int) -> int | None:
        """What is left for this pool, under its own ceiling and the one it shares; None without a ceiling."""
        limits = self.pools[pool]
        left = None if limits.ceiling is None else limits.ceiling - self.spent[pool]
        if limits.shared is not None:
            together = self.shared[limits.shared] - self.shared_spent[limits.shared]
            left = together if left is None else min(left, together)
        return left

    def grants_left(self, pool: int) -> int | None:
        """How many grants are left for this pool; None without a number."""
        grants = self.pools[pool].grants
        return None if grants is None else grants - self.used[pool]

    def ended(self, pool: int) -> Cause | None:
        """Why nothing can be given from this pool any more; where both end together, the number."""
        limits = self.pools[pool]
        if limits.grants is not None and self.used[pool] >= limits.grants:
            return limits.number_reached
        if self.stopped[pool] or self.money_left(pool) == 0:
            return limits.ceiling_reached
        return None

    def group_reached(self, row: int) -> Cause | None:
        """Why no more of this row's group can be granted."""
        for group in self.cases[row].groups:
            if self.in_group[group] >= self.groups[group].most:
                return self.groups[group].reached
        return None

    def open_level(self, pools: Iterable[int]) -> None:
        """The distribution comes to the next number of points: is there anything left in these pools?"""
        for pool in pools:
            self.reached[pool] = self.ended(pool) is None

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
        if not self.reached[case.pool]:
            return Award(Status.REFUSED_CEILING, 0, ended)
        if refusal := self.recorded_refusal(row):
            self.note_effect(row, refusal.key)
            return Award(Status.REFUSED_DISCRETIONARY, 0, refusal)
        if ended is None and case.groups:
            ended = self.group_reached(row)
        if ended is not None:
            return Award(Status.REFUSED_CEILING, 0, ended)
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
            if distance is not None and self._reaches(case.pool) and self.owes_distance(row):
                self._refused(row, distance, answer)

    def _reaches(self, pool: int) -> bool:
        """Whether something is left in this pool for the points that the distribution is at."""
        return self.reached[pool] and self.ended(pool) is None

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
            self._stop(case.pool, case.claim)
        return Award(Status.REFUSED_CEILING, 0, self.pools[case.pool].ceiling_reached)

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

    def give(self, row: int, cents: int) -> None:
        """Take this amount, and a grant, from what is left."""
        case = self.cases[row]
        limits = self.pools[case.pool]
        self.spent[case.pool] += cents
        self.used[case.pool] += 1
        if limits.shared is not None:
            self.shared_spent[limits.shared] += cents
        for group in case.groups:
            self.in_group[group] += 1
        if case.near:
            self.granted_near.add(row)

    def _stop(self, pool: int, claim: int) -> None:
        """The distribution ends: for the pool, or for all that share a ceiling if the claim does not fit that."""
        shared = self.pools[pool].shared
        together = shared is not None and claim > self.shared[shared] - self.shared_spent[shared]
        for at, other in enumerate(self.pools):
            if at == pool or (together and other.shared == shared):
                self.stopped[at] = True

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
        """Whether all of them together fit what is left, so that their order changes nothing."""
        claims: dict[int, list[int]] = {}
        members = list(self.in_group)
        for row in self.claimants(rows):
            case = self.cases[row]
            claims.setdefault(case.pool, []).append(case.claim)
            for group in case.groups:
                members[group] += 1
        if any(number > group.most for number, group in zip(members, self.groups, strict=True)):
            return False
        together: dict[int, int] = {}
        for pool, wanted in claims.items():
            limits = self.pools[pool]
            if limits.ceiling is not None and sum(wanted) > limits.ceiling - self.spent[pool]:
                return False
            if limits.grants is not None and len(wanted) > limits.grants - self.used[pool]:
                return False
            if limits.shared is not None:
                together[limits.shared] = together.get(limits.shared, 0) + sum(wanted)
        return all(sum_ <= self.shared[at] - self.shared_spent[at] for at, sum_ in together.items())

    def nothing_left(self, rows: Iterable[int]) -> bool:
        """Whether nothing can be given to any of them, so that their order changes nothing."""
        pools = {self.cases[row].pool for row in rows}
        if not any(self._reaches(pool) for pool in pools):
            return True
        return bool(self.groups) and all(self.group_reached(row) is not None for row in rows)

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
            return Award(Status.REFUSED_CEILING, 0, self.pools[case.pool].ceiling_reached)
        self.give(row, cents)
        return case.full if cents == case.claim else Award(Status.PARTIALLY_GRANTED, cents, rule)
