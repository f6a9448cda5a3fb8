"""A completed round of another regulation worked out a second time, step by step, on what its document says.

Every lot is drawn, so equals can be put in the order of the lots before any money is spent: where a tie did not matter
the order changes nothing. Pro rata is left out.
"""

from collections.abc import Sequence
from fractions import Fraction

from schemes.regulation import Regulation
from schemes.rules import ByFact, HighestOn
from schemes.vocabulary import AllOf, AnyOf, Condition, FactBeyond, FewerThan, PointsBelow, ShareBelow
from tests.schemes.small_rounds import Application, Round


class Plain:
    """One round under one regulation."""

    def __init__(self, regulation: Regulation, raw: Round) -> None:
        self.regulation = regulation
        self.raw = raw
        self.lots = list(map(str, _list(raw["lottery"])))

    def granted(self) -> dict[str, int]:
        """What each application gets, in cents, by id."""
        outcome = {str(one["id"]): 0 for one in self._applications()}
        for pool in _list(self.raw["pools"]):
            assert isinstance(pool, dict)
            outcome.update(self._distributed(pool))
        return outcome

    def _applications(self) -> list[Application]:
        return [one for one in _list(self.raw["applications"]) if isinstance(one, dict)]

    def _distributed(self, pool: dict[str, object]) -> dict[str, int]:
        left, outcome = _int(pool["ceiling_cents"]), dict[str, int]()
        number = self.regulation.pools[0].grants
        served: list[Application] = []
        for one in self._order(str(pool["id"])):
            claim = self._claim(one)
            full = number is not None and len(served) >= number
            if full or left == 0 or claim == 0 or self._excluded(one, served):
                continue
            if claim > left and self.regulation.allocation.does_not_fit == "stop":
                break
            outcome[str(one["id"])] = min(claim, left)
            left -= min(claim, left)
            served.append(one)
        return outcome

    def _order(self, pool: str) -> list[Application]:
        able = [one for one in self._applications() if one["pool"] == pool and one["admissible"]]
        rules = self.regulation.thresholds
        able = [one for one in able if not any(self._fails(rule.refused_when, one) for rule in rules)]
        able.sort(key=self._key)
        if (first := self.regulation.best_first) is None:
            return able
        best = [
            one for at, one in enumerate(able) if one[first.fact] not in [x[first.fact] for x in able[:at]]
        ]
        return best + [one for one in able if one not in best]

    def _key(self, one: Application) -> list[Fraction]:
        keys = [
            Fraction(self.regulation.fact(rule.fact).choices.index(str(one[rule.fact])))
            for rule in self.regulation.priorities
        ]
        keys.append(-self._sum(one, (), weighted=True))
        for rule in self.regulation.tie_breaks:
            if isinstance(rule, HighestOn):
                keys.append(-self._sum(one, rule.criteria, weighted=True))
            elif isinstance(rule, ByFact):
                keys.append(Fraction(_int(one[rule.fact]) * (1 if rule.first == "lowest" else -1)))
        return [*keys, Fraction(self.lots.index(str(one["id"])))]

    def _sum(self, one: Application, of: Sequence[str], *, weighted: bool) -> Fraction:
        scores = one["scores"]
        assert isinstance(scores, dict)
        return sum(
            (
                Fraction(scores[criterion.letter]) * (criterion.weight if weighted else 1)
                for criterion in self.regulation.criteria
                if not of or criterion.letter in of
            ),
            Fraction(0),
        )

    def _most(self, of: Sequence[str]) -> Fraction:
        regulation = self.regulation
        criteria = [criterion for criterion in regulation.criteria if not of or criterion.letter in of]
        return sum(
            (
                Fraction(max(level.points for level in regulation.levels(criterion))) * criterion.weight
                for criterion in criteria
            ),
            Fraction(0),
        )

    def _fails(self, condition: Condition, one: Application) -> bool:
        match condition:
            case AllOf():
                return all(self._fails(part, one) for part in condition.conditions)
            case AnyOf():
                return any(self._fails(part, one) for part in condition.conditions)
            case FactBeyond():
                value, below, above = _int(one[condition.fact]), condition.below, condition.above
                return (below is not None and value < below) or (above is not None and value > above)
            case FewerThan():
                letters = condition.of or tuple(criterion.letter for criterion in self.regulation.criteria)
                enough = [self._sum(one, (letter,), weighted=False) >= condition.points for letter in letters]
                return sum(enough) < condition.count
            case PointsBelow() | ShareBelow():
                got = self._sum(
                    one, condition.of, weighted=isinstance(condition, ShareBelow) or condition.weighted
                )
                border = (
                    condition.points
                    if isinstance(condition, PointsBelow)
                    else condition.share * self._most(condition.of)
                )
                return got < border or (condition.or_equal and got == border)

    def _claim(self, one: Application) -> int:
        claim, total = _int(one["requested_cents"]), self._sum(one, (), weighted=True)
        bands = [band for band in self.regulation.amounts if total >= band.from_points]
        if bands:
            claim = min(claim, max(bands, key=lambda band: band.from_points).most_cents)
        for share in self.regulation.shares:
            claim = min(claim, int(_int(one[share.fact]) * Fraction(share.share)))
        return claim

    def _excluded(self, one: Application, served: Sequence[Application]) -> bool:
        """Whether its group, or its band, has had its number."""
        for limit in self.regulation.at_most:
            if sum(other[limit.fact] == one[limit.fact] for other in served) >= limit.grants:
                return True
        return False


def _list(value: object) -> list[object]:
    assert isinstance(value, list)
    return value


def _int(value: object) -> int:
    assert isinstance(value, int)
    return value
