"""From the rows of a round to what the engine takes. Here alone `grants` hands a round to the engine.

The rows give the lists and the applications with their facts. What an application does not hold itself is a parameter: points,
decisions, draws and distances, each by the application's reference, which is its id in the engine.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from grants.ceilings import ceilings_for
from grants.documents.stored import regulation_of
from grants.enums import Standing
from grants.models import Application, Deelplafond, GrantRound
from grants.standings import IN_THE_RUNNING
from schemes.competition import without_points
from schemes.exact import Points
from schemes.facts import missing_facts
from schemes.form import Fact
from schemes.regulation import Regulation
from schemes.round import NO_DECISIONS, Ceiling, Entry, Near, Outcome, Pool, RoundError, RoundInput
from schemes.run import run
from schemes.scoring import scored_criteria

SHARED = "gedeeld"
"""The id of the ceiling that several lists of a round draw on."""


USED = (
    "deelplafond_id",
    "facts",
    "grantable_cents",
    "received_at",
    "reference",
    "requested_cents",
    "round_id",
    "standing",
)
"""What the engine takes of an application, and its round; the rest of its row stays in the database."""


class MissingKind(StrEnum):
    """What an application can lack before a round can be worked out."""

    FACTS = "facts"
    POINTS = "points"


@dataclass(frozen=True)
class Missing:
    """What must come first, and of which applications, by their references."""

    kind: MissingKind
    applications: tuple[str, ...]


@dataclass(frozen=True)
class Beside:
    """What the rows of applications do not hold. Each maps an application's reference, but for draws and distances.

    `counts_in_average` also brings in what was withdrawn after the points were established.
    """

    scores: Mapping[str, tuple[Points, ...]] = field(default_factory=dict)
    decisions: Mapping[str, Mapping[str, str | int]] = field(default_factory=dict)
    facts_unknown: Collection[str] = ()
    counts_in_average: Mapping[str, bool] = field(default_factory=dict)
    draws: Sequence[tuple[str, ...]] = ()
    distances: Sequence[Near] = ()


NOTHING_BESIDE = Beside()


@dataclass(frozen=True)
class Prepared:
    """A round as the engine takes it, and what is missing before it can be worked out."""

    regulation: Regulation
    round_input: RoundInput
    missing: tuple[Missing, ...]

    def outcome(self) -> Outcome | RoundError | tuple[Missing, ...]:
        """The outcome; or what is missing, and then nothing was worked out."""
        return self.missing or run(self.regulation, self.round_input)


def prepare(grant_round: GrantRound, beside: Beside = NOTHING_BESIDE) -> Prepared:
    """What the engine takes of this round, as its rows are now; three queries. Drafts and what was withdrawn stay out."""
    regulation = regulation_of(grant_round)
    lists = list(grant_round.deelplafonds.all())
    keys = {each.pk: each.key for each in lists}
    found = [
        (keys[each.deelplafond_id], each)
        for each in _competing(grant_round, beside)
        if each.deelplafond_id is not None
    ]
    ceilings = ceilings_for(grant_round, lists, _first_filed(found))
    round_input = RoundInput(
        pools=tuple(_pool(each, ceilings.own[each.key]) for each in lists),
        entries=tuple(_entry(each, key, regulation, beside) for key, each in found),
        ceilings=() if ceilings.shared is None else (Ceiling(SHARED, ceilings.shared),),
        draws=tuple(beside.draws),
        distances=tuple(beside.distances),
    )
    return Prepared(regulation, round_input, tuple(_missing(regulation, round_input)))


def _competing(grant_round: GrantRound, beside: Beside) -> list[Application]:
    received = grant_round.applications.exclude(standing=Standing.DRAFT).exclude(reference=None).only(*USED)
    return [
        each
        for each in received.order_by("position")
        if each.standing != Standing.WITHDRAWN or beside.counts_in_average.get(each.reference or "")
    ]


def _first_filed(found: Iterable[tuple[str, Application]]) -> dict[str, datetime]:
    """When the first of those that compete on each list was filed."""
    first: dict[str, datetime] = {}
    for key, each in found:
        if each.standing in IN_THE_RUNNING and each.received_at is not None:
            first[key] = min(first.get(key, each.received_at), each.received_at)
    return first


def _entry(application: Application, pool: str, regulation: Regulation, beside: Beside) -> Entry:
    name, requested = application.reference or "", application.requested_cents or 0
    admissible = Standing(application.standing) in IN_THE_RUNNING
    nothing_to_score = () if admissible and not scored_criteria(regulation) else None
    return Entry(
        id=name,
        pool=pool,
        requested_cents=requested,
        grantable_cents=requested if application.grantable_cents is None else application.grantable_cents,
        admissible=admissible,
        scores=beside.scores.get(name, nothing_to_score) if admissible else None,
        facts=_facts(application, regulation),
        facts_unknown=name in beside.facts_unknown,
        counts_in_average=beside.counts_in_average.get(name),
        decisions=beside.decisions.get(name, NO_DECISIONS),
    )


def _facts(application: Application, regulation: Regulation) -> dict[str, int | str]:
    """Those that the calculation uses; the others are for people. A number that cannot be is as if it was not given."""
    used = {fact.key: fact for fact in regulation.facts if regulation.calculates_with(fact)}
    return {
        key: application.facts[key]
        for key, fact in used.items()
        if key in application.facts and _can_be(fact, application.facts[key])
    }


def _can_be(fact: Fact, given: int | str) -> bool:
    return fact.kind not in ("whole_number", "amount") or (isinstance(given, int) and given >= fact.least)


def _pool(deelplafond: Deelplafond, ceiling_cents: int | None) -> Pool:
    return Pool(
        id=deelplafond.key,
        kind=deelplafond.kind,
        ceiling_cents=ceiling_cents,
        max_grants=deelplafond.max_grants,
        ceiling_id=SHARED if deelplafond.draws_on_shared else None,
    )


def _missing(regulation: Regulation, round_input: RoundInput) -> list[Missing]:
    found = {
        MissingKind.FACTS: missing_facts(regulation, round_input.entries),
        MissingKind.POINTS: without_points(regulation, round_input),
    }
    return [Missing(kind, names) for kind, names in found.items() if names]
