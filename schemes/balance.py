"""What is left: what has been given so far, held against the limits of the pools, ceilings and groups.

A `Balance` can be saved and restored, so that more than one way on can be tried from the same point.
"""

from collections.abc import Iterable, Sequence

from schemes.cases import Ask, Award, Case, Group, Limits, State


class Balance:
    """What has been given and answered so far, and which pools the distribution has reached.

    `steps` counts the applications that had their turn: the measure of the work done.
    """

    def __init__(
        self,
        cases: dict[int, Case],
        pools: Sequence[Limits],
        shared: Sequence[int],
        groups: Sequence[Group] = (),
    ) -> None:
        self.cases = cases
        self.pools = pools
        self.shared = shared
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

    def ended(self, pool: int) -> Award | None:
        """The refusal, once nothing can be given from this pool any more; where both end together, the number."""
        limits = self.pools[pool]
        if limits.grants is not None and self.used[pool] >= limits.grants:
            return limits.number_reached
        if self.stopped[pool] or self.money_left(pool) == 0:
            return limits.ceiling_reached
        return None

    def group_reached(self, row: int) -> Award | None:
        """The refusal, once no more of this row's group can be granted."""
        for group in self.cases[row].groups:
            if self.in_group[group] >= self.groups[group].most:
                return self.groups[group].reached
        return None

    def open_level(self, pools: Iterable[int]) -> None:
        """The distribution comes to the next number of points: is there anything left in these pools?"""
        for pool in pools:
            self.reached[pool] = self.ended(pool) is None

    def reaches(self, pool: int) -> bool:
        """Whether something is left in this pool for the points that the distribution is at."""
        return self.reached[pool] and self.ended(pool) is None

    # ── Giving ────────────────────────────────────────────────────────────────────────────────────

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

    def stop(self, pool: int, claim: int) -> None:
        """The distribution ends: for the pool, or for all that share a ceiling if the claim does not fit that."""
        shared = self.pools[pool].shared
        together = shared is not None and claim > self.shared[shared] - self.shared_spent[shared]
        for at, other in enumerate(self.pools):
            if at == pool or (together and other.shared == shared):
                self.stopped[at] = True

    # ── Several at once ───────────────────────────────────────────────────────────────────────────

    def fit_together(self, rows: Iterable[int]) -> bool:
        """Whether all that these rows claim fits what is left, in each pool and in what pools share."""
        if len(self.pools) == 1 and not self.groups and self.pools[0].shared is None:
            return self._fit_pool(self.pools[0], 0, [self.cases[row].claim for row in rows])
        claims: dict[int, list[int]] = {}
        members = list(self.in_group)
        for row in rows:
            case = self.cases[row]
            claims.setdefault(case.pool, []).append(case.claim)
            for group in case.groups:
                members[group] += 1
        together = list(self.shared_spent)
        for pool, wanted in claims.items():
            limits = self.pools[pool]
            if not self._fit_pool(limits, pool, wanted):
                return False
            if limits.shared is not None:
                together[limits.shared] += sum(wanted)
        return all(sum_ <= most for sum_, most in zip(together, self.shared, strict=True)) and all(
            number <= group.most for number, group in zip(members, self.groups, strict=True)
        )

    def _fit_pool(self, limits: Limits, pool: int, claims: Sequence[int]) -> bool:
        """Whether these claims fit the pool's own limits."""
        if limits.grants is not None and len(claims) > limits.grants - self.used[pool]:
            return False
        return limits.ceiling is None or sum(claims) <= limits.ceiling - self.spent[pool]

    def nothing_left(self, rows: Iterable[int]) -> bool:
        """Whether nothing can be given to any of these rows."""
        if not any(self.reaches(pool) for pool in {self.cases[row].pool for row in rows}):
            return True
        return bool(self.groups) and all(self.group_reached(row) is not None for row in rows)
