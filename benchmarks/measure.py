"""One measurement in a process of its own: `python -m benchmarks.measure SUBJECT SIZE` prints it as JSON."""

import gc
import hashlib
import json
import resource
import sys
import time

from benchmarks.subjects import SUBJECTS, Funded, Work

RUNS, ENOUGH_S = 10, 1
"""Short work is done up to ten times, until that took a second together, and the fastest counts."""


def timed(work: Work) -> tuple[float, float, Funded]:
    """The seconds of this process and of the wall clock in the fastest run, and the answer."""
    cpu, wall, funded = once(work)
    spent = wall
    for _ in range(RUNS - 1):
        if spent >= ENOUGH_S:
            break
        del funded  # an earlier answer takes no memory beside the next
        *taken, funded = once(work)
        cpu, wall, spent = min(cpu, taken[0]), min(wall, taken[1]), spent + taken[1]
    return cpu, wall, funded


def once(work: Work) -> tuple[float, float, Funded]:
    """One run."""
    gc.collect()
    wall, cpu = time.perf_counter(), time.process_time()
    funded = work()
    return time.process_time() - cpu, time.perf_counter() - wall, funded


def peak_mb() -> float:
    """The most memory that this process ever held, in megabytes of 1,000,000 bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak * (1 if sys.platform == "darwin" else 1024) / 1_000_000


def main(subject: str, size: int) -> None:
    """Measure, and print the seconds, the megabytes, and a fingerprint of who gets money."""
    cpu, wall, funded = timed(SUBJECTS[subject](size))
    measured = {"cpu": cpu, "wall": wall, "mb": peak_mb()}
    fingerprint = hashlib.sha256("\n".join(sorted(funded())).encode()).hexdigest()
    sys.stdout.write(json.dumps({**measured, "funded": fingerprint}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
