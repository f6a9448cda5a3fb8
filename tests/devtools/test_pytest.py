import subprocess
import sys
from pathlib import Path

import pytest

from devtools.leftovers import marked
from devtools.places import place_of
from tests.devtools.starting import ROOT

pytestmark = pytest.mark.usefixtures("dev")


def run_pytest(*arguments: str) -> int:
    """The tests by themselves, as an editor runs them."""
    command = [sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=120).returncode


def test_tests_of_the_engine_start_no_server(data: Path) -> None:
    assert run_pytest("tests/schemes/test_exact.py") == 0
    assert list(data.iterdir()) == []


def test_tests_of_the_site_start_servers_and_stop_them() -> None:
    assert run_pytest("tests/config/test_startup.py::test_surroundings_of_the_tests_will_do") == 0
    place = place_of(ROOT, "tests-0")
    assert "database system is shut down" in (place.folder / "logs" / "postgres.log").read_text()
    assert marked(place.folder) == []


def test_second_run_beside_the_first_has_servers_of_its_own() -> None:
    with place_of(ROOT, "tests-0").held():
        assert run_pytest("tests/config/test_startup.py::test_surroundings_of_the_tests_will_do") == 0
    assert [(place_of(ROOT, name).folder / "postgres").exists() for name in ("tests-0", "tests-1")] == [
        False,
        True,
    ]
