"""The processes of a place: started with a log of their own, watched, and stopped in good order."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from devtools import Stop
from devtools.leftovers import MARK
from devtools.places import Place

SECONDS_TO_STOP = 10
LINES = 12


class Interrupted(Exception):  # noqa: N818 - no error: somebody pressed Ctrl-C
    """The command was asked to stop."""


@dataclass(frozen=True)
class Program:
    """What to run, and as whom. The name is also that of its log."""

    name: str
    command: tuple[object, ...]
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    user: int | None = None
    group: int | None = None
    stop_signal: signal.Signals = signal.SIGTERM
    stdin: str = ""
    pass_fds: tuple[int, ...] = ()
    is_server: bool = False
    """What others lean on: stopped when these are gone."""


@dataclass(frozen=True)
class Child:
    """A running program, in a session of its own: Ctrl-C reaches the command, and the command stops it."""

    program: Program
    process: "subprocess.Popen[bytes]"
    log: Path

    def tail(self) -> str:
        """The last lines of the log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-LINES:])

    def is_dead(self) -> bool:
        """Has it ended?"""
        return self.process.poll() is not None

    def failure(self, event: str) -> Stop:
        """What happened, with the end of the log."""
        tail = self.tail()
        full = "The disk is full. Make room, and start again.\n" if "No space left" in tail else ""
        return Stop(f"{event}\n{full}Its log, {self.log}, ends with:\n\n{tail}")

    def end(self) -> None:
        """Wait for it to stop, and take it and all that it started away when it does not."""
        try:
            self.process.wait(SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@dataclass
class Family:
    """All processes of a place."""

    place: Place
    root: Path
    children: list[Child] = field(default_factory=list)
    is_asked_to_stop: bool = False

    def listen(self) -> None:
        """Stop in good order at Ctrl-C, SIGTERM and a closed terminal; also where a shell ignores Ctrl-C."""
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(sign, self._ask)

    def _ask(self, _sign: int, _frame: FrameType | None) -> None:
        self.is_asked_to_stop = True

    def start(self, program: Program) -> Child:
        """Start a program that goes on until the family stops."""
        logs = self.place.folder / "logs"
        logs.mkdir(mode=0o700, exist_ok=True)
        log = logs / f"{program.name}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [str(part) for part in program.command],
                cwd=self.root,
                env=dict(program.environment) | {MARK: str(self.place.folder)},
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=program.pass_fds,
                user=program.user,
                group=program.group,
                extra_groups=None if program.user is None else [],
            )
        child = Child(program, process, log)
        self.children.append(child)
        _feed(process, program.stdin)
        return child

    def run(self, program: Program) -> str:
        """Run a program to its end and give what it wrote; when it fails, stop with its last lines."""
        child = self.start(program)
        self.wait_for(child.is_dead, f"{program.name} takes more than ten minutes.", seconds=600)
        self.children.remove(child)
        if code := child.process.returncode:
            raise child.failure(f"{program.name} ended with exit code {code}.")
        return child.log.read_text(errors="replace")

    def wait_for(self, is_ready: Callable[[], bool], otherwise: str, *, seconds: float = 60) -> None:
        """Wait until something is so; give up with a sentence after a while, and at once when asked to stop."""
        deadline = time.monotonic() + seconds
        while not is_ready():
            if self.is_asked_to_stop:
                raise Interrupted
            if time.monotonic() > deadline:
                raise Stop(otherwise)
            time.sleep(0.02)

    def wait_until_ready(self, child: Child, is_ready: Callable[[], bool]) -> None:
        """Wait for a server; when it ends instead, say what its log says."""
        name = child.program.name
        late = f"{name} is not ready after a minute. Its log: {child.log}"
        self.wait_for(lambda: child.is_dead() or is_ready(), late)
        if child.is_dead():
            raise child.failure(f"{name} did not start.")

    def watch(self) -> None:
        """Stay until asked to stop. When one of the programs ends, the rest cannot go on."""
        while not self.is_asked_to_stop:
            for child in self.children:
                if child.is_dead():
                    raise child.failure(f"{child.program.name} has stopped, so everything stops.")
            time.sleep(0.2)

    def stop(self) -> None:
        """Stop all programs: first those that lean on a server, together, and then the servers."""
        for is_server in (False, True):
            wave = [child for child in self.children if child.program.is_server is is_server]
            for child in wave:
                with suppress(ProcessLookupError):
                    child.process.send_signal(child.program.stop_signal)
            for child in wave:
                child.end()
        self.children.clear()


def _feed(process: "subprocess.Popen[bytes]", text: str) -> None:
    """Give a program its standard input. One that ended already does not read it, and says why in its log."""
    if process.stdin is not None:
        with suppress(BrokenPipeError), process.stdin as stdin:
            stdin.write(text.encode())
