"""A subsidy regulation as one frozen value: its text, its criteria and rules, its lists, and what a form asks."""

from typing import Annotated, Literal

from pydantic import Field

from schemes.form import Attachment, Fact, ListName, Requirement
from schemes.rules import AmountBand, AtMost, BestFirst, Discretion, Priority, ShareOf, TieBreak
from schemes.values import Key, Text, Value
from schemes.vocabulary import Cause, Criterion, Level, Scale, Threshold

# ── Lists and money ───────────────────────────────────────────────────────────────────────────────


class PoolKind(Value):
    """A kind of list: which limits it has, when it is ranked, and what is said when a limit is reached.

    `ids`: the only lists there are, and `names` what they are called; `single`: exactly one list. `grants`: the number of grants is fixed by
    the article (1 for a spot). A list with neither ceiling nor number is refused where `needs_a_limit`.
    """

    kind: Key
    label: Text
    ids: tuple[Key, ...] = ()
    names: tuple[ListName, ...] = ()
    single: bool = False
    ceiling: Literal["required", "optional"] = "required"
    number: Literal["none", "optional"] = "none"
    grants: Annotated[int, Field(ge=1)] | None = None
    needs_a_limit: bool = False
    ranked_when: Annotated[tuple[Literal["always", "not_all_fit", "more_than_one"], ...], Field(min_length=1)]
    inadmissible: Cause
    ceiling_reached: Cause
    number_reached: Cause | None = None
    first_stage: bool = False
    rule: Text | None = None

    def name_of(self, pool_id: str) -> str:
        """What a list is called in Dutch: as the document names it, and else by its own id."""
        return next((name.label for name in self.names if name.id == pool_id), pool_id)


class Allocation(Value):
    """What happens to an application that does not fit what is left.

    `partial` grants what is left, `stop` ends the distribution, `skip` goes on with the next that fits.
    `offer`: whether a remainder is granted at once or offered first; the calculation is the same.
    """

    does_not_fit: Literal["partial", "stop", "skip"]
    offer: Literal["ask", "grant"]
    remainder: Cause
    eligible_amount: Cause
    declined: Cause


class Assessment(Value):
    """How the points of several assessors become one: a level agreed on, or the exact mean per criterion."""

    aggregation: Literal["consensus", "mean"]
    least_assessors: Annotated[int, Field(ge=1)]


# ── The text and how it is read ───────────────────────────────────────────────────────────────────


class Lid(Value):
    """One lid, word for word; `not_modelled` says why no rule carries it out, where none does."""

    number: Text
    text: Text
    not_modelled: Text | None = None


class Position(Value):
    """A doubtful text on which a stand was taken that has no alternative in the calculation."""

    id: Key
    rule: Text
    question: Text
    choice: Text
    why: Text


class DecidingTerm(Value):
    """Within how many weeks the college decides, counted from where, and on what this rests."""

    weeks: Annotated[int, Field(ge=1, le=104)]
    counted_from: Literal["closing", "receipt"]
    source: Text


class Regulation(Value):
    """A regulation with every reading chosen: all that `run` needs, and the words that explain it."""

    slug: Key
    title: Text
    article: Text
    municipality: Text | None = None
    source_note: Text | None = None
    leden: Annotated[tuple[Lid, ...], Field(min_length=1)]
    scales: tuple[Scale, ...] = ()
    criteria: Annotated[tuple[Criterion, ...], Field(max_length=50)] = ()
    facts: tuple[Fact, ...] = ()
    attachments: tuple[Attachment, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    pools: Annotated[tuple[PoolKind, ...], Field(min_length=1)]
    thresholds: tuple[Threshold, ...] = ()
    priorities: tuple[Priority, ...] = ()
    best_first: BestFirst | None = None
    tie_breaks: tuple[TieBreak, ...] = ()
    at_most: tuple[AtMost, ...] = ()
    amounts: tuple[AmountBand, ...] = ()
    shares: tuple[ShareOf, ...] = ()
    discretions: tuple[Discretion, ...] = ()
    allocation: Allocation
    assessment: Assessment
    deciding_term: DecidingTerm | None = None
    positions: tuple[Position, ...] = ()

    def levels(self, criterion: Criterion) -> tuple[Level, ...]:
        """The levels an assessor chooses from: the criterion's own, or those of its scale."""
        if criterion.scale is None:
            return criterion.levels
        return next(scale.levels for scale in self.scales if scale.name == criterion.scale)

    def fact(self, key: str) -> Fact:
        """The fact with this key. KeyError where the regulation does not ask it."""
        for fact in self.facts:
            if fact.key == key:
                return fact
        raise KeyError(key)

    def calculates_with(self, fact: Fact) -> bool:
        """Whether the outcome can depend on this fact; the others are there for people."""
        used = [priority.fact for priority in self.priorities] + [limit.fact for limit in self.at_most]
        used.extend([self.best_first.fact] if self.best_first is not None else [])
        return fact.kind in ("whole_number", "amount") or fact.key in used

    def pool_kind(self, name: str) -> PoolKind:
        """The kind of list by its name. KeyError for a kind that the regulation does not have."""
        for kind in self.pools:
            if kind.kind == name:
                return kind
        raise KeyError(name)


# ── Readings: choices in the document ─────────────────────────────────────────────────────────────


class Choice(Value):
    """One way to read a text. `means` is what it puts in the rules, where that is more than its own name."""

    choice: str | int
    text: Text
    means: object = None
    only_with: dict[str, str | int] = Field(default_factory=dict)


class Reading(Value):
    """A doubtful text with the choice made. Rules refer to it as `{ reading = "id" }`.

    `advice` is for the municipality that sets a round up, and stands on no page for everyone. `reported`: whether every
    outcome names the choice, or only one that departs from `chosen`.
    """

    id: Key
    rule: Text
    question: Text
    chosen: str | int
    why: Text
    advice: Text | None = None
    choices: Annotated[tuple[Choice, ...], Field(min_length=2)]
    reported: Literal["always", "when_departing"] = "always"
