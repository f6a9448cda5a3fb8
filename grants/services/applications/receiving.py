"""An application is received: it gets its number, and what was sent in is kept as it was."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex

from django.db import transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from grants.documents.content import Content, as_asked, filed, known_facts
from grants.documents.stored import regulation_of
from grants.enums import Action, Stage, Standing
from grants.models import (
    Application,
    Attachment,
    GrantRound,
    NumberSeries,
    Submission,
    SubmissionPayload,
    User,
)
from grants.selectors.rounds.stages import is_late, stage_of
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.log import record

SALT_BYTES = 16
"""Of the private salt of a receipt, as the protocol of the draw has it: 32 hexadecimal digits."""


@transaction.atomic
def receive(*, by: User, application: Application, content: Content, received_at: datetime) -> Submission:
    """Take in a draft as it was sent at this moment: on time before closing, late from closing on.

    Gives it its reference and its place in the round, and keeps `indiening.json` with its hash. Refused before the
    round is open, and for what was sent in already.
    """
    grant_round = _locked(application.round_id)
    current = Application.objects.select_for_update().get(pk=application.pk)
    _require_can_be_received(grant_round, current, received_at)
    late = is_late(grant_round, received_at)
    current.position = _next("round", grant_round.pk)
    current.reference = _reference(received_at)
    current.received_at = received_at
    current.standing = Standing.LATE if late else Standing.SUBMITTED
    current.round = grant_round
    submission = keep_submission(
        by=by, application=current, content=content, received_at=received_at, late=late
    )
    record(
        by=by,
        action=Action.APPLICATION_RECEIVED,
        about=application_key(current),
        data={"reference": current.reference, "sha256": submission.sha256, "late": late},
    )
    return submission


def keep_submission(
    *, by: User, application: Application, content: Content, received_at: datetime, late: bool
) -> Submission:
    """Keep what was sent in as the next version, inside the caller's transaction, and show it in the row itself."""
    content = as_asked(regulation_of(application.round), content)
    attachments = list(Attachment.objects.filter(application=application))
    number = application.submissions.count() + 1
    told = filed(
        application,
        content,
        attachments,
        reference=application.reference or "",
        number=number,
        received_at=received_at,
    )
    submission = Submission(
        application=application,
        number=number,
        received_at=received_at,
        late=late,
        submitted_by=by,
        sha256=fingerprint(told),
    )
    submission.save()
    SubmissionPayload.objects.create(submission=submission, salt=token_hex(SALT_BYTES), data=told)
    _show(application, content)
    return submission


def _show(application: Application, content: Content) -> None:
    application.deelplafond = content.deelplafond
    application.title = content.title
    application.requested_cents = content.requested_cents
    application.facts = known_facts(regulation_of(application.round), content)
    application.iban = content.iban
    application.contact_name = content.contact_name
    application.contact_email = content.contact_email
    application.version += 1
    application.save()


def _locked(pk: int) -> GrantRound:
    """The round, which nobody changes meanwhile: whoever receives or changes it waits here."""
    return GrantRound.objects.select_for_update(of=("self",)).select_related("regulation").get(pk=pk)


def _require_can_be_received(
    grant_round: GrantRound, application: Application, received_at: datetime
) -> None:
    if application.standing != Standing.DRAFT:
        raise Refused(_("Deze aanvraag is al ingediend. Open de aanvraag om het ontvangstbewijs te zien."))
    stage = stage_of(grant_round, received_at)
    if stage is Stage.DRAFT or stage is Stage.PUBLISHED:
        raise Refused(
            _("Deze ronde is nog niet open. Uw concept is bewaard: dien het in zodra de ronde opent.")
        )
    if stage is Stage.WITHDRAWN:
        raise Refused(_("Deze ronde is ingetrokken. U kunt niet meer indienen; uw concept is bewaard."))


def _reference(received_at: datetime) -> str:
    """The next reference of the year in which it was received, on the clocks of the Netherlands."""
    year = localtime(received_at).year
    return f"A-{year}-{_next('A', year):04}"


def _next(series: str, part: int) -> int:
    return next_numbers(f"{series}-{part}", 1)[0]


def next_numbers(name: str, many: int) -> Sequence[int]:
    """The next numbers of this series, which nobody else gets.

    The series is held until the transaction of the caller ends: for one application a moment, for a file that is
    brought in while someone waits about a second. A larger file gets the numbers of its year when someone asks for
    it, in a transaction that does nothing else, and holds only the positions of its own round while it is written.
    """
    NumberSeries.objects.get_or_create(name=name)
    series = NumberSeries.objects.select_for_update().get(name=name)
    series.last += many
    series.save()
    return range(series.last - many + 1, series.last + 1)


def give_back(name: str, numbers: range) -> None:
    """Give numbers back that were not used, where they are the last; else they stay unused."""
    NumberSeries.objects.filter(name=name, last=numbers[-1]).update(last=numbers[0] - 1)
