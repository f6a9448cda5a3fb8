"""The whole site in a real browser: Chromium without a window, against a server of the test's own."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db import connections
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from grants.demo.town import make_town
from grants.models import User
from tests.grants.conftest import django_db_setup, flush_as_owner, own_cache
from tests.grants.persons import client_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

__all__ = ["django_db_setup", "flush_as_owner", "own_cache"]

WHERE_FROM = "Install it with: apt install chromium, and pip install -r requirements-e2e.txt."
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
IN_THE_OPEN = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
"""What a server in another process reads must be committed; the owner empties the tables afterwards."""
WIDE, NARROW, NARROWEST, HEIGHT = 1280, 360, 320, 900

Open = Callable[..., "AbstractContextManager[Page]"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", metavar="DIR", type=Path, help="keep a picture of every page here")


@pytest.fixture(scope="session")
def pictures(request: pytest.FixtureRequest) -> Path | None:
    # the option exists where pytest was asked for this folder
    folder: Path | None = request.config.getoption("pictures", default=None)
    return folder


@pytest.fixture(autouse=True, scope="session")
def nothing_left_open() -> None:
    """The server's threads give their connections back after each request, so that the database can be removed."""
    connections["default"].settings_dict["CONN_MAX_AGE"] = 0


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """One Chromium for all journeys; where there is none they are skipped, and say so."""
    library = pytest.importorskip("playwright.sync_api", reason=f"There is no playwright. {WHERE_FROM}")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip(f"There is no Chromium. {WHERE_FROM}")
    # playwright keeps an event loop in this thread, which Django takes for asynchronous code
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with library.sync_playwright() as running:
        started = running.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield started
        started.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def town(transactional_db: None, settings: Settings) -> None:  # noqa: ARG001 - the database comes first
    """Voorbeeldstad, with its people, organisations, regulations and rounds."""
    settings.DEMO = True
    make_town()


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What the browser complains of: a blocked script, a missing file, an error in a script."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_page(browser: "Browser", live_server: LiveServer, complaints: list[str]) -> Open:
    """Open an address, as somebody of the town or as nobody, at a width and in a language."""

    @contextmanager
    def opened(*, person: User | None = None, width: int = WIDE, language: str = "nl") -> "Iterator[Page]":
        with browser.new_context(
            base_url=live_server.url, locale=language, viewport={"width": width, "height": HEIGHT}
        ) as context:
            log_in(context, live_server, person)
            page = context.new_page()
            page.on(
                "console",
                lambda line: complaints.append(line.text) if is_complaint(line.type, line.text) else None,
            )
            page.on("pageerror", lambda error: complaints.append(str(error)))
            yield page

    return opened


def is_complaint(kind: str, text: str) -> bool:
    """Chromium also complains of answers that are meant, such as 422 for a form with a mistake."""
    return kind in {"error", "warning"} and not text.startswith(
        "Failed to load resource: the server responded"
    )


def log_in(context: "BrowserContext", live_server: LiveServer, person: User | None) -> None:
    """Give the browser a session of this person."""
    if person is not None:
        session = client_of(person).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
