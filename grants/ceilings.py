"""Which ceiling counts: one that was lowered is without effect on what was filed before (Awb 4:27 lid 2)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from grants.models import Deelplafond, GrantRound


@dataclass(frozen=True)
class Ceilings:
    """What there is: of each list by its key, and of what lists share. None where there is no such ceiling."""

    own: Mapping[str, int | None]
    shared: int | None


@dataclass(frozen=True)
class _Before:
    """What held until a change; `until` is when that was laid down."""

    own: Mapping[str, int | None]
    shared: int | None
    until: datetime


def ceilings_for(
    grant_round: GrantRound, lists: Iterable[Deelplafond], filed: Mapping[str, datetime]
) -> Ceilings:
    """The highest ceiling that held since the first application on a list was filed. One query.

    `filed` has that moment by the key of each list on which someone competes. A list has one ranking and one ceiling,
    so who filed after it was lowered shares in what those before them can count on.
    """
    before, found = _before(grant_round), list(lists)
    own = {
        each.key: _highest(
            each.ceiling_cents,
            [held.own.get(each.key) for held in before if _counted_on(held, filed.get(each.key))],
        )
        for each in found
    }
    first = min(
        (filed[each.key] for each in found if each.draws_on_shared and each.key in filed), default=None
    )
    shared = [held.shared for held in before if _counted_on(held, first)]
    return Ceilings(own, _highest(grant_round.shared_ceiling_cents, shared))


def _before(grant_round: GrantRound) -> list[_Before]:
    laid_down = grant_round.rules.order_by("number").values_list("rules", "created_at")
    return [
        _Before(
            own={each["key"]: each["ceiling_cents"] for each in rules["lists"]},
            shared=rules["shared_ceiling_cents"],
            until=until,
        )
        for (rules, _since), (_rules, until) in pairwise(laid_down)
    ]


def _counted_on(held: _Before, first: datetime | None) -> bool:
    return first is not None and first < held.until


def _highest(now: int | None, before: Iterable[int | None]) -> int | None:
    return None if now is None else max([now, *(each for each in before if each is not None)])
