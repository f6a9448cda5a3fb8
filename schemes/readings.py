"""Readings: which applications would fare differently if a doubtful text were read the other way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from schemes.documents import Document, Options
from schemes.facts import missing_facts
from schemes.regulation import Reading, Regulation
from schemes.round import Line, Outcome, RoundError, RoundInput
from schemes.run import run


@dataclass(frozen=True, slots=True)
class Difference:
    """What another choice would change.

    `applications` are those with another outcome (status, amount, bounds or reason), with the outcome they would
    have. `unknown` are those whose facts this choice needs and that were not given; the rest is then not worked
    out. `before`: the choice acts before this calculation, on how points are set or money is offered.
    """

    reading: str
    choice: str | int
    applications: Mapping[str, Line]
    unknown: tuple[str, ...] = ()
    before: bool = False


def differences(
    document: Document, options: Options, round_input: RoundInput, outcome: Outcome
) -> tuple[Difference, ...]:
    """For each reading and each other choice: whose outcome would differ.

    `outcome` was worked out from the same round under `options`. Where a draw does not hold a whole group under
    the other choice, the draws are left out.
    """
    chosen = document.choices(options)
    found = []
    for reading in document.readings:
        for choice in reading.choices:
            if choice.choice == chosen[reading.id]:
                continue
            other = {**chosen, reading.id: choice.choice, **choice.only_with}
            if document.option_problem(other) is None:
                found.append(_difference(document, reading, other, round_input, outcome))
    return tuple(found)


def _difference(
    document: Document, reading: Reading, other: Options, round_input: RoundInput, outcome: Outcome
) -> Difference:
    regulation = document.regulation(other)
    choice = other[reading.id]
    if unknown := missing_facts(regulation, round_input.entries):
        return Difference(reading.id, choice, {}, unknown)
    if _same_calculation(regulation, outcome.regulation):
        return Difference(reading.id, choice, {}, before=True)
    lines = {line.entry.id: line for line in _outcome(regulation, round_input).lines}
    differing = {
        line.entry.id: lines[line.entry.id] for line in outcome.lines if _differs(line, lines[line.entry.id])
    }
    return Difference(reading.id, choice, differing)


def _outcome(regulation: Regulation, round_input: RoundInput) -> Outcome:
    outcome = run(regulation, round_input)
    if isinstance(outcome, RoundError):
        outcome = run(regulation, replace(round_input, draws=()))
    if isinstance(outcome, RoundError):
        raise AssertionError(outcome)
    return outcome


def _same_calculation(one: Regulation, other: Regulation) -> bool:
    """Whether two regulations differ in nothing that the calculation looks at."""
    allocation = one.allocation.model_copy(update={"offer": other.allocation.offer})
    return one.model_copy(update={"allocation": allocation, "assessment": other.assessment}) == other


def _differs(line: Line, other: Line) -> bool:
    return _result(line) != _result(other)


def _result(line: Line) -> tuple[object, ...]:
    reason = None if line.reason is None else (line.reason.code, line.reason.rule)
    return line.status, line.granted_cents, line.least_cents, line.most_cents, reason
