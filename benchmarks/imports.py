"""How long it takes to try a file with applications, and to bring it in: python -m benchmarks.imports.

It starts a PostgreSQL and a Valkey of its own.
"""

import argparse
import os
import signal
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from devtools.children import Family
from devtools.places import any_place
from devtools.servers import start_servers

ROOT = Path(__file__).resolve().parents[1]
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


@contextmanager
def site() -> Iterator[None]:
    """The site's code with servers and an empty database of its own, as the application's role sees it."""
    with ExitStack() as stack:
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
        family = Family(stack.enter_context(any_place(ROOT, "benchmarks")), ROOT)
        stack.callback(family.stop)
        packages = Path(sysconfig.get_path("purelib"))
        os.environ.update(start_servers(family, packages, set(), is_for_tests=True))
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django  # noqa: PLC0415 - reads the addresses when it is set up
        from django.db import connections  # noqa: PLC0415 - idem

        django.setup()
        owner, application = connections["owner"], connections["default"]
        name = owner.settings_dict["NAME"]
        owner.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        application.creation.set_as_test_mirror(owner.settings_dict)
        yield
        application.close()
        owner.creation.destroy_test_db(name, verbosity=0)


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
