"""How long a calculation takes from the rows of a round to the stored lines: python -m benchmarks.calculations.

It starts a PostgreSQL and a Valkey of its own.
"""

import argparse
import sys
from collections.abc import Sequence

from benchmarks.site import site

ABOUT = "a calculation from the database to stored lines, of 10,000 and 100,000 applications, beside the engine alone"
HEADING = """
Applications made by a seed under the regulation of the benchmark (eight criteria, four lists, a draw where the ceiling falls).
*Whole*: what the workers do, from the rows to lines with their reasons, the receipt and the log. *Engine*: `run` alone, on the same
values. *Page*: the first page of the ranking, a hundred lines with their sentences. Seconds of the wall clock, with PostgreSQL on
the same machine; *memory* is the most that the process ever held until then.

| applications | whole | engine | whole / engine | page | memory (MB) |
| ---: | ---: | ---: | ---: | ---: | ---: |
"""


def main(arguments: Sequence[str]) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calculations", description=ABOUT)
    parser.add_argument("sizes", nargs="*", type=int, default=[10_000, 100_000], metavar="APPLICATIONS")
    options = parser.parse_args(arguments)
    with site():
        from benchmarks.calculations_work import row_of_the_table  # noqa: PLC0415 - it needs the site

        sys.stdout.write(HEADING.lstrip())
        for size in options.sizes:
            sys.stdout.write(f"| {' | '.join(row_of_the_table(size))} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
