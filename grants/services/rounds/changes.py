"""Proposing what may change in a round after publication; a decider approves on the page of the proposal."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import GrantRound, Proposal, User
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.proposals import propose
from grants.services.rounds.changing import NewCeiling, NewClosing, require_later, require_undecided
from grants.services.rounds.publication import require_none_waits
from grants.services.rounds.rules import locked_round, state_of_round


@transaction.atomic
def propose_ceiling(
    *, by: User, grant_round: GrantRound, list_key: str, ceiling_cents: int, reason: str
) -> Proposal:
    """Propose another ceiling for the list with this key; an empty key is what the lists share.

    The ceiling of the whole round goes up or down with as much, but for a list that draws on what is shared: that is
    within it already. Refused where nothing changes.
    """
    current = _changeable(grant_round)
    name, before, is_within = _ceiling_now(current, list_key)
    if ceiling_cents == before:
        raise Refused(_("Dit is het bedrag dat er nu staat. Vul een ander bedrag in."))
    whole = current.ceiling_cents or 0
    new = NewCeiling(
        title=current.title,
        list_key=list_key,
        list_name=name,
        before_cents=before,
        ceiling_cents=ceiling_cents,
        round_before_cents=whole,
        round_ceiling_cents=whole if is_within else whole + ceiling_cents - before,
    )
    kind = ProposalKind.RAISE_CEILING if ceiling_cents > before else ProposalKind.LOWER_CEILING
    return _propose(by, current, kind, new.model_dump(mode="json"), reason)


@transaction.atomic
def propose_later_closing(*, by: User, grant_round: GrantRound, closes_at: datetime, reason: str) -> Proposal:
    """Propose that the round closes later, for everyone; also just after it closed, and until it is assessed."""
    current = _changeable(grant_round)
    require_later(current, closes_at)
    new = NewClosing(title=current.title, before=current.closes_at, closes_at=closes_at)
    return _propose(by, current, ProposalKind.CLOSE_LATER, new.model_dump(mode="json"), reason)


@transaction.atomic
def propose_withdrawal(*, by: User, grant_round: GrantRound, reason: str) -> Proposal:
    """Propose to withdraw the round as a whole."""
    current = _changeable(grant_round)
    return _propose(by, current, ProposalKind.WITHDRAW_ROUND, {"title": current.title}, reason)


def _changeable(grant_round: GrantRound) -> GrantRound:
    current = locked_round(grant_round.pk)
    require_undecided(current)
    require_none_waits(current)
    return current


def _ceiling_now(grant_round: GrantRound, list_key: str) -> tuple[str, int, bool]:
    """What a list is called, its ceiling as it is, and whether that lies within what lists share."""
    if not list_key and grant_round.shared_ceiling_cents is not None:
        return _("het gedeelde plafond"), grant_round.shared_ceiling_cents, False
    found = grant_round.deelplafonds.filter(key=list_key).first()
    if found is None or found.ceiling_cents is None:
        raise Refused(_("Deze lijst heeft geen eigen plafond. Kies een andere."))
    return found.name, found.ceiling_cents, found.draws_on_shared


def _propose(by: User, current: GrantRound, kind: ProposalKind, payload: Json, reason: str) -> Proposal:
    if not reason.strip():
        raise Refused(_("Geef een reden op. Die staat straks voor iedereen op de pagina van de ronde."))
    return propose(
        by=by,
        kind=kind,
        about=round_key(current),
        state=state_of_round(current),
        payload=payload,
        reason=reason.strip(),
    )
