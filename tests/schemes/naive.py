"""The outcome of a completed round, worked out a second time from the articles and the positions on them alone.

Written to be seen to be right, not to be fast or general: it knows the five regulations by heart, takes what is
valid, with every lot drawn and every decision recorded, and shares nothing with the engine. "Position n" is a
number in tests/data/cases/POSITIONS.md. Shared ceilings are left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypedDict

FUND, HAGUE = "ooststellingwerf-het-fonds", "den-haag-samen-sociaal-vitaal-2026"
CULTURE = "cultuurparticipatie"
SPOTS, CARE = "apeldoorn-basisontmoetingsplekken", "apeldoorn-vrijwilligers-mantelzorg"
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
Key = Callable[["Application"], Fraction]


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
    decisions: dict[str, str | dict[str, int]]


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
    lottery: list[str]


class Application:
    def __init__(self, raw: RawApplication) -> None:
        self.raw, self.name = raw, raw["id"]
        self.admissible, self.requested = raw.get("admissible", True), raw["requested_cents"]
        self.grantable, self.decisions = raw.get("grantable_cents", self.requested), raw.get("decisions", {})
        self.scores = {key: Fraction(value) for key, value in (raw.get("scores") or {}).items()}
        self.total: Fraction | None = None
        self.eligible, self.granted = True, 0
        self.rank: int | None = None
        self.status: str | None = None
        self.code: str | None = None

    def end(self, status: str, code: str | None, granted: int = 0) -> None:
        self.status, self.code, self.granted = status, code, granted


@dataclass(eq=False)
class Pool:
    entries: list[Application]
    money: int | None  # what is left; None: no ceiling
    places: int | None  # idem; None: no maximum
    is_spot: bool
    ranked: bool = True
    exceeded: bool = False
    stopped: bool = False
    members: list[Application] = field(default_factory=list)  # those on the list

    def has_room(self) -> bool:
        return not self.stopped and self.money != 0 and self.places != 0

    def fits(self, wants: list[int]) -> bool:
        """An exact fit is no exceeding (position 7)."""
        money, places = self.money, self.places
        return (money is None or sum(wants) <= money) and (places is None or len(wants) <= places)

    def want(self, one: Application) -> int:
        """What is granted if the ceiling allows it. Without a list a cap has nothing to work on (position 14)."""
        spread = one.decisions.get("spread") if self.ranked else None
        return min(one.grantable, spread["cap_cents"]) if isinstance(spread, dict) else one.grantable


class Solver:
    def __init__(self, raw: RawRound) -> None:
        self.raw, self.scheme = raw, raw["scheme"]
        ties = "always" if self.scheme in (SPOTS, CARE) else "straddling"  # position 2
        self.options = {**DEFAULTS, "ties": ties, **raw.get("options", {})}
        self.applications = [Application(one) for one in raw["applications"]]
        self.pools: dict[str, Pool] = {}
        for one in self.applications:
            self.establish(one)
        for each in raw["pools"]:
            entries = [one for one in self.applications if one.raw["pool"] == each["id"]]
            spot = each.get("kind") == "designated_place"  # exactly one winner (position 15)
            places = 1 if spot else each.get("max_places")
            self.pools[each["id"]] = Pool(entries, each.get("ceiling_cents"), places, spot)
        for pool in self.pools.values():
            self.put_on_list(pool)
        for points in sorted(
            {one.total or 0 for x in self.pools.values() for one in x.members}, reverse=True
        ):
            self.distribute(points)

    def establish(self, one: Application) -> None:
        """Points and threshold."""
        if not one.admissible:  # lid 1 everywhere
            one.eligible = False
            one.end("refused_inadmissible", "inadmissible")
        elif one.scores:
            weighted = [WEIGHTS[self.scheme][key] * score for key, score in one.scores.items()]
            one.total = Fraction(sum(weighted) + (self.cost_points(one) if self.scheme == HAGUE else 0))
            if self.below_threshold(one.total, one.scores):
                one.eligible = False
                one.end("refused_threshold", "below_threshold")

    def below_threshold(self, total: Fraction, scores: dict[str, Fraction]) -> bool:
        if self.scheme == FUND:  # lid 5, position 8
            defects = (total < 9, max(scores.values()) < 3)
            return all(defects) if self.options["threshold_reading"] == "both_defects" else any(defects)
        return total < {HAGUE: 17, CULTURE: 14}.get(self.scheme, 0)  # lid 3 of either

    def costs(self, one: Application) -> Fraction:
        """001 lid 2 onder f, position 11: what is divided by the participants."""
        if self.options["cost_basis"] == "requested":
            return Fraction(one.requested)
        total = Fraction(one.raw["total_costs_cents"])
        return total if self.options["cost_basis"] == "total_costs" else total / one.requested

    def counts(self, one: Application) -> bool:
        default = one.admissible or self.options["cost_pool"] == "all"
        return not one.raw.get("participants_unknown") and one.raw.get("counts_in_average", default)

    def cost_points(self, one: Application) -> int:
        if one.raw.get("participants_unknown"):
            return 0
        # If nobody counts an application is its own average, as a sole applicant is.
        counted = [x for x in self.applications if self.counts(x)] or [one]
        pairs = [(self.costs(x), x.raw["unique_participants"]) for x in counted]
        if self.options["cost_average"] == "ratio_of_totals":
            average = sum(costs for costs, _ in pairs) / Fraction(sum(people for _, people in pairs))
        else:
            average = sum(costs / people for costs, people in pairs) / Fraction(len(pairs))
        ratio = self.costs(one) / one.raw["unique_participants"] / average
        if ratio == Fraction(9, 10):  # no band covers exactly 10%
            return 1 if self.options["cost_boundary"] == "middle" else 3
        if ratio == Fraction(11, 10):
            return 0 if self.options["cost_boundary"] == "outer" else 1
        return 3 if ratio < Fraction(9, 10) else 0 if ratio > Fraction(11, 10) else 1

    def put_on_list(self, pool: Pool) -> None:
        valid = [one for one in pool.entries if one.eligible]
        pool.exceeded = not pool.fits([one.grantable for one in valid])
        pool.ranked = self.scheme not in (SPOTS, CARE) or (len(valid) > 1 if pool.is_spot else pool.exceeded)
        for one in valid:
            if not pool.ranked:  # 003 lid 1 and 2, 004 lid 1: no list, no discretion (positions 14, 15)
                self.pay(pool, one)
            elif one.decisions.get("insufficient") == "refuse" and self.insufficient(one):  # 003 lid 5
                one.end("refused_discretionary", "insufficient_on_weight_3")
            else:
                pool.members.append(one)

    def insufficient(self, one: Application) -> bool:
        low = [one.scores[key] <= Fraction(str(self.options["insufficient_max_score"])) for key in "ab"]
        return any(low) if self.options["insufficient_criteria"] == "any" else all(low)  # position 16

    def weight_3(self, one: Application) -> Fraction:
        """003 lid 7, 004 lid 2 onder c."""
        return Fraction(sum(one.scores[key] for key, weight in WEIGHTS[self.scheme].items() if weight == 3))

    def points(self, one: Application) -> tuple[Fraction, Fraction]:
        """The number of points of 003 lid 10: the total, or with the sum of lid 7 beside it (position 19)."""
        by_sum = self.options["distance_points"] == "weight_3"
        return one.total or Fraction(0), self.weight_3(one) if by_sum else Fraction(0)

    def distribute(self, total: Fraction | int) -> None:
        """Everybody with this many points, on all lists together (positions 19, 20)."""
        groups = [(pool, [x for x in pool.members if x.total == total]) for pool in self.pools.values()]
        unsplit = [
            group
            for pool, group in groups
            if not self.must_split(pool, [one for one in group if not self.discretion(pool, one)])
        ]
        for extra in sorted({self.points(one)[1] for _, group in groups for one in group}, reverse=True):
            for pool, group in groups:  # all at once, or the higher sum of lid 7 first
                part = [one for one in group if self.points(one)[1] == extra]
                for one, code in [(one, self.discretion(pool, one)) for one in part]:
                    if code:
                        one.end("refused_discretionary", code)
                self.settle(pool, part, self.tie_breakers())
        for group in unsplit:
            for one in group:
                one.rank = min(other.rank for other in group if other.rank)

    def discretion(self, pool: Pool, one: Application) -> str | None:
        if not pool.has_room():  # then the ceiling refuses, and that is mandatory
            return None
        if one.decisions.get("spread") == "refuse":  # 003 lid 9, 004 lid 2 onder e
            return "spread"
        return (
            "too_close" if one.decisions.get("too_close") == "refuse" and self.too_close(pool, one) else None
        )

    def too_close(self, pool: Pool, one: Application) -> bool:
        """003 lid 10: less than 500 m from a granted one with strictly more points, both on a list."""
        near = [set(pair["between"]) for pair in self.raw["distances_m"] if pair["metres"] < 500]
        lists = [pool] if self.options["distance_scope"] == "pool" else self.pools.values()
        rivals = [
            x for each in lists for x in each.members if x.granted and self.points(x) > self.points(one)
        ]
        return any({one.name, rival.name} in near for rival in rivals)

    def tie_breakers(self) -> Sequence[Key]:
        """What goes before the lottery; the higher value goes first."""
        if self.scheme == FUND:  # lid 7
            return [lambda one: one.scores["a"], lambda one: one.scores["g"]]
        if self.scheme == HAGUE:  # lid 5, and lid 6 with the amount as filed (position 12)
            return [lambda one: one.scores["a"], lambda one: Fraction(-one.requested)]
        return [] if self.scheme == CULTURE else [self.weight_3]

    def must_split(self, pool: Pool, group: list[Application]) -> bool:
        """Position 2. Who is refused at discretion does not make a group straddle (position 21)."""
        if self.options["ties"] == "straddling":
            return pool.has_room() and not pool.fits([pool.want(one) for one in group if not one.status])
        return self.options["ties"] == "always" or pool.exceeded

    def settle(self, pool: Pool, group: list[Application], keys: Sequence[Key]) -> None:
        if len(group) > 1 and self.must_split(pool, group):
            # The first drawn is the highest (position 3).
            key = keys[0] if keys else lambda one: Fraction(-self.raw["lottery"].index(one.name))
            for value in sorted({key(one) for one in group}, reverse=True):
                self.settle(pool, [one for one in group if key(one) == value], keys[1:])
            return
        ahead = sum(one.rank is not None for one in pool.members)
        for one in group:
            one.rank = ahead + 1
            if one.status is None:
                self.pay(pool, one)

    def pay(self, pool: Pool, one: Application) -> None:
        want, declined = pool.want(one), one.decisions.get("remainder") == "declined"
        if pool.places == 0:  # also where the money ended with them
            one.end("refused_ceiling", "place_taken" if pool.is_spot else "max_places_reached")
        elif not pool.has_room():
            one.end("refused_ceiling", "ceiling_reached")
        elif pool.money is not None and want > pool.money and self.options["remainder"] != "partial":
            pool.stopped = self.options["remainder"] == "stop"  # position 1
            one.end("refused_ceiling", "ceiling_reached")
        elif pool.money is not None and want > pool.money and declined:  # Awb 4:35 lid 1 onder a
            one.end("refused_discretionary", "remainder_declined")
        else:
            self.grant(pool, one, want)

    def grant(self, pool: Pool, one: Application, want: int) -> None:
        cents = want if pool.money is None else min(want, pool.money)  # Awb 4:25 lid 2
        code = (
            "ceiling_remainder" if cents < want else "spread" if want < one.grantable else "eligible_amount"
        )
        whole = cents == one.requested
        one.end("granted" if whole else "partially_granted", None if whole else code, cents)
        pool.money = None if pool.money is None else pool.money - cents
        pool.places = None if pool.places is None else pool.places - 1


def outcome(raw: RawRound) -> tuple[dict[str, tuple[object, ...]], dict[str, int]]:
    """Per application: points, eligible, rank, status, cents, code; and per pool what was granted."""
    solver = Solver(raw)
    lines: dict[str, tuple[object, ...]] = {
        x.name: (x.total, x.eligible, x.rank, x.status, x.granted, x.code) for x in solver.applications
    }
    return lines, {key: sum(x.granted for x in pool.entries) for key, pool in solver.pools.items()}
