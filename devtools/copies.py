"""The servers' programs: copied out of the Python packages, to where the servers' user can read them."""

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from devtools import Stop
from devtools.places import Place


def copied(place: Place, packages: Path, name: str, parts: Sequence[str]) -> Path:
    """The folder with these parts of a package, copied once for each version. A clone may lie in a closed folder."""
    found = list(packages.glob(f"{name}-*.dist-info"))
    if not found:
        message = (
            f"{name} is not in {packages}. It exists for Linux and macOS; elsewhere, give DATABASE_URL, "
            "DATABASE_OWNER_URL and REDIS_URL."
        )
        raise Stop(message)
    target = place.folder.parent / found[0].name.removesuffix(".dist-info")
    try:
        if not target.exists():
            _copy(packages, parts, target)
    except OSError as error:
        reason = error.strerror or error.args[0][-1][2]  # a tree gives the reasons for each of its files
        message = f"{name} cannot be copied to {target.parent}: {reason}\nMake room there, and start again."
        raise Stop(message) from error
    return target


def _copy(packages: Path, parts: Sequence[str], target: Path) -> None:
    """Copy aside, and put it in place when it is whole. Another process may have been first."""
    with tempfile.TemporaryDirectory(dir=target.parent) as aside:
        fresh = Path(aside) / "whole"
        for part in parts:
            if (packages / part).exists():  # on macOS the libraries lie elsewhere
                shutil.copytree(packages / part, fresh / part, symlinks=True)
        for path in (fresh, *fresh.rglob("*")):
            _open_to_all(path)
        if not target.exists():
            fresh.rename(target)


def _open_to_all(path: Path) -> None:
    """Let others read what a strict umask has closed."""
    if not path.is_symlink():
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if mode & 0o100 else 0o444))
