"""Grounds: where the article lets an official refuse. The engine finds them, the official decides."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.round import RoundInput
from schemes.rules import Distance, LowScore, Spread


def the_low_score(regulation: Regulation) -> LowScore | None:
    """The ground on low scores, if the regulation has one."""
    return next((found for found in regulation.discretions if isinstance(found, LowScore)), None)


def the_spread(regulation: Regulation) -> Spread | None:
    """The spreading clause, if the regulation has one."""
    return next((found for found in regulation.discretions if isinstance(found, Spread)), None)


def the_distance(regulation: Regulation) -> Distance | None:
    """The least distance, if the regulation has one."""
    return next((found for found in regulation.discretions if isinstance(found, Distance)), None)


def insufficient(regulation: Regulation, ground: LowScore) -> Callable[[tuple[Points, ...]], bool]:
    """Whether a row of weighted points is low enough to be refused for it."""
    limits = [
        (at, ground.at_most * criterion.weight)
        for at, criterion in enumerate(regulation.criteria)
        if criterion.letter in ground.criteria
    ]
    join = any if ground.on == "any" else all
    return lambda row: join(row[at] <= limit for at, limit in limits)


def neighbours(
    ground: Distance, round_input: RoundInput, row_of: dict[str, int], listed: Sequence[str | None]
) -> dict[int, list[int]]:
    """For each row on a list the others on a list that are closer than the least distance.

    `listed[row]` is the list a row is on, or None; only pairs within a list count where the reading says so.
    """
    found: dict[int, list[int]] = defaultdict(list)
    for near in round_input.distances:
        one, other = row_of[near.one], row_of[near.other]
        where, there = listed[one], listed[other]
        if near.metres >= ground.metres or where is None or there is None:
            continue
        if ground.across == "round" or where == there:
            found[one].append(other)
            found[other].append(one)
    return dict(found)
