"""Uploads that are bounded while they arrive, so that a file of any size costs no memory and no disk."""

import errno
from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import (
    FileUploadHandler,
    MemoryFileUploadHandler,
    TemporaryFileUploadHandler,
)
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from grants.views.errors import no_room

Named = ParamSpec("Named")
View = Callable[Concatenate[HttpRequest, Named], HttpResponseBase]


NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


class NoUploadHandler(FileUploadHandler):
    """Refuses the first file of a request to a page that asks for none, before anything of it is kept."""

    def new_file(self, *_described: object, **_more: object) -> None:
        """Answer 413, and leave the rest unread."""
        raise RequestDataTooBig("a file where none is asked for")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        """Never reached."""

    def file_complete(self, file_size: int) -> None:
        """Never reached."""


class BoundedUploadHandler(FileUploadHandler):
    """Lets one byte more through than is allowed, so that the reader can see that it is too much, and drops the rest."""

    def __init__(self, request: HttpRequest, most: int) -> None:
        super().__init__(request)
        self.left = most + 1

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:  # noqa: ARG002 - Django names them
        """What is still let through of this part; the limit is on all files of the request together."""
        kept = raw_data[: self.left]
        self.left -= len(kept)
        return kept or None

    def file_complete(self, file_size: int) -> None:
        """The handlers after this one keep the file."""


def bounded_upload(most: int) -> Callable[[View[Named]], View[Named]]:
    """A view that takes files of at most `most` bytes; of what is larger it sees `most` + 1.

    The check against forged requests reads the upload, so it comes after the bound is set.
    """

    def decorated(view: View[Named]) -> View[Named]:
        protected = csrf_protect(view)

        def bounded(request: HttpRequest, /, *ordered: Named.args, **named: Named.kwargs) -> HttpResponseBase:
            on_disk = TemporaryFileUploadHandler(request)
            request.upload_handlers = [
                BoundedUploadHandler(request, most),
                MemoryFileUploadHandler(request),
                on_disk,
            ]
            try:
                return protected(request, *ordered, **named)
            except OSError as error:
                if error.errno not in NO_ROOM:
                    raise
                on_disk.upload_interrupted()
                return no_room(request)

        update_wrapper(bounded, view)
        return csrf_exempt(bounded)

    return decorated
