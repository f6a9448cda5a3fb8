"""One measurement in a process of its own: `python -m benchmarks.measure SUBJECT SIZE` prints it as JSON."""

import gc
import hashlib
import json
import resource
import sys
import time
from types import FrameType

from benchmarks.subjects import SUBJECTS, Funded, Work

RUNS, ENOUGH_S = 10, 8
"""Short work is done up to ten times, until that took eight seconds together, and the fastest counts."""


def once(work: Work) -> tuple[float, float, Funded]:
    """The seconds of this process and of the wall clock, and the answer."""
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    funded = work()
    return time.process_time() - cpu, time.perf_counter() - wall, funded


def calls_of(work: Work) -> int:
    """How many calls of Python and C functions the work makes: the same on every machine."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def main(subject: str, size: int) -> None:
    """Measure, and print the seconds, the most memory ever held, and a fingerprint of who gets money."""
    work = SUBJECTS[subject](size)
    cpu, wall, funded = once(work)
    spent, runs = wall, 1
    while runs < RUNS and spent < ENOUGH_S:
        del funded  # an earlier answer takes no memory beside the next
        *taken, funded = once(work)
        cpu, wall = min(cpu, taken[0]), min(wall, taken[1])
        spent, runs = spent + taken[1], runs + 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    fingerprint = hashlib.sha256("\n".join(sorted(funded())).encode()).hexdigest()
    measured = {"cpu": cpu, "wall": wall, "mb": peak / 1_000_000, "funded": fingerprint}
    del funded
    json.dump({**measured, "calls": calls_of(work)}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
