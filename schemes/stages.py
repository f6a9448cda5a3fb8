"""A shared ceiling, in two stages: first the best of each spot, then these and all others together.

Made for Apeldoorn's basisontmoetingsplekken, where lid 1 ranks per spot and lid 2 per deelplafond (ADR 0005).
"""

from collections.abc import Sequence
from dataclasses import replace

from schemes.allocation import Purse
from schemes.competition import Contest
from schemes.component import Component
from schemes.findings import Found
from schemes.lists import Contestants, ListMaker
from schemes.possibilities import Walk
from schemes.round import Pool

FirstStage = tuple[Component, Found]


def common_list(maker: ListMaker, contest: Contest, by_pool: dict[str, list[int]]) -> Contestants | None:
    """The list of all who draw on a shared ceiling: the best of each spot, and everyone in the other pools.

    None while a spot has no certain winner: everything that could draw on the ceiling waits for it.
    """
    rows = [row for pool in contest.pools if pool not in contest.spots for row in by_pool[pool.id]]
    stages = [_first_stage(maker, spot, by_pool[spot.id]) for spot in contest.spots]
    for spot, (component, found) in zip(contest.spots, stages, strict=True):
        maker.ledger.take(component, found, [spot.id])
    best = [row for _, found in stages for row, award in found.single.items() if award.cents > 0]
    if any(found.awards or found.bounds for _, found in stages):
        _wait(maker, contest, rows + best, stages)
        return None
    maker.ledger.reopen(best)
    maker.ranker.winners.update(best)
    ranked = maker.ranked(tuple(pool.id for pool in contest.pools), [*rows, *best])
    return Contestants(contest.ceiling.id, ranked, contest.ceiling)


def _first_stage(maker: ListMaker, spot: Pool, rows: Sequence[int]) -> FirstStage:
    """The list of one spot, for its place alone: the money is a matter of the second stage."""
    ranked = maker.ranked((spot.id,), rows)
    cases = {row: maker.case(row, {spot.id: 0}, (), with_level=False) for row in ranked.rows}
    purse = Purse(cases, [replace(maker.limits(spot), ceiling=None)], (), maker.rules)
    component = Component([ranked], [(0,)], [len(ranked.rows) > 1], purse, with_levels=False)
    return component, Walk(component).run()


def _wait(maker: ListMaker, contest: Contest, rows: Sequence[int], stages: Sequence[FirstStage]) -> None:
    for row in {*rows, *(row for _, found in stages for row in (*found.awards, *found.bounds))}:
        maker.ledger.wait(row, maker.claim(row))
    for component, _ in stages:
        for tie in component.lists[0].ties:
            tie.outer = True
    maker.ledger.open_totals.update(pool.id for pool in contest.pools)
