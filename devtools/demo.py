"""The demo: the site with its database, broker, worker and clock, for this machine alone."""

import argparse
import hashlib
import os
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from devtools import Stop
from devtools.children import Family, Interrupted
from devtools.environments import Virtual
from devtools.leftovers import stop_leftovers
from devtools.places import Busy, Place, claim, place_of
from devtools.servers import start_servers
from devtools.site import Site
from devtools.styles import fetch_styles
from devtools.translations import compile_translations

PORTS = range(8000, 8100)
FROM_OUTSIDE = ("DATABASE_URL", "REDIS_URL")
DATA = ("postgres", "valkey", "site")
MADE_OF = ("config", "grants", "schemes", "static", "locale")
WHO = "Its front page shows the people of Voorbeeldstad: with one click you are one of them.\n"


def run_demo(virtual: Virtual, args: list[str]) -> int:
    """Set everything up, start it, and stay until somebody stops it. The place is held from the first step on."""
    options = read(args)
    if options.is_fresh:
        require_own_data()
    place = place_of(virtual.root, "demo")
    try:
        with place.held():
            return hold_demo(virtual, place, options)
    except Busy:
        raise Stop(where_it_runs(place)) from None


@dataclass(frozen=True)
class Options:
    """What follows `demo` on the command line."""

    is_fresh: bool
    port: int | None


def read(args: list[str]) -> Options:
    """The options of the command."""
    parser = argparse.ArgumentParser(prog="dev.py demo", description=__doc__)
    parser.add_argument("--fresh", action="store_true", help="throw the demo's own data away, and begin anew")
    where = "the port of the site (the first free one from 8000 on)"
    parser.add_argument("--port", type=port_number, metavar="PORT", help=where)
    found = parser.parse_args(args)
    return Options(is_fresh=found.fresh, port=found.port)


def port_number(text: str) -> int:
    """A port that exists."""
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise argparse.ArgumentTypeError(f"{text} is no port: give a number from 1 to 65535")
    return int(text)


def hold_demo(virtual: Virtual, place: Place, options: Options) -> int:
    """Start everything, say so, and stop everything in the end, however it ends."""
    if count := stop_leftovers(place.folder):
        print(f"Stopped {count} processes of a run that was killed.", flush=True)
    if options.is_fresh:
        wipe(place)
    family = Family(place, virtual.root)
    listener = claimed(place, options.port)
    place.remember("running", f"process {os.getpid()}, http://localhost:{listener.getsockname()[1]}")
    try:
        start(virtual, family, listener)
        family.watch()
    except Interrupted:
        pass
    finally:
        family.stop()
        listener.close()
    print("\nStopped. The data are kept: python3 dev.py demo goes on with them.")
    return 0


def start(virtual: Virtual, family: Family, listener: socket.socket) -> None:
    """All steps up to the address, each with the time that it took."""
    python = virtual.ready("requirements.txt")
    family.listen()
    given = given_from_outside()
    with step("Database and broker"):
        addresses = start_servers(family, virtual.packages, given)
    site = Site(family, python, listener, addresses)
    with step("Style sheets and translations"):
        warning = fetch_styles(family)
        compile_translations(family, python)
    if given or family.place.recall("prepared") != fingerprint(virtual):
        prepare(site)
        family.place.remember("prepared", fingerprint(virtual))
    with step("Site, worker and clock"):
        site.start()
    people = family.place.recall("people")
    print(warning, people, f"Rangorde runs: {site.url}\n{WHO}Ctrl-C stops it.", sep="\n", flush=True)


def prepare(site: Site) -> None:
    """Bring the tables, the files of the pages and the town up to date."""
    with step("Tables"):
        site.manage("migrate", "--no-input", "--verbosity=0")
    with step("Files of the pages"):
        site.manage("collectstatic", "--no-input", "--verbosity=0")
    with step("Voorbeeldstad"):
        site.family.place.remember("people", site.manage("make_town"))


def fingerprint(virtual: Virtual) -> str:
    """What tables, pages and town are made of. Nothing of it changed: then nothing is to be prepared."""
    paths = [path for name in MADE_OF for path in (virtual.root / name).rglob("*") if path.is_file()]
    files = [path for path in sorted(paths) if "__pycache__" not in path.parts]
    lines = [f"{path} {path.stat().st_mtime_ns} {path.stat().st_size}" for path in files]
    return hashlib.sha256("\n".join([*lines, virtual.stamp()]).encode()).hexdigest()


@contextmanager
def step(name: str) -> Iterator[None]:
    """Say what is being done, and when it is done how long it took."""
    print(f"{name:32}", end="", flush=True)
    began = time.monotonic()
    try:
        yield
    except BaseException:
        print(flush=True)  # what went wrong begins on a line of its own
        raise
    print(f"{time.monotonic() - began:6.1f} s", flush=True)


def claimed(place: Place, asked: int | None) -> socket.socket:
    """The port that was asked for, or that of the last time, or else the first that is free: taken from here on."""
    if asked is not None:
        try:
            return claim(asked)
        except OSError as error:
            reason = os.strerror(error.errno or 0)
            message = (
                f"Port {asked} cannot be used: {reason}. Choose another: python3 dev.py demo --port 8001"
            )
            raise Stop(message) from error
    for port in (int(place.recall("web-port") or PORTS[0]), *PORTS):
        with suppress(OSError):
            listener = claim(port)
            place.remember("web-port", str(port))
            return listener
    raise Stop(f"No port from {PORTS[0]} to {PORTS[-1]} is free. Choose one: python3 dev.py demo --port 9000")


def given_from_outside() -> list[str]:
    """The servers whose address is in the environment, itself or in a file."""
    return [name for name in FROM_OUTSIDE if os.environ.get(name) or os.environ.get(f"{name}_FILE")]


def require_own_data() -> None:
    """Refuse to wipe anything while a server from outside is meant."""
    for name in given_from_outside():
        message = f"--fresh throws the demo's own data away, and {name} names a server from outside. "
        raise Stop(f"{message}Empty that one yourself, or start without {name}.")


def wipe(place: Place) -> None:
    """Throw the demo's own data away."""
    place.remember("prepared", "")
    for name in DATA:
        shutil.rmtree(place.folder / name, ignore_errors=True)


def where_it_runs(place: Place) -> str:
    """What to say when the demo of this clone runs already."""
    return f"The demo of this clone runs already ({place.remembered('running', lambda: 'just started')})."
