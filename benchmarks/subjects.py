"""What is measured: the engine, `pabutools` and `numpy`, each given the same applications."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from string import Template
from typing import NamedTuple

from schemes.documents import load_document
from schemes.round import Entry, Outcome, Pool, RoundInput
from schemes.run import run

SEED = 20260101
POOLS = range(4)
THRESHOLD = 9

Funded = Callable[[], list[str]]
"""The ids of the applications that get money, worked out from an answer that was given."""

Work = Callable[[], Funded]
"""What is timed."""


class Application(NamedTuple):
    """One application as the seed makes it. The lowest lot goes first."""

    id: str
    pool: int
    cents: int
    scores: tuple[int, ...]
    lot: int


def applications(size: int) -> list[Application]:
    """Always the same applications: few different totals and amounts, so that most are tied."""
    chance = Random(SEED)  # noqa: S311 - nothing is secret here
    return [
        Application(
            f"A{at:07}",
            at % len(POOLS),
            chance.randrange(1, 200) * 500_00,
            tuple([chance.randrange(5) for _ in range(8)]),
            chance.randrange(2**60),
        )
        for at in range(size)
    ]


def by_pool(rows: Sequence[Application]) -> list[tuple[list[Application], int]]:
    """The applications of each pool, and its ceiling: half of what they ask."""
    pools = [[one for one in rows if one.pool == pool] for pool in POOLS]
    return [(pool, sum(one.cents for one in pool) // 2) for pool in pools]


def engine(size: int, *, remainder: str, ties: str, drawn: bool) -> Work:
    """`run` of the engine, with the values of all reasons. `drawn`: one draw was held for everyone."""
    source = Path(__file__).with_name("regulation.toml").read_text()
    document = load_document(Template(source).substitute(remainder=remainder, ties=ties))
    if isinstance(document, tuple):
        raise TypeError(document)
    regulation, rows = document.chosen, applications(size)
    entries = [Entry(one.id, str(one.pool), one.cents, one.cents, scores=one.scores) for one in rows]
    pools = [
        Pool(str(pool), "ceiling", ceiling) for pool, (_, ceiling) in zip(POOLS, by_pool(rows), strict=True)
    ]
    draws = [tuple([one.id for one in sorted(rows, key=lambda one: one.lot)])] if drawn else []
    round_input = RoundInput(tuple(pools), tuple(entries), draws=tuple(draws))

    def work() -> Funded:
        outcome = run(regulation, round_input)
        if not isinstance(outcome, Outcome):
            raise TypeError(outcome)
        return lambda: [line.entry.id for line in outcome.lines if line.granted_cents]

    return work


def pabutools(size: int) -> Work:
    """Its greedy rule, one election per pool, resolute: what does not fit is skipped.

    It ranks by satisfaction per euro, so one voter's satisfaction with a project is its points times its cost.
    That satisfaction is additive, which is its fast path; its own exact fractions are as fast as floats there.
    Applications under the threshold are left out beforehand, and it breaks ties as the regulation does.
    """
    from pabutools import election as of  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy
    from pabutools.rules import greedy_utilitarian_welfare  # type: ignore[import-untyped]  # noqa: PLC0415
    from pabutools.tiebreaking import TieBreakingRule  # type: ignore[import-untyped]  # noqa: PLC0415

    rows = applications(size)
    keys = {one.id: (-one.scores[0], one.cents, one.lot) for one in rows}
    ties = TieBreakingRule(lambda _instance, _profile, project: keys[project.name])
    elections = []
    for pool, ceiling in by_pool(rows):
        listed = [(one, sum(one.scores)) for one in pool if sum(one.scores) >= THRESHOLD]
        ballot = of.CardinalBallot(
            {of.Project(one.id, one.cents): total * one.cents for one, total in listed}
        )
        instance = of.Instance(ballot, budget_limit=ceiling)
        elections.append((instance, of.CardinalProfile([ballot], instance=instance)))
    greedy = partial(greedy_utilitarian_welfare, sat_class=of.Additive_Cardinal_Sat, tie_breaking=ties)

    def work() -> Funded:
        funded = [greedy(instance, profile) for instance, profile in elections]
        return lambda: [project.name for allocation in funded for project in allocation]

    return work


def numpy(size: int) -> Work:
    """A bare sort and a cumulative sum: each pool down to the last application that fits whole."""
    import numpy as np  # noqa: PLC0415 - heavy

    rows = applications(size)
    ceilings = np.array([ceiling for _, ceiling in by_pool(rows)])
    listed = [one for one in rows if sum(one.scores) >= THRESHOLD]
    columns = [(one.lot, one.cents, -one.scores[0], -sum(one.scores), one.pool) for one in listed]
    lot, cents, first, total, pool = np.array(columns).T.copy()

    def work() -> Funded:
        order = np.lexsort((lot, cents, first, total, pool))
        spent, pools = np.cumsum(cents[order]), pool[order]
        starts = np.searchsorted(pools, POOLS)
        fits = spent - (spent[starts] - cents[order[starts]])[pools] <= ceilings[pools]
        return lambda: [listed[at].id for at in order[fits]]

    return work


SUBJECTS: dict[str, Callable[[int], Work]] = {
    "engine": partial(engine, remainder="partial", ties="straddling", drawn=False),
    "engine, every tie": partial(engine, remainder="partial", ties="always", drawn=True),
    "engine, skip": partial(engine, remainder="skip", ties="straddling", drawn=True),
    "pabutools": pabutools,
    "numpy": numpy,
}
