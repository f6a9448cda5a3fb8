"""The outcome in the file format, as JSON data."""

from collections.abc import Mapping

from schemes.exact import Points, exact_json
from schemes.round import Line, LotteryGroup, Need, Outcome, PoolLine, Reason, RoundError, WithoutEffect
from schemes.vocabulary import Cause

Json = None | bool | int | str | list["Json"] | dict[str, "Json"]

MOST_TIED = 1000
"""Above this many sharing one place their ids are not repeated with each of them (`tied_count` stands instead)."""


def outcome_json(outcome: Outcome, scheme: str, options: Mapping[str, str | int]) -> dict[str, Json]:
    """The outcome as the file format defines it, with its needs and reasons."""
    letters = [criterion.letter for criterion in outcome.regulation.criteria]
    return {
        "scheme": scheme,
        "options": dict(options),
        "pools": [pool_json(pool) for pool in outcome.pools],
        "applications": [_with_tie(line, letters) for line in outcome.lines],
        "lottery_groups": [group_json(group) for group in outcome.lottery_groups],
        "warnings": [warning_json(warning) for warning in outcome.warnings],
        "needs": [need_json(need) for need in outcome.needs],
    }


def warning_json(warning: WithoutEffect) -> Json:
    """A decision that can have no effect."""
    return {
        "code": "decision_without_effect",
        "application": warning.application,
        "decision": warning.decision,
    }


def error_json(error: RoundError) -> dict[str, Json]:
    """An error as the file format defines it."""
    return {"error": {"code": error.code, "application": error.application}}


def pool_json(pool: PoolLine) -> Json:
    """What happened in one pool."""
    return {
        "id": pool.pool.id,
        "ranked": pool.ranked,
        "ceiling_cents": pool.pool.ceiling_cents,
        "requested_cents": pool.requested_cents,
        "granted_cents": pool.granted_cents,
        "remaining_cents": pool.remaining_cents,
    }


def line_json(line: Line, letters: list[str]) -> dict[str, Json]:
    """The outcome of one application, but for who shares its place."""
    return {
        "id": line.entry.id,
        "pool": line.entry.pool,
        "points": None if line.points is None else _by_letter(letters, line.points),
        "total_points": None if line.total is None else exact_json(line.total),
        "eligible": line.eligible,
        "rank": line.rank,
        "tied_with": [],
        "decided_by": line.decided_by.code if line.decided_by else None,
        "decided_by_rule": line.decided_by.rule if line.decided_by else None,
        "status": line.status.value,
        "granted_cents": line.granted_cents,
        "granted_min_cents": line.least_cents,
        "granted_max_cents": line.most_cents,
        "reason": None if line.reason is None else _cause(line.reason),
        "decisions_needed": list(line.decisions_needed),
        "reasons": [_reason(reason) for reason in line.reasons],
    }


def _with_tie(line: Line, letters: list[str]) -> Json:
    written = line_json(line, letters)
    if line.tie is not None and len(line.tie) > MOST_TIED:
        written["tied_with"] = None
        written["tied_count"] = len(line.tie) - 1
    elif line.tie is not None:
        written["tied_with"] = [id_ for id_ in line.tie if id_ != line.entry.id]
    return written


def _by_letter(letters: list[str], points: tuple[Points, ...]) -> Json:
    return {letter: exact_json(number) for letter, number in zip(letters, points, strict=True)}


def _cause(cause: Cause) -> Json:
    return {"code": cause.code, "rule": cause.rule}


def _reason(reason: Reason) -> Json:
    numbers: dict[str, Json] = {name: exact_json(number) for name, number in reason.numbers}
    return {"code": reason.code, "rule": reason.rule, "numbers": numbers}


def need_json(need: Need) -> Json:
    """What must still happen."""
    return {
        "kind": need.kind.value,
        "code": need.cause.code,
        "rule": need.cause.rule,
        "applications": list(need.applications),
        "pool": need.pool,
        "blocking": need.blocking,
    }


def group_json(group: LotteryGroup) -> Json:
    """Applications that only lots can order."""
    written: dict[str, Json] = {
        "pool": group.pool,
        "ids": list(group.ids),
        "rule": group.cause.rule,
        "drawn": group.drawn,
        "conditional": group.conditional,
        "affects_outcome": group.affects_outcome,
        "affected_ids": None if group.affected_ids is None else list(group.affected_ids),
        "places": None
        if group.places is None
        else [
            {"place": place.place, "statuses": [status.value for status in place.statuses]}
            for place in group.places
        ],
    }
    if group.outer:
        written["bounds"] = "outer"
    return written
