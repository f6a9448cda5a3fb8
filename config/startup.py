"""What must be so before a program of the site starts. What is not so ends the start with a sentence, not a traceback."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from grants.demo.people import DOMAIN

EXIT_CODE = 3
"""With another code than this one, gunicorn takes the start for an accident and tries again for ever."""
OLDEST_VERSION = 17
LOCALE = ("UTF8", "b", "C.UTF-8")
NAMES = {"default": "DATABASE_URL", "owner": "DATABASE_OWNER_URL"}
SECONDS = 5


class NotReady(Exception):  # noqa: N818 - no error of the program: what whoever starts it must do first
    """The surroundings are not what the site needs."""


@contextmanager
def sentences() -> Iterator[None]:
    """Turn what is wrong with the surroundings into a sentence and an exit code."""
    try:
        yield
    except (NotReady, ImproperlyConfigured) as problem:
        os.write(2, f"{problem}\n".encode())  # Celery's clock takes sys.stderr for its log
        sys.exit(EXIT_CODE)


def require_all() -> None:
    """Stop, unless database, tables and broker are there; with no connection left open for a process that forks."""
    require_database("default")
    require_migrations()
    require_no_known_password()
    require_broker()
    connections.close_all()


def require_database(alias: str) -> None:
    """Stop, unless the database answers and is of a version and locale that the site can rely on."""
    if alias not in connections:
        message = (
            f"{NAMES[alias]} ontbreekt. Deze opdracht werkt als eigenaar van de database. Zet {NAMES[alias]} in de "
            "omgeving van deze opdracht, en niet in die van de site; docs/beheer.md zegt hoe."
        )
        raise NotReady(message)
    connection = connections[alias]
    try:
        connection.ensure_connection()
        reason = why_unsuitable(version_of(connection), locale_of(connection))
    except DatabaseError as error:
        message = (
            f"De database van {NAMES[alias]} is niet bereikbaar: «{first_line(error)}». "
            "Kijk of PostgreSQL draait, en of adres, rol en wachtwoord kloppen."
        )
        raise NotReady(message) from error
    if reason:
        message = (
            f"De database van {NAMES[alias]} is niet geschikt: {reason} docs/beheer.md zegt hoe het moet."
        )
        raise NotReady(message)


def version_of(connection: BaseDatabaseWrapper) -> int:
    """The main number of the version of PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('server_version_num')::int / 10000")
        (version,) = cursor.fetchone()
    return int(version)


def locale_of(connection: BaseDatabaseWrapper) -> tuple[str, str, str]:
    """Encoding, provider and locale of the database, as far as its version tells them."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_encoding_to_char(encoding), to_jsonb(d)->>'datlocprovider', to_jsonb(d)->>'datlocale' "
            "FROM pg_database d WHERE datname = current_database()",
        )
        encoding, provider, locale = cursor.fetchone()
    return str(encoding), str(provider), str(locale)


def why_unsuitable(version: int, locale: tuple[str, str, str]) -> str:
    """What is wrong with the database, as a sentence; nothing when it will do."""
    if version < OLDEST_VERSION:
        return f"die draait op PostgreSQL {version}. Nodig is {OLDEST_VERSION} of nieuwer."
    if locale != LOCALE:
        found = f"{locale[0]} met {locale[2]} van provider {locale[1]}"
        return f"de codering en sortering zijn {found}. Nodig is UTF8 met C.UTF-8 van provider b (builtin)."
    return ""


def require_migrations() -> None:
    """Stop, unless all tables are as this version of the program expects them."""
    executor = MigrationExecutor(connections["default"])
    if missing := len(executor.migration_plan(executor.loader.graph.leaf_nodes())):
        message = f"De database mist {missing} migraties. Voer eerst uit: python manage.py migrate"
        raise NotReady(message)


def require_no_known_password() -> None:
    """Stop outside the demo, if this database was made in it: everyone knows the password of its people."""
    people = get_user_model().objects.filter(email__iendswith=DOMAIN)
    if not settings.DEMO and people.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX).exists():
        message = (
            "Deze database is van een demo: mensen van Voorbeeldstad hebben er een wachtwoord dat iedereen kent. "
            "Gebruik een andere database, of zet DEMO=1 op deze machine."
        )
        raise NotReady(message)


def require_broker() -> None:
    """Stop, unless the broker answers."""
    url = str(settings.CELERY_BROKER_URL)
    try:
        with redis.Redis.from_url(url, socket_connect_timeout=SECONDS, socket_timeout=SECONDS) as broker:
            broker.ping()
    except redis.RedisError as error:
        message = (
            f"De wachtrij op {urlsplit(url).hostname} (REDIS_URL) is niet bereikbaar: «{first_line(error)}». "
            "Kijk of Valkey of Redis draait, en of adres en wachtwoord kloppen."
        )
        raise NotReady(message) from error


def first_line(error: Exception) -> str:
    """What the other side said, without the rest."""
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
