"""A whole application in one zip, the same to the byte whenever it is made again."""

from tempfile import SpooledTemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grants.documents.receipt import file_name
from grants.models import Attachment, Submission

IN_MEMORY = 5_000_000
FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The date of each part: a zip knows none before it, and no part has one of its own."""


def bundle(submission: Submission, *, read: bytes, receipt: bytes, told: bytes) -> IO[bytes]:
    """What was sent in, to read and as it was hashed, its receipt, and its attachments as they are kept.

    OSError where one of those cannot be read.
    """
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - the answer closes it
    try:
        with ZipFile(file, "w", ZIP_DEFLATED) as packed:
            packed.writestr(_part("aanvraag.pdf"), read)
            packed.writestr(_part(file_name(submission)), told)
            packed.writestr(_part("ontvangstbewijs.pdf"), receipt)
            _pack_attachments(packed, submission)
    except OSError:
        file.close()
        raise
    file.seek(0)
    return file


def _pack_attachments(packed: ZipFile, submission: Submission) -> None:
    for number, attachment in enumerate(_attachments(submission), start=1):
        with attachment.file.open("rb") as opened:
            packed.writestr(_part(f"bijlagen/{number:02}-{attachment.name}"), opened.read())


def _attachments(submission: Submission) -> list[Attachment]:
    """The files that this version names, found by what is in them."""
    hashes = {each["sha256"] for each in submission.payload.data["bijlagen"]}
    found = submission.application.attachments.filter(sha256__in=hashes)
    return list(found.order_by("key", "pk"))


def _part(name: str) -> ZipInfo:
    part = ZipInfo(name, FIRST_DAY)
    part.compress_type = ZIP_DEFLATED
    return part
