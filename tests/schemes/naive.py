"""The outcome of a completed round, worked out a second time from the articles and the positions on them alone.

Written to be seen to be right, not to be fast or general: it knows the five regulations by heart, takes what is
valid, with every lot drawn and every decision recorded, and shares nothing with the engine. "Position n" is a
number in tests/data/cases/POSITIONS.md. Shared ceilings are left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypedDict

FUND = "ooststellingwerf-het-fonds"
HAGUE = "den-haag-samen-sociaal-vitaal-2026"
CULTURE = "cultuurparticipatie"
SPOTS = "apeldoorn-basisontmoetingsplekken"
CARE = "apeldoorn-vrijwilligers-mantelzorg"

WEIGHTS: dict[str, dict[str, int]] = {
    FUND: dict.fromkeys("abcdefghij", 1),  # lid 4
    HAGUE: dict.fromkeys("abcde", 1),  # lid 2; f is computed
    CULTURE: dict.fromkeys("abcde", 1),  # lid 2
    SPOTS: {"a": 3, "b": 3, "c": 2, "d": 2, "e": 2},  # lid 3
    CARE: {"a": 3, "b": 2, "c": 3, "d": 1, "e": 1, "f": 2},  # lid 1
}
DEFAULTS: dict[str, object] = {
    "remainder": "partial",
    "threshold_reading": "both_defects",
    "cost_basis": "requested",
    "cost_average": "ratio_of_totals",
    "cost_boundary": "middle",
    "cost_pool": "admissible",
    "insufficient_max_score": 0,
    "insufficient_criteria": "any",
    "distance_scope": "round",
    "distance_points": "total",
}


class RawDecisions(TypedDict, total=False):
    insufficient: str
    too_close: str
    spread: object  # "refuse" or {"cap_cents": n}
    remainder: str


class RawApplication(TypedDict, total=False):
    id: str
    pool: str
    requested_cents: int
    grantable_cents: int
    admissible: bool
    scores: dict[str, int | str] | None
    unique_participants: int
    total_costs_cents: int
    participants_unknown: bool
    counts_in_average: bool
    decisions: RawDecisions


class RawPool(TypedDict, total=False):
    id: str
    kind: str
    ceiling_cents: int | None
    max_places: int | None


class RawDistance(TypedDict):
    between: list[str]
    metres: int


class RawRound(TypedDict, total=False):
    scheme: str
    options: dict[str, object]
    pools: list[RawPool]
    applications: list[RawApplication]
    distances_m: list[RawDistance]
    lottery: list[str] | None


@dataclass
class Application:
    raw: RawApplication
    admissible: bool
    requested: int
    grantable: int
    decisions: RawDecisions
    scores: dict[str, Fraction]
    total: Fraction | None = None
    eligible: bool = True
    rank: int | None = None
    status: str | None = None
    granted: int = 0
    code: str | None = None

    def refuse(self, status: str, code: str) -> None:
        self.status, self.code = status, code


@dataclass
class Pool:
    raw: RawPool
    entries: list[Application]
    money: int | None  # what is left; None: no ceiling
    places: int | None  # idem; None: no maximum
    ranked: bool = True
    exceeded: bool = False
    stopped: bool = False
    next_rank: int = 1
    members: list[Application] = field(default_factory=list)  # those on the list

    def has_room(self) -> bool:
        return not self.stopped and self.money != 0 and self.places != 0

    def want(self, one: Application) -> int:
        """What is granted if the ceiling allows: without a list a cap has nothing to work on (position 14)."""
        spread = one.decisions.get("spread")
        return (
            min(one.grantable, spread["cap_cents"])
            if self.ranked and isinstance(spread, dict)
            else one.grantable
        )

    def fits(self, cents: int, number: int) -> bool:
        """An exact fit is no exceeding (position 7)."""
        return (self.money is None or cents <= self.money) and (self.places is None or number <= self.places)


class Solver:
    def __init__(self, raw: RawRound) -> None:
        self.raw, self.scheme = raw, raw["scheme"]
        ties = "always" if self.scheme in (SPOTS, CARE) else "straddling"  # position 2
        self.options = {**DEFAULTS, "ties": ties, **raw.get("options", {})}
        self.applications = [self.read(one) for one in raw["applications"]]
        self.pools = [self.open(pool) for pool in raw["pools"]]

    def read(self, raw: RawApplication) -> Application:
        admissible, requested = raw.get("admissible", True), raw["requested_cents"]
        scores = (
            {key: Fraction(value) for key, value in (raw.get("scores") or {}).items()} if admissible else {}
        )
        grantable = raw.get("grantable_cents", requested)
        return Application(raw, admissible, requested, grantable, raw.get("decisions", {}), scores)

    def open(self, raw: RawPool) -> Pool:
        places = 1 if raw.get("kind") == "designated_place" else raw.get("max_places")
        entries = [one for one in self.applications if one.raw["pool"] == raw["id"]]
        return Pool(raw, entries, raw.get("ceiling_cents"), places)

    def solve(self) -> None:
        for one in self.applications:
            self.establish(one)
        for pool in self.pools:
            self.put_on_list(pool)
        on_lists = {self.points(one) for pool in self.pools for one in pool.members}
        for total in sorted({points[0] for points in on_lists}, reverse=True):
            self.distribute(total)

    # Points and who takes part

    def establish(self, one: Application) -> None:
        if not one.admissible:  # lid 1 everywhere
            one.eligible = False
            one.refuse("refused_inadmissible", "inadmissible")
        elif one.scores:
            one.total = Fraction(sum(WEIGHTS[self.scheme][key] * one.scores[key] for key in one.scores))
            if self.scheme == HAGUE:
                one.total += self.cost_points(one)
            if self.below_threshold(one.total, one.scores):
                one.eligible = False
                one.refuse("refused_threshold", "below_threshold")

    def below_threshold(self, total: Fraction, scores: dict[str, Fraction]) -> bool:
        if self.scheme == FUND:  # lid 5, position 8
            defects = (total < 9, max(scores.values()) < 3)
            return all(defects) if self.options["threshold_reading"] == "both_defects" else any(defects)
        if self.scheme == HAGUE:  # lid 3
            return total < 17
        return self.scheme == CULTURE and total < 14  # lid 3

    def costs(self, one: Application) -> Fraction:
        """What is divided by the participants (position 11)."""
        if self.options["cost_basis"] == "requested":
            return Fraction(one.requested)
        total = Fraction(one.raw["total_costs_cents"])
        return total if self.options["cost_basis"] == "total_costs" else total / one.requested

    def counts(self, one: Application) -> bool:
        """Who is in the average (position 11; counts_in_average goes before it)."""
        if one.raw.get("participants_unknown"):
            return False
        return one.raw.get("counts_in_average", one.admissible or self.options["cost_pool"] == "all")

    def cost_points(self, one: Application) -> int:
        """001, lid 2 onder f."""
        if one.raw.get("participants_unknown"):  # domain 1-6
            return 0
        pairs = [(self.costs(x), x.raw["unique_participants"]) for x in self.applications if self.counts(x)]
        if self.options["cost_average"] == "ratio_of_totals":
            average = sum(costs for costs, _ in pairs) / Fraction(sum(people for _, people in pairs))
        else:
            average = sum(costs / people for costs, people in pairs) / Fraction(len(pairs))
        ratio = self.costs(one) / one.raw["unique_participants"] / average
        if ratio == Fraction(9, 10):  # exactly 10%: no band covers it
            return 1 if self.options["cost_boundary"] == "middle" else 3
        if ratio == Fraction(11, 10):
            return 0 if self.options["cost_boundary"] == "outer" else 1
        return 3 if ratio < Fraction(9, 10) else 0 if ratio > Fraction(11, 10) else 1

    def weight_3(self, one: Application) -> Fraction:
        """003 lid 7, 004 lid 2 onder c."""
        return Fraction(sum(one.scores[key] for key, weight in WEIGHTS[self.scheme].items() if weight == 3))

    def points(self, one: Application) -> tuple[Fraction, Fraction]:
        """The number of points of 003 lid 10: the total, or with the result of lid 7 (position 19)."""
        assert one.total is not None
        extra = self.weight_3(one) if self.options["distance_points"] == "weight_3" else Fraction(0)
        return one.total, extra

    def put_on_list(self, pool: Pool) -> None:
        valid = [one for one in pool.entries if one.eligible]
        exceeded = not pool.fits(sum(one.grantable for one in valid), len(valid))  # position 14
        place = pool.raw.get("kind") == "designated_place"
        pool.exceeded = exceeded
        if self.scheme in (SPOTS, CARE) and not (len(valid) > 1 if place else exceeded):  # positions 14, 15
            pool.ranked = False
            for one in valid:
                self.pay(pool, one)
            return
        for one in valid:
            if self.insufficient(one) and one.decisions.get("insufficient") == "refuse":  # 003 lid 5
                one.refuse("refused_discretionary", "insufficient_on_weight_3")
            else:
                pool.members.append(one)

    def insufficient(self, one: Application) -> bool:
        if self.scheme != SPOTS:
            return False
        highest = self.options["insufficient_max_score"]
        assert isinstance(highest, int)
        low = [one.scores["a"] <= highest, one.scores["b"] <= highest]  # position 16
        return any(low) if self.options["insufficient_criteria"] == "any" else all(low)

    # The distribution (position 20)

    def distribute(self, total: Fraction) -> None:
        """All applications with this many points, on all lists together (position 19)."""
        groups = [(pool, [one for one in pool.members if one.total == total]) for pool in self.pools]
        for pool, group in groups:
            if pool.has_room():  # otherwise refused for the ceiling, a mandatory ground
                for one in group:
                    self.refuse_at_discretion(pool, one)
        if self.options["distance_points"] == "total":
            for pool, group in groups:
                self.settle(pool, group, self.tie_breakers())
            return
        # Lid 7 is part of the number of points: the higher sum first, on all lists, and lid 10 again in between.
        shared = [pool for pool, group in groups if not self.must_split(pool, group)]
        ranks = {id(pool): pool.next_rank for pool in shared}
        for extra in sorted({self.weight_3(one) for _, group in groups for one in group}, reverse=True):
            for pool, group in groups:
                part = [one for one in group if self.weight_3(one) == extra]
                if pool.has_room():
                    for one in part:
                        self.refuse_at_discretion(pool, one)
                self.settle(pool, part, [])
                if pool in shared:
                    for one in part:
                        one.rank = ranks[id(pool)]

    def refuse_at_discretion(self, pool: Pool, one: Application) -> None:
        if one.decisions.get("spread") == "refuse":  # 003 lid 9, 004 lid 2 onder e
            one.refuse("refused_discretionary", "spread")
        elif one.decisions.get("too_close") == "refuse" and self.too_close(pool, one):
            one.refuse("refused_discretionary", "too_close")

    def too_close(self, pool: Pool, one: Application) -> bool:
        """003 lid 10: a granted one with strictly more points nearer than 500 m, both on a list."""
        near = [set(x["between"]) for x in self.raw.get("distances_m", []) if x["metres"] < 500]
        scope = [pool] if self.options["distance_scope"] == "pool" else self.pools
        rivals = [other for each in scope for other in each.members if other.granted]
        return any(
            {one.raw["id"], other.raw["id"]} in near and self.points(other) > self.points(one)
            for other in rivals
        )

    def tie_breakers(self) -> Sequence[Callable[[Application], Fraction]]:
        """What goes before the lottery; the higher goes first."""
        if self.scheme == FUND:  # lid 7
            return [lambda one: one.scores["a"], lambda one: one.scores["g"]]
        if self.scheme == HAGUE:  # lid 5 and 6; position 12: the amount as filed
            return [lambda one: one.scores["a"], lambda one: Fraction(-one.requested)]
        return [] if self.scheme == CULTURE else [self.weight_3]

    def must_split(self, pool: Pool, group: list[Application]) -> bool:
        """Position 2; a refused one does not make a group straddle (position 21)."""
        if self.options["ties"] == "straddling":
            wants = [pool.want(one) for one in group if one.status is None]
            return pool.has_room() and not pool.fits(sum(wants), len(wants))
        return self.options["ties"] == "always" or pool.exceeded

    def settle(
        self, pool: Pool, group: list[Application], keys: Sequence[Callable[[Application], Fraction]]
    ) -> None:
        if len(group) > 1 and self.must_split(pool, group):
            if keys:
                for value in sorted({keys[0](one) for one in group}, reverse=True):
                    self.settle(pool, [one for one in group if keys[0](one) == value], keys[1:])
            else:  # the first drawn is the highest (position 3)
                lottery = self.raw.get("lottery") or []
                for one in sorted(group, key=lambda x: lottery.index(x.raw["id"])):
                    self.settle(pool, [one], [])
            return
        for one in group:
            one.rank = pool.next_rank
            if one.status is None:
                self.pay(pool, one)
        pool.next_rank += len(group)

    def pay(self, pool: Pool, one: Application) -> None:
        place = pool.raw.get("kind") == "designated_place"
        if pool.places == 0:  # also where the money ended with them
            one.refuse("refused_ceiling", "place_taken" if place else "max_places_reached")
        elif not pool.has_room():
            one.refuse("refused_ceiling", "ceiling_reached")
        elif pool.money is None or pool.want(one) <= pool.money:
            code = "spread" if pool.want(one) < one.grantable else "eligible_amount"
            self.grant(pool, one, pool.want(one), code if pool.want(one) < one.requested else None)
        elif self.options["remainder"] != "partial":  # position 1
            pool.stopped = self.options["remainder"] == "stop"
            one.refuse("refused_ceiling", "ceiling_reached")
        elif one.decisions.get("remainder") == "declined":  # Awb 4:35 lid 1 onder a
            one.refuse("refused_discretionary", "remainder_declined")
        else:  # Awb 4:25 lid 2
            self.grant(pool, one, pool.money, "ceiling_remainder")

    def grant(self, pool: Pool, one: Application, cents: int, code: str | None) -> None:
        one.status, one.granted, one.code = "partially_granted" if code else "granted", cents, code
        pool.money = None if pool.money is None else pool.money - cents
        pool.places = None if pool.places is None else pool.places - 1


def outcome(raw: RawRound) -> tuple[dict[str, tuple[object, ...]], dict[str, int]]:
    """Per application: total, eligible, rank, status, cents, code; and per pool what was granted."""
    solver = Solver(raw)
    solver.solve()
    lines = {
        one.raw["id"]: (one.total, one.eligible, one.rank, one.status, one.granted, one.code)
        for one in solver.applications
    }
    return lines, {pool.raw["id"]: sum(one.granted for one in pool.entries) for pool in solver.pools}
