"""Which facts of an application the calculation cannot do without."""

from collections.abc import Iterable

from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.thresholds import facts_in
from schemes.vocabulary import ByFact

APPLICATION_FIELDS = (
    "id",
    "pool",
    "requested_cents",
    "grantable_cents",
    "admissible",
    "scores",
    "decisions",
    "counts_in_average",
)
"""What every application can have; no fact can bear these names."""


def facts_needed(regulation: Regulation, entry: Entry) -> list[str]:
    """The keys of the facts that the rules need of this application, as far as the form asks for them."""
    needed: list[str] = []
    if entry.admissible:
        needed.extend(rule.fact for rule in regulation.tie_breaks if isinstance(rule, ByFact))
        needed.extend(priority.fact for priority in regulation.priorities)
        needed.extend(share.fact for share in regulation.shares)
        needed.extend(
            fact for threshold in regulation.thresholds for fact in facts_in(threshold.refused_when)
        )
        needed.extend(key for key in _grouping_facts(regulation) if regulation.fact(key).required)
    if not entry.facts_unknown:
        needed.extend(_facts_of_averages(regulation, entry))
    known = {fact.key for fact in regulation.facts}
    return [key for key in needed if key in known]


def _grouping_facts(regulation: Regulation) -> Iterable[str]:
    """The facts that tell groups apart; one that need not be answered leaves an application outside all groups."""
    yield from (limit.fact for limit in regulation.at_most)
    if regulation.best_first is not None:
        yield regulation.best_first.fact


def _facts_of_averages(regulation: Regulation, entry: Entry) -> Iterable[str]:
    for criterion in regulation.criteria:
        average = criterion.average
        if average is None:
            continue
        counts = entry.counts_in_average or (entry.counts_in_average is None and average.counts == "all")
        if entry.admissible or counts:
            yield from (average.of, *average.per)


def missing_facts(regulation: Regulation, entries: Iterable[Entry]) -> tuple[str, ...]:
    """The applications that lack a fact the calculation needs, by id."""
    return tuple(
        sorted(
            entry.id
            for entry in entries
            if any(key not in entry.facts for key in facts_needed(regulation, entry))
        )
    )
