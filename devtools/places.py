"""Where a clone keeps what it makes outside the repository: a folder of its own, for this user alone."""

import errno
import fcntl
import hashlib
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from devtools import Stop

BASE = "/var/tmp"  # noqa: S108 - the folder is made with an owner and a mode, and both are checked
"""Kept over a restart, short enough, and open to the user that PostgreSQL runs as (a home folder is not)."""
NO_SUCH_ADDRESS = (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL)
IS_ROOT = os.geteuid() == 0


@dataclass(frozen=True)
class Place:
    """The folder for one clone, one user and one purpose ("demo", "tests-0")."""

    folder: Path

    def remembered(self, name: str, make: Callable[[], str]) -> str:
        """The value that was kept under this name; made and kept the first time."""
        if text := self.recall(name):
            return text
        self.remember(name, text := make())
        return text

    def recall(self, name: str) -> str:
        """The value that was kept under this name, or nothing."""
        path = self.folder / name
        return path.read_text() if path.is_file() else ""

    def remember(self, name: str, text: str) -> None:
        """Keep a value, readable for nobody else, and whole or not at all."""
        fresh = self.folder / f"{name}.new"
        fresh.touch(mode=0o600)
        fresh.write_text(text)
        fresh.replace(self.folder / name)

    def secret(self, name: str) -> str:
        """A random value that stays the same as long as this place does."""
        return self.remembered(name, lambda: secrets.token_urlsafe(64))

    def port(self, name: str) -> int:
        """The port of the last time, or another when that one is taken."""
        port = int(self.remembered(name, lambda: str(any_free_port())))
        if not is_free(port):
            port = any_free_port()
            self.remember(name, str(port))
        return port

    @contextmanager
    def held(self, *, waits: bool = False) -> Iterator[None]:
        """Keep the place to this process. It falls free when the process ends, however it ends."""
        with (self.folder / "lock").open("a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Busy from None
            yield


class Busy(Exception):  # noqa: N818 - no error: another process is at work here
    """Another process holds the place."""


def place_of(root: Path, purpose: str) -> Place:
    """The folder of this clone for this purpose, made if it is not there."""
    base = Path(os.environ.get("RANGORDE_DATA") or BASE)
    clone = base / f"rangorde-{os.getuid()}-{hashlib.sha256(str(root).encode()).hexdigest()[:12]}"
    folder = clone / purpose
    try:
        for path in (clone, folder):
            path.mkdir(mode=_mode(), exist_ok=True)
            require_own(path)
    except OSError as error:
        message = f"No folder can be made in {base}: {error.strerror}. Name another folder in RANGORDE_DATA."
        raise Stop(message) from error
    return Place(folder)


@contextmanager
def any_place(root: Path, purpose: str) -> Iterator[Place]:
    """The first place that no other process holds: runs beside each other each have their own."""
    for number in count():
        place = place_of(root, f"{purpose}-{number}")
        try:
            with place.held():
                yield place
                return
        except Busy:
            continue


def require_own(folder: Path) -> None:
    """Refuse a folder that somebody else put there, and keep other users out of our own."""
    found = folder.lstat()
    if folder.is_symlink() or found.st_uid != os.getuid():
        message = f"{folder} belongs to somebody else. Remove it, or name another folder in RANGORDE_DATA."
        raise Stop(message)
    folder.chmod(_mode())


def _mode() -> int:
    """Root's servers run as another user, who passes through but sees nothing."""
    return 0o711 if IS_ROOT else 0o700


def is_free(port: int) -> bool:
    """Can a server on this machine take the port? Who asks for localhost tries both addresses."""
    return not (refusal(socket.AF_INET, "127.0.0.1", port) or refusal(socket.AF_INET6, "::1", port))


def refusal(family: socket.AddressFamily, address: str, port: int) -> str:
    """What the system says when a socket takes this port; nothing when it can, or does not know such addresses."""
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
    except OSError as error:
        return "" if error.errno in NO_SUCH_ADDRESS else str(error.strerror)
    return ""


def claim(port: int) -> socket.socket:
    """Take the port for a server that is still to start: from here on nobody else gets it. Raises OSError."""
    if refusal(socket.AF_INET6, "::1", port):
        raise OSError(errno.EADDRINUSE, "")
    return socket.create_server(("127.0.0.1", port), backlog=512)


def any_free_port() -> int:
    """A port that nothing uses at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number
