"""The closed vocabulary of a subsidy regulation: what a document can say about an application.

Every rule that decides something carries its `rule`: where the article speaks ("lid 2 onder e"), or the Awb.
Codes are data: what the outcome reports stands in the document, and no regulation needs code of its own.
"""

from fractions import Fraction
from typing import Annotated, Literal

from pydantic import Field

from schemes.exact import Points
from schemes.values import Exact, Key, Letter, Text, Value


class Cause(Value):
    """Why an outcome is what it is: a code, and where the article (or the Awb) says so."""

    code: Key
    rule: Text | None = None


# ── Criteria ──────────────────────────────────────────────────────────────────────────────────────


class Level(Value):
    """One step of a criterion: its points before weighing, in the article's own words."""

    points: Exact
    text: Text


class Scale(Value):
    """Levels that several criteria share ("per criterium kunnen 0-4 punten worden gehaald")."""

    name: Key
    rule: Text
    levels: Annotated[tuple[Level, ...], Field(min_length=1)]


class Band(Value):
    """Points for a measure that lies between these shares of the average (1 is the average itself)."""

    points: Exact
    text: Text
    more_than: Exact | None = None
    at_least: Exact | None = None
    at_most: Exact | None = None
    less_than: Exact | None = None

    def holds(self, share: Points) -> bool:
        """Whether this share of the average falls in the band."""
        return (
            (self.more_than is None or share > self.more_than)
            and (self.at_least is None or share >= self.at_least)
            and (self.at_most is None or share <= self.at_most)
            and (self.less_than is None or share < self.less_than)
        )

    def of(self, average: Fraction) -> "Band":
        """The same band with its borders as measures, so that a measure need not be divided by the average."""
        borders = ("more_than", "at_least", "at_most", "less_than")
        shares = {name: share for name, share in self if name in borders and share is not None}
        return self.model_copy(update={name: share * average for name, share in shares.items()})


class Average(Value):
    """A criterion that is computed: an application's measure against that of all applications together.

    The measure is `of` divided by every fact in `per`. `unknown` names the mark on an application whose
    facts turned out to be missing: it gets `unknown_points` and stays out of the average.
    """

    of: Key
    per: Annotated[tuple[Key, ...], Field(min_length=1)]
    joined: Literal["ratio_of_totals", "mean_of_ratios"]
    counts: Literal["admissible", "all"]
    bands: Annotated[tuple[Band, ...], Field(min_length=1)]
    unknown: Key
    unknown_points: Exact = 0


class Criterion(Value):
    """What points are given for. Exactly one of `levels`, `scale`, `average` and `any_number_from`.

    `any_number_to`: the most that can be given, where any number can. `question` is what the form asks the
    applicant about it, and `help` is for who assesses.
    """

    letter: Letter
    rule: Text
    name: Text
    text: Text
    heading: Text | None = None
    question: Text | None = None
    weight: Exact = 1
    levels: tuple[Level, ...] = ()
    scale: Key | None = None
    average: Average | None = None
    any_number_from: Exact | None = None
    any_number_to: Exact | None = None
    help: tuple[Text, ...] = ()


# ── Thresholds ────────────────────────────────────────────────────────────────────────────────────


class PointsBelow(Value):
    """True where the sum of points on `of` (all criteria if absent) is below the number, or equal to it."""

    kind: Literal["points_below"]
    of: tuple[Letter, ...] = ()
    points: Exact
    weighted: bool = True
    or_equal: bool = False


class ShareBelow(Value):
    """True where the sum of points on `of` is below this share of what can be attained there, or equal to it."""

    kind: Literal["share_below"]
    of: tuple[Letter, ...] = ()
    share: Exact
    or_equal: bool = False


class FewerThan(Value):
    """True where fewer than `count` of the criteria have at least `points`, before weighing."""

    kind: Literal["fewer_than"]
    of: tuple[Letter, ...] = ()
    count: Annotated[int, Field(ge=1)]
    points: Exact


class FactBeyond(Value):
    """True where a fact is below `below`, or above `above`: a project that is too small, a bid that is too high."""

    kind: Literal["fact_beyond"]
    fact: Key
    below: Annotated[int, Field(ge=1)] | None = None
    above: Annotated[int, Field(ge=0)] | None = None


class AllOf(Value):
    """True where every one of the conditions is."""

    kind: Literal["all_of"]
    conditions: Annotated[tuple["Condition", ...], Field(min_length=1)]


class AnyOf(Value):
    """True where at least one of the conditions is."""

    kind: Literal["any_of"]
    conditions: Annotated[tuple["Condition", ...], Field(min_length=1)]


Condition = Annotated[
    PointsBelow | ShareBelow | FewerThan | FactBeyond | AllOf | AnyOf, Field(discriminator="kind")
]


class Threshold(Cause):
    """Out of the ranking where the condition is true: "komt niet voor subsidie in aanmerking"."""

    refused_when: Condition
