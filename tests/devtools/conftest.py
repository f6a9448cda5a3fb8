import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from devtools.children import Family
from devtools.leftovers import stop_leftovers
from devtools.places import BASE, place_of
from tests.devtools.starting import Dev


@pytest.fixture
def data(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where places come to lie. Not in a folder of pytest: PostgreSQL runs as another user when this is root."""
    folder = Path(tempfile.mkdtemp(prefix="rangorde-test-", dir=BASE))
    folder.chmod(0o755)
    monkeypatch.setenv("RANGORDE_DATA", str(folder))
    yield folder
    for place in folder.glob("*/*"):
        stop_leftovers(place, seconds=5)
    shutil.rmtree(folder)


@pytest.fixture
def family(data: Path, tmp_path: Path) -> Iterator[Family]:  # noqa: ARG001 - where the place comes to lie
    """The processes of a clone that is not there."""
    family = Family(place_of(tmp_path, "demo"), tmp_path)
    yield family
    family.stop()


@pytest.fixture
def dev(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dev]:  # noqa: ARG001 - idem
    """The command itself, with this clone's environment and data of its own, and without a network."""
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    monkeypatch.setenv("RANGORDE_VENV", sys.prefix)
    dev = Dev()
    yield dev
    dev.end()
