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
LEAST = 100
LIMIT_S = 60
"""How long the process of pabutools may take for a size. Larger sizes are then not tried."""

ENGINE = """
The engine, with the reasons of every line: eight criteria, four pools, half of what is asked, most applications
tied. *As asked*: ties are broken where the ceiling runs through them, and the draws are still to be held. *Every
tie*: a lot for everyone, and every tie broken down to it. *Growth*: the time over that of the size above it,
divided by what n log n would make of it, so that at most 1 is no worse; in the last row from the smallest size to
the largest. *Calls*: of Python and C functions, per application. They tell how the work grows, apart from the machine,
whose caches hold a small round whole and a large one not.

| applications | as asked: CPU s | wall s | growth | calls | peak MB | every tie: CPU s | wall s | growth | calls | peak MB |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""
BESIDE = """
The same applications with lots for everyone, where what does not fit is skipped, as pabutools does: its greedy
rule, with the same order and ties and without reasons. *Same*: whether both fund the same applications. numpy: one
`lexsort` and one `cumsum` per run, the floor. CPU seconds.

| applications | engine | pabutools | pabutools ÷ engine | same | numpy |
| ---: | ---: | ---: | ---: | :---: | ---: |
"""


class Measured(NamedTuple):
    """What one process measured. `calls` are those of Python and C functions. Megabytes are of 1,000,000 bytes, interpreter and input included."""

    cpu: float
    wall: float
    mb: float
    funded: str
    calls: int


def measure(subject: str, size: int, limit: float | None = None) -> Measured:
    """Measure in a process of its own; `TimeoutExpired` where that takes longer than the limit."""
    sys.stderr.write(f"{subject}: {size:,} …\n")
    command = [sys.executable, "-m", "benchmarks.measure", subject, str(size)]
    root = Path(__file__).parent.parent
    done = subprocess.run(command, cwd=root, stdout=subprocess.PIPE, check=True, timeout=limit)  # noqa: S603
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


def engine_rows(sizes: Sequence[int]) -> list[list[str]]:
    """The rows of the first table."""
    rows = [[f"{size:,}"] for size in sizes]
    whole = ["all sizes"]
    for subject in ("engine", "engine, every tie"):
        measured = [(size, measure(subject, size)) for size in sizes]
        for cells, before, (size, own) in zip(rows, [None, *measured[:-1]], measured, strict=True):
            cells += [seconds(own.cpu), seconds(own.wall), growth(size, own, before)]
            cells += [f"{own.calls / size:.0f}", f"{own.mb:,.0f}"]
        whole += ["", "", growth(*measured[-1], measured[0] if len(sizes) > 1 else None), "", ""]
    return [*rows, whole]


def beside_rows(sizes: Sequence[int]) -> list[list[str]]:
    """The rows of the second table."""
    rows = []
    beyond = "–"
    for size in sizes:
        own, floor = measure("engine, skip", size), measure("numpy", size)
        cells = [beyond, "–", "–"]
        if beyond == "–":
            try:
                other = measure("pabutools", size, LIMIT_S)
                same = "yes" if own.funded == other.funded else "**no**"
                cells = [seconds(other.cpu), f"{other.cpu / own.cpu:.1f}", same]
            except subprocess.TimeoutExpired:
                cells[0], beyond = f"over {LIMIT_S}", "not tried"
        rows.append([f"{size:,}", seconds(own.cpu), *cells, seconds(floor.cpu)])
    return rows


def table(heading: str, rows: Sequence[Sequence[str]]) -> str:
    """A heading with its rows."""
    return "\n".join([heading.strip(), *(f"| {' | '.join(cells)} |" for cells in rows), "", ""])


def main(arguments: Sequence[str]) -> None:
    """Measure each size and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engine", description=ABOUT)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of applications")
    parser.add_argument("--most", type=int, help="leave out sizes above this")
    options = parser.parse_args(arguments)
    sizes = sorted({size for size in options.sizes if options.most is None or size <= options.most})
    if not sizes or sizes[0] < LEAST:
        parser.error(f"Give sizes of at least {LEAST}.")
    sys.stdout.write(table(ENGINE, engine_rows(sizes)) + table(BESIDE, beside_rows(sizes)))
    python = f"{platform.python_implementation()} {platform.python_version()}"
    versions = f"{python}, pabutools {version('pabutools')} and numpy {version('numpy')}"
    system = f"{platform.system()} {platform.machine()}, of whose {os.cpu_count()} cores one is used"
    sys.stdout.write(f"Made by `.venv/bin/python -m benchmarks.engine` with {versions} on {system}.\n")


if __name__ == "__main__":
    main(sys.argv[1:])
