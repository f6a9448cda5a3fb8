"""The Python environment in the clone: made once, and made anew when the requirements or this Python change."""

import hashlib
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from devtools import Stop
from devtools.places import place_of

NO_PIP = """This Python has no pip, or one older than 22.3: {python}
Install it (Debian, Ubuntu: apt install python3-pip; elsewhere: python3 -m ensurepip --upgrade), then
run this command again. Nothing outside this folder is changed by it."""
FILES = ("requirements.txt", "requirements-dev.txt", "requirements-e2e.txt")
"""Each contains the one before it."""
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PYTHONDONTWRITEBYTECODE")
"""Another project's import paths stay out; without bytecode every start would take three times as long."""


@dataclass(frozen=True)
class Virtual:
    """An environment in the clone, and the file that says what it was made for."""

    root: Path
    folder: Path

    @property
    def python(self) -> Path:
        """Its Python."""
        return self.folder / "bin" / "python"

    @property
    def packages(self) -> Path:
        """Where pip puts packages."""
        return self.folder / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"

    def ready(self, wanted: str) -> Path:
        """Give its Python, with at least what the wanted file asks. Two commands at once do not make it both."""
        if not self.holds(wanted):
            with place_of(self.root, "environment").held(waits=True):
                if not self.holds(wanted):
                    self.fill(wanted, is_new=self.found() is None)
        return self.python

    def holds(self, wanted: str) -> bool:
        """Does it hold what this file asks, and perhaps more?"""
        found = self.found()
        return found is not None and FILES.index(found) >= FILES.index(wanted)

    def found(self) -> str | None:
        """The file of requirements that it holds now, as that file is today."""
        if not os.access(self.python, os.X_OK):
            return None
        return next((name for name in FILES if self.stamp_for(name) == self.stamp()), None)

    def stamp(self) -> str:
        """What the environment says that it was made for."""
        file = self.folder / "rangorde-stamp"
        return file.read_text() if file.is_file() else ""

    def stamp_for(self, name: str) -> str:
        """What the stamp says when this file is in it."""
        digest = hashlib.sha256((self.root / name).read_bytes()).hexdigest()
        return f"{digest}\nPython {sys.version.split()[0]}\n"

    def fill(self, name: str, *, is_new: bool) -> None:
        """Install a file of requirements. A larger one goes on top of a smaller one, which may be in use."""
        print(f"Setting up {self.folder.name} with Python {sys.version.split()[0]} …", flush=True)
        began = time.monotonic()
        if is_new:
            make_empty(self.folder)
        install_into(self.folder, "--require-hashes", "--no-deps", "-r", str(self.root / name))
        (self.folder / "rangorde-stamp").write_text(self.stamp_for(name))
        print(f"Set up in {time.monotonic() - began:.1f} s.", flush=True)


def make_empty(folder: Path) -> None:
    """Make an environment anew. It holds no pip: the one of the running Python fills it."""
    if Path(sys.prefix) == folder:
        raise Stop("The environment is out of date and in use. Leave it (deactivate), then run this again.")
    require_pip()
    must_run(sys.executable, "-m", "venv", "--without-pip", "--clear", folder)


def install_into(folder: Path, *requirements: str) -> None:
    """Install packages into an environment."""
    into = ("--python", str(folder / "bin" / "python"))
    must_run(sys.executable, "-m", "pip", *into, "install", "--quiet", "--no-compile", *requirements)


def require_pip() -> None:
    """Stop with advice, unless this Python has a pip that can install into another environment."""
    command = [sys.executable, "-m", "pip", "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    version = re.match(r"pip (\d+)\.(\d+)", answer)
    if version is None or (int(version[1]), int(version[2])) < (22, 3):
        raise Stop(NO_PIP.format(python=sys.executable))


def own_environment() -> dict[str, str]:
    """The environment of this process, without what disturbs ours."""
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def run(*command: str | Path) -> int:
    """Run a command and give its exit code."""
    sys.stdout.flush()
    return subprocess.run(command, env=own_environment(), check=False).returncode


def must_run(*command: str | Path) -> None:
    """Run a command without which nothing can follow."""
    if code := run(*command):
        raise Stop(f"Stopped: {' '.join(map(str, command))} ended with exit code {code}.")
