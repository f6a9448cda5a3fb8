#!/usr/bin/env python3
"""Sets Rangorde up and checks it. Needs nothing but Python 3.11 or newer with pip, on Linux or macOS.

python3 dev.py test          every check: style, types, imports, and the tests with their coverage
python3 dev.py test ARGS     pytest alone, with these arguments (test -k loting -x)
python3 dev.py mutate        changes the engine in small ways: does a test fail for each? (--help)
python3 dev.py format        lay the code out, and mend what ruff can mend
python3 dev.py lock [ARGS]   pin the requirements anew (lock --upgrade: to the newest versions)

Everything is made inside the clone: .venv (RANGORDE_VENV names another folder), .lock-venv and caches.
"""

import hashlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - an older python3 gets a sentence, not a syntax error
    sys.exit(f"Rangorde needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}.")
if os.name != "posix":
    sys.exit("Rangorde is developed on Linux and macOS. On Windows, use WSL.")

ROOT = Path(__file__).resolve().parent
VENV = ROOT / os.environ.get("RANGORDE_VENV", ".venv")
LOCK_VENV = ROOT / ".lock-venv"
UV = "uv==0.13.9"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as lint; lint()"
NO_PIP = """This Python has no pip, or one older than 22.3: {python}
Install it (Debian, Ubuntu: apt install python3-pip; elsewhere: python3 -m ensurepip --upgrade), then
run this command again. Nothing outside this folder is changed by it."""


def run(*command: str | Path) -> int:
    """Run a command in the clone, free of another project's import paths, and give its exit code."""
    environment = {k: v for k, v in os.environ.items() if k not in {"PYTHONPATH", "PYTHONHOME"}}
    sys.stdout.flush()
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def must_run(*command: str | Path) -> None:
    """Run a command without which nothing can follow."""
    code = run(*command)
    if code:
        sys.exit(f"Stopped: {' '.join(map(str, command))} ended with exit code {code}.")


def require_pip() -> None:
    """Stop with advice, unless this Python has a pip that can install into another environment."""
    command = [sys.executable, "-m", "pip", "--version"]
    answer = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    version = re.match(r"pip (\d+)\.(\d+)", answer)
    if version is None or (int(version[1]), int(version[2])) < (22, 3):
        sys.exit(NO_PIP.format(python=sys.executable))


def make_venv(folder: Path, *requirements: str) -> None:
    """Make an environment anew. It holds no pip: the one of the running Python fills it."""
    if Path(sys.prefix) == folder:
        sys.exit("The environment is out of date and in use. Leave it (deactivate), then run this again.")
    require_pip()
    must_run(sys.executable, "-m", "venv", "--without-pip", "--clear", folder)
    into = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    must_run(*into, "install", "--quiet", "--no-compile", *requirements)


def ready_python() -> Path:
    """Give the Python of the environment, made anew if the requirements or this Python changed."""
    requirements = ROOT / "requirements-dev.txt"
    digest = hashlib.sha256(requirements.read_bytes()).hexdigest()
    stamp = f"{digest}\nPython {sys.version.split()[0]}\n"
    python, stamp_file = VENV / "bin" / "python", VENV / "rangorde-stamp"
    if os.access(python, os.X_OK) and stamp_file.is_file() and stamp_file.read_text() == stamp:
        return python
    print(f"Setting up {VENV.name} with Python {sys.version.split()[0]} …")
    began = time.monotonic()
    make_venv(VENV, "--require-hashes", "--no-deps", "-r", str(requirements))
    stamp_file.write_text(stamp)
    print(f"Set up in {time.monotonic() - began:.1f} s.")
    return python


def test(args: list[str]) -> int:
    """Run every check, also after one failed; or pytest alone with the arguments given."""
    python = ready_python()
    if args:
        return run(python, "-m", "pytest", *args)
    steps = {
        "ruff check": ["-m", "ruff", "check"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "mypy": ["-m", "mypy"],
        "import-linter": ["-c", LINT_IMPORTS, "--no-logo"],
        "pytest": ["-m", "pytest", "--cov", "--numprocesses=auto"],
    }
    lines, failed = [], False
    for name, arguments in steps.items():
        print(f"\n— {name}")
        began = time.monotonic()
        code = run(python, *arguments)
        failed = failed or code != 0
        lines.append(f"{'FAILED' if code else 'ok':8}{name:16}{time.monotonic() - began:6.1f} s")
    print("", *lines, sep="\n")
    return int(failed)


def mutate(args: list[str]) -> int:
    """Run the seeded mutation of the engine."""
    return run(ready_python(), "-m", "tests.mutate", *args)


def format_code(args: list[str]) -> int:
    """Lay the code out with ruff."""
    ruff: list[str | Path] = [ready_python(), "-m", "ruff"]
    return run(*ruff, "check", "--fix-only", *args) or run(*ruff, "format", *args)


def lock(args: list[str]) -> int:
    """Pin the three files, each on top of the one before it, with hashes and without any index address."""
    uv = LOCK_VENV / "bin" / "uv"
    if not os.access(uv, os.X_OK):
        make_venv(LOCK_VENV, UV)
    compiler: list[str | Path] = [uv, "pip", "compile", "pyproject.toml", "--quiet", *args]
    must_run(*compiler, "--extra", "embedded", "-o", "requirements.txt")
    must_run(*compiler, "--extra", "dev", "-c", "requirements.txt", "-o", "requirements-dev.txt")
    must_run(*compiler, "--extra", "e2e", "-c", "requirements-dev.txt", "-o", "requirements-e2e.txt")
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "test": test,
    "mutate": mutate,
    "format": format_code,
    "lock": lock,
}


def main() -> int:
    """Carry out one command."""
    name, *args = sys.argv[1:] or ["help"]
    if name not in COMMANDS:
        print(__doc__)
        return 0 if name in {"help", "-h", "--help"} else 2
    try:
        return COMMANDS[name](args)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
