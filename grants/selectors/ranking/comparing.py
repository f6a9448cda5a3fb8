"""Two calculations of a round side by side: whose outcome differs, and what came in between."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grants.models import Calculation, ListOutcome, OutcomeLine
from grants.selectors.ranking.lists import Ranking, Shown, ranking_of

COMPARED = (
    "rank",
    "tied_count",
    "numerator",
    "denominator",
    "status",
    "granted_cents",
    "least_cents",
    "most_cents",
    "deelplafond",
)
"""What makes a difference that somebody notices."""

MOST = 500
"""How many are named; of the others only how many they are."""


@dataclass(frozen=True)
class Moved:
    """An application whose outcome differs: its line before, and now. None where it took no part."""

    before: Shown | None
    now: Shown | None

    @property
    def shown(self) -> Shown:
        """Either, for what both have."""
        found = self.now or self.before
        if found is None:
            raise LookupError
        return found


@dataclass(frozen=True)
class Money:
    """A list whose ceiling is another one, in cents."""

    name: str
    before: int | None
    now: int | None


@dataclass(frozen=True)
class Comparison:
    """What differs between two calculations. `marks` are the names of what came in between."""

    before: Ranking
    now: Ranking
    moved: Sequence[Moved]
    total: int
    ceilings: Sequence[Money]
    marks: Sequence[str]


def compared(before: Calculation, now: Calculation) -> Comparison:
    """Everyone whose outcome differs, in the order of the later calculation; a few queries, whatever the size."""
    was, is_now = _outcomes(before), _outcomes(now)
    differing = [each for each in {**is_now, **was} if was.get(each) != is_now.get(each)]
    shown, rankings = differing[:MOST], (ranking_of(before), ranking_of(now))
    lines = [ranking.lines_of(shown) for ranking in rankings]
    return Comparison(
        *rankings,
        [Moved(lines[0].get(each), lines[1].get(each)) for each in shown],
        len(differing),
        list(_ceilings(*(ranking.lists for ranking in rankings))),
        [name for name in now.marks if now.marks[name] != before.marks.get(name)],
    )


def _outcomes(calculation: Calculation) -> Mapping[int, tuple[object, ...]]:
    lines = OutcomeLine.objects.filter(calculation=calculation).order_by("position")
    return {row[0]: row[1:] for row in lines.values_list("application", *COMPARED)}


def _ceilings(before: Sequence[ListOutcome], now: Sequence[ListOutcome]) -> Iterator[Money]:
    was = {each.deelplafond_id: each.ceiling_cents for each in before}
    for each in now:
        if each.deelplafond_id in was and was[each.deelplafond_id] != each.ceiling_cents:
            yield Money(each.deelplafond.name, was[each.deelplafond_id], each.ceiling_cents)
