import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: a busy machine is no failure. In CI hypothesis loads a profile of its own, which repeats exactly.
if not os.environ.get("CI"):
    settings.register_profile("rangorde", deadline=None)
    settings.load_profile("rangorde")


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
