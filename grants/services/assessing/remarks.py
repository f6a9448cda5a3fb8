"""What people say about an application while it is assessed: to each other, and to the official."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action, RemarkKind, Stage
from grants.models import Application, Attachment, Remark, RemarkPayload, User
from grants.permissions import may
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.interests import require_stage
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.log import new_salt, payload_hash, record
from grants.services.rounds.rules import locked_round


@transaction.atomic
def say(
    *, by: User, application: Application, kind: RemarkKind, words: str, attachment: Attachment | None = None
) -> Remark:
    """Write a remark down. Who may read it follows from its kind; who may write it is for the caller to ask."""
    salt, data = new_salt(), {"words": words}
    remark = Remark(
        application=application,
        by=by,
        kind=kind,
        attachment=attachment,
        payload_sha256=payload_hash(salt, data),
    )
    remark.save()
    RemarkPayload.objects.create(remark=remark, salt=salt, data=data)
    record(
        by=by,
        action=Action.REMARK_MADE,
        about=application_key(application),
        data={"kind": kind.value, "remark": remark.pk},
    )
    return remark


@transaction.atomic
def discuss(*, by: User, application: Application, words: str) -> Remark:
    """Say something to the others who know the points: assessors whose own are in, and officials where they may."""
    current = locked_round(application.round_id)
    require_stage(current, Stage.ASSESSING)
    if not _knows_the_points(assessing_of(current), by, application):
        raise Refused(
            _("Praat mee zodra u zelf uw punten hebt ingediend. Wat u typte, is nog niet geplaatst.")
        )
    return say(by=by, application=application, kind=RemarkKind.DISCUSSION, words=words.strip())


@transaction.atomic
def report_file(*, by: User, attachment: Attachment, words: str) -> Remark:
    """Tell the official that a file does not open."""
    application = attachment.application
    if not application.assignments.current().filter(assessor=by).exists():
        raise Refused(_("Deze aanvraag beoordeelt u niet (meer). De melding is niet verstuurd."))
    kind = RemarkKind.FILE
    return say(by=by, application=application, kind=kind, words=words.strip(), attachment=attachment)


def _knows_the_points(state: Assessing, by: User, application: Application) -> bool:
    running = state.by_id.get(application.pk)
    if running is None:
        return False
    if by.pk in {each.assessor_id for each in state.assigned_to(running)}:
        return state.is_in(running, by)
    return may(by, "handle_applications", state.round) and state.is_open_to_officials(running)
