"""Both servers of a place, each unless its address is given from outside."""

from collections.abc import Container
from pathlib import Path

from devtools.children import Family
from devtools.leftovers import stop_leftovers
from devtools.postgres import Postgres
from devtools.valkey import Valkey


def start_servers(
    family: Family, packages: Path, given: Container[str], *, is_for_tests: bool = False
) -> dict[str, str]:
    """Start what is not given from outside, and give the addresses by the names that the settings read."""
    stop_leftovers(family.place.folder)
    addresses: dict[str, str] = {}
    if "REDIS_URL" not in given:
        addresses |= Valkey(family, packages, is_for_tests).start()
    if "DATABASE_URL" not in given:
        addresses |= Postgres(family, packages, is_for_tests).start()
    return addresses
