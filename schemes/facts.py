"""Which facts of an application the calculation cannot do without, and which answers the form must have."""

from collections.abc import Collection, Iterable, Mapping

from schemes.form import Asked
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.rules import ByFact
from schemes.thresholds import facts_in

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


# ── The form, and completeness after closing ──────────────────────────────────────────────────────


def is_asked(asked: Asked, answers: Mapping[str, object]) -> bool:
    """Whether a question or an attachment stands on the form, given the answers so far."""
    condition = asked.only_if
    return condition is None or answers.get(condition.fact) in condition.answers


def is_required(asked: Asked, pool_id: str, answers: Mapping[str, object]) -> bool:
    """Whether an application on this list, with these answers, is incomplete without it."""
    here = not asked.required_on or pool_id in asked.required_on
    return asked.required and here and is_asked(asked, answers)


def not_given(
    regulation: Regulation, pool_id: str, answers: Mapping[str, object], attachments: Collection[str]
) -> tuple[Asked, ...]:
    """What an application must have and has not: questions first, then attachments, in the document's order.

    An answer is missing where its key is not there, or None, or empty text. `attachments` are keys.
    """
    given = {key for key, answer in answers.items() if answer is not None and answer != ""}
    asked = [(fact, given) for fact in regulation.facts]
    brought = [(attachment, attachments) for attachment in regulation.attachments]
    return tuple(
        item
        for item, keys in (*asked, *brought)
        if item.key not in keys and is_required(item, pool_id, answers)
    )
