import os
import socket
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest

from devtools import Stop
from devtools.places import Busy, any_free_port, any_place, claim, is_free, place_of

pytestmark = pytest.mark.usefixtures("data")


def test_two_clones_have_places_of_their_own(tmp_path: Path) -> None:
    here, there = (place_of(tmp_path / name, "demo") for name in ("here", "there"))
    assert here.folder != there.folder
    assert place_of(tmp_path / "here", "demo") == here


def test_secret_stays_the_same_and_is_readable_for_nobody_else(tmp_path: Path) -> None:
    place = place_of(tmp_path, "demo")
    secret = place.secret("secret-key")
    assert len(secret) >= 64
    assert place.secret("secret-key") == secret
    assert (place.folder / "secret-key").stat().st_mode & 0o077 == 0


def test_place_is_closed_to_other_users(tmp_path: Path) -> None:
    place = place_of(tmp_path, "demo")
    place.folder.chmod(0o777)
    assert place_of(tmp_path, "demo").folder.stat().st_mode & 0o066 == 0


def test_folder_that_somebody_else_put_there_is_refused(tmp_path: Path) -> None:
    folder = place_of(tmp_path, "demo").folder
    folder.rmdir()
    folder.symlink_to(tmp_path)
    with pytest.raises(Stop) as stop:
        place_of(tmp_path, "demo")
    assert (
        str(stop.value)
        == f"{folder} belongs to somebody else. Remove it, or name another folder in RANGORDE_DATA."
    )


def test_place_that_cannot_be_made_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("RANGORDE_DATA", str(tmp_path / "file"))
    with pytest.raises(Stop) as stop:
        place_of(tmp_path, "demo")
    assert str(stop.value) == (
        f"No folder can be made in {tmp_path / 'file'}: Not a directory. Name another folder in RANGORDE_DATA."
    )


def test_place_that_is_held_is_busy_until_it_is_let_go(tmp_path: Path) -> None:
    place = place_of(tmp_path, "demo")
    with place.held(), pytest.raises(Busy), place.held():
        pass
    with place.held():
        pass


def test_place_is_waited_for_by_who_asks_so(tmp_path: Path) -> None:
    place = place_of(tmp_path, "environment")
    done: list[str] = []
    with ExitStack() as first:
        first.enter_context(place.held())
        Timer(0.3, lambda: (done.append("first"), first.close())).start()
        with place.held(waits=True):
            done.append("second")
    assert done == ["first", "second"]


def test_runs_beside_each_other_take_the_next_place(tmp_path: Path) -> None:
    with any_place(tmp_path, "tests") as first, any_place(tmp_path, "tests") as second:
        assert (first.folder.name, second.folder.name) == ("tests-0", "tests-1")
    with any_place(tmp_path, "tests") as again:
        assert again == first


def test_port_of_the_last_time_is_used_again_unless_it_is_taken(tmp_path: Path) -> None:
    place = place_of(tmp_path, "demo")
    port = place.port("web")
    assert place.port("web") == port
    with socket.create_server(("127.0.0.1", port)):
        other = place.port("web")
    assert other != port
    assert place.port("web") == other


@pytest.mark.skipif(not os.path.exists("/proc/net/if_inet6"), reason="this machine has no IPv6")  # noqa: PTH110
def test_port_that_is_taken_on_the_other_address_of_localhost_is_not_free() -> None:
    with socket.create_server(("::1", 0), family=socket.AF_INET6) as server:
        assert not is_free(server.getsockname()[1])


def test_claimed_port_is_taken_before_a_server_listens_on_it() -> None:
    with claim(any_free_port()) as listener:
        port = listener.getsockname()[1]
        assert not is_free(port)
        with pytest.raises(OSError, match="in use"):
            claim(port)
    assert is_free(port)
