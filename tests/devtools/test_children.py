import os
import signal
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from devtools import Stop
from devtools.children import Family, Interrupted, Program
from devtools.leftovers import marked, stop_leftovers
from devtools.places import place_of

STUBBORN = """
import signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen([sys.executable, "-c", "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)"])
print("ready", flush=True)
time.sleep(60)
"""


def python(name: str, code: str) -> Program:
    return Program(name, (sys.executable, "-c", code))


def test_program_that_runs_to_its_end_gives_what_it_wrote(family: Family) -> None:
    assert family.run(python("hello", "print('hello')")) == "hello\n"
    assert family.children == []


def test_program_that_fails_is_a_sentence_with_the_end_of_its_log(family: Family) -> None:
    with pytest.raises(Stop) as stop:
        family.run(python("mistake", "import sys; sys.exit('no such thing')"))
    assert str(stop.value) == (
        f"mistake ended with exit code 1.\n"
        f"Its log, {family.place.folder}/logs/mistake.log, ends with:\n\nno such thing"
    )


def test_full_disk_is_named(family: Family) -> None:
    with pytest.raises(Stop) as stop:
        family.run(python("writer", "import os, sys; sys.exit(f'could not write: {os.strerror(28)}')"))
    assert str(stop.value).splitlines()[1] == "The disk is full. Make room, and start again."


def test_program_that_dies_ends_the_watch_with_the_end_of_its_log(family: Family) -> None:
    family.start(python("server", "import time; time.sleep(60)"))
    family.start(python("worker", "import time; time.sleep(0.3); print('out of breath')"))
    with pytest.raises(Stop) as stop:
        family.watch()
    sentence, *_, last = str(stop.value).splitlines()
    assert (sentence, last) == ("worker has stopped, so everything stops.", "out of breath")


def test_stop_takes_a_stubborn_program_and_what_it_started_away(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("devtools.children.SECONDS_TO_STOP", 0.2)
    child = family.start(python("stubborn", STUBBORN))
    family.wait_until_ready(child, lambda: "ready" in child.log.read_text())
    assert len(marked(family.place.folder)) == 2
    family.stop()
    # what is killed without a chance to end is gone a moment later
    family.wait_for(lambda: marked(family.place.folder) == [], "still there")


NOTING = """
import signal, sys, time
signal.signal(15, lambda *_: sys.exit(print(time.monotonic())))
print(0, flush=True)
time.sleep(60)
"""


def test_server_is_stopped_after_what_leans_on_it(family: Family) -> None:
    programs = [replace(python("database", NOTING), is_server=True), python("site", NOTING)]
    database, site = map(family.start, programs)
    family.wait_for(lambda: bool(database.log.read_text() and site.log.read_text()), "not ready")
    family.stop()
    moments = [float(child.log.read_text().split()[-1]) for child in (site, database)]
    assert moments == sorted(moments)
    assert family.children == []


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signal_ends_a_wait_and_the_watch(family: Family, sign: signal.Signals) -> None:
    before = {name: signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        family.listen()
        threading.Timer(0.2, os.kill, (os.getpid(), sign)).start()
        with pytest.raises(Interrupted):
            family.wait_for(lambda: False, "not so soon")
        family.watch()
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)


def test_leftovers_of_this_place_are_stopped_and_those_of_another_are_left(
    family: Family, tmp_path: Path
) -> None:
    other = Family(place_of(tmp_path / "other", "demo"), tmp_path)
    ours = family.start(python("ours", "import time; time.sleep(60)"))
    theirs = other.start(python("theirs", "import time; time.sleep(60)"))
    try:
        assert stop_leftovers(family.place.folder) == 1
        assert (ours.is_dead(), theirs.is_dead()) == (True, False)
    finally:
        other.stop()
