import ast
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from grants import clock
from grants.models import Organisation

ROOT = Path(__file__).resolve().parents[2]
CLOCK = ROOT / "grants" / "clock.py"
MOMENT = datetime(2027, 3, 1, 11, 0, tzinfo=UTC)
READINGS = {
    *("now", "utcnow", "today", "fromtimestamp", "localtime", "gmtime", "time", "time_ns", "ctime"),
    *("clock_gettime", "localdate"),
}
NAMES = {"Now", "auto_now", "auto_now_add", "TransactionNow", "localdate"}
OF = {"datetime", "date", "timezone", "time", "dt", "tz"}


def readings(source: str) -> Iterator[str]:
    """What in this source reads the time, as far as names can tell."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name):
                if (
                    owner in OF
                    and name in READINGS
                    and not (owner == "datetime" and name in {"time", "date"})
                ):
                    yield f"{owner}.{name}"
            case ast.Name(id=name) | ast.keyword(arg=str(name)) | ast.alias(name=name) if name in NAMES:
                yield name
            case ast.ImportFrom(module="time", names=names):
                yield from (f"time.{alias.name}" for alias in names if alias.name in READINGS)
            case ast.ImportFrom(module="django.utils.timezone", names=names):
                yield from (f"timezone.{alias.name}" for alias in names if alias.name == "now")
            case _:
                pass


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("datetime.now(UTC)", ["datetime.now"]),
        ("datetime.datetime.utcnow()", ["datetime.utcnow"]),
        ("date.today()", ["date.today"]),
        ("timezone.now()", ["timezone.now"]),
        ("default=timezone.now", ["timezone.now"]),
        ("time.time()", ["time.time"]),
        ("from time import time", ["time.time"]),
        ("from django.utils.timezone import now", ["timezone.now"]),
        ("models.DateTimeField(auto_now=True)", ["auto_now"]),
        ("models.DateTimeField(auto_now_add=True)", ["auto_now_add"]),
        ("from django.db.models.functions import Now", ["Now"]),
        ("clock.now()", []),
        ("time.perf_counter()", []),
        ("datetime.combine(day, time(), zone)", []),
    ],
)
def test_reader_of_sources_finds_what_reads_the_time(source: str, found: list[str]) -> None:
    assert list(readings(source)) == found


def test_clock_alone_reads_the_time() -> None:
    files = [file for part in ("grants", "config") for file in sorted((ROOT / part).rglob("*.py"))]
    found = {file.relative_to(ROOT): list(readings(file.read_text(encoding="utf-8"))) for file in files}
    assert {str(file): names for file, names in found.items() if names} == {
        "grants/clock.py": ["datetime.now"]
    }


def test_clock_tells_the_time_with_its_zone() -> None:
    before = datetime.now(UTC)  # noqa: TID251 - what the clock is compared with
    assert before <= clock.now() <= before + timedelta(minutes=1)
    assert clock.now().tzinfo is UTC


def test_clock_stands_where_it_is_set_until_the_block_ends() -> None:
    with clock.at(MOMENT):
        assert clock.now() == MOMENT
        with clock.at(MOMENT + timedelta(days=1)):
            assert clock.now() == MOMENT + timedelta(days=1)
        assert clock.now() == MOMENT
    assert clock.now() != MOMENT


def test_blocks_that_end_in_another_order_than_they_began_leave_the_clock_free() -> None:
    first, second = clock.at(MOMENT), clock.at(MOMENT + timedelta(days=1))
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert clock.now() == MOMENT + timedelta(days=1)
    second.__exit__(None, None, None)
    assert clock.now() not in (MOMENT, MOMENT + timedelta(days=1))


def test_clock_is_set_back_after_a_mistake() -> None:
    with pytest.raises(ZeroDivisionError), clock.at(MOMENT):
        _ = 1 // 0
    assert clock.now() != MOMENT


def test_clock_refuses_a_moment_without_a_zone() -> None:
    with pytest.raises(ValueError, match="zone"), clock.at(MOMENT.replace(tzinfo=None)):
        pass


@pytest.mark.django_db
def test_rows_get_their_moment_from_the_clock() -> None:
    with clock.at(MOMENT):
        organisation = Organisation.objects.create(name="Stichting Open Tafel")
    assert organisation.created_at == MOMENT
