"""The reasons of a line as values: what led to its outcome, step by step, each with its rule and its numbers."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from schemes.amounts import claim_of
from schemes.exact import Points, readable, readable_share
from schemes.ledger import Broken, Ledger
from schemes.regulation import Regulation
from schemes.round import Reason, Status
from schemes.rules import ByFact, HighestOn, Lots, LowestRequested, ProRata, TieBreak
from schemes.scoring import measure
from schemes.thresholds import attainable, points_on
from schemes.vocabulary import Cause, Condition, Criterion, PointsBelow, Threshold

LIMITED = (Status.REFUSED_CEILING, Status.PARTIALLY_GRANTED)
"""Where the reason tells what was asked and what was left."""


class Grounds:
    """Makes the reasons of lines. Reasons that are equal are shared: many lines have the same total."""

    def __init__(self, regulation: Regulation) -> None:
        self.regulation = regulation
        self.letters = [criterion.letter for criterion in regulation.criteria]
        self.most = attainable(regulation)
        self.rule = regulation.criteria[0].rule.split(" onder ")[0] if regulation.criteria else None
        self.computed = [criterion for criterion in regulation.criteria if criterion.average is not None]
        self.has_classes = bool(regulation.priorities) or regulation.best_first is not None
        self.only_totals = all(_is_about_the_total(one.refused_when) for one in regulation.thresholds)
        self.compared = [_compared_by(rule) for rule in regulation.tie_breaks]
        self.by_total: dict[Points, tuple[Reason, ...]] = {}
        self.separated: dict[tuple[int, int, Points, Points | None, Points | None, bool], Reason] = {}
        self.endings: dict[tuple[str, str | None, int, int | None], Reason] = {}

    def of(
        self, row: int, ledger: Ledger, status: Status, cause: Cause | None, broken_by: Sequence[Broken]
    ) -> tuple[Reason, ...]:
        """The steps in order: the points, the thresholds, what separated equals, and how it ended."""
        points = ledger.points[row]
        reasons = () if not points else self._points(points, ledger.totals[row], status)
        if points and self.computed:
            reasons = (reasons[0], *(self._average(row, ledger, one) for one in self.computed), *reasons[1:])
        if self.has_classes and row in ledger.ranks:
            reasons = (*self._classes(row, ledger), *reasons)
        if broken_by:
            reasons = (*reasons, *[self._separated(broken) for broken in broken_by])
        return reasons if cause is None else (*reasons, self._ending(row, ledger, cause, status))

    def _average(self, row: int, ledger: Ledger, criterion: Criterion) -> Reason:
        """What a computed criterion compared: the own measure and the average, exact unless that is unreadable."""
        mean, entry = ledger.means.get(criterion.letter), ledger.round_input.entries[row]
        if mean is None or entry.facts_unknown or criterion.average is None:
            return Reason("compared_to_average", criterion.rule)
        own = measure(criterion.average, entry)
        numbers = (
            ("measure", readable(own)),
            ("average", readable(mean)),
            ("share", readable_share(own, mean)),
        )
        return Reason("compared_to_average", criterion.rule, numbers)

    def _classes(self, row: int, ledger: Ledger) -> Iterator[Reason]:
        """Why a row goes before others whatever the points."""
        entry = ledger.round_input.entries[row]
        for priority in self.regulation.priorities:
            choices = self.regulation.fact(priority.fact).choices
            place = choices.index(str(entry.facts[priority.fact])) + 1
            yield Reason(priority.code, priority.rule, (("class", place), ("classes", len(choices))))
        first = self.regulation.best_first
        if first is not None and row in ledger.best:
            yield Reason(first.code, first.rule)

    def _points(self, points: tuple[Points, ...], total: Points, status: Status) -> tuple[Reason, ...]:
        if status is Status.REFUSED_THRESHOLD:
            return (self._total(total),)
        if total in self.by_total:
            return self.by_total[total]
        met = [self._met(points, threshold) for threshold in self.regulation.thresholds]
        reasons = (self._total(total), *met)
        if self.only_totals:
            self.by_total[total] = reasons
        return reasons

    def _total(self, total: Points) -> Reason:
        numbers = (
            (("points", total),) if self.most is None else (("points", total), ("attainable", self.most))
        )
        return Reason("total_points", self.rule, numbers)

    def _met(self, points: tuple[Points, ...], threshold: Threshold) -> Reason:
        return Reason("threshold_met", threshold.rule, self._compared(points, threshold))

    def _compared(self, points: tuple[Points, ...], threshold: Threshold) -> tuple[tuple[str, Points], ...]:
        """The points that a threshold looks at, and those it asks; of several conditions none can be named."""
        condition = threshold.refused_when
        if not isinstance(condition, PointsBelow):
            return ()
        return ("points", points_on(self.regulation, condition, points)), ("required", condition.points)

    def _separated(self, broken: Broken) -> Reason:
        """What a tie-breaker compared; ties of equal size with equal values share the reason."""
        tie = broken.tie
        key = (tie.depth, tie.end - tie.start, broken.own, broken.above, broken.below, broken.first_stage)
        found = self.separated.get(key)
        if found is None:
            found = self.separated[key] = self._broken(broken)
        return found

    def _broken(self, broken: Broken) -> Reason:
        """What a tie-breaker compared: the own value, and those next above and below."""
        tie, own, above, below = broken.tie, broken.own, broken.above, broken.below
        name, name_above, name_below, sign = self.compared[tie.depth]
        numbers: list[tuple[str, Points]] = [(name, sign * own)]
        if above is not None:
            numbers.append((name_above, sign * above))
        if below is not None:
            numbers.append((name_below, sign * below))
        numbers.append(("members", tie.end - tie.start))
        if broken.first_stage:
            numbers.append(("first_stage", 1))
        return Reason(tie.rule.code, tie.rule.rule, tuple(numbers))

    def _ending(self, row: int, ledger: Ledger, cause: Cause, status: Status) -> Reason:
        if status not in LIMITED:
            numbers = self._compared(ledger.points[row] or (), cause) if isinstance(cause, Threshold) else ()
            return Reason(cause.code, cause.rule, numbers)
        claim = claim_of(self.regulation, ledger.round_input.entries[row], ledger.totals[row])
        left = self._left(row, ledger, cause, status)
        key = (cause.code, cause.rule, claim, left)
        found = self.endings.get(key)
        if found is None:
            asked: tuple[tuple[str, Points], ...] = (("claim_cents", claim),)
            numbers = asked if left is None else (*asked, ("left_cents", left))
            found = self.endings[key] = Reason(cause.code, cause.rule, numbers)
        return found

    def _left(self, row: int, ledger: Ledger, cause: Cause, status: Status) -> int | None:
        """What was left of the money when it was this row's turn; None where outcomes differ in it."""
        if status is Status.PARTIALLY_GRANTED and cause == self.regulation.allocation.remainder:
            return ledger.single[row].cents
        return ledger.left.get(row)


def _is_about_the_total(condition: Condition) -> bool:
    """Whether a reason about this threshold is the same for everyone with the same total."""
    return not isinstance(condition, PointsBelow) or (condition.weighted and not condition.of)


def _compared_by(rule: TieBreak) -> tuple[str, str, str, int]:
    """What the values of a tie-breaker are called, with those above and below, and the sign they are kept under."""
    match rule:
        case HighestOn():
            name, sign = "points", -1
        case LowestRequested():
            name, sign = "requested_cents", 1
        case ByFact():
            name, sign = "value", 1 if rule.first == "lowest" else -1
        case Lots() | ProRata():
            name, sign = "lot", 1
        case _:
            assert_never(rule)
    return name, f"{name}_above", f"{name}_below", sign
