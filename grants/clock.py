"""The only place that reads the time. It can be shifted in the demo and in tests, never for a draw that counts."""

from datetime import UTC, datetime, timedelta

_shift = timedelta()


def now() -> datetime:
    """The moment it is for the application, with its zone."""
    return datetime.now(UTC) + _shift
