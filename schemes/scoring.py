"""Points: what each criterion gives, and the total. Exact; nothing is rounded."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from schemes.exact import Points, exact_sum, lowest_terms
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.vocabulary import Average, Band, Criterion

Row = tuple[Points, ...]


def scored_criteria(regulation: Regulation) -> tuple[Criterion, ...]:
    """The criteria that assessors score; the others are computed."""
    return tuple(criterion for criterion in regulation.criteria if criterion.average is None)


def averages(regulation: Regulation, entries: Sequence[Entry]) -> dict[str, Fraction]:
    """The average that each computed criterion is compared to, by its letter; none where nobody counts."""
    found = {}
    for criterion in regulation.criteria:
        if criterion.average is not None:
            counted = counting(criterion.average, entries)
            if (mean := _mean(criterion.average, counted)) is not None:
                found[criterion.letter] = mean
    return found


def counting(average: Average, entries: Sequence[Entry]) -> list[Entry]:
    """The applications of which the average is taken."""
    return [entry for entry in entries if _counts(average, entry)]


def points_of(
    regulation: Regulation, entries: Sequence[Entry], means: Mapping[str, Fraction]
) -> list[Row | None]:
    """Weighted points per criterion, in the order of the criteria; None for who was not scored."""
    rows = _weighted(regulation, entries)
    for at, criterion in enumerate(regulation.criteria):
        if criterion.average is not None:
            computed = _computed(criterion.average, criterion.weight, entries, means.get(criterion.letter))
            rows = [
                None if row is None else (*row[:at], points, *row[at:])
                for row, points in zip(rows, computed, strict=True)
            ]
    return rows


def _weighted(regulation: Regulation, entries: Sequence[Entry]) -> list[Row | None]:
    weights = tuple(criterion.weight for criterion in scored_criteria(regulation))
    if all(weight == 1 for weight in weights):
        return [entry.scores if entry.admissible else None for entry in entries]
    return [
        tuple([_exactly(score * weight) for score, weight in zip(entry.scores, weights, strict=True)])
        if entry.admissible and entry.scores is not None
        else None
        for entry in entries
    ]


def _exactly(number: Points) -> Points:
    return number if isinstance(number, int) else lowest_terms(number)


def total_of(row: Row) -> Points:
    """The total of a row of points."""
    return _exactly(sum(row))


def _counts(average: Average, entry: Entry) -> bool:
    if entry.facts_unknown:
        return False
    if entry.counts_in_average is not None:
        return entry.counts_in_average
    return entry.admissible or average.counts == "all"


def measure(average: Average, entry: Entry) -> Fraction:
    """What is compared to the average: the amount per unit, exact. Its facts must be present and positive."""
    return Fraction(entry.number(average.of), prod(entry.number(key) for key in average.per))


def _mean(average: Average, counted: Sequence[Entry]) -> Fraction | None:
    if not counted:
        return None
    if average.joined == "mean_of_ratios":
        return Fraction(exact_sum(measure(average, entry) for entry in counted), len(counted))
    per = average.per[0]
    return Fraction(
        sum(entry.number(average.of) for entry in counted), sum(entry.number(per) for entry in counted)
    )


def _computed(
    average: Average, weight: Points, entries: Sequence[Entry], mean: Fraction | None
) -> list[Points]:
    """The points of a computed criterion: the band in which each application's measure lies.

    The borders become measures once; dividing every measure by the average would be far more work.
    """
    if mean is None:
        return [0 for _ in entries]
    bands = [band.of(mean) for band in average.bands]
    return [
        0
        if not entry.admissible
        else _exactly(weight * average.unknown_points)
        if entry.facts_unknown
        else _exactly(weight * _band_points(average, bands, measure(average, entry)))
        for entry in entries
    ]


def _band_points(average: Average, bands: Sequence[Band], own: Fraction) -> Points:
    band = band_of(average, bands, own)
    return average.unknown_points if band is None else band.points


def band_of(average: Average, bands: Sequence[Band], own: Fraction) -> Band | None:
    """The band of the document in which a measure lies. `bands` are the same with their borders as measures."""
    return next(
        (band for band, borders in zip(average.bands, bands, strict=True) if borders.holds(own)), None
    )
