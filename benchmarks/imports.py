"""How long it takes to try a file with applications, and to bring it in: python -m benchmarks.imports.

It starts a PostgreSQL and a Valkey of its own.
"""

import argparse
import sys
from collections.abc import Sequence

from benchmarks.site import site

ABOUT = (
    "trying and bringing in files with 10,000 and 100,000 applications, beside reading and writing bare rows"
)
HEADING = """
Files with applications made by a seed, for a round under one of the shipped regulations. *Floor*: the same file read by
`csv.reader` or openpyxl alone; for bringing in, the rows of applications alone, written by `bulk_create` and by `COPY`.
Seconds of the wall clock, with PostgreSQL on the same machine; *memory* is the most that the process ever held until then.

| what | rows | seconds | floor | floor, COPY | memory (MB) |
| --- | ---: | ---: | ---: | ---: | ---: |
"""


def main(arguments: Sequence[str]) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imports", description=ABOUT)
    parser.add_argument("--rows", type=int, default=10_000, help="of the file that is brought in")
    parser.add_argument(
        "--many", type=int, default=100_000, help="of the file with one error in its last row"
    )
    options = parser.parse_args(arguments)
    with site():
        from benchmarks.imports_work import rows_of_the_table  # noqa: PLC0415 - it needs the site

        sys.stdout.write(HEADING.lstrip())
        for row in rows_of_the_table(options.rows, options.many):
            sys.stdout.write(f"| {' | '.join(row)} |\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
