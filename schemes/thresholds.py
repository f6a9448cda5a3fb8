"""Thresholds: which applications the article keeps out of the ranking."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from operator import le, lt
from typing import assert_never

from schemes.exact import Points, lowest_terms, unweighted
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.vocabulary import (
    AllOf,
    AnyOf,
    Condition,
    Criterion,
    FactBeyond,
    FewerThan,
    PointsBelow,
    ShareBelow,
    Threshold,
)

Test = Callable[[tuple[Points, ...], Points, Entry], bool]


def attainable(regulation: Regulation, letters: tuple[str, ...] = ()) -> Points | None:
    """The most weighted points on these criteria (all if none are named); None where there is no most."""
    most: Points = 0
    for criterion in _named(regulation, letters):
        highest = highest_on(regulation, criterion)
        if highest is None:
            return None
        most += criterion.weight * highest
    return lowest_terms(Fraction(most))


def highest_on(regulation: Regulation, criterion: Criterion) -> Points | None:
    """The most points on a criterion before weighing; None where there is no most."""
    if criterion.any_number_from is not None:
        return criterion.any_number_to
    steps = criterion.average.bands if criterion.average else regulation.levels(criterion)
    return max(step.points for step in steps)


def threshold_tests(regulation: Regulation) -> tuple[tuple[Threshold, Test], ...]:
    """Each threshold with its test on weighted points, their total and the application: true where the application is refused."""
    return tuple(
        (threshold, _test(regulation, threshold.refused_when)) for threshold in regulation.thresholds
    )


def first_missed(
    tests: Iterable[tuple[Threshold, Test]], points: tuple[Points, ...] | None, total: Points, entry: Entry
) -> Threshold | None:
    """The first threshold by which an application is refused; none without points to look at."""
    if points is not None:
        for threshold, refuses in tests:
            if refuses(points, total, entry):
                return threshold
    return None


def points_on(regulation: Regulation, condition: PointsBelow, row: tuple[Points, ...]) -> Points:
    """The points that a condition looks at."""
    weights = _weights(regulation, condition.of, weighted=condition.weighted)
    return lowest_terms(Fraction(_summed(row, weights)))


def _named(regulation: Regulation, letters: tuple[str, ...]) -> list[Criterion]:
    return [criterion for criterion in regulation.criteria if not letters or criterion.letter in letters]


def _test(regulation: Regulation, condition: Condition) -> Test:
    match condition:
        case AllOf():
            parts = [_test(regulation, part) for part in condition.conditions]
            return lambda row, total, entry: all(part(row, total, entry) for part in parts)
        case AnyOf():
            parts = [_test(regulation, part) for part in condition.conditions]
            return lambda row, total, entry: any(part(row, total, entry) for part in parts)
        case PointsBelow():
            below = le if condition.or_equal else lt
            if condition.weighted and not condition.of:
                return lambda _row, total, _entry: below(total, condition.points)
            weights = _weights(regulation, condition.of, weighted=condition.weighted)
            return lambda row, _total, _entry: below(_summed(row, weights), condition.points)
        case ShareBelow():
            below = le if condition.or_equal else lt
            weights = _weights(regulation, condition.of, weighted=True)
            least = condition.share * (attainable(regulation, condition.of) or 0)
            return lambda row, _total, _entry: below(_summed(row, weights), least)
        case FewerThan():
            needs = _needs(regulation, condition)
            return lambda row, _total, _entry: sum(row[at] >= need for at, need in needs) < condition.count
        case FactBeyond():
            return lambda _row, _total, entry: is_beyond(condition, entry.number(condition.fact))
        case _:
            assert_never(condition)


def is_beyond(condition: FactBeyond, value: int) -> bool:
    """Whether a fact lies beyond what the condition allows."""
    too_low = condition.below is not None and value < condition.below
    return too_low or (condition.above is not None and value > condition.above)


def facts_in(condition: Condition) -> Iterator[str]:
    """The facts that a condition looks at."""
    if isinstance(condition, AllOf | AnyOf):
        for part in condition.conditions:
            yield from facts_in(part)
    elif isinstance(condition, FactBeyond):
        yield condition.fact


def _weights(regulation: Regulation, letters: tuple[str, ...], *, weighted: bool) -> list[tuple[int, Points]]:
    """Where each named criterion stands in a row, and what to divide its points by."""
    return [
        (at, 1 if weighted else criterion.weight)
        for at, criterion in enumerate(regulation.criteria)
        if not letters or criterion.letter in letters
    ]


def _summed(row: tuple[Points, ...], weights: list[tuple[int, Points]]) -> Points:
    total: Points = 0
    for at, weight in weights:
        total += row[at] if weight == 1 else unweighted(row[at], weight)
    return total


def _needs(regulation: Regulation, condition: FewerThan) -> list[tuple[int, Points]]:
    return [
        (at, condition.points * criterion.weight)
        for at, criterion in enumerate(regulation.criteria)
        if not condition.of or criterion.letter in condition.of
    ]
