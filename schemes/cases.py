"""What the distribution works with: the claims on a list, the limits of its pools, and what can come of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from schemes.exact import Points
from schemes.regulation import Allocation
from schemes.round import Status
from schemes.rules import Distance, LowScore, Spread
from schemes.vocabulary import Cause


class Award(NamedTuple):
    """What an application gets in one possible outcome, and why not more."""

    status: Status
    cents: int
    cause: Cause | None


def refused_by(limit: Cause) -> Award:
    """What an application gets for which a limit leaves nothing."""
    return Award(Status.REFUSED_CEILING, 0, limit)


class Ask(NamedTuple):
    """A decision that is owed about a row: the key of the discretion."""

    row: int
    key: str


Answer = Callable[[Ask], bool]
"""Whether the official refuses."""


def never(owed: Ask) -> bool:
    """Answers where nothing can be owed."""
    raise AssertionError(owed)


@dataclass(slots=True)
class Case:
    """What the distribution needs to know of one application on a list."""

    pool: int
    claim: int
    full: Award
    level: tuple[Points, ...]
    capped: bool = False
    spread_refused: bool = False
    low_score_owed: bool = False
    declined: bool = False
    too_close: str | int | None = None
    near: Sequence[int] = ()
    groups: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one pool, what an application gets once they are reached, and the ceiling it shares."""

    ceiling: int | None
    grants: int | None
    ceiling_reached: Award
    number_reached: Award
    shared: int | None = None


class Group(NamedTuple):
    """Applications of which no more than a number can be granted."""

    most: int
    reached: Award


class Rules(NamedTuple):
    """The rules of the regulation that the distribution carries out."""

    allocation: Allocation
    low_score: LowScore | None
    spread: Spread | None
    distance: Distance | None

    @property
    def discretionary(self) -> bool:
        """Whether an official may refuse anyone on the list."""
        return not (self.low_score is None and self.spread is None and self.distance is None)


State = tuple[
    tuple[int, ...],
    tuple[int, ...],
    tuple[bool, ...],
    tuple[int, ...],
    tuple[bool, ...],
    frozenset[int],
    frozenset[tuple[Ask, bool]],
    tuple[int, ...],
]
