import sys
from pathlib import Path

import pytest

from devtools import Stop
from devtools.environments import FILES, Virtual

pytestmark = pytest.mark.usefixtures("data")


@pytest.fixture
def virtual(tmp_path: Path) -> Virtual:
    """An environment that is there, for the middle one of the three files."""
    for name in FILES:
        (tmp_path / name).write_text(f"# {name}")
    virtual = Virtual(tmp_path, tmp_path / ".venv")
    virtual.python.parent.mkdir(parents=True)
    virtual.python.symlink_to(sys.executable)
    (virtual.folder / "rangorde-stamp").write_text(virtual.stamp_for("requirements-dev.txt"))
    return virtual


@pytest.fixture
def filled(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What would have been installed, and whether into an empty environment."""
    calls: list[tuple[str, bool]] = []
    monkeypatch.setattr(Virtual, "fill", lambda _self, name, *, is_new: calls.append((name, is_new)))
    return calls


@pytest.mark.parametrize("wanted", ["requirements.txt", "requirements-dev.txt"])
def test_environment_with_what_is_wanted_or_more_is_used_as_it_is(
    virtual: Virtual, filled: list[tuple[str, bool]], wanted: str
) -> None:
    assert virtual.ready(wanted) == virtual.python
    assert filled == []


def test_larger_file_goes_on_top_of_an_environment_that_may_be_in_use(
    virtual: Virtual, filled: list[tuple[str, bool]]
) -> None:
    virtual.ready("requirements-e2e.txt")
    assert filled == [("requirements-e2e.txt", False)]


@pytest.mark.parametrize("change", ["requirements-dev.txt", ".venv/rangorde-stamp"])
def test_environment_of_other_requirements_or_another_python_is_made_anew(
    virtual: Virtual, filled: list[tuple[str, bool]], change: str
) -> None:
    (virtual.root / change).write_text("another")
    virtual.ready("requirements.txt")
    assert filled == [("requirements.txt", True)]


def test_environment_in_which_this_runs_is_not_thrown_away(
    virtual: Virtual, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(virtual.folder))
    with pytest.raises(Stop, match="is out of date and in use"):
        virtual.fill("requirements.txt", is_new=True)
    assert virtual.found() == "requirements-dev.txt"
