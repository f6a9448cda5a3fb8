"""A round as values, written in the file format: what `read_round` reads back as the same values."""

from collections.abc import Mapping

from schemes.exact import Points, exact_json
from schemes.files.writing import Json
from schemes.regulation import Regulation
from schemes.round import Entry, Pool, RoundInput
from schemes.scoring import scored_criteria


def round_json(
    scheme: str, options: Mapping[str, str | int], regulation: Regulation, round_input: RoundInput
) -> dict[str, Json]:
    """The round in the file format, under the regulation with this slug and these readings chosen."""
    written: dict[str, Json] = {
        "scheme": scheme,
        "options": dict(options),
        "pools": [_pool(pool, regulation) for pool in round_input.pools],
        "applications": [_application(entry, regulation) for entry in round_input.entries],
    }
    if round_input.ceilings:
        written["ceilings"] = [
            {"id": each.id, "ceiling_cents": each.ceiling_cents} for each in round_input.ceilings
        ]
    if round_input.draws:
        written["lottery"] = _lottery(round_input.draws)
    if round_input.distances:
        written["distances_m"] = [
            {"between": [near.one, near.other], "metres": near.metres} for near in round_input.distances
        ]
    return written


def _pool(pool: Pool, regulation: Regulation) -> Json:
    limits: dict[str, int | str | None] = {
        "kind": pool.kind if len(regulation.pools) > 1 else None,
        "ceiling_cents": pool.ceiling_cents,
        "max_places": pool.max_grants,
        "ceiling_id": pool.ceiling_id,
    }
    return {"id": pool.id, **{name: value for name, value in limits.items() if value is not None}}


def _application(entry: Entry, regulation: Regulation) -> Json:
    written: dict[str, Json] = {
        "id": entry.id,
        "pool": entry.pool,
        "requested_cents": entry.requested_cents,
        **entry.facts,
    }
    if entry.grantable_cents != entry.requested_cents:
        written["grantable_cents"] = entry.grantable_cents
    if not entry.admissible:
        written["admissible"] = False
    if entry.scores:
        written["scores"] = _scores(entry.scores, regulation)
    averages = [criterion.average for criterion in regulation.criteria if criterion.average is not None]
    if entry.facts_unknown:
        written.update({average.unknown: True for average in averages})
    if averages and entry.counts_in_average is not None:
        written["counts_in_average"] = entry.counts_in_average
    if entry.decisions:
        written["decisions"] = {key: _decision(said) for key, said in entry.decisions.items()}
    return written


def _scores(scores: tuple[Points, ...], regulation: Regulation) -> Json:
    return {
        criterion.letter: exact_json(points)
        for criterion, points in zip(scored_criteria(regulation), scores, strict=True)
    }


def _decision(said: str | int) -> Json:
    return {"cap_cents": said} if isinstance(said, int) else said


def _lottery(draws: tuple[tuple[str, ...], ...]) -> Json:
    """One draw as a list of lots; several as a list of such lists."""
    return list(draws[0]) if len(draws) == 1 else [list(draw) for draw in draws]
