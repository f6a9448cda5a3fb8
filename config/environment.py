"""The environment, read once and strictly: a wrong or weak value ends the start with a sentence."""

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self
from urllib.parse import SplitResult, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

FLAGS = {"": False, "0": False, "1": True}
LOCAL_HOSTS = ("localhost", "127.0.0.1")
HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]", re.IGNORECASE)
LETS_GO = (
    "-c client_connection_check_interval=2s "
    "-c tcp_keepalives_idle=30 -c tcp_keepalives_interval=10 -c tcp_keepalives_count=3"
)
"""How PostgreSQL sees that a process or its machine is gone, and lets go of its locks: else it waits for two hours."""

Database = dict[str, object]


@dataclass(frozen=True)
class Environment:
    """Values by name. `NAME_FILE` names a file that holds the value of `NAME`, for secrets that a platform mounts."""

    values: Mapping[str, str]

    @classmethod
    def from_process(cls) -> Self:
        """The environment of this process."""
        return cls(os.environ)

    def text(self, name: str, default: str | None = None) -> str:
        """A value that must be there, unless it has a default."""
        if path := self.values.get(f"{name}_FILE"):
            return _read(name, path)
        value = self.values.get(name, "").strip()
        if value or default is not None:
            return value or (default or "")
        message = f"{name} ontbreekt. Zet {name} in de omgeving; docs/beheer.md zegt wat erin hoort."
        raise ImproperlyConfigured(message)

    def flag(self, name: str) -> bool:
        """1, 0 or nothing; any other value is a mistake."""
        value = self.text(name, "")
        if value not in FLAGS:
            message = f"{name} is «{value}». Geef 1 of 0, of laat {name} weg."
            raise ImproperlyConfigured(message)
        return FLAGS[value]

    def number(self, name: str, default: int, *, least: int = 1) -> int:
        """A whole number from `least` on."""
        value = self.text(name, str(default))
        if not re.fullmatch(r"[0-9]{1,9}", value) or int(value) < least:
            message = f"{name} is «{value}». Geef een geheel getal van ten minste {least}."
            raise ImproperlyConfigured(message)
        return int(value)

    def secret(self, name: str, *, least: int) -> str:
        """A secret that cannot be guessed: long enough, and not the same few characters over and over."""
        value = self.text(name)
        if len(value) < least or len(set(value)) < least // 5:
            message = (
                f"{name} is te zwak. Maak een nieuwe met: "
                "python3 -c 'import secrets; print(secrets.token_urlsafe(64))'"
            )
            raise ImproperlyConfigured(message)
        return value

    def hosts(self, name: str, *, demo: bool) -> list[str]:
        """The names under which the site is reached; the demo only answers to this machine."""
        hosts = [host for part in self.text(name, "localhost").split(",") if (host := part.strip().lower())]
        wrong = next((host for host in hosts or [""] if not HOST.fullmatch(host)), None)
        if wrong is not None:
            message = f"{name} noemt «{wrong}». Noem elk adres waarop de site bereikbaar is voluit, met komma's ertussen."
            raise ImproperlyConfigured(message)
        if demo and not set(hosts) <= set(LOCAL_HOSTS):
            message = f"DEMO=1 kan alleen op deze machine. Zet {name} op localhost, of zet DEMO uit."
            raise ImproperlyConfigured(message)
        return hosts

    def site_url(self, name: str, hosts: list[str]) -> str:
        """The address that letters and mails print: https, unless the site is for this machine alone."""
        is_local = set(hosts) <= set(LOCAL_HOSTS)
        value = self.text(name, "http://localhost:8000" if is_local else None).rstrip("/")
        parts = address(value, {"http", "https"})
        if parts is None or parts.hostname not in hosts or value != f"{parts.scheme}://{parts.netloc}":
            message = (
                f"{name} is «{value}». Geef het adres van de site, met een naam die in ALLOWED_HOSTS staat."
            )
            raise ImproperlyConfigured(message)
        if parts.scheme == "http" and not is_local:
            message = f"{name} is «{value}». Buiten deze machine is https verplicht."
            raise ImproperlyConfigured(message)
        return value

    def database(self, name: str) -> Database:
        """A PostgreSQL database: postgresql://role:password@host:port/name."""
        value = self.text(name)
        parts = address(value, {"postgres", "postgresql"})
        if parts is None or not parts.username or not parts.path.strip("/"):
            message = (
                f"{name} is geen adres van PostgreSQL. Geef postgresql://rol:wachtwoord@host:poort/naam."
            )
            raise ImproperlyConfigured(message)
        found = environ.Env.db_url_config(value)
        given = found.get("OPTIONS", {})
        options = given | {"options": f"{LETS_GO} {given.get('options', '')}".rstrip()}
        return {**found, "OPTIONS": options, "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

    def redis(self, name: str) -> str:
        """A broker that speaks the Redis protocol: redis://host:port/number."""
        value = self.text(name)
        parts = address(value, {"redis", "rediss"})
        if parts is None or not re.fullmatch(r"/?[0-9]*", parts.path):
            message = f"{name} is geen adres van Redis of Valkey. Geef redis://host:poort/0."
            raise ImproperlyConfigured(message)
        return value


def address(value: str, schemes: Collection[str]) -> SplitResult | None:
    """The parts of an address with a host and one of these schemes; None where that cannot be read."""
    try:
        parts = urlsplit(value)
        is_whole = parts.hostname and (parts.port is None or parts.port)
    except ValueError:
        return None
    return parts if is_whole and parts.scheme in schemes else None


def require_two_roles(application: Database, owner: Database) -> None:
    """Two roles on one database: the application may not own what it may not change."""
    if application.get("USER") == owner.get("USER"):
        message = (
            "DATABASE_URL en DATABASE_OWNER_URL hebben dezelfde rol. Maak twee rollen, zoals docs/beheer.md zegt: "
            "de toepassing mag geen eigenaar zijn van de tabellen."
        )
        raise ImproperlyConfigured(message)
    if any(application.get(part) != owner.get(part) for part in ("HOST", "PORT", "NAME")):
        message = "DATABASE_URL en DATABASE_OWNER_URL wijzen niet naar dezelfde database. Maak host, poort en naam gelijk."
        raise ImproperlyConfigured(message)


def _read(name: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        message = f"{name}_FILE wijst naar «{path}», en dat is niet te lezen: {error.strerror}."
        raise ImproperlyConfigured(message) from error
    except UnicodeDecodeError:
        message = f"{name}_FILE wijst naar «{path}», en dat is geen tekst. Bewaar het als UTF-8."
        raise ImproperlyConfigured(message) from None
