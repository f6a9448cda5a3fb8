"""When a request arrived: as the trusted proxy says, or when the application first saw it."""

import re
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.http import HttpRequest

from grants import clock

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
KEY = "rangorde.received_at"
START = re.compile(r"(?:t=)?(?P<seconds>[0-9]{10})(?:\.(?P<fraction>[0-9]{1,6}))?")
LONGEST_WAIT = timedelta(minutes=10)
"""Nothing waits longer before a proxy: a start before that is a mistake, and is not believed."""


def stamp(request: HttpRequest) -> None:
    """Keep with the request when it arrived."""
    now = clock.now()
    started = _as_the_proxy_says(request)
    believed = started is not None and now - LONGEST_WAIT <= started <= now
    request.META[KEY] = started if believed else now


def received_at(request: HttpRequest) -> datetime:
    """When this request reached us; what counts for a deadline."""
    found = request.META.get(KEY)
    return found if isinstance(found, datetime) else clock.now()


def _as_the_proxy_says(request: HttpRequest) -> datetime | None:
    """Seconds since 1970 with a fraction, as nginx has it in `$msec`; None where no proxy is trusted to say so."""
    if not settings.START_HEADER:
        return None
    match = START.fullmatch(request.headers.get(settings.START_HEADER, "").strip())
    if match is None:
        return None
    micro = int((match["fraction"] or "0").ljust(6, "0"))
    return EPOCH + timedelta(seconds=int(match["seconds"]), microseconds=micro)
