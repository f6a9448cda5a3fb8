"""Which lists there are: a list is held only where the article says so, and then over whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from schemes.amounts import claim_of
from schemes.regulation import Regulation
from schemes.round import Ceiling, Entry, Pool, RoundInput


def is_exceeded(pool: Pool, grants: int | None, claims: Sequence[int]) -> bool:
    """Whether these claims in cents together exceed the ceiling or the number of a pool. An exact fit does not."""
    too_much = pool.ceiling_cents is not None and sum(claims) > pool.ceiling_cents
    return too_much or (grants is not None and len(claims) > grants)


def grants_of(regulation: Regulation, pool: Pool) -> int | None:
    """How many grants a pool has: as the article fixes it, or as the round states it."""
    fixed = regulation.pool_kind(pool.kind).grants
    return pool.max_grants if fixed is None else fixed


def is_ranked(regulation: Regulation, pool: Pool, claims: Sequence[int]) -> bool:
    """Whether the article tells to rank this pool's applications, given their claims in cents."""
    conditions = regulation.pool_kind(pool.kind).ranked_when
    return (
        "always" in conditions
        or ("more_than_one" in conditions and len(claims) > 1)
        or ("not_all_fit" in conditions and is_exceeded(pool, grants_of(regulation, pool), claims))
    )


@dataclass(frozen=True, slots=True)
class Contest:
    """Pools that draw on one ceiling, and together can exceed it.

    `spots` are those with a stage of their own: the best of each goes on to the list of all.
    """

    ceiling: Ceiling
    pools: tuple[Pool, ...]
    spots: tuple[Pool, ...]


def contests(
    regulation: Regulation,
    pools: Sequence[Pool],
    ceilings: Sequence[Ceiling],
    claims: Mapping[str, Sequence[int]],
) -> tuple[Contest, ...]:
    """The shared ceilings that can be exceeded by what the pools on them ask (of a spot: its largest claim)."""
    found = []
    for ceiling in ceilings:
        sharing = tuple(pool for pool in pools if pool.ceiling_id == ceiling.id)
        spots = tuple(pool for pool in sharing if regulation.pool_kind(pool.kind).first_stage)
        asked = sum(
            max(claims[pool.id], default=0) if pool in spots else sum(claims[pool.id]) for pool in sharing
        )
        if asked > ceiling.ceiling_cents:
            found.append(Contest(ceiling, sharing, spots))
    return tuple(found)


def claims_by_pool(
    regulation: Regulation, pools: Sequence[Pool], entries: Sequence[Entry]
) -> dict[str, list[int]]:
    """What the admissible applications of each pool ask, in cents, before they have points.

    Amounts that depend on points go with a list that there always is, so they do not matter here.
    """
    claims: dict[str, list[int]] = {pool.id: [] for pool in pools}
    for entry in entries:
        if entry.admissible:
            claims[entry.pool].append(claim_of(regulation, entry, 0))
    return claims


def without_points(regulation: Regulation, round_input: RoundInput) -> tuple[str, ...]:
    """The applications that need points and have none, by id. Where all fit, none are needed."""
    pools, entries = round_input.pools, round_input.entries
    claims = claims_by_pool(regulation, pools, entries)
    ranked = {pool.id for pool in pools if is_ranked(regulation, pool, claims[pool.id])}
    for contest in contests(regulation, pools, round_input.ceilings, claims):
        ranked.update(pool.id for pool in contest.pools)
    return tuple(
        sorted(
            entry.id
            for entry in entries
            if entry.admissible and entry.scores is None and (regulation.thresholds or entry.pool in ranked)
        )
    )
