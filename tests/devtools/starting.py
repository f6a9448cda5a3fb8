import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Dev:
    """Runs of `dev.py`, as somebody at the keyboard sees them."""

    started: list["subprocess.Popen[str]"] = field(default_factory=list)

    def run(self, *arguments: str) -> tuple[int, str]:
        process = self.start(*arguments)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "dev.py", *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.started.append(process)
        return process

    def end(self) -> None:
        for process in self.started:
            process.kill()
            process.communicate()


def line_with(process: "subprocess.Popen[str]", text: str) -> str:
    """Wait for a line of the output."""
    assert process.stdout is not None
    seen = []
    for line in process.stdout:
        seen.append(line)
        if text in line:
            return line
    raise AssertionError("".join(seen))


def wait_for_file(folder: Path, pattern: str) -> Path:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if found := next(folder.glob(pattern), None):
            return found
        time.sleep(0.005)
    raise AssertionError(pattern)
