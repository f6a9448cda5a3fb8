"""Points: what each criterion gives, and the total. Exact; nothing is rounded."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod

from schemes.exact import Points, exact_sum, lowest_terms
from schemes.regulation import Average, Criterion, Regulation
from schemes.round import Entry

Row = tuple[Points, ...]


def scored_criteria(regulation: Regulation) -> tuple[Criterion, ...]:
    """The criteria that assessors score; the others are computed."""
    return tuple(criterion for criterion in regulation.criteria if criterion.average is None)


def points_of(regulation: Regulation, entries: Sequence[Entry]) -> list[Row | None]:
    """Weighted points per criterion, in the order of the criteria; None for who was not scored."""
    rows = _weighted(regulation, entries)
    for at, criterion in enumerate(regulation.criteria):
        if criterion.average is not None:
            computed = _computed(criterion.average, criterion.weight, entries)
            rows = [
                row and (*row[:at], points, *row[at:]) for row, points in zip(rows, computed, strict=True)
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


def share_of_average(average: Average, entries: Sequence[Entry]) -> list[Fraction | None]:
    """Each application's measure as a share of the average of all that count; None where facts are unknown."""
    counted = [entry for entry in entries if _counts(average, entry)]
    mean = _mean(average, counted)
    return [
        None if mean is None or entry.facts_unknown or not entry.admissible else Fraction(measure(average, entry), mean)
        for entry in entries
    ]


def _counts(average: Average, entry: Entry) -> bool:
    if entry.facts_unknown:
        return False
    if entry.counts_in_average is not None:
        return entry.counts_in_average
    return entry.admissible or average.counts == "all"


def measure(average: Average, entry: Entry) -> Fraction:
    """What is compared to the average: the amount per unit, exact. Its facts must be present and positive."""
    return Fraction(_fact(entry, average.of), prod(_fact(entry, key) for key in average.per))


def _mean(average: Average, counted: Sequence[Entry]) -> Fraction | None:
    if not counted:
        return None
    if average.joined == "mean_of_ratios":
        return Fraction(exact_sum(measure(average, entry) for entry in counted), len(counted))
    per = average.per[0]
    return Fraction(
        sum(_fact(entry, average.of) for entry in counted), sum(_fact(entry, per) for entry in counted)
    )


def _fact(entry: Entry, key: str) -> int:
    return entry.requested_cents if key == "requested_cents" else entry.facts[key]


def _computed(average: Average, weight: Points, entries: Sequence[Entry]) -> list[Points]:
    return [
        _exactly(weight * _band_points(average, share)) for share in share_of_average(average, entries)
    ]


def _band_points(average: Average, share: Fraction | None) -> Points:
    if share is None:
        return average.unknown_points
    return next((band.points for band in average.bands if band.holds(share)), average.unknown_points)
