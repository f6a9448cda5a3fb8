"""Files with a draft: looked at, kept under a name of our own, and marked when they are taken away."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from hashlib import sha256
from secrets import token_hex

import structlog
from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext as _

from grants.documents.files import MOST_FILES, look_at
from grants.enums import Standing
from grants.models import Application, Attachment, User
from grants.selectors.applications.sent_in import files_waiting
from grants.services.applications.presence import still_there
from grants.services.errors import Refused

log = structlog.get_logger(__name__)
_written: ContextVar[list[Attachment] | None] = ContextVar("written", default=None)


@transaction.atomic
def add_attachment(*, by: User, application: Application, key: str, name: str, raw: bytes) -> Attachment:
    """Keep this file with a draft, or with what its applicant was asked to complete.

    Refused, with why, for what officials could not open or should not.
    """
    current = still_there(application)
    if current.standing != Standing.TO_COMPLETE:
        _require_draft(current)
    found = look_at(name, raw)
    if found.sentence:
        raise Refused(f"{found.name}: {found.sentence}" if found.name else found.sentence)
    _require_room(current)
    attachment = Attachment(
        application=current,
        key=key,
        name=found.name,
        kind=found.kind,
        size=len(raw),
        sha256=sha256(raw).hexdigest(),
        added_by=by,
    )
    _keep(attachment, raw)
    return attachment


@transaction.atomic
def remove_attachment(*, attachment: Attachment) -> None:
    """Take a file away for good, from a draft or from what is asked: nobody sent it in, so nobody may keep it."""
    current = still_there(attachment.application)
    if current.standing != Standing.TO_COMPLETE or attachment not in files_waiting(current):
        _require_draft(current)
    there = list(current.attachments.filter(pk=attachment.pk))
    current.attachments.filter(pk=attachment.pk).delete()
    forget_files(there)


@contextmanager
def files_undone_on_failure() -> Iterator[None]:
    """What was written to the disk in here is removed again where it fails: a transaction takes back rows only."""
    written: list[Attachment] = []
    token = _written.set(written)
    try:
        yield
    except BaseException:
        for attachment in written:
            attachment.file.storage.delete(attachment.file.name or "")
        raise
    finally:
        _written.reset(token)


def forget_files(attachments: Iterable[Attachment]) -> None:
    """Remove the files of rows that are gone, once that is certain."""
    for attachment in attachments:
        transaction.on_commit(lambda file=attachment.file: file.storage.delete(file.name), robust=True)  # type: ignore[misc]


def _keep(attachment: Attachment, raw: bytes) -> None:
    """The file first, under a name that says nothing; without its row it is removed again."""
    try:
        attachment.file.save(token_hex(16), ContentFile(raw), save=False)
    except OSError as error:
        log.error("file not kept", error=error.strerror, number=error.errno)  # noqa: TRY400 - no traceback is needed
        raise Refused(
            _(
                "Wij konden dit bestand niet bewaren: er is bij ons geen plaats, of de opslag doet het niet. "
                "Probeer het later opnieuw, of bel de gemeente."
            )
        ) from error
    if (written := _written.get()) is not None:
        written.append(attachment)
    try:
        attachment.save()
    except Exception:
        attachment.file.storage.delete(attachment.file.name or "")
        raise


def _require_draft(application: Application) -> None:
    if not application.is_draft:
        raise Refused(_("Deze aanvraag is al ingediend. U kunt er geen bestanden meer bij doen of af halen."))


def _require_room(application: Application) -> None:
    if application.attachments.count() >= MOST_FILES:
        raise Refused(
            _("Er zijn al %(most)s bestanden. Haal er een weg, of voeg bestanden samen.")
            % {"most": MOST_FILES}
        )
