"""Rounds of Voorbeeldstad, set up and published by the same services and the same two people as in real life."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.timezone import localtime

from grants.documents.stored import document_of
from grants.models import GrantRound, User
from grants.services.rounds.publication import propose_publication, publish
from grants.services.rounds.setup import NewList, change_round, set_lists
from schemes.documents import Document
from schemes.regulation import PoolKind, Regulation

WEEKS = 13
AWB = "Awb 4:13 lid 1"
"""The term where a regulation names none."""

MORE_LISTS: dict[str, tuple[tuple[str, str], ...]] = {
    "area": (("noord", "Stadsdeel Noord"), ("zuid", "Stadsdeel Zuid"), ("dorpen", "De dorpen")),
    "designated_place": (("molenplein", "Molenplein"), ("rozenhof", "Buurthuis Rozenhof")),
    "deelplafond": (
        ("vrijwilligers", "Vrijwilligerswerk"),
        ("mantelzorg", "Mantelzorg"),
        ("hulp", "Hulp thuis"),
    ),
}
"""What lists are called where the regulation leaves it to the round, by their kind."""


@dataclass(frozen=True)
class Window:
    """From when until when a round is open."""

    opens_at: datetime
    closes_at: datetime

    @classmethod
    def around(cls, now: datetime, opens: int, closes: int) -> "Window":
        """So many days from now, at nine in the morning and at noon."""
        today = localtime(now)
        opens_at = (today + timedelta(days=opens)).replace(hour=9, minute=0, second=0, microsecond=0)
        closes_at = (today + timedelta(days=closes)).replace(hour=12, minute=0, second=0, microsecond=0)
        return cls(opens_at, closes_at)


def set_up(
    *, grant_round: GrantRound, official: User, window: Window, ceiling_cents: int, texts: dict[str, str]
) -> GrantRound:
    """Fill in all that a round needs. What it draws up is whole."""
    document = document_of(grant_round.regulation)
    lists = lists_for(document.chosen, ceiling_cents)
    made = change_round(
        by=official,
        grant_round=grant_round,
        version=grant_round.version,
        readings=_confirmed(document),
        opens_at=window.opens_at,
        closes_at=window.closes_at,
        assessed_by=localtime(window.closes_at + timedelta(weeks=6)).date(),
        **_term(document.chosen),
        **texts,
    )
    return set_lists(
        by=official,
        grant_round=made,
        version=made.version,
        lists=lists,
        ceiling_cents=sum(each.ceiling_cents or 0 for each in lists),
        shares_money=False if any(kind.ceiling == "optional" for kind in document.chosen.pools) else None,
        gazette_number=f"gmb-{window.opens_at.year}-{10_000 + grant_round.pk}",
        gazette_on=localtime(window.opens_at - timedelta(days=21)).date(),
    )


def let_publish(*, grant_round: GrantRound, official: User, decider: User) -> GrantRound:
    """One proposes, another approves."""
    publish(by=decider, proposal=propose_publication(by=official, grant_round=grant_round))
    return GrantRound.objects.select_related("regulation").get(pk=grant_round.pk)


def well_before(window: Window, now: datetime) -> datetime:
    """When the round was set up: before it opened, and before now."""
    return min(now, window.opens_at - timedelta(days=14))


def lists_for(regulation: Regulation, ceiling_cents: int) -> list[NewList]:
    """Lists of each kind that the regulation knows, which divide the money evenly."""
    named = [(kind, key, name) for kind in regulation.pools for key, name in _names(kind)]
    share = ceiling_cents // len(named) // 100 * 100
    return [NewList(key=key, kind=kind.kind, name=name, ceiling_cents=share) for kind, key, name in named]


def _names(kind: PoolKind) -> Sequence[tuple[str, str]]:
    if kind.ids:
        return [(key, kind.name_of(key)) for key in kind.ids]
    if kind.single:
        return [(kind.kind.replace("_", "-"), kind.label.capitalize())]
    label = kind.label.split(" ")[0]
    return (
        MORE_LISTS.get(kind.kind)
        or MORE_LISTS.get(label)
        or [(f"lijst-{at}", f"{label.capitalize()} {at}") for at in (1, 2)]
    )


def _confirmed(document: Document) -> dict[str, object]:
    return {each.id: {"choice": each.chosen, "reason": "", "confirmed": True} for each in document.readings}


def _term(regulation: Regulation) -> dict[str, object]:
    term = regulation.deciding_term
    if term is None:
        return {"term_weeks": WEEKS, "term_from": "closing", "term_source": AWB}
    return {"term_weeks": term.weeks, "term_from": term.counted_from, "term_source": term.source}
