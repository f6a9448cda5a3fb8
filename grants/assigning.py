"""Dividing applications over assessors: the loads as equal as conflicts allow. Keys in, keys out; no rows, no chance.

Each application is given its assessors one at a time. A new one goes to whoever has least to do among all who could
take it, also by others handing something over: a shortest augmenting path. So the loads come out as equal as they can
be (the greedy choice is optimal for flows with convex costs; see Ahuja, Magnanti and Orlin, Network Flows, ch. 14).
"""

from collections import deque
from collections.abc import Collection, Mapping

Key = int
Division = dict[Key, frozenset[Key]]
Taken = tuple[Key, Key | None]
"""What somebody would take, and from whom where it was somebody's."""


class TooFewError(Exception):
    """An application that too few can assess. Carries its key and how many there are."""

    def __init__(self, application: Key, candidates: int) -> None:
        super().__init__(f"application {application} has {candidates} assessors")
        self.application = application
        self.candidates = candidates


def divide(
    *,
    candidates: Mapping[Key, Collection[Key]],
    kept: Mapping[Key, Collection[Key]],
    wanted: Mapping[Key, int],
) -> Division:
    """Who assesses what: as many assessors as `wanted`, what is `kept` stays, and nobody outside `candidates` is added.

    `candidates` maps every application to the assessors who may take it. Raises TooFewError for the first application,
    in the order of their keys, that too few may take. The order of the input does not matter.
    """
    held = {application: set(kept.get(application, ())) for application in sorted(candidates)}
    fixed = {application: frozenset(given) for application, given in held.items()}
    loads = dict.fromkeys(sorted({each for given in candidates.values() for each in given}), 0)
    for given in held.values():
        for assessor in given:
            loads[assessor] = loads.get(assessor, 0) + 1
    for application, given in held.items():
        possible = given | set(candidates[application])
        if len(possible) < wanted[application]:
            raise TooFewError(application, len(possible))
    for turn in range(max(wanted.values(), default=0)):
        for application, given in held.items():
            if len(given) == turn < wanted[application]:
                _give_one(application, held, fixed, candidates, loads)
    return {application: frozenset(given) for application, given in held.items()}


def _give_one(
    application: Key,
    held: Mapping[Key, set[Key]],
    fixed: Mapping[Key, frozenset[Key]],
    candidates: Mapping[Key, Collection[Key]],
    loads: dict[Key, int],
) -> None:
    """One more assessor for this application, so that the loads stay as equal as they can be."""
    came_from = _directly(application, held, candidates)
    if min(loads[each] for each in came_from) > min(loads.values()):
        came_from = _reachable(application, came_from, held, fixed, candidates)
    least = min(came_from, key=lambda assessor: (loads[assessor], assessor))
    loads[least] += 1
    taker = least
    while True:
        at, instead_of = came_from[taker]
        held[at].add(taker)
        if instead_of is None:
            return
        held[at].discard(instead_of)
        taker = instead_of


def _directly(
    application: Key, held: Mapping[Key, set[Key]], candidates: Mapping[Key, Collection[Key]]
) -> dict[Key, Taken]:
    """Who could take this application itself."""
    return {
        each: (application, None) for each in sorted(candidates[application]) if each not in held[application]
    }


def _reachable(
    application: Key,
    directly: Mapping[Key, Taken],
    held: Mapping[Key, set[Key]],
    fixed: Mapping[Key, frozenset[Key]],
    candidates: Mapping[Key, Collection[Key]],
) -> dict[Key, Taken]:
    """Everyone who could come to do more, each with what they would take, and from whom."""
    came_from = dict(directly)
    queue = deque(came_from)
    while queue:
        giver = queue.popleft()
        for other, given in held.items():
            if giver in given and giver not in fixed[other] and other != application:
                for each in sorted(candidates[other]):
                    if each not in given and each not in came_from:
                        came_from[each] = (other, giver)
                        queue.append(each)
    return came_from
