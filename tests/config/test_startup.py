import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from urllib.parse import quote

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connections
from pytest_django import Settings

from config.startup import (
    EXIT_CODE,
    LOCALE,
    NotReady,
    require_broker,
    require_database,
    require_migrations,
    require_no_known_password,
    why_unsuitable,
)
from devtools.site import without_owner
from grants.demo.people import DOMAIN, PASSWORD, QUARTERS

ROOT = Path(__file__).resolve().parents[2]
NOBODY = "127.0.0.1:1"
"""Nothing listens here."""
MANAGE = ["manage.py", "migrate", "--no-input"]
PURGE = ["manage.py", "purge", "--kind", "role_given", "--before", "2027-03-01"]
WORKER = ["-m", "celery", "-A", "config.celery", "worker", "--pool=solo"]
BEAT = [
    "-m",
    "celery",
    "-A",
    "config.celery",
    "beat",
    "--pidfile=",
    f"--schedule={gettempdir()}/rangorde-beat",
]
WEB = ["-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0", "--no-control-socket"]


def address(alias: str, **changes: object) -> str:
    """The address of the database that the tests use, with changes."""
    parts = connections[alias].settings_dict | changes
    password = quote(str(parts["PASSWORD"]), safe="")
    return f"postgresql://{parts['USER']}:{password}@{parts['HOST']}:{parts['PORT']}/{parts['NAME']}"


def start(command: list[str], **environment: str) -> tuple[int, str]:
    """A program of the site, started in these surroundings: without the owner's password unless it is given."""
    surroundings = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": address("default"),
        "REDIS_URL": str(settings.CELERY_BROKER_URL),
    }
    process = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=without_owner(os.environ) | surroundings | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return process.returncode, process.stderr


@pytest.mark.django_db
@pytest.mark.parametrize(
    "command", [WORKER, BEAT, WEB, [*WEB, "--preload"]], ids=["worker", "beat", "web", "preload"]
)
def test_program_without_its_broker_ends_with_a_sentence(command: list[str]) -> None:
    code, errors = start(command, REDIS_URL=f"redis://{NOBODY}/0")
    assert (code, "Traceback" in errors) == (EXIT_CODE, False)
    assert "De wachtrij op 127.0.0.1 (REDIS_URL) is niet bereikbaar: «Error 111 connecting" in errors


@pytest.mark.parametrize("command", [MANAGE, WORKER, WEB], ids=["migrate", "worker", "web"])
def test_program_with_a_weak_secret_ends_with_a_sentence(command: list[str]) -> None:
    code, errors = start(command, SECRET_KEY="weak")
    assert (code, "Traceback" in errors) == (EXIT_CODE, False)
    assert "SECRET_KEY is te zwak. Maak een nieuwe met: " in errors


@pytest.mark.django_db
def test_migrate_without_its_database_ends_with_a_sentence() -> None:
    elsewhere = {"HOST": "127.0.0.1", "PORT": 1}
    urls = {
        "DATABASE_URL": address("default", **elsewhere),
        "DATABASE_OWNER_URL": address("owner", **elsewhere),
    }
    code, errors = start(MANAGE, **urls)
    assert (code, "Traceback" in errors) == (EXIT_CODE, False)
    assert errors.startswith("De database van DATABASE_OWNER_URL is niet bereikbaar: «connection failed: ")


@pytest.mark.django_db
@pytest.mark.parametrize("command", [MANAGE, PURGE], ids=["migrate", "purge"])
def test_command_of_the_owner_without_the_address_of_the_owner_ends_with_a_sentence(
    command: list[str],
) -> None:
    assert start(command) == (
        EXIT_CODE,
        (
            "DATABASE_OWNER_URL ontbreekt. Deze opdracht werkt als eigenaar van de database. Zet DATABASE_OWNER_URL "
            "in de omgeving van deze opdracht, en niet in die van de site; docs/beheer.md zegt hoe.\n"
        ),
    )


@pytest.mark.django_db
def test_web_server_on_a_database_without_tables_ends_with_a_sentence(empty: str) -> None:
    code, errors = start(WEB, DATABASE_URL=address("default", NAME=empty))
    assert (code, "Traceback" in errors) == (EXIT_CODE, False)
    assert "migraties. Voer eerst uit: python manage.py migrate" in errors


@pytest.mark.django_db
def test_migrate_on_a_database_of_another_locale_ends_with_a_sentence(other_locale: str) -> None:
    urls = {alias: address(alias, NAME=other_locale) for alias in ("default", "owner")}
    code, errors = start(MANAGE, DATABASE_URL=urls["default"], DATABASE_OWNER_URL=urls["owner"])
    assert (code, errors) == (
        EXIT_CODE,
        (
            "De database van DATABASE_OWNER_URL is niet geschikt: de codering en sortering zijn "
            "SQL_ASCII met None van provider c. Nodig is UTF8 met C.UTF-8 van provider b (builtin). "
            "docs/beheer.md zegt hoe het moet.\n"
        ),
    )


@pytest.fixture
def empty() -> Iterator[str]:
    yield from made("empty", "")


@pytest.fixture
def other_locale() -> Iterator[str]:
    yield from made("other", "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'")


def made(kind: str, options: str) -> Iterator[str]:
    """A database beside that of the tests, which the owner makes and removes."""
    owner = connections["owner"]
    name = f"{owner.settings_dict['NAME']}_{kind}"
    with owner._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')
        cursor.execute(f'CREATE DATABASE "{name}" {options}')
    yield name
    with owner._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


NEEDED = "Nodig is UTF8 met C.UTF-8 van provider b (builtin)."


@pytest.mark.parametrize(
    ("version", "locale", "reason"),
    [
        (17, LOCALE, ""),
        (16, LOCALE, "die draait op PostgreSQL 16. Nodig is 17 of nieuwer."),
        (18, ("UTF8", "c", "nl"), f"de codering en sortering zijn UTF8 met nl van provider c. {NEEDED}"),
        (18, ("LATIN1", "b", "C"), f"de codering en sortering zijn LATIN1 met C van provider b. {NEEDED}"),
    ],
)
def test_database_must_be_new_enough_and_of_our_locale(
    version: int, locale: tuple[str, str, str], reason: str
) -> None:
    assert why_unsuitable(version, locale) == reason


@pytest.mark.django_db
@pytest.mark.parametrize("place", [DOMAIN, QUARTERS, DOMAIN.upper()])
def test_database_of_the_demo_is_for_the_demo_alone(settings: Settings, place: str) -> None:
    somebody = get_user_model().objects.create_user(email=f"iemand@{place}", name="Iemand")
    require_no_known_password()
    somebody.set_password(PASSWORD)
    somebody.save()
    with pytest.raises(NotReady, match="Deze database is van een demo: "):
        require_no_known_password()
    settings.DEMO = True
    require_no_known_password()


@pytest.mark.django_db
def test_surroundings_of_the_tests_will_do() -> None:
    require_database("default")
    require_migrations()
    require_broker()
