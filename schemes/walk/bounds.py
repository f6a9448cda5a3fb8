"""Open outcomes at size: what a large undrawn group can become, without trying every order.

For `partial` and `stop` the least and the most of each member, and the statuses that can occur at each place,
have a closed form in sorted claims and their sums. For the rest the bounds are safe: never narrower than what
can happen, and marked as such.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from schemes.allocation import Purse
from schemes.cases import Case, State, never
from schemes.ranking import Tie
from schemes.round import Status
from schemes.walk.findings import Found


@dataclass(frozen=True)
class Claims:
    """The claims of an undrawn group that the money or the number of grants runs through.

    `money` is what is left in cents and `grants` how many; `refused`: members whom the draw orders but who are
    refused at discretion. `capped` are the claims that, granted whole, are still less than was asked.
    """

    whole: tuple[int, ...]
    capped: tuple[int, ...]
    refused: int
    money: int
    grants: int

    @cached_property
    def together(self) -> int:
        """All claims together, in cents."""
        return sum(self.whole) + sum(self.capped)

    @property
    def all(self) -> list[int]:
        """Every claim, smallest first."""
        return sorted(self.whole + self.capped)

    def bounds(self, claim: int, *, partial: bool) -> tuple[int, int]:
        """The least and the most that a member with this claim can get, in cents.

        Partial: most min(claim, money); least 0 if there are fewer grants than claims, else what is left after
        all others. Not partial (stop): the whole claim, or nothing.
        """
        if not partial:
            return 0, claim if claim <= self.money else 0
        most = min(claim, self.money)
        if self.grants < len(self.whole) + len(self.capped):
            return 0, most
        return max(0, self.money - (self.together - claim)), most

    def ends(self) -> tuple[bool, bool, int, int]:
        """Partial: can the money end first; can the number; and the least and most given when the number ends.

        Where both end together, it is the number.
        """
        up = [0, *accumulate(self.all)]
        down = [0, *accumulate(reversed(self.all))]
        if self.grants > len(up) - 1:
            return True, False, 0, 0
        last = self.grants
        return (
            down[last - 1] >= self.money,
            up[last - 1] < self.money,
            min(up[last], self.money),
            min(down[last], self.money),
        )

    def statuses(self, *, partial: bool) -> Iterator[set[Status]]:
        """For each place of the draw the statuses that can occur there."""
        claims = self.all
        up = [0, *accumulate(claims)]
        down = [0, *accumulate(reversed(claims))]
        smallest = [
            (min(group), status)
            for group, status in ((self.whole, Status.GRANTED), (self.capped, Status.PARTIALLY_GRANTED))
            if group
        ]
        for place in range(len(claims) + self.refused):
            fewest, most = max(0, place - self.refused), min(place, len(claims) - 1)
            found = {Status.REFUSED_DISCRETIONARY} if self.refused else set()
            found |= self._whole_at(fewest, smallest, claims, up)
            if most >= self.grants or self._none_at(most, down, partial=partial):
                found.add(Status.REFUSED_CEILING)
            if partial and self._part_at(fewest, most, up, down):
                found.add(Status.PARTIALLY_GRANTED)
            yield found

    def _whole_at(
        self, before: int, smallest: list[tuple[int, Status]], claims: list[int], up: list[int]
    ) -> set[Status]:
        """Which claims can be granted whole after `before` others: those before are the smallest others."""
        found = set()
        for own, status in smallest if before < self.grants else ():
            others = up[before] if own >= claims[before] else up[before + 1] - own
            if others + own <= self.money:
                found.add(status)
        return found

    def _none_at(self, before: int, down: list[int], *, partial: bool) -> bool:
        """Whether the largest claims before can leave nothing (partial), or the next not fit (stop)."""
        return down[before] >= self.money if partial else down[before + 1] > self.money

    def _part_at(self, fewest: int, most: int, up: list[int], down: list[int]) -> bool:
        """Whether between the fewest and the most others before, something but not all can be left for one."""
        earliest = bisect_right(down, self.money) - 1
        latest = bisect_left(up, self.money) - 1
        return max(fewest, earliest) <= min(most, latest, self.grants - 1)


def large_group(purse: Purse, rows: Sequence[int], tie: Tie, found: Found) -> list[State] | None:
    """Bound a large undrawn group at this state of the purse; gives the states after it.

    None where no closed form holds: several pools or a shared ceiling, distances, answers to an offer, `skip`,
    or `stop` with a number of grants.
    """
    cases = [purse.cases[row] for row in rows]
    policy = purse.rules.allocation.does_not_fit
    pool = cases[0].pool
    limits = purse.pools[pool]
    plain = all(
        case.pool == pool and not case.near and not case.declined and not case.groups for case in cases
    )
    if (
        not plain
        or limits.shared is not None
        or policy == "skip"
        or (policy == "stop" and limits.grants is not None)
    ):
        return None
    partial = policy == "partial"
    claimants = set(purse.claimants(rows))
    claims = claims_of(purse, rows)
    for row in rows:
        if row in claimants:
            _bound(purse, row, claims, tie, found, partial=partial)
        else:
            found.award(row, purse.award(row, never))
    for place, statuses in zip(tie.statuses, claims.statuses(partial=partial), strict=True):
        place.update(statuses)
    return _partial_ends(purse, pool, claims) if partial else [_stopped(purse, pool, claims, found)]


def claims_of(purse: Purse, rows: Sequence[int]) -> Claims:
    """The claims of these rows of one pool, with what is left for them."""
    cases = [purse.cases[row] for row in purse.claimants(rows)]
    pool = purse.cases[rows[0]].pool
    money, grants = purse.money_left(pool), purse.grants_left(pool)
    whole = tuple([case.claim for case in cases if case.full.status is Status.GRANTED])
    capped = tuple([case.claim for case in cases if case.full.status is not Status.GRANTED])
    without_limit = sum(whole) + sum(capped) + 1
    return Claims(
        whole,
        capped,
        len(rows) - len(cases),
        without_limit if money is None else money,
        len(cases) + 1 if grants is None else grants,
    )


def _bound(purse: Purse, row: int, claims: Claims, tie: Tie, found: Found, *, partial: bool) -> None:
    case = purse.cases[row]
    if case.capped and purse.rules.spread is not None:
        purse.note_effect(row, purse.rules.spread.key)
    least, most = claims.bounds(case.claim, partial=partial)
    if most == 0:
        found.award(row, purse.pools[case.pool].ceiling_reached)
    else:
        found.bound(row, least, most)
        tie.affected.add(row)


def _partial_ends(purse: Purse, pool: int, claims: Claims) -> list[State]:
    money_first, number_first, least, most = claims.ends()
    spent, used = purse.spent[pool], purse.used[pool]
    ends = []
    if money_first:
        purse.spent[pool] = spent + claims.money
        ends.append(purse.save())
    if number_first:
        purse.used[pool] = used + claims.grants
        for given in sorted({least, most}):
            purse.spent[pool] = spent + given
            ends.append(purse.save())
    return ends


def _stopped(purse: Purse, pool: int, claims: Claims, found: Found) -> State:
    fitting = [claim for claim in claims.all if claim <= claims.money]
    if len(set(claims.all)) == 1:
        purse.spent[pool] += claims.money // fitting[0] * fitting[0] if fitting else 0
    elif fitting:
        found.open_totals.add(pool)
    purse.stopped[pool] = True
    return purse.save()


def safe_bounds(
    purse: Purse,
    rows: Sequence[int],
    states: Collection[State],
    found: Found,
) -> None:
    """Safe bounds for rows from which no completion was followed: from nothing to all that could be left.

    What could be owed about them counts as owed, and what is on record as having effect.
    """
    for row in rows:
        purse.note_what_may_matter(row)
        most = 0
        for state in states:
            purse.restore(state)
            most = max(most, _most(purse, purse.cases[row]))
        found.bound(row, 0, most)


def _most(purse: Purse, case: Case) -> int:
    left = purse.money_left(case.pool)
    if purse.ended(case.pool) is not None:
        return 0
    if left is None or case.claim <= left:
        return case.claim
    return left if purse.rules.allocation.does_not_fit == "partial" else 0
