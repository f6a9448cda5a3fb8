"""Reminders: a mail to assessors for whom something waits, with counts and nothing of any application."""

from collections.abc import Collection
from dataclasses import dataclass

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from grants import clock
from grants.enums import Action, Role, Stage
from grants.models import GrantRound, OutboxRow, User
from grants.selectors.assessing.progress import progress_of
from grants.selectors.assessing.state import assessing_of
from grants.selectors.rounds.stages import stage_of
from grants.services.assessing.interests import require_stage
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.mailing import mail_from
from grants.services.outbox import Ids, ask_for
from grants.services.rounds.rules import locked_round

TASK = "mail_reminder"


@dataclass(frozen=True)
class Waiting:
    """A round in which something waits for an assessor: how many interests to declare, and applications to assess."""

    round: GrantRound
    undeclared: int
    to_do: int


@transaction.atomic
def remind(*, by: User, grant_round: GrantRound, assessors: Collection[int] | None = None) -> list[User]:
    """Remind the assessors of this round for whom something waits, or those of them with these ids; give who they are.

    Nobody gets a second reminder on one day, from whatever round. Refused where nobody is left to remind.
    """
    current = locked_round(grant_round.pk)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    late = [each.pk for each in waiting_in(current) if assessors is None or each.pk in assessors]
    # two officials, perhaps of two rounds, remind somebody one after the other
    people = list(User.objects.select_for_update().filter(pk__in=late).order_by("pk"))
    reminded = reminded_today()
    fresh = [each for each in people if each.pk not in reminded]
    if not fresh:
        raise Refused(
            _("Zij kregen vandaag al een herinnering. Morgen kunt u er weer een sturen.")
            if people
            else _("Er is niemand te herinneren: alles wat nu kan, is gedaan.")
        )
    for each in fresh:
        ask_for(TASK, person=each.pk)
    data: Json = {"assessors": [each.pk for each in fresh]}
    record(by=by, action=Action.ASSESSORS_REMINDED, about=round_key(current), data=data)
    return fresh


def waiting_in(grant_round: GrantRound) -> list[User]:
    """The assessors of this round for whom something waits now."""
    is_begun = stage_of(grant_round) is Stage.ASSESSING
    return [
        each.assessor
        for each in progress_of(assessing_of(grant_round))
        if not each.is_gone and (each.undeclared or (is_begun and each.to_do))
    ]


def reminded_today() -> set[int]:
    """The ids of who got a reminder today, or gets one as soon as the workers come to it."""
    midnight = localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    sent = OutboxRow.objects.filter(task=TASK, created_at__gte=midnight)
    return {arguments["person"] for arguments in sent.values_list("arguments", flat=True)}


def mail_reminder(ids: Ids) -> EmailMessage | None:
    """The reminder, with what waits when it is sent; none to who has nothing to do any more. A job."""
    person = User.objects.get(pk=ids["person"])
    waiting = what_waits_for(person)
    if not waiting:
        return None
    return mail_from(
        to=person.email, template="assessing/mail/reminder", context={"person": person, "waiting": waiting}
    )


def what_waits_for(person: User) -> list[Waiting]:
    """The rounds in which something waits for this assessor, with how many."""
    held = person.round_roles.current().filter(role=Role.ASSESSOR, user__is_active=True)
    rounds = GrantRound.objects.select_related("regulation").filter(pk__in=held.values("round"))
    found = [_waiting(each, person) for each in rounds.order_by("assessed_by", "pk")]
    return [each for each in found if each is not None]


def _waiting(grant_round: GrantRound, person: User) -> Waiting | None:
    stage = stage_of(grant_round)
    if stage not in (Stage.CLOSED, Stage.ASSESSING) or grant_round.round_points.exists():
        return None
    state = assessing_of(grant_round, [person])
    mine = next(each for each in progress_of(state) if each.assessor == person)
    to_do = mine.to_do if stage is Stage.ASSESSING else 0
    return Waiting(grant_round, mine.undeclared, to_do) if mine.undeclared or to_do else None
