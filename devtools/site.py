"""The programs of the site itself: Django's commands, the worker, its clock and the web server."""

import http.client
import os
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from devtools.children import Child, Family, Program
from devtools.environments import own_environment
from devtools.users import make_folder, server_user


@dataclass(frozen=True)
class Site:
    """The site of one place. Its port is taken already: `listener` is handed to the web server."""

    family: Family
    python: Path
    listener: socket.socket
    addresses: Mapping[str, str]

    @property
    def port(self) -> int:
        """The port that the web server gets."""
        number: int = self.listener.getsockname()[1]
        return number

    @property
    def url(self) -> str:
        """Where it is: a passkey needs a name, and refuses 127.0.0.1."""
        return f"http://localhost:{self.port}"

    @property
    def folder(self) -> Path:
        """Where the programs may write."""
        return self.family.place.folder / "site"

    def environment(self) -> dict[str, str]:
        """What the settings read. A secret that somebody gave is used, and judged by the settings."""
        own = own_environment()
        secret = {} if own.get("SECRET_KEY") else {"SECRET_KEY": self.family.place.secret("secret-key")}
        where = {"ALLOWED_HOSTS": "localhost,127.0.0.1", "SITE_URL": self.url, "DEMO": "1"}
        where["MEDIA_ROOT"] = str(self.folder / "bijlagen")
        python = {"PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}
        return own | python | secret | where | dict(self.addresses)

    def manage(self, *command: str) -> str:
        """Run a command of Django, as whoever installs the site may, and give what it says."""
        manage = (self.python, self.family.root / "manage.py", *command)
        return self.family.run(Program(command[0], manage, self.environment()))

    def start(self) -> None:
        """Start the worker, its clock and the web server, and wait until they are at work."""
        make_folder(self.folder)
        worker = self.start_one("worker", "celery", "-A", "config.celery", "worker", *WORKER)
        self.start_one(
            "beat", "celery", "-A", "config.celery", "beat", f"--schedule={self.folder}/beat", "--pidfile="
        )
        web = self.start_one("web", "gunicorn", "config.wsgi", f"--bind=fd://{self.listener.fileno()}", *WEB)
        self.family.wait_until_ready(web, lambda: "Booting worker" in web.log.read_text(errors="replace"))
        self.family.wait_until_ready(worker, lambda: " ready." in worker.log.read_text(errors="replace"))
        if status := front_page_failure(self.port):
            raise web.failure(f"The front page answers: {status}.")

    def start_one(self, name: str, module: str, *options: str) -> Child:
        """Start a program, without the rights of root where the clone is open to others."""
        user, group = server_user() if self.is_open_to_others() else (None, None)
        own = {"HOME": str(self.folder), "PYTHONPYCACHEPREFIX": str(self.folder / "pycache")}
        environment = without_owner(self.environment()) | (own if user is not None else {})
        command = (self.python, "-m", module, *options)
        listener = (self.listener.fileno(),) if name == "web" else ()
        return self.family.start(Program(name, command, environment, user, group, pass_fds=listener))

    def is_open_to_others(self) -> bool:
        """Can the servers' user read the clone and run its Python? Not when one of them lies in a home folder."""
        files = (self.family.root / "manage.py", Path(os.path.realpath(self.python)))
        return all(is_readable_by_others(path) for path in files)


WORKER = (
    "--loglevel=INFO",
    "--concurrency=2",
    "--hostname=worker@localhost",
    "--without-mingle",
    "--without-gossip",
)
WEB = ("--preload", "--workers=2", "--threads=2", "--graceful-timeout=5", "--no-control-socket")


def without_owner(environment: Mapping[str, str]) -> dict[str, str]:
    """The same for a program that others reach: it gets no password of the database's owner."""
    return {name: value for name, value in environment.items() if not name.startswith("DATABASE_OWNER_URL")}


def is_readable_by_others(path: Path) -> bool:
    """May everybody read this file, and pass through every folder above it?"""
    return bool(path.stat().st_mode & 0o004) and all(folder.stat().st_mode & 0o001 for folder in path.parents)


def front_page_failure(port: int) -> str:
    """What is wrong with the front page; nothing when it is there."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", "/")
        answer = connection.getresponse()
    except (OSError, http.client.HTTPException) as error:
        return str(error)
    finally:
        connection.close()
    return "" if answer.status < http.HTTPStatus.INTERNAL_SERVER_ERROR else f"{answer.status} {answer.reason}"
