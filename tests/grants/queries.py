"""How many queries a page takes. A list page takes as many with three rows as with one, and the number is written out."""

from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext


def queries_of(client: Client, address: str) -> list[str]:
    """The statements that a page sends, after a first visit that fills what is kept per process."""
    assert client.get(address).status_code == 200
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return [query["sql"] for query in captured.captured_queries]


def assert_constant_queries(
    client: Client, address: str, make_row: Callable[[], object], *, queries: int
) -> None:
    """The page takes exactly so many queries, with one row and with three."""
    make_row()
    with_one = queries_of(client, address)
    make_row()
    make_row()
    with_three = queries_of(client, address)
    assert (len(with_one), len(with_three)) == (queries, queries), "\n".join(with_three)


def assert_log_is_locked_last(act: Callable[[], object]) -> None:
    """From the first line in the log on everyone else waits, so that whoever still needs a lock then can wait for ever."""
    with CaptureQueriesContext(connection) as captured:
        act()
    sent = [query["sql"] for query in captured.captured_queries]
    first = next(at for at, sql in enumerate(sent) if "pg_advisory_xact_lock" in sql)
    assert [sql for sql in sent[first:] if "FOR UPDATE" in sql] == []
