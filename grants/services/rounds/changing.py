"""What can change in a round after publication, once two people agree on it: ceilings, a later closing, withdrawal."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict

from grants import clock
from grants.enums import Action, Happening, RulesReason, Stage, Standing
from grants.models import Application, ApplicationEvent, Deelplafond, GrantRound, Proposal, User
from grants.selectors.rounds.stages import is_late
from grants.services.applications.events import happen
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.mail import tell_of_change
from grants.services.rounds.publishing import require_same
from grants.services.rounds.rules import lay_down, locked_round, round_of

UNDECIDED = (Stage.PUBLISHED, Stage.ASSESSING, Stage.RANKED)
"""The stages in which money and the round itself can still change."""


class NewCeiling(BaseModel):
    """The payload of a changed ceiling: of a list by its key, or of what the lists share where there is no key."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    list_key: str
    list_name: str
    before_cents: int
    ceiling_cents: int
    round_before_cents: int
    round_ceiling_cents: int


class NewClosing(BaseModel):
    """The payload of a later closing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    before: datetime | None
    closes_at: datetime


@transaction.atomic
def change_ceiling(by: User, proposal: Proposal) -> None:
    """Raise or lower the ceiling of a list, and that of the round with as much."""
    grant_round, new = _as_proposed(proposal), NewCeiling.model_validate(proposal.payload)
    require_undecided(grant_round)
    raised = new.ceiling_cents > new.before_cents
    if new.list_key:
        listed = Deelplafond.objects.get(round=grant_round, key=new.list_key)
        listed.ceiling_cents = new.ceiling_cents
        listed.save(update_fields=["ceiling_cents"])
    else:
        grant_round.shared_ceiling_cents = new.ceiling_cents
    grant_round.ceiling_cents = new.round_ceiling_cents
    _lay_down(
        by, proposal, grant_round, RulesReason.CEILING_RAISED if raised else RulesReason.CEILING_LOWERED
    )


@transaction.atomic
def close_later(by: User, proposal: Proposal) -> None:
    """Let the round close later, for everyone. What came in late meanwhile was in time after all."""
    grant_round, new = _as_proposed(proposal), NewClosing.model_validate(proposal.payload)
    require_later(grant_round, new.closes_at)
    grant_round.closes_at = new.closes_at
    in_time = _late_but_in_time(grant_round)
    _lay_down(by, proposal, grant_round, RulesReason.CLOSING_LATER)
    for application in in_time:
        happen(
            by=by,
            application=application,
            kind=Happening.LATE_ADMITTED,
            standing=Standing.SUBMITTED,
            data={"reason": proposal.reason},
        )


@transaction.atomic
def withdraw_round(by: User, proposal: Proposal) -> None:
    """Withdraw the round as a whole: nobody can apply any more, and no money is divided in it."""
    grant_round = _as_proposed(proposal)
    require_undecided(grant_round)
    grant_round.stage = Stage.WITHDRAWN
    _lay_down(by, proposal, grant_round, RulesReason.WITHDRAWN, Action.ROUND_WITHDRAWN)


def require_undecided(grant_round: GrantRound) -> None:
    """Refused before publication, where all can be changed as it is, and once the round was decided or withdrawn."""
    if grant_round.is_draft:
        raise Refused(_("Deze ronde is nog een concept. Wijzig de regels bij het opzetten."))
    if grant_round.stage == Stage.WITHDRAWN:
        raise Refused(_("Deze ronde is ingetrokken. Er verandert niets meer aan."))
    if grant_round.stage not in UNDECIDED:
        raise Refused(_("Over deze ronde is al besloten. De regels veranderen niet meer."))


def require_later(grant_round: GrantRound, closes_at: datetime) -> None:
    """Refused once the assessment began, and for a moment that is not after closing, or that has passed."""
    require_undecided(grant_round)
    if grant_round.stage != Stage.PUBLISHED:
        raise Refused(_("De beoordeling is begonnen. De ronde kan niet meer opnieuw open."))
    if grant_round.closes_at is not None and closes_at <= grant_round.closes_at:
        raise Refused(_("Dit is niet later dan nu. Een ronde kan alleen later sluiten, nooit eerder."))
    if closes_at <= clock.now():
        raise Refused(_("Dit moment is al voorbij. Kies een moment dat nog komt."))


def _late_but_in_time(grant_round: GrantRound) -> list[Application]:
    """What came late, and is in time by the closing of now, also where it was refused for that already.

    Locked before the log is: others take them in that order.
    """
    events = ApplicationEvent.objects.filter(application=OuterRef("pk"))
    refused = Exists(events.filter(kind=Happening.LATE_REFUSED))
    admitted = Exists(events.filter(kind=Happening.LATE_ADMITTED))
    waits = Q(standing=Standing.LATE) | Q(refused, ~admitted, standing=Standing.INADMISSIBLE)
    late = grant_round.applications.select_for_update().filter(waits).order_by("pk")
    return [
        each for each in late if each.received_at is not None and not is_late(grant_round, each.received_at)
    ]


def _as_proposed(proposal: Proposal) -> GrantRound:
    grant_round = locked_round(round_of(proposal).pk)
    require_same(grant_round, proposal)
    return grant_round


def _lay_down(
    by: User,
    proposal: Proposal,
    grant_round: GrantRound,
    why: RulesReason,
    action: Action = Action.ROUND_RULES_CHANGED,
) -> None:
    """Keep the round as it is now, its rules under the next number, and the line in the log."""
    grant_round.version += 1
    grant_round.save()
    laid_down = lay_down(grant_round, proposal, by, why)
    tell_of_change(laid_down)
    data = {"why": why.value, "rules": laid_down.number, "sha256": laid_down.sha256}
    record(by=by, action=action, about=round_key(grant_round), data=data)
