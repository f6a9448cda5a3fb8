"""The outcome of a completed round, worked out a second time from the articles and the positions on them alone.

Written to be seen to be right, not to be fast or general: it knows the five regulations by heart, takes what is
valid, with every lot drawn and every decision recorded, and shares nothing with the engine. "Position n" is a
number in tests/data/cases/POSITIONS.md. Shared ceilings are left out.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

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


@dataclass(eq=False)
class Application:
    id: str
    pool: str
    requested_cents: int
    grantable_cents: int
    scores: dict[str, Fraction]
    admissible: bool = True
    unique_participants: int = 0
    total_costs_cents: int = 0
    participants_unknown: bool = False
    counts_in_average: bool | None = None
    decisions: dict[str, str | dict[str, int]] = field(default_factory=dict)
    # What comes out:
    total: Fraction | None = None
    eligible: bool = True
    rank: int | None = None
    status: str | None = None
    granted: int = 0
    code: str | None = None

    def refuse(self, status: str, code: str) -> None:
        self.status, self.code = f"refused_{status}", code


@dataclass(eq=False)
class Pool:
    id: str
    ceiling_cents: int | None = None
    max_places: int | None = None
    kind: str = ""
    ranked: bool = True
    exceeded: bool = False
    stopped: bool = False
    members: list[Application] = field(default_factory=list)  # those on the list

    def __post_init__(self) -> None:
        self.is_spot = self.kind == "designated_place"
        self.money = self.ceiling_cents  # what is left; None: no limit
        self.places = 1 if self.is_spot else self.max_places  # idem; position 15: a spot has one winner

    def has_room(self) -> bool:
        return not self.stopped and self.money != 0 and self.places != 0

    def fits(self, wants: list[int]) -> bool:
        """An exact fit is no exceeding (position 7)."""
        money, places = self.money, self.places
        return (money is None or sum(wants) <= money) and (places is None or len(wants) <= places)

    def want(self, one: Application) -> int:
        """What is granted if the limits allow it. Without a list a cap has nothing to work on (position 14)."""
        spread = one.decisions.get("spread") if self.ranked else None
        return min(
            one.grantable_cents, spread["cap_cents"] if isinstance(spread, dict) else one.grantable_cents
        )


class Round:
    def __init__(self, text: str) -> None:
        raw = json.loads(text)
        self.scheme: str = raw["scheme"]
        ties = "always" if self.scheme in (SPOTS, CARE) else "straddling"  # position 2
        self.options: dict[str, object] = {**DEFAULTS, "ties": ties, **raw.get("options", {})}
        self.lottery: list[str] = raw.get("lottery") or []
        self.distances: list[dict[str, list[str]]] = raw.get("distances_m", [])
        self.pools = [Pool(**one) for one in raw["pools"]]
        self.applications: list[Application] = []
        for one in raw["applications"]:
            scores = {key: Fraction(value) for key, value in (one.get("scores") or {}).items()}
            grantable = one.get("grantable_cents", one["requested_cents"])
            self.applications.append(Application(**{**one, "scores": scores, "grantable_cents": grantable}))

    def solve(self) -> None:
        for one in self.applications:
            self.assess(one)
        for pool in self.pools:
            self.put_on_list(pool)
        for total in sorted({one.total or 0 for pool in self.pools for one in pool.members}, reverse=True):
            self.distribute(total)

    def assess(self, one: Application) -> None:
        if not one.admissible:  # lid 1 everywhere
            one.refuse("inadmissible", "inadmissible")
        elif one.scores:
            weighted = [WEIGHTS[self.scheme][key] * score for key, score in one.scores.items()]
            one.total = Fraction(sum(weighted) + (self.cost_points(one) if self.scheme == HAGUE else 0))
            if self.below_threshold(one.total, one.scores):
                one.refuse("threshold", "below_threshold")
        one.eligible = one.status is None

    def below_threshold(self, total: Fraction, scores: dict[str, Fraction]) -> bool:
        if self.scheme == FUND:  # lid 5, position 8
            defects = (total < 9, max(scores.values()) < 3)
            return all(defects) if self.options["threshold_reading"] == "both_defects" else any(defects)
        return total < {HAGUE: 17, CULTURE: 14}.get(self.scheme, 0)  # lid 3 of either

    def costs(self, one: Application) -> Fraction:
        """001 lid 2 onder f, position 11: what is divided by the participants."""
        requested, total = Fraction(one.requested_cents), Fraction(one.total_costs_cents)
        bases = {"requested": requested, "total_costs": total, "total_costs_per_requested": total / requested}
        return bases[str(self.options["cost_basis"])]

    def is_in_average(self, one: Application) -> bool:
        if one.participants_unknown or one.counts_in_average is not None:
            return not one.participants_unknown and bool(one.counts_in_average)
        return one.admissible or self.options["cost_pool"] == "all"

    def cost_points(self, one: Application) -> int:
        if one.participants_unknown:  # domain 1-6
            return 0
        counted = [x for x in self.applications if self.is_in_average(x)]
        if self.options["cost_average"] == "ratio_of_totals":
            average = sum(map(self.costs, counted)) / Fraction(sum(x.unique_participants for x in counted))
        else:
            average = sum(self.costs(x) / x.unique_participants for x in counted) / Fraction(len(counted))
        ratio = self.costs(one) / one.unique_participants / average
        if ratio == Fraction(9, 10):  # no band covers exactly 10%
            return 1 if self.options["cost_boundary"] == "middle" else 3
        if ratio == Fraction(11, 10):
            return 0 if self.options["cost_boundary"] == "outer" else 1
        return 3 if ratio < Fraction(9, 10) else 0 if ratio > Fraction(11, 10) else 1

    def put_on_list(self, pool: Pool) -> None:
        valid = [one for one in self.applications if one.pool == pool.id and one.eligible]
        too_much = not pool.fits([one.grantable_cents for one in valid])
        pool.ranked = self.scheme not in (SPOTS, CARE) or (len(valid) > 1 if pool.is_spot else too_much)
        for one in valid:
            if not pool.ranked:  # 003 lid 1 and 2, 004 lid 1: no list, no discretion (positions 14, 15)
                self.pay(pool, one)
            elif one.decisions.get("insufficient") == "refuse" and self.insufficient(one):  # 003 lid 5
                one.refuse("discretionary", "insufficient_on_weight_3")
            else:
                pool.members.append(one)
        # Of those on the list: random-public-003-016, where 13 are eligible and 12 of 12 places are on it.
        pool.exceeded = not pool.fits([one.grantable_cents for one in pool.members])

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
        groups = [(pool, [one for one in pool.members if one.total == total]) for pool in self.pools]
        claims = [(pool, [x for x in group if not self.discretion(pool, x)], group) for pool, group in groups]
        unsplit = [group for pool, claiming, group in claims if not self.must_split(pool, claiming)]
        for extra in sorted({self.points(one)[1] for _, group in groups for one in group}, reverse=True):
            for pool, group in groups:  # all at once, or the higher sum of lid 7 first
                part = [one for one in group if self.points(one)[1] == extra]
                for one, code in [(one, self.discretion(pool, one)) for one in part]:
                    if code:
                        one.refuse("discretionary", code)
                self.settle(pool, part, self.tie_breakers())
        for group in unsplit:
            for one in group:
                one.rank = min(other.rank for other in group if other.rank)

    def discretion(self, pool: Pool, one: Application) -> str | None:
        if not pool.has_room():  # then the ceiling refuses, and that is mandatory
            return None
        if one.decisions.get("spread") == "refuse":  # 003 lid 9, 004 lid 2 onder e
            return "spread"
        refuse = one.decisions.get("too_close") == "refuse"
        return "too_close" if refuse and self.too_close(pool, one) else None

    def too_close(self, pool: Pool, one: Application) -> bool:
        """003 lid 10: less than 500 m from a granted one with strictly more points, both on a list."""
        near = [x["between"] for x in self.distances if int(str(x["metres"])) < 500]
        lists = [pool] if self.options["distance_scope"] == "pool" else self.pools
        rivals = [other for each in lists for other in each.members if other.granted]
        rivals = [other for other in rivals if [one.id, other.id] in near or [other.id, one.id] in near]
        return any(self.points(other) > self.points(one) for other in rivals)

    def tie_breakers(self) -> Sequence[Key]:
        """What goes before the lottery; the higher value goes first."""
        if self.scheme == FUND:  # lid 7
            return [lambda one: one.scores["a"], lambda one: one.scores["g"]]
        if self.scheme == HAGUE:  # lid 5, and lid 6 with the amount as filed (position 12)
            return [lambda one: one.scores["a"], lambda one: Fraction(-one.requested_cents)]
        return [] if self.scheme == CULTURE else [self.weight_3]

    def must_split(self, pool: Pool, group: list[Application]) -> bool:
        """Position 2. Who is refused at discretion does not make a group straddle (position 21)."""
        if self.options["ties"] == "straddling":
            return pool.has_room() and not pool.fits([pool.want(one) for one in group if not one.status])
        return self.options["ties"] == "always" or pool.exceeded

    def settle(self, pool: Pool, group: list[Application], keys: Sequence[Key]) -> None:
        if len(group) > 1 and self.must_split(pool, group):
            # The first drawn is the highest (position 3).
            key = keys[0] if keys else lambda one: Fraction(-self.lottery.index(one.id))
            for value in sorted({key(one) for one in group}, reverse=True):
                self.settle(pool, [one for one in group if key(one) == value], keys[1:])
            return
        ahead = sum(one.rank is not None for one in pool.members)
        for one in group:
            one.rank = ahead + 1
            if one.status is None:
                self.pay(pool, one)

    def pay(self, pool: Pool, one: Application) -> None:
        want = pool.want(one)
        short = pool.money is not None and want > pool.money
        if pool.places == 0:  # also where the money ended with them
            one.refuse("ceiling", "place_taken" if pool.is_spot else "max_places_reached")
        elif not pool.has_room():
            one.refuse("ceiling", "ceiling_reached")
        elif short and self.options["remainder"] != "partial":  # position 1
            pool.stopped = self.options["remainder"] == "stop"
            one.refuse("ceiling", "ceiling_reached")
        elif short and one.decisions.get("remainder") == "declined":  # Awb 4:35 lid 1 onder a
            one.refuse("discretionary", "remainder_declined")
        else:
            self.grant(pool, one, want)

    def grant(self, pool: Pool, one: Application, want: int) -> None:
        one.granted = want if pool.money is None else min(want, pool.money)  # Awb 4:25 lid 2
        one.status = "granted" if one.granted == one.requested_cents else "partially_granted"
        limits = {
            "ceiling_remainder": want,
            "spread": one.grantable_cents,
            "eligible_amount": one.requested_cents,
        }
        one.code = next((code for code, limit in limits.items() if one.granted < limit), None)
        pool.money = None if pool.money is None else pool.money - one.granted
        pool.places = None if pool.places is None else pool.places - 1


def outcome(text: str) -> tuple[dict[str, tuple[object, ...]], dict[str, int]]:
    """Per application: points, eligible, rank, status, cents, code; and per pool what was granted."""
    solved = Round(text)
    solved.solve()
    lines: dict[str, tuple[object, ...]] = {
        x.id: (x.total, x.eligible, x.rank, x.status, x.granted, x.code) for x in solved.applications
    }
    granted = [
        (pool.id, [x.granted for x in solved.applications if x.pool == pool.id]) for pool in solved.pools
    ]
    return lines, {name: sum(cents) for name, cents in granted}
