import os
import signal
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings as site
from hypothesis import settings

from config.environment import Environment
from devtools import Stop
from devtools.children import Family
from devtools.places import any_place
from devtools.servers import start_servers
from devtools.translations import compile_translations
from grants import clock

ROOT = Path(__file__).resolve().parent.parent
WITH_SERVERS = [ROOT / "tests" / name for name in ("config", "faults", "grants", "journeys")]
"""What does not lie here needs no database, and does not wait for one."""
open_at_end = pytest.StashKey[ExitStack]()

# No deadline: a busy machine is no failure. In CI hypothesis loads a profile of its own, which repeats exactly.
if not os.environ.get("CI"):
    settings.register_profile("rangorde", deadline=None)
    settings.load_profile("rangorde")


def pytest_configure(config: pytest.Config) -> None:
    """Start the servers, once for all workers of xdist: they inherit the environment."""
    if hasattr(config, "workerinput") or not needs_servers(config):
        return
    config.stash[open_at_end] = stack = ExitStack()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    family = Family(stack.enter_context(any_place(ROOT, "tests")), ROOT)
    stack.callback(family.stop)
    packages = Path(sysconfig.get_path("purelib"))
    try:
        addresses = start_servers(family, packages, site.GIVEN, is_for_tests=True)
        compile_translations(family, Path(sys.executable))
    except Stop as stop:
        stack.close()
        pytest.exit(str(stop), returncode=pytest.ExitCode.USAGE_ERROR)
    use(addresses)


def pytest_unconfigure(config: pytest.Config) -> None:
    if stack := config.stash.get(open_at_end, None):
        stack.close()


def needs_servers(config: pytest.Config) -> bool:
    asked = [(config.invocation_params.dir / name.split("::")[0]).resolve() for name in config.args]
    return any(
        path.is_relative_to(folder) or folder.is_relative_to(path)
        for path in asked
        for folder in WITH_SERVERS
    )


def use(addresses: dict[str, str]) -> None:
    """Put the addresses where the workers read them, and in the settings that this process has read already."""
    os.environ.update(addresses)
    environment = Environment(addresses)
    for alias, name in {"default": "DATABASE_URL", "owner": "DATABASE_OWNER_URL"}.items():
        if name in addresses:
            site.DATABASES[alias].update(environment.database(name))
    if "REDIS_URL" in addresses:
        site.CELERY_BROKER_URL = site.CACHES["default"]["LOCATION"] = addresses["REDIS_URL"]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    """No test leaves the clock set: the next one would live in its time."""
    yield
    left = [moment for (moment,) in clock._set_to]
    clock._set_to.clear()
    assert left == [], f"the clock was left at {left}"


def skips(config: pytest.Config) -> list[object]:
    """What was skipped, as the process that reports knows it (a worker of xdist reports nothing)."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return []
    return list(reporter.stats.get("skipped", []))


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    yield
    if os.environ.get("CI") and session.exitstatus == pytest.ExitCode.OK and skips(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for name, value in report.user_properties:
            terminalreporter.write_line(f"{name}: {value}")
    if os.environ.get("CI") and skips(config):
        terminalreporter.section("skipped in CI")
        terminalreporter.write_line("In CI a skipped test is a failure: install what it needs, or remove it.")
