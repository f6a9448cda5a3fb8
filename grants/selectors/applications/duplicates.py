"""Applications in a round that may be the same one: by their applicant, bank account or title."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations, islice

from grants.enums import Happening, Standing
from grants.models import Application, EventPayload, GrantRound
from grants.selectors.applications.likeness import Pair, near_same
from grants.standings import DECIDED_APART

MOST = 200
"""As many pairs as are shown; the rest comes up when these are resolved."""


class Alike(StrEnum):
    """What two applications have in common."""

    ORGANISATION = "organisation"
    ACCOUNT = "account"
    TITLE = "title"


@dataclass(frozen=True)
class Duplicate:
    """Two applications that may be the same one, and why."""

    first: Application
    second: Application
    alike: tuple[Alike, ...]


def duplicates_in(grant_round: GrantRound) -> list[Duplicate]:
    """The pairs that nobody looked at yet, at most `MOST` per way to be alike."""
    out = {*DECIDED_APART, Standing.WITHDRAWN, Standing.DRAFT}
    rows = Application.objects.filter(round=grant_round).exclude(standing__in=out)
    by_key = {each.pk: each for each in rows.select_related("organisation").defer("answers", "facts")}
    resolved = _resolved(grant_round)
    alike: dict[Pair, list[Alike]] = defaultdict(list)
    for why, pairs in _pairs(by_key):
        for pair in islice((pair for pair in pairs if pair not in resolved), MOST):
            alike[pair].append(why)
    return [Duplicate(by_key[one], by_key[other], tuple(why)) for (one, other), why in sorted(alike.items())]


def _pairs(by_key: dict[int, Application]) -> Iterator[tuple[Alike, Iterable[Pair]]]:
    yield Alike.ORGANISATION, _sharing({key: str(each.organisation_id) for key, each in by_key.items()})
    yield Alike.ACCOUNT, _sharing({key: each.iban for key, each in by_key.items()})
    yield Alike.TITLE, near_same({key: each.title for key, each in by_key.items()})


def _sharing(values: dict[int, str]) -> Iterator[Pair]:
    groups: dict[str, list[int]] = defaultdict(list)
    for key, value in sorted(values.items()):
        if value:
            groups[value].append(key)
    for group in groups.values():
        yield from combinations(group, 2)


def _resolved(grant_round: GrantRound) -> set[Pair]:
    about = EventPayload.objects.filter(
        event__application__round=grant_round, event__kind=Happening.DUPLICATE_RESOLVED
    )
    rows = about.values_list("event__application", "data__other")
    return {(min(one, other), max(one, other)) for one, other in rows}
