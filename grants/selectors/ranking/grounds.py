"""What an official's decision rests on: what was found about an application, as a value that can be compared later."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from grants.enums import Said
from grants.models import GrantRound, OfficialDecision
from grants.scheme_input import Prepared
from schemes.exact import exact_json
from schemes.files.writing import Json
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.rules import Discretion, Distance, LowScore, Spread
from schemes.scoring import scored_criteria

Key = tuple[str, str]
"""The reference of an application, and the key of a discretion."""


def discretion_of(regulation: Regulation, key: str) -> Discretion | None:
    """What the regulation leaves to officials under this key; None where it leaves nothing."""
    return next((each for each in regulation.discretions if each.key == key), None)


def ground_of(prepared: Prepared, entry: Entry, discretion: Discretion) -> Json:
    """What is found now about this application: the scores, the places nearby, or the amount."""
    match discretion:
        case LowScore():
            return {
                "scores": {
                    letter: _scores(prepared.regulation, entry)[letter] for letter in discretion.criteria
                }
            }
        case Distance():
            return {"near": _near(prepared, entry, discretion.metres)}
        case Spread():
            return {"grantable_cents": entry.grantable_cents}
        case _:
            assert_never(discretion)


def with_decisions(grant_round: GrantRound, prepared: Prepared) -> Prepared:
    """The round with the decisions that hold; one query. Those whose ground is gone are left out: they are owed anew."""
    last = last_decisions(grant_round)
    if not last:
        return prepared
    entries = [_with(prepared, entry, last) for entry in prepared.round_input.entries]
    return replace(prepared, round_input=replace(prepared.round_input, entries=tuple(entries)))


def last_decisions(grant_round: GrantRound) -> dict[Key, OfficialDecision]:
    """Of each application and key the last decision, with its reasons."""
    found = OfficialDecision.objects.filter(application__round=grant_round)
    last = found.order_by("application_id", "key", "-number").distinct("application_id", "key")
    return {
        (str(each.application.reference), each.key): each
        for each in last.select_related("application", "by", "payload")
    }


def holds(prepared: Prepared, entry: Entry, decision: OfficialDecision) -> bool:
    """Whether this decision was not taken back, and what it rests on is still so."""
    discretion = discretion_of(prepared.regulation, decision.key)
    if discretion is None or decision.said == Said.TAKEN_BACK:
        return False
    return bool(decision.ground == ground_of(prepared, entry, discretion))


def _with(prepared: Prepared, entry: Entry, last: Mapping[Key, OfficialDecision]) -> Entry:
    said: dict[str, str | int] = {
        each.key: decision.said if decision.cap_cents is None else decision.cap_cents
        for each in prepared.regulation.discretions
        if (decision := last.get((entry.id, each.key))) and holds(prepared, entry, decision)
    }
    return replace(entry, decisions=said) if said else entry


def _scores(regulation: Regulation, entry: Entry) -> dict[str, Json]:
    letters = [criterion.letter for criterion in scored_criteria(regulation)]
    if entry.scores is None:
        return dict.fromkeys(letters)
    return {letter: exact_json(score) for letter, score in zip(letters, entry.scores, strict=True)}


def _near(prepared: Prepared, entry: Entry, metres: int) -> list[Json]:
    """The places that lie too near, in order, each with its scores: who has more points follows from those."""
    others = {each.id: each for each in prepared.round_input.entries}
    found = [
        (other, pair.metres)
        for pair in prepared.round_input.distances
        if pair.metres < metres and (other := _other(pair.one, pair.other, entry.id))
    ]
    return [
        {"application": name, "metres": how_far, "scores": _scores(prepared.regulation, others[name])}
        for name, how_far in sorted(found)
    ]


def _other(one: str, other: str, own: str) -> str:
    return other if one == own else one if other == own else ""
