"""Drafts of applications: begun, saved while somebody types, thrown away, and sent in."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.documents.content import Content
from grants.enums import Action, Happening, Stage, Standing
from grants.models import Application, Attachment, GrantRound, Organisation, Submission, User
from grants.permissions import may
from grants.selectors.rounds.stages import stage_of
from grants.services.applications.attachments import forget_files
from grants.services.applications.events import happen
from grants.services.applications.presence import still_there
from grants.services.applications.receiving import receive
from grants.services.canonical import fingerprint
from grants.services.errors import Conflict, Refused
from grants.services.keys import application_key
from grants.services.log import record
from grants.services.outbox import ask_for

Typed = Mapping[str, str]
COMPLETION = "aanvulling"
"""The part of the answers in which stands what is typed to what was asked, until it is sent."""
MOST_DRAFTS = 20
"""Of one organisation in one round: with their files more would fill the disk."""


@transaction.atomic
def start_draft(
    *, by: User, grant_round: GrantRound, organisation: Organisation, like: Application | None = None
) -> Application:
    """A new draft for this organisation; with the answers of an earlier application of its own, where one is given."""
    _require_may_apply(by, grant_round, organisation)
    if stage_of(grant_round) is not Stage.OPEN:
        raise Refused(_("Deze ronde is niet open. U kunt nu geen aanvraag beginnen."))
    if like is not None and like.organisation_id != organisation.pk:
        raise Refused(
            _("Die eerdere aanvraag is van een andere organisatie. Kies een aanvraag van deze organisatie.")
        )
    _require_few_drafts(grant_round, organisation)
    draft = Application.objects.create(
        round=grant_round,
        organisation=organisation,
        started_by=by,
        answers={}
        if like is None
        else {part: like.answers[part] for part in like.answers if part != COMPLETION},
    )
    record(
        by=by,
        action=Action.APPLICATION_STARTED,
        about=application_key(draft),
        data={"round": grant_round.slug, "organisation": organisation.pk},
    )
    return draft


@transaction.atomic
def save_draft(
    *, by: User, application: Application, step: str, typed: Typed, seen: str, page: UUID | None
) -> Application:
    """Keep what was typed in a step, as it was typed.

    Raises Conflict where somebody else saved something in it since the page was shown; what the page itself saved is
    no conflict, so that typing on while a page is being saved is none either.
    """
    current = still_there(application)
    _require_draft(current)
    if current.answers.get(step, {}) != typed:
        current.version += 1
    return keep_typed(by=by, locked=current, part=step, typed=typed, seen=seen, page=page)


def keep_typed(
    *, by: User, locked: Application, part: str, typed: Typed, seen: str, page: UUID | None
) -> Application:
    """Keep what was typed in this part of what the caller locked; Conflict as for `save_draft`."""
    stored = dict(locked.answers.get(part, {}))
    is_own = page is not None and locked.saved_from == page
    if stored != typed and hash_of(stored) != seen and not is_own:
        raise Conflict(locked)
    locked.answers = {**locked.answers, part: dict(typed)}
    locked.saved_by, locked.saved_at, locked.saved_from = by, clock.now(), page
    locked.save(update_fields=["answers", "saved_by", "saved_at", "saved_from", "version"])
    return locked


@transaction.atomic
def delete_draft(*, by: User, application: Application) -> None:
    """Throw a draft away with its files. What was sent in stays."""
    current = still_there(application)
    _require_draft(current)
    key = application_key(current)
    attachments = list(current.attachments.all())
    current.attachments.all().delete()
    current.delete()
    forget_files(attachments)
    record(by=by, action=Action.APPLICATION_DELETED, about=key, data={"round": current.round.slug})


@transaction.atomic
def submit_draft(
    *, by: User, application: Application, content: Content, seen: str, received_at: datetime
) -> Submission:
    """Send in what was read on the page of which `seen` is the hash. Conflict if it says something else by now.

    Who sent it and the contact person get the receipt by mail.
    """
    GrantRound.objects.select_for_update().get(pk=application.round_id)
    current = still_there(application)
    _require_may_apply(by, current.round, current.organisation)
    if current.is_draft and whole_hash(current) != seen:
        raise Conflict(current)
    submission = receive(by=by, application=current, content=content, received_at=received_at)
    ask_for("mail_receipt", submission=submission.pk, person=by.pk)
    if content.contact_email.lower() != by.email.lower():
        ask_for("mail_receipt", submission=submission.pk)
    return submission


@transaction.atomic
def withdraw_application(*, by: User, application: Application, reason: str) -> None:
    """The applicant takes back what was sent in. It stays in the file, and no longer counts."""
    _require_representative(by, application.organisation)
    if application.is_draft:
        raise Refused(_("Deze aanvraag is nog niet ingediend. U kunt het concept verwijderen."))
    happen(
        by=by,
        application=application,
        kind=Happening.WITHDRAWN,
        data={"reason": reason},
        standing=Standing.WITHDRAWN,
    )


def hash_of(typed: Typed) -> str:
    """By which a page tells what stood in a step when it was shown."""
    return fingerprint(dict(typed))


def whole_hash(application: Application) -> str:
    """By which the last page tells what it showed: all that was typed, and the files with it."""
    files = Attachment.objects.filter(application=application).order_by("pk")
    return fingerprint({"answers": application.answers, "files": list(files.values_list("pk", flat=True))})


def _require_few_drafts(grant_round: GrantRound, organisation: Organisation) -> None:
    drafts = Application.objects.filter(round=grant_round, organisation=organisation, standing=Standing.DRAFT)
    if drafts.count() >= MOST_DRAFTS:
        raise Refused(
            _(
                "Deze organisatie heeft in deze ronde al %(most)s concepten. Ga daarmee verder, of verwijder er een."
            )
            % {"most": MOST_DRAFTS}
        )


def _require_draft(application: Application) -> None:
    if not application.is_draft:
        raise Refused(_("Deze aanvraag is al ingediend. U kunt er niets meer aan veranderen."))


def _require_may_apply(by: User, grant_round: GrantRound, organisation: Organisation) -> None:
    """For an organisation of one's own, and in no round in which one works for the municipality (Awb 2:4)."""
    _require_representative(by, organisation)
    if by.round_roles.current().filter(round=grant_round).exists():
        raise Refused(
            _("U werkt zelf aan deze ronde. Laat iemand anders van de organisatie de aanvraag doen.")
        )


def _require_representative(by: User, organisation: Organisation) -> None:
    if not may(by, "apply_for", organisation):
        raise Refused(
            _("U treedt niet op voor deze organisatie. Vraag wie dat wel doet om u uit te nodigen.")
        )
