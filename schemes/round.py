"""A round as the engine takes it, and the outcome as it gives it: values only.

Amounts are integer cents, distances integer metres, points exact. `run` takes only valid input: the file
format's errors come from `schemes.files.reading` before it, and a running round's gaps from its own adapter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.vocabulary import Cause

NO_FACTS: Mapping[str, int | str] = MappingProxyType({})
NO_DECISIONS: Mapping[str, str | int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A ceiling that several pools draw on together."""

    id: str
    ceiling_cents: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A list with limits of its own: a deelplafond, a track, an area or a spot. None is: without that limit."""

    id: str
    kind: str
    ceiling_cents: int | None = None
    max_grants: int | None = None
    ceiling_id: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One application.

    `scores` are before weighing, in the order of the criteria that are scored (computed ones left out); None
    where it was not scored. `decisions` maps the key of a discretion to "refuse", "keep" or a cap in cents,
    and "remainder" to "declined". `counts_in_average` None leaves it to the regulation.
    """

    id: str
    pool: str
    requested_cents: int
    grantable_cents: int
    admissible: bool = True
    scores: tuple[Points, ...] | None = None
    facts: Mapping[str, int | str] = field(default_factory=lambda: NO_FACTS)
    facts_unknown: bool = False
    counts_in_average: bool | None = None
    decisions: Mapping[str, str | int] = field(default_factory=lambda: NO_DECISIONS)

    def number(self, key: str) -> int:
        """A fact that is a number or an amount; KeyError where it was not given, or is text."""
        value = self.requested_cents if key == "requested_cents" else self.facts[key]
        if isinstance(value, str):
            raise KeyError(key)
        return value


@dataclass(frozen=True, slots=True)
class Near:
    """Two applications and the distance between them in metres."""

    one: str
    other: str
    metres: int


@dataclass(frozen=True, slots=True)
class RoundInput:
    """A round: its pools, its applications, the draws that were held, and the distances that are known.

    Each draw gives the ids in drawn order, first drawn first. A group was drawn if one draw holds all of it.
    """

    pools: tuple[Pool, ...]
    entries: tuple[Entry, ...]
    ceilings: tuple[Ceiling, ...] = ()
    draws: tuple[tuple[str, ...], ...] = ()
    distances: tuple[Near, ...] = ()


class Status(StrEnum):
    """What an application gets, or what its outcome waits for."""

    GRANTED = "granted"
    PARTIALLY_GRANTED = "partially_granted"
    REFUSED_INADMISSIBLE = "refused_inadmissible"
    REFUSED_THRESHOLD = "refused_threshold"
    REFUSED_CEILING = "refused_ceiling"
    REFUSED_DISCRETIONARY = "refused_discretionary"
    AWAITING_LOTTERY = "awaiting_lottery"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class RoundError:
    """Why a round cannot be worked out: the code, the application concerned, and a sentence that helps."""

    code: str
    application: str | None
    sentence: str


class Reason(NamedTuple):
    """One step that led to an outcome: a code, where the article speaks, and the numbers of the step."""

    code: str
    rule: str | None
    numbers: tuple[tuple[str, Points], ...] = ()


class Line(NamedTuple):
    """The outcome of one application.

    `tie` holds the ids that share the place, its own included, and is shared between them; None if alone.
    `granted_cents` is None unless status, amount and reason are certain; least and most always stand.
    """

    entry: Entry
    points: tuple[Points, ...] | None
    total: Points | None
    eligible: bool
    rank: int | None
    tie: tuple[str, ...] | None
    decided_by: Cause | None
    status: Status
    granted_cents: int | None
    least_cents: int
    most_cents: int
    reason: Cause | None
    decisions_needed: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class PoolLine:
    """What happened in one pool. `granted_cents` is None where it is not certain."""

    pool: Pool
    ranked: bool
    requested_cents: int
    granted_cents: int | None

    @property
    def remaining_cents(self) -> int | None:
        """What is left under the pool's own ceiling; None without one, or while it is not certain."""
        if self.granted_cents is None or self.pool.ceiling_cents is None:
            return None
        return self.pool.ceiling_cents - self.granted_cents


class Place(NamedTuple):
    """A place on the list within a draw, and the statuses that can occur there."""

    place: int
    statuses: tuple[Status, ...]


@dataclass(frozen=True, slots=True)
class LotteryGroup:
    """Applications that only lots can order.

    `conditional`: needed in some possible outcomes only. `outer`: the group is too large for every order to
    be tried, so the bounds of what depends on it are safe but wide, and what would need trying is None.
    """

    pool: str
    ids: tuple[str, ...]
    cause: Cause
    drawn: bool
    conditional: bool | None
    affects_outcome: bool | None
    affected_ids: tuple[str, ...] | None
    places: tuple[Place, ...] | None
    outer: bool = False


@dataclass(frozen=True, slots=True)
class WithoutEffect:
    """A recorded refusal, cap or answer that can have no effect: no ground, or out of reach."""

    application: str
    decision: str


class NeedKind(StrEnum):
    """What a round can still need before it can be decided."""

    DRAW = "draw"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class Need:
    """What must still happen. A round can be decided when, and only when, no blocking need is left."""

    kind: NeedKind
    cause: Cause
    applications: tuple[str, ...]
    pool: str
    blocking: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The whole outcome: lines by id, pools by id, the draws, the warnings, and what is still needed."""

    regulation: Regulation
    lines: tuple[Line, ...]
    pools: tuple[PoolLine, ...]
    lottery_groups: tuple[LotteryGroup, ...]
    warnings: tuple[WithoutEffect, ...]
    needs: tuple[Need, ...] = field(default=())

    def pool(self, name: str) -> PoolLine:
        """The line of a pool. StopIteration for a pool that the round does not have."""
        return next(line for line in self.pools if line.pool.id == name)

    @property
    def can_be_decided(self) -> bool:
        """Whether no blocking need is left."""
        return not any(need.blocking for need in self.needs)
