import json
from pathlib import Path

import pytest

from schemes.__main__ import main
from tests.schemes.documents import MINIMAL
from tests.schemes.golden import FOLDER
from tests.schemes.small_rounds import CULTUUR

ROUND = {
    "scheme": CULTUUR,
    "pools": [{"id": "plafond", "ceiling_cents": 100}],
    "applications": [
        {
            "id": "A",
            "pool": "plafond",
            "requested_cents": 60,
            "scores": dict(zip("abcde", (6, 6, 6, 6, 2), strict=True)),
        }
    ],
}


@pytest.fixture
def minimal(tmp_path: Path) -> Path:
    path = tmp_path / "proef.toml"
    path.write_text(MINIMAL)
    return path


def test_check_says_that_a_regulation_is_in_order(minimal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(minimal)]) == 0
    assert capsys.readouterr().out.startswith("Proefregeling: in orde. Vingerafdruk ")


def test_check_takes_the_name_of_a_shipped_regulation(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", CULTUUR]) == 0
    assert "in orde" in capsys.readouterr().out


def test_check_names_every_obstacle_to_publication(minimal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    minimal.write_text(MINIMAL.replace('levels = [{ points = 0, text = "niet" }, ', "levels = ["))
    assert main(["check", str(minimal)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == (
        f"{minimal}: criteria › a: met één niveau krijgt iedereen hetzelfde; geef ten minste twee niveaus\n"
    )


def test_check_names_every_error_of_a_document_that_cannot_run(
    minimal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    minimal.write_text(
        MINIMAL.replace('title = "Proefregeling"', "title = 3").replace('letter = "a"', 'letter = "A1"')
    )
    assert main(["check", str(minimal)]) == 2
    places = [line.split(": ")[1] for line in capsys.readouterr().err.splitlines()]
    assert places == ["criteria › 1 (A1) › letter", "title"]


@pytest.mark.parametrize("command", ["check", "explain"])
def test_file_that_is_not_there_is_named(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "nergens.toml"]) == 2
    assert capsys.readouterr().err == (
        "nergens.toml is niet te lezen. Controleer de naam en of u het bestand mag lezen.\n"
    )


def test_explain_reads_a_regulation_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", CULTUUR]) == 0
    assert capsys.readouterr().out == (FOLDER / f"{CULTUUR}.md").read_text(encoding="utf-8")


def test_explain_tells_a_round_in_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ronde.json"
    path.write_text(json.dumps(ROUND))
    assert main(["explain", CULTUUR, str(path)]) == 0
    told = capsys.readouterr().out
    assert "De ronde kan worden besloten; er is niets meer nodig." in told
    assert "* Dat is genoeg: er zijn ten minste 14 punten nodig. (derde lid)" in told


def test_explain_says_what_is_wrong_with_a_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "rondes.jsonl"
    path.write_text(f"{json.dumps(ROUND)}\n{json.dumps({**ROUND, 'pools': []})}\n{{\n")
    assert main(["explain", CULTUUR, str(path)]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("# Regeling cultuurparticipatie")
    assert [line.split(":")[0] for line in said.err.splitlines()] == ["regel 2", "regel 3"]


def test_explain_of_a_round_that_cannot_be_read_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", CULTUUR, "nergens.json"]) == 2
    assert "nergens.json is niet te lezen" in capsys.readouterr().err
