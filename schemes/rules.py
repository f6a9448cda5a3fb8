"""The closed vocabulary of a subsidy regulation, second part: order, amounts, ties, and what an official may decide.

Like the first part (`schemes.vocabulary`): every rule names where the article speaks, and its codes are data.
"""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from schemes.values import Exact, Key, Letter
from schemes.vocabulary import Cause

# ── Before and beside the points ──────────────────────────────────────────────────────────────────


class Priority(Cause):
    """A class that goes before all others, whatever the points: in the order of the fact's choices."""

    fact: Key


class BestFirst(Cause):
    """The best of each group goes before all others: "eerst de hoogste van elk domein".

    While the best of a group is not certain the whole list waits for the draw or decision about it.
    """

    fact: Key


class AtMost(Cause):
    """No more grants than this to applications with the same value: one per municipality, similar projects.

    It counts within a list. An application without the fact is in no group.
    """

    fact: Key
    grants: Annotated[int, Field(ge=1)]


class AmountBand(Cause):
    """From this total on, at most this amount in cents, and (if stated) to no more than so many applications."""

    from_points: Exact
    most_cents: Annotated[int, Field(ge=1)]
    grants: Annotated[int, Field(ge=1)] | None = None
    grants_reached: Cause | None = None


class ShareOf(Cause):
    """At most this share of a fact, rounded down to the cent: "ten hoogste 75% van de kosten"."""

    fact: Key
    share: Exact


# ── Ties ──────────────────────────────────────────────────────────────────────────────────────────


class Scope(StrEnum):
    """Which ties a tie-breaker breaks."""

    EVERY_TIE = "always"
    CEILING_EXCEEDED = "exceeded"
    STRADDLING = "straddling"


class TieBreaker(Cause):
    """What every tie-breaker says: its code, its lid, and which ties it breaks."""

    when: Annotated[Scope, Field(strict=False)]


class HighestOn(TieBreaker):
    """The highest sum of points on these criteria goes first."""

    kind: Literal["highest_on"]
    criteria: Annotated[tuple[Letter, ...], Field(min_length=1)]


class LowestRequested(TieBreaker):
    """The lowest requested amount goes first, as it was filed."""

    kind: Literal["lowest_requested_amount"]


class ByFact(TieBreaker):
    """The lowest or highest value of a fact of the application goes first."""

    kind: Literal["fact"]
    fact: Key
    first: Literal["lowest", "highest"]


class Lots(TieBreaker):
    """Loting: the first drawn goes first. Always the last of a chain."""

    kind: Literal["loting"]
    needed: Key = "lottery_needed"


class ProRata(TieBreaker):
    """What is left is shared among the tied in proportion to what they ask, rounded down to the cent."""

    kind: Literal["pro_rata"]


TieBreak = Annotated[HighestOn | LowestRequested | ByFact | Lots | ProRata, Field(discriminator="kind")]


# ── What an official may decide ───────────────────────────────────────────────────────────────────


class Discretionary(Cause):
    """A refusal that is the official's to give ("kan worden geweigerd"). `key` names the recorded decision."""

    key: Key


class LowScore(Discretionary):
    """Ground: at most `at_most` points, before weighing, on any or all of these criteria. Off the list."""

    kind: Literal["low_score"]
    criteria: Annotated[tuple[Letter, ...], Field(min_length=1)]
    at_most: Exact
    on: Literal["any", "all"]
    pending: Literal["undecided", "keep"]


class Spread(Discretionary):
    """No ground that can be computed: a refusal, or a lower amount, for a balanced spread. Keeps its rank."""

    kind: Literal["spread"]
    may_cap: bool


class Distance(Discretionary):
    """Ground: closer than `metres` to a granted application with strictly more points. Keeps its rank.

    `then_on`: criteria whose sum counts after equal totals; `across`: within a list or over the whole round.
    """

    kind: Literal["distance"]
    metres: Annotated[int, Field(ge=1)]
    across: Literal["round", "pool"]
    then_on: tuple[Letter, ...] = ()
    pending: Literal["undecided", "keep"]


Discretion = Annotated[LowScore | Spread | Distance, Field(discriminator="kind")]
