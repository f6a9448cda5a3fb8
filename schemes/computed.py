"""How a computed criterion came to its points: every number of the sum, for who reads or checks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.scoring import averages, band_of, counting, measure
from schemes.vocabulary import Average, Band, Criterion


@dataclass(frozen=True, slots=True)
class Comparison:
    """One application against all that count ("gemiddeld bij alle aanvragers"). Exact; `points` are before weighing.

    `own` and `mean` are None where the facts of the application turned out to be unknown, or where nobody counts.
    """

    criterion: Criterion
    average: Average
    entry: Entry
    counted: Sequence[Entry]
    own: Fraction | None
    mean: Fraction | None
    band: Band | None
    points: Points

    @property
    def difference(self) -> Fraction:
        """How far it lies above the average (below it where negative), as a share of the average; 0 without either."""
        if self.own is None or not self.mean:
            return Fraction(0)
        return Fraction(self.own, self.mean) - 1

    def total(self, key: str) -> int:
        """The sum of a fact over all that count."""
        return sum(entry.number(key) for entry in self.counted)


def comparisons(regulation: Regulation, entries: Sequence[Entry]) -> dict[str, tuple[Comparison, ...]]:
    """Of each admissible application its computed criteria, by its id. The facts that they need must be there."""
    computed = [(one, one.average) for one in regulation.criteria if one.average is not None]
    means = averages(regulation, entries)
    counted = {criterion.letter: counting(average, entries) for criterion, average in computed}
    return {
        entry.id: tuple(
            _compared(criterion, average, entry, counted[criterion.letter], means)
            for criterion, average in computed
        )
        for entry in entries
        if entry.admissible
    }


def _compared(
    criterion: Criterion,
    average: Average,
    entry: Entry,
    counted: Sequence[Entry],
    means: Mapping[str, Fraction],
) -> Comparison:
    mean = means.get(criterion.letter)
    if mean is None:
        return Comparison(criterion, average, entry, counted, None, None, None, 0)
    if entry.facts_unknown:
        return Comparison(criterion, average, entry, counted, None, mean, None, average.unknown_points)
    own = measure(average, entry)
    band = band_of(average, [each.of(mean) for each in average.bands], own)
    points = average.unknown_points if band is None else band.points
    return Comparison(criterion, average, entry, counted, own, mean, band, points)
