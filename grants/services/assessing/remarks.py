"""What people say about an application while it is assessed: to each other, and to the official."""

from django.db import transaction

from grants.enums import Action, RemarkKind
from grants.models import Application, Attachment, Remark, RemarkPayload, User
from grants.services.keys import application_key
from grants.services.log import new_salt, payload_hash, record


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
