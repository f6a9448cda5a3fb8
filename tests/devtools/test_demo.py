import http.client
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from devtools.children import Family
from devtools.leftovers import marked
from devtools.places import place_of
from devtools.site import Site
from devtools.styles import SOURCES, copy_styles, fetch_styles
from devtools.translations import stale
from tests.devtools.starting import ROOT, Dev, line_with


def test_taken_port_is_a_sentence(dev: Dev) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code, output = dev.run("demo", "--port", str(port))
    choose = "Choose another: python3 dev.py demo --port 8001"
    assert (code, output) == (1, f"Port {port} cannot be used: Address already in use. {choose}\n")


@pytest.mark.parametrize("port", ["0", "65536", "-1", "veel"])
def test_port_that_does_not_exist_is_a_sentence(dev: Dev, port: str) -> None:
    code, output = dev.run("demo", f"--port={port}")
    sentence = f"argument --port: {port} is no port: give a number from 1 to 65535"
    assert (code, output.splitlines()[-1]) == (2, f"dev.py demo: error: {sentence}")


def test_second_start_says_where_the_first_one_runs(dev: Dev) -> None:
    place = place_of(ROOT, "demo")
    place.remember("running", "process 7, http://localhost:8000")
    with place.held():
        assert dev.run("demo") == (
            1,
            "The demo of this clone runs already (process 7, http://localhost:8000).\n",
        )


@pytest.mark.parametrize("name", ["DATABASE_URL", "REDIS_URL"])
def test_fresh_refuses_a_server_from_outside(dev: Dev, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "anything")
    code, output = dev.run("demo", "--fresh")
    event = f"--fresh throws the demo's own data away, and {name} names a server from outside."
    assert (code, output) == (1, f"{event} Empty that one yourself, or start without {name}.\n")


def test_weak_secret_is_a_sentence(dev: Dev, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "weak")
    code, output = dev.run("demo")
    assert (code, "Traceback" in output) == (1, False)
    assert "SECRET_KEY is te zwak. Maak een nieuwe met: " in output


def test_demo_runs_survives_sigkill_and_stops_with_ctrl_c(dev: Dev) -> None:
    first = dev.start("demo")
    address = line_with(first, "Rangorde runs: ")
    first.kill()
    place = place_of(ROOT, "demo")
    assert len(marked(place.folder)) >= 5  # postgres, valkey, worker, beat, web
    second = dev.start("demo")
    assert "of a run that was killed." in line_with(second, "Stopped ")
    assert line_with(second, "Rangorde runs: ") == address
    connection = http.client.HTTPConnection("localhost", int(address.rpartition(":")[2]), timeout=30)
    connection.request("GET", "/")
    assert connection.getresponse().status == http.HTTPStatus.OK
    connection.close()
    second.send_signal(signal.SIGINT)
    output, _ = second.communicate(timeout=60)
    assert output.splitlines()[-1] == "Stopped. The data are kept: python3 dev.py demo goes on with them."
    assert (second.returncode, marked(place.folder)) == (0, [])


def test_programs_that_others_reach_do_not_get_the_password_of_the_owner(family: Family) -> None:
    for name in ("manage.py", "shown.py"):
        (family.root / name).write_text("import os\nprint(*os.environ.values(), sep='\\n')")
    addresses = {"DATABASE_URL": "postgresql://application", "DATABASE_OWNER_URL": "postgresql://owner"}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site = Site(family, Path(sys.executable), listener, addresses)
        assert set(addresses.values()) <= set(site.manage("migrate").splitlines())
        worker = site.start_one("worker", "shown")
    assert worker.process.wait(60) == 0
    shown = worker.log.read_text().splitlines()
    assert ("postgresql://application" in shown, "postgresql://owner" in shown) == (True, False)


def test_style_sheets_that_cannot_be_fetched_are_a_warning(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("package.json", "package-lock.json", ".npmrc", "requirements-styles.txt"):
        (family.root / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", "")
    warning = fetch_styles(family)
    assert warning.startswith("Warning: the style sheets could not be fetched. The pages work without them")
    assert not (family.root / "static" / "vendor" / "stamp").exists()


def test_style_sheets_that_are_there_are_not_fetched_again(
    family: Family, monkeypatch: pytest.MonkeyPatch
) -> None:
    (family.root / "package-lock.json").write_text("{}")
    fetched: list[Path] = []
    monkeypatch.setattr("devtools.styles.fetch", lambda _family, aside, _vendor: fetched.append(aside))
    (family.root / "static" / "vendor").mkdir(parents=True)
    assert (fetch_styles(family), fetch_styles(family)) == ("", "")
    assert len(fetched) == 1
    (family.root / "package-lock.json").write_text("{ }")
    assert fetch_styles(family) == ""
    assert len(fetched) == 2


def test_only_what_a_browser_asks_for_is_copied(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "files").mkdir(parents=True)
    for name in ("index.css", "tokens.json", "LICENSE.md", "files/a.woff2", "files/a.ttf"):
        (source / name).write_text(name)
    target.mkdir()
    (target / "old.css").touch()
    copy_styles(source, target)
    copied = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
    assert copied == ["LICENSE.md", "files/a.woff2", "index.css"]


def test_every_source_of_styles_is_a_package_that_is_asked_for() -> None:
    asked = (ROOT / "package.json").read_text()
    assert [
        name for name, source in SOURCES.items() if f'"{"/".join(source.split("/")[:2])}"' not in asked
    ] == []


def test_translation_is_stale_until_it_is_compiled_after_its_last_change(tmp_path: Path) -> None:
    source = tmp_path / "locale" / "en" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.touch()
    assert stale(tmp_path) == [source]
    source.with_suffix(".mo").touch()
    assert stale(tmp_path) == []
    os.utime(source, (2**31, 2**31))
    assert stale(tmp_path) == [source]
