"""Processes of a place that outlived the command that started them (after SIGKILL): found by a mark, and stopped."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

MARK = "RANGORDE_PLACE"
"""Every process of a place has its folder under this name in its environment."""
PROCESSES = Path("/proc")


def stop_leftovers(folder: Path, *, seconds: float = 10) -> int:
    """Stop what still runs in this place, and say how many they were. Only for who holds the place."""
    found = marked(folder)
    for sign in (signal.SIGTERM, signal.SIGKILL):
        _send(marked(folder), sign)
        deadline = time.monotonic() + seconds
        while marked(folder) and time.monotonic() < deadline:
            time.sleep(0.05)
    return len(found)


def marked(folder: Path) -> list[int]:
    """The processes with the mark of this folder."""
    mark = f"{MARK}={folder}"
    if (PROCESSES / "self" / "environ").exists():
        return [int(path.parent.name) for path in PROCESSES.glob("[0-9]*/environ") if _has(path, mark)]
    command = ["ps", "-axwwE", "-o", "pid=,command="]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [int(line.split()[0]) for line in lines if f"{mark} " in f"{line} "]


def _has(environ: Path, mark: str) -> bool:
    """Is the mark in the environment of this process? Another user's process does not let itself be read."""
    try:
        return mark.encode() in environ.read_bytes().split(b"\0")
    except OSError:
        return False


def _send(processes: list[int], sign: signal.Signals) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, sign)
