"""How long the engine takes and how much memory it needs, beside pabutools and numpy: python -m benchmarks.engine.

Every measurement is a process of its own, which makes its input before the clock starts. The tables are
Markdown, for the README.
"""

import argparse
import json
import math
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

ABOUT = "time and peak memory of the engine by size, beside pabutools and numpy"
SIZES = (1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)
LIMIT_S = 60
"""How long pabutools may take for a size, its input included. Larger sizes are then not tried."""

ENGINE = """
The engine, with the reasons of every line: eight criteria, four pools, half of what is asked, most applications tied.
*As asked*: ties are broken where the ceiling runs through them, and the draws are still to be held.
*Every tie*: a lot for everyone, and every tie broken down to it. *Growth*: the time over that of the size
above it, divided by what n log n would make of it; at most 1 is no worse than n log n.

| applications | as asked: CPU s | wall s | growth | peak MB | every tie: CPU s | wall s | growth | peak MB |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
BESIDE = """
The same applications with lots for everyone, where what does not fit is skipped, as pabutools does: its greedy
rule without reasons, the same order and ties. *Same*: whether both fund the same applications. numpy: one
`lexsort` and one `cumsum`, the floor. CPU seconds.

| applications | engine | pabutools | pabutools ÷ engine | same | numpy |
| ---: | ---: | ---: | ---: | :---: | ---: |
"""


class Measured(NamedTuple):
    """What one process measured. Megabytes are of 1,000,000 bytes, interpreter and input included."""

    cpu: float
    wall: float
    mb: float
    funded: str


def measure(subject: str, size: int, limit: float | None = None) -> Measured | None:
    """Measure in a process of its own; None where it takes longer than the limit."""
    command = [sys.executable, "-m", "benchmarks.measure", subject, str(size)]
    sys.stderr.write(f"{subject}: {size:,} …\n")
    try:
        done = subprocess.run(  # noqa: S603 - the command is our own
            command, cwd=Path(__file__).parent.parent, stdout=subprocess.PIPE, check=True, timeout=limit
        )
    except subprocess.TimeoutExpired:
        return None
    return Measured(**json.loads(done.stdout))


def growth(size: int, own: Measured, before: tuple[int, Measured] | None) -> str:
    """How the time grew from the size before, over how n log n did."""
    if before is None:
        return "–"
    expected = size * math.log(size) / (before[0] * math.log(before[0]))
    return f"{own.cpu / before[1].cpu / expected:.2f}"


def seconds(number: float) -> str:
    """Seconds with a meaningful number of digits."""
    return f"{number:.4f}" if number < 0.1 else f"{number:.2f}"


def engine_rows(sizes: Sequence[int]) -> list[str]:
    """The rows of the first table."""
    rows: list[str] = []
    before: dict[str, tuple[int, Measured]] = {}
    for size in sizes:
        cells = [f"{size:,}"]
        for subject in ("engine", "engine, every tie"):
            own = measure(subject, size)
            if own is None:
                raise RuntimeError(subject)
            cells += [
                seconds(own.cpu),
                seconds(own.wall),
                growth(size, own, before.get(subject)),
                f"{own.mb:,.0f}",
            ]
            before[subject] = size, own
        rows.append(row(cells))
    return rows


def beside_rows(sizes: Sequence[int]) -> list[str]:
    """The rows of the second table."""
    rows: list[str] = []
    tried = True
    for size in sizes:
        own, floor = measure("engine, skip", size), measure("numpy", size)
        other = measure("pabutools", size, LIMIT_S) if tried else None
        if own is None or floor is None:
            raise RuntimeError(size)
        if other is not None:
            same = "yes" if own.funded == other.funded else "**no**"
            cells = [seconds(other.cpu), f"{other.cpu / own.cpu:.1f}", same]
        else:
            cells = [f"over {LIMIT_S}" if tried else "not tried", "–", "–"]
        tried = other is not None
        rows.append(row([f"{size:,}", seconds(own.cpu), *cells, seconds(floor.cpu)]))
    return rows


def row(cells: Sequence[str]) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def machine() -> str:
    """Where the figures come from."""
    versions = f"pabutools {version('pabutools')}, numpy {version('numpy')}"
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores of which one is used"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"Made by `.venv/bin/python -m benchmarks.engine` with {python}, {versions}; {system}."


def main(arguments: Sequence[str]) -> None:
    """Measure each size and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=ABOUT)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of applications")
    parser.add_argument("--most", type=int, help="leave out sizes above this")
    options = parser.parse_args(arguments)
    sizes = sorted({size for size in options.sizes if options.most is None or size <= options.most})
    shown = [ENGINE.strip(), *engine_rows(sizes), "", BESIDE.strip(), *beside_rows(sizes), "", machine()]
    sys.stdout.write("\n".join(shown) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
