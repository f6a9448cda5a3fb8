"""The only place that reads the time. It can be set in the demo and in tests, never for a draw that counts."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

_set_to: datetime | None = None


def now() -> datetime:
    """The moment it is for the application, with its zone."""
    return _set_to or datetime.now(UTC)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be this moment, for the whole process and until the block ends."""
    global _set_to  # noqa: PLW0603 - the one clock of this process
    if moment.tzinfo is None:
        raise ValueError("a moment has a zone")
    before, _set_to = _set_to, moment
    try:
        yield
    finally:
        _set_to = before
