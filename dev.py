#!/usr/bin/env python3
"""Sets Rangorde up, shows it and checks it. Needs nothing but Python 3.11 or newer with pip, on Linux or macOS.

python3 dev.py demo          the site with all it needs, on http://localhost:8000 (--help)
python3 dev.py test          every check: style, types, imports and the tests (with CI set also what they cover, and the browser)
python3 dev.py test ARGS     pytest alone, with these arguments (test -k loting -x)
python3 dev.py mutate        changes the engine in small ways: does a test fail for each? (--help)
python3 dev.py format        lay the code out, and mend what ruff can mend
python3 dev.py lock [ARGS]   pin the requirements anew (lock --upgrade: to the newest versions)

What is made lies inside the clone: .venv (RANGORDE_VENV names another folder), .lock-venv, style sheets and caches.
The data of the demo and the tests lie in a folder of their own under /var/tmp (RANGORDE_DATA names another).
"""

import errno
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - an older python3 gets a sentence, not a syntax error
    sys.exit(f"Rangorde needs Python 3.11 or newer, and {sys.executable} is {sys.version.split()[0]}.")
if os.name != "posix":
    sys.exit("Rangorde is developed on Linux and macOS. On Windows, use WSL.")

from devtools import Stop
from devtools.demo import run_demo
from devtools.environments import Virtual, install_into, make_empty, must_run, run

ROOT = Path(__file__).resolve().parent
VENV = Virtual(ROOT, ROOT / os.environ.get("RANGORDE_VENV", ".venv"))
LOCK_VENV = ROOT / ".lock-venv"
UV = "uv==0.13.9"
IN_CI = bool(os.environ.get("CI"))
FOR_TESTS = "requirements-e2e.txt" if IN_CI else "requirements-dev.txt"
"""A browser is much to fetch: on a developer's machine its tests are skipped when there is none, and in CI they must run."""
COVERAGE = {"engine covered": ["-m", "coverage", "report", "--include=schemes/*", "--fail-under=100"]}
"""Watching every line makes the tests half as slow again, so CI does it for everyone."""
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as lint; lint()"


def demo(args: list[str]) -> int:
    """Start the demo, and stay until Ctrl-C."""
    return run_demo(VENV, args)


def test(args: list[str]) -> int:
    """Run every check, also after one failed; or pytest alone with the arguments given."""
    python = VENV.ready(FOR_TESTS)
    if args:
        return run(python, "-m", "pytest", *args)
    steps = {
        "ruff check": ["-m", "ruff", "check"],
        "ruff format": ["-m", "ruff", "format", "--check"],
        "mypy": ["-m", "mypy"],
        "import-linter": ["-c", LINT_IMPORTS, "--no-logo"],
        "pytest": ["-m", "pytest", "--numprocesses=auto", *(["--cov"] if IN_CI else [])],
        **(COVERAGE if IN_CI else {}),
    }
    lines, failed = [], False
    for name, arguments in steps.items():
        print(f"\n— {name}")
        began = time.monotonic()
        code = run(python, *arguments)
        failed = failed or code != 0
        lines.append(f"{'FAILED' if code else 'ok':8}{name:18}{time.monotonic() - began:6.1f} s")
    print("", *lines, sep="\n")
    return int(failed)


def mutate(args: list[str]) -> int:
    """Run the seeded mutation of the engine."""
    return run(VENV.ready(FOR_TESTS), "-m", "tests.mutate", *args)


def format_code(args: list[str]) -> int:
    """Lay the code out with ruff."""
    ruff: list[str | Path] = [VENV.ready(FOR_TESTS), "-m", "ruff"]
    return run(*ruff, "check", "--fix-only", *args) or run(*ruff, "format", *args)


def lock(args: list[str]) -> int:
    """Pin the requirements, each file on top of the one before it, and npm's Node apart; with hashes and without any index address."""
    uv = LOCK_VENV / "bin" / "uv"
    if not os.access(uv, os.X_OK):
        make_empty(LOCK_VENV)
        install_into(LOCK_VENV, UV)
    compiler: list[str | Path] = [uv, "pip", "compile", "--quiet", *args]
    must_run(*compiler, "pyproject.toml", "--extra", "embedded", "-o", "requirements.txt")
    must_run(
        *compiler, "pyproject.toml", "--extra", "dev", "-c", "requirements.txt", "-o", "requirements-dev.txt"
    )
    must_run(
        *compiler,
        "pyproject.toml",
        "--extra",
        "e2e",
        "-c",
        "requirements-dev.txt",
        "-o",
        "requirements-e2e.txt",
    )
    must_run(*compiler, "--group", "styles", "-o", "requirements-styles.txt")
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "demo": demo,
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
        os.chdir(ROOT)
        return COMMANDS[name](args)
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print(f"The disk is full: {error.filename}. Make room, and start again.", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
