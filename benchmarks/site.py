"""The site's code with servers and an empty database of its own, for what is measured with rows."""

import os
import signal
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from devtools.children import Family
from devtools.places import any_place
from devtools.servers import start_servers

ROOT = Path(__file__).resolve().parents[1]


@contextmanager
def site() -> Iterator[None]:
    """The database as the application's role sees it."""
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
