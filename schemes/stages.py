"""Stages before the list: the best of each spot under a shared ceiling, and the best of each group.

A shared ceiling was made for Apeldoorn's basisontmoetingsplekken, where lid 1 ranks per spot and lid 2 per
deelplafond (ADR 0005). The best of each group first is a rule of the regulation (`BestFirst`).
"""

from collections.abc import Sequence
from dataclasses import replace

from schemes.allocation import Purse
from schemes.competition import Contest
from schemes.lists import Contestants, ListMaker
from schemes.round import Pool
from schemes.rules import BestFirst
from schemes.walk.component import Component
from schemes.walk.findings import Found
from schemes.walk.possibilities import Walk

FirstStage = tuple[Component, Found]


def common_list(maker: ListMaker, contest: Contest, by_pool: dict[str, list[int]]) -> Contestants | None:
    """The list of all who draw on a shared ceiling: the best of each spot, and everyone in the other pools.

    None while a spot has no certain winner: everything that could draw on the ceiling waits for it.
    """
    rows = [row for pool in contest.pools if pool not in contest.spots for row in by_pool[pool.id]]
    stages = [_first_stage(maker, spot, spot.id, by_pool[spot.id]) for spot in contest.spots]
    best = _best_of(stages)
    if not _are_certain(stages):
        _wait(maker, contest.pools, rows + best, stages)
        return None
    maker.ledger.reopen(best)
    maker.ranker.staged.update(best)
    ranked = maker.ranked(tuple(pool.id for pool in contest.pools), [*rows, *best])
    return Contestants(contest.ceiling.id, ranked, contest.ceiling)


def list_with_best_first(
    maker: ListMaker, rule: BestFirst, pool: Pool, rows: Sequence[int]
) -> Contestants | None:
    """The list of a pool in which the best of each group goes before all others.

    None while the best of a group is not certain: the whole list waits for it.
    """
    groups: dict[str, list[int]] = {}
    for row in rows:
        if (value := maker.round_input.entries[row].facts.get(rule.fact)) is not None:
            groups.setdefault(str(value), []).append(row)
    stages = [_first_stage(maker, pool, f"{pool.id} {name}", groups[name]) for name in sorted(groups)]
    best = _best_of(stages)
    if not _are_certain(stages):
        _wait(maker, (pool,), rows, stages)
        return None
    staged = [row for component, _ in stages for row in component.lists[0].rows]
    maker.ledger.reopen(staged, same_list=True)
    maker.ranker.staged.update(staged)
    maker.ranker.best.update(best)
    maker.ledger.best.update(best)
    return Contestants(pool.id, maker.ranked((pool.id,), rows))


def _first_stage(maker: ListMaker, pool: Pool, name: str, rows: Sequence[int]) -> FirstStage:
    """The list of those who compete for one place, and for it alone: the money comes in the next stage."""
    ranked = maker.ranked((pool.id,), rows)
    cases = {row: maker.case(row, {pool.id: 0}, (), with_level=False) for row in ranked.rows}
    purse = Purse(cases, [replace(maker.limits(pool), ceiling=None, grants=1)], (), maker.rules)
    component = Component([ranked], [(0,)], [len(ranked.rows) > 1], purse, with_levels=False)
    found = Walk(component).run()
    maker.ledger.take(component, found, [name])
    return component, found


def _best_of(stages: Sequence[FirstStage]) -> list[int]:
    """Who is certain to win its place."""
    return [
        row
        for _, found in stages
        for row, award in found.single.items()
        if award.cents > 0 and not found.is_open(row)
    ]


def _are_certain(stages: Sequence[FirstStage]) -> bool:
    """Whether no one of whom it is still open can win a place."""
    return not any(found.can_get(row) > 0 for _, found in stages for row in found.open_rows())


def _wait(maker: ListMaker, pools: Sequence[Pool], rows: Sequence[int], stages: Sequence[FirstStage]) -> None:
    maker.ledger.reopen(_best_of(stages))
    for row in {*rows, *(row for _, found in stages for row in found.open_rows() if found.can_get(row) > 0)}:
        maker.ledger.wait(row, maker.claim(row))
    for component, _ in stages:
        for tie in component.lists[0].ties:
            tie.outer = True
    maker.ledger.open_totals.update(pool.id for pool in pools)
