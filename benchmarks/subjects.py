"""What is measured: the engine, `pabutools` and `numpy`, each given the same applications."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from string import Template
from typing import NamedTuple

from schemes.documents import load_document
from schemes.regulation import Regulation
from schemes.round import Entry, Outcome, Pool, RoundInput
from schemes.run import run

SEED = 20260101
POOLS = 4
THRESHOLD = 9
DOCUMENT = Path(__file__).with_name("regulation.toml")

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


def applications(size: int) -> Iterator[Application]:
    """Always the same applications: few different totals and amounts, so that most are tied."""
    chance = Random(SEED)  # noqa: S311 - nothing is secret here
    lots = list(range(size))
    chance.shuffle(lots)
    for at, lot in enumerate(lots):
        cents = chance.randrange(1, 200) * 500_00
        yield Application(f"A{at:07}", at % POOLS, cents, tuple([chance.randrange(5) for _ in range(8)]), lot)


def ceiling(cents: Sequence[int]) -> int:
    """Half of what a pool is asked for."""
    return sum(cents) // 2


# ── The engine ────────────────────────────────────────────────────────────────────────────────────────


def engine(size: int, *, remainder: str, ties: str, drawn: bool) -> Work:
    """`run` of the engine, with the values of all reasons. `drawn`: one draw was held for everyone."""
    regulation = _regulation(remainder, ties)
    lots: list[tuple[int, str]] = []
    entries: list[Entry] = []
    for one in applications(size):
        entries.append(Entry(one.id, f"p{one.pool}", one.cents, one.cents, scores=one.scores))
        if drawn:
            lots.append((one.lot, one.id))
    pools = [
        Pool(f"p{at}", "ceiling", ceiling([entry.requested_cents for entry in entries[at::POOLS]]))
        for at in range(POOLS)
    ]
    draws = (tuple([id_ for _, id_ in sorted(lots)]),) if drawn else ()
    round_input = RoundInput(tuple(pools), tuple(entries), draws=draws)

    def work() -> Funded:
        outcome = run(regulation, round_input)
        if not isinstance(outcome, Outcome):
            raise TypeError(outcome.sentence)
        return lambda: [line.entry.id for line in outcome.lines if line.granted_cents]

    return work


def _regulation(remainder: str, ties: str) -> Regulation:
    source = Template(DOCUMENT.read_text()).substitute(remainder=remainder, ties=ties)
    document = load_document(source)
    if isinstance(document, tuple):
        raise TypeError(document)
    return document.chosen


# ── pabutools ─────────────────────────────────────────────────────────────────────────────────────────


def pabutools(size: int) -> Work:
    """Its greedy rule, one election per pool, resolute: what does not fit is skipped.

    It ranks by satisfaction per euro, so one voter's satisfaction with a project is its points times its cost.
    That satisfaction is additive, which is its fast path; its own exact fractions are as fast as floats there.
    Applications under the threshold are left out beforehand, and it breaks ties as the regulation does.
    """
    from pabutools.election import (  # type: ignore[import-untyped]  # noqa: PLC0415 - heavy, for this alone
        Additive_Cardinal_Sat,
        CardinalBallot,
        CardinalProfile,
        Instance,
        Project,
    )
    from pabutools.rules import greedy_utilitarian_welfare  # type: ignore[import-untyped]  # noqa: PLC0415
    from pabutools.tiebreaking import TieBreakingRule  # type: ignore[import-untyped]  # noqa: PLC0415

    rows = list(applications(size))
    keys = {one.id: (-one.scores[0], one.cents, one.lot) for one in rows}
    ties = TieBreakingRule(lambda _instance, _profile, project: keys[project.name])
    elections = []
    for at in range(POOLS):
        limit = ceiling([one.cents for one in rows[at::POOLS]])
        listed = [one for one in rows[at::POOLS] if sum(one.scores) >= THRESHOLD]
        points = {Project(one.id, one.cents): sum(one.scores) * one.cents for one in listed}
        instance = Instance(points, budget_limit=limit)
        elections.append((instance, CardinalProfile([CardinalBallot(points)], instance=instance)))

    def work() -> Funded:
        funded = [
            greedy_utilitarian_welfare(instance, profile, sat_class=Additive_Cardinal_Sat, tie_breaking=ties)
            for instance, profile in elections
        ]
        return lambda: [project.name for allocation in funded for project in allocation]

    return work


# ── numpy ─────────────────────────────────────────────────────────────────────────────────────────────


def numpy(size: int) -> Work:
    """A bare sort and a cumulative sum: each pool down to the last application that fits whole."""
    import numpy as np  # noqa: PLC0415 - for this alone

    rows = list(applications(size))
    ceilings = np.array([ceiling([one.cents for one in rows[at::POOLS]]) for at in range(POOLS)])
    listed = [one for one in rows if sum(one.scores) >= THRESHOLD]
    pool = np.array([one.pool for one in listed])
    total = np.array([-sum(one.scores) for one in listed])
    first = np.array([-one.scores[0] for one in listed])
    cents = np.array([one.cents for one in listed])
    lot = np.array([one.lot for one in listed])

    def work() -> Funded:
        order = np.lexsort((lot, cents, first, total, pool))
        spent, pools = np.cumsum(cents[order]), pool[order]
        starts = np.searchsorted(pools, np.arange(POOLS))
        fits = spent - (spent[starts] - cents[order[starts]])[pools] <= ceilings[pools]
        return lambda: [listed[at].id for at in order[fits]]

    return work


SUBJECTS: dict[str, Callable[[int], Work]] = {
    "engine": lambda size: engine(size, remainder="partial", ties="straddling", drawn=False),
    "engine, every tie": lambda size: engine(size, remainder="partial", ties="always", drawn=True),
    "engine, skip": lambda size: engine(size, remainder="skip", ties="straddling", drawn=True),
    "pabutools": pabutools,
    "numpy": numpy,
}
