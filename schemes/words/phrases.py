"""Phrases for conditions and facts, that fit in a sentence."""

from typing import assert_never

from schemes.exact import Points
from schemes.form import Fact
from schemes.regulation import Regulation
from schemes.vocabulary import (
    AllOf,
    AnyOf,
    Condition,
    Criterion,
    FactBeyond,
    FewerThan,
    PointsBelow,
    ShareBelow,
)
from schemes.words.dutch import euros, listed, number, percentage, points


def condition_phrase(regulation: Regulation, condition: Condition) -> str:
    """What a threshold refuses: "in totaal minder dan 9 punten en op geen enkel criterium 3 punten of meer"."""
    match condition:
        case AllOf():
            return " en ".join(condition_phrase(regulation, part) for part in condition.conditions)
        case AnyOf():
            return " of ".join(condition_phrase(regulation, part) for part in condition.conditions)
        case PointsBelow():
            if condition.or_equal and condition.points == 0:
                return f"{_where(condition.of)} geen punten"
            return f"{_where(condition.of)} {_below(condition.or_equal)} {points(condition.points)}"
        case ShareBelow():
            share = percentage(condition.share)
            return f"{_where(condition.of)} {_below(condition.or_equal)} {share} van de te behalen punten"
        case FewerThan():
            return _fewer(regulation, condition)
        case FactBeyond():
            return _beyond(regulation, condition)
        case _:
            assert_never(condition)


def needed_phrase(condition: PointsBelow) -> str:
    """What a threshold on points asks: "ten minste 17 punten zijn nodig", "op de criteria a en b meer dan 7"."""
    least = "meer dan" if condition.or_equal else "ten minste"
    where = f"op {_criteria(condition.of)}" if condition.of else "er"
    verb = "is" if condition.points == 1 else "zijn"
    return f"{where} {verb} {least} {points(condition.points)} nodig"


def _below(or_equal: bool) -> str:
    return "ten hoogste" if or_equal else "minder dan"


def _where(letters: tuple[str, ...]) -> str:
    if not letters:
        return "in totaal"
    return f"op {_criteria(letters)}"


def _criteria(letters: tuple[str, ...]) -> str:
    return f"{'criterium' if len(letters) == 1 else 'de criteria'} {listed(letters)}"


def _beyond(regulation: Regulation, condition: FactBeyond) -> str:
    fact = regulation.fact(condition.fact)
    limits = (("minder dan", condition.below), ("meer dan", condition.above))
    beyond = [f"{word} {fact_phrase(fact, limit)}" for word, limit in limits if limit is not None]
    return f"bij «{fact.question}» {listed(beyond, 'of')}"


def _fewer(regulation: Regulation, condition: FewerThan) -> str:
    among = condition.of or tuple(criterion.letter for criterion in regulation.criteria)
    least = f"{points(condition.points)} of meer"
    if len(among) == 1:
        return f"{_where(among)} minder dan {points(condition.points)}"
    if condition.count == 1:
        which = f"van {_criteria(condition.of)}" if condition.of else "enkel criterium"
        return f"op geen {which} {least}"
    if condition.count == len(among):
        return f"niet op elk van {_criteria(among)} {least}"
    which = f"{condition.count} van {_criteria(among)}" if condition.of else f"{condition.count} criteria"
    return f"op minder dan {which} {least}"


def at_most_points(most: Points) -> str:
    """The points on one criterion that are a ground to refuse: "0 punten", "ten hoogste 1 punt voor weging"."""
    return points(0) if most == 0 else f"ten hoogste {points(most)} voor weging"


def fact_phrase(fact: Fact, value: Points) -> str:
    """The answer to a question of the form, with its unit."""
    if fact.kind == "amount":
        return euros(int(value))
    return f"{number(value)} {fact.unit}" if fact.unit else number(value)


def average_phrase(regulation: Regulation, criterion: Criterion) -> str | None:
    """What a computed criterion divides an amount by: " per unieke deelnemer"; None where that is no amount."""
    keys = criterion.average.per if criterion.average is not None else ()
    if "requested_cents" in keys:
        return None
    return "".join(f" per {fact.per or fact.key}" for fact in map(regulation.fact, keys))
