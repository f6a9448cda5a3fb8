"""The only place that reads the time. It can be set in the demo and in tests, never for a draw that counts."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

_set_to: list[list[datetime]] = []
"""What the clock was set to, the last one at the end; each in a list of its own, so that two the same stay apart."""


def now() -> datetime:
    """The moment it is for the application, with its zone."""
    return _set_to[-1][0] if _set_to else datetime.now(UTC)


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Let it be this moment, for the whole process and until the block ends, whatever other blocks do."""
    if moment.tzinfo is None:
        raise ValueError("a moment has a zone")
    mine = [moment]
    _set_to.append(mine)
    try:
        yield
    finally:
        _set_to[:] = [each for each in _set_to if each is not mine]
