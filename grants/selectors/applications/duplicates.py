"""Applications in a round that may be the same one: by their applicant, bank account or title."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Max

from grants.enums import Happening, Standing
from grants.models import Application, ApplicationEvent, EventPayload, GrantRound
from grants.selectors.applications.likeness import near_same_groups
from grants.standings import DECIDED_APART

MOST = 200
"""Of so many applications at once an official says what becomes of them; of a larger group the rest comes after."""


class Alike(StrEnum):
    """What applications have in common."""

    ORGANISATION = "organisation"
    ACCOUNT = "account"
    TITLE = "title"


@dataclass(frozen=True)
class Group:
    """Applications that may be the same one, in their order, and why. `unseen` are those that nobody looked at yet."""

    alike: tuple[Alike, ...]
    applications: tuple[Application, ...]
    unseen: frozenset[int]

    @property
    def first(self) -> Application:
        return self.applications[0]

    def shown(self) -> list[Application]:
        """At most `MOST`: those that nobody looked at, and then those beside which they stand."""
        ahead = sorted(self.applications, key=lambda each: each.pk not in self.unseen)[:MOST]
        return sorted(ahead, key=lambda each: each.position or 0)


def duplicates_in(grant_round: GrantRound) -> list[Group]:
    """Every group in which somebody must still look at one. A group within another is told as that one."""
    out = {*DECIDED_APART, Standing.WITHDRAWN, Standing.DRAFT}
    rows = Application.objects.filter(round=grant_round).exclude(standing__in=out)
    found = rows.select_related("organisation").defer("answers", "facts").order_by("position", "pk")
    by_key = {each.pk: each for each in found}
    groups = _unseen_groups(by_key, _looked_at(grant_round))
    return [
        Group(tuple(alike), tuple(by_key[key] for key in keys), frozenset(unseen))
        for keys, (alike, unseen) in sorted(groups.items(), key=lambda item: by_key[item[0][0]].position or 0)
    ]


Found = dict[tuple[int, ...], tuple[list[Alike], set[int]]]


def _unseen_groups(by_key: Mapping[int, Application], looked_at: set[tuple[int, Alike]]) -> Found:
    """By the keys of its members: why each group is one, and which of them nobody looked at for that reason."""
    found: Found = {}
    holding: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    for why, keys in sorted(_groups(by_key), key=lambda group: -len(group[1])):
        unseen = {key for key in keys if (key, why) not in looked_at}
        if not unseen:
            continue
        whole = next((held for held in holding[keys[0]] if set(keys) <= set(held)), keys)
        alike, before = found.setdefault(whole, ([], set()))
        alike.append(why)
        before.update(unseen)
        if whole is keys:
            for key in keys:
                holding[key].append(keys)
    return found


def _groups(by_key: Mapping[int, Application]) -> Iterator[tuple[Alike, tuple[int, ...]]]:
    kinds = (
        (Alike.ORGANISATION, _sharing({key: str(each.organisation_id) for key, each in by_key.items()})),
        (Alike.ACCOUNT, _sharing({key: each.iban for key, each in by_key.items()})),
        (Alike.TITLE, near_same_groups({key: each.title for key, each in by_key.items()})),
    )
    place = {key: at for at, key in enumerate(by_key)}
    for why, groups in kinds:
        yield from ((why, tuple(sorted(group, key=place.__getitem__))) for group in groups)


def _sharing(values: Mapping[int, str]) -> Iterator[list[int]]:
    groups: dict[str, list[int]] = defaultdict(list)
    for key, value in values.items():
        if value:
            groups[value].append(key)
    return (group for group in groups.values() if len(group) > 1)


def _looked_at(grant_round: GrantRound) -> set[tuple[int, Alike]]:
    """Who was looked at for which reason. A completion can bring another account, so that this is looked at anew."""
    events = ApplicationEvent.objects.filter(application__round=grant_round)
    completed = events.filter(kind=Happening.COMPLETION_RECEIVED).values("application")
    since = dict(completed.annotate(last=Max("number")).values_list("application", "last"))
    judged = EventPayload.objects.filter(
        event__application__round=grant_round, event__kind=Happening.DUPLICATE_RESOLVED
    ).values_list("event__application", "event__number", "data__alike")
    return {
        (key, Alike(why))
        for key, number, alike in judged
        for why in _as_texts(alike)
        if why != Alike.ACCOUNT or number > since.get(key, 0)
    }


def _as_texts(found: object) -> Iterable[str]:
    return map(str, found) if isinstance(found, list) else ()
