import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from schemes.__main__ import main
from schemes.library import SHIPPED, shipped
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.rounds import CARE, CULTURE, changed

ROOT = Path(__file__).resolve().parents[2]
ENGINE = [sys.executable, "-m", "schemes"]


def written(path: Path, text: str) -> str:
    path.write_text(text, "utf-8")
    return str(path)


@pytest.mark.parametrize(
    "arguments", [[], ["solve"], ["rangschik", "x"], ["solve", "x", "--regulation"], ["check"], ["explain"]]
)
def test_a_command_that_is_not_complete_ends_with_two(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: python -m schemes" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"]])
def test_the_help_names_the_regulations_and_its_example_runs(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert all(f"\n  {slug}\n" in text for slug in SHIPPED)
    (example,) = re.findall(r"Voorbeeld:\n(.*?)\n\n", text, re.DOTALL)
    echo, given, pipe, *command = shlex.split(example)
    assert (echo, pipe, command) == ("echo", "|", ["python", "-m", "schemes", "solve", "-"])
    solved = subprocess.run(
        [*ENGINE, "solve", "-"], input=given, capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert json.loads(solved.stdout)["applications"][0]["granted_cents"] == 60000


def test_the_help_can_be_shown_on_a_terminal_that_knows_only_ascii() -> None:
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    shown = subprocess.run([*ENGINE, "--help"], capture_output=True, cwd=ROOT, check=True, env=ascii_only)
    assert b"?scheme?" in shown.stdout


# ── check ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_shipped_regulation_is_in_order(capsys: pytest.CaptureFixture[str], slug: str) -> None:
    document = shipped(slug)
    assert document is not None
    assert main(["check", slug]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{document.chosen.title}: in orde. Vingerafdruk {document.sha256}\n"
    assert captured.err == ""


def test_a_regulation_in_a_file_is_checked_before_publication(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path / "proef.toml", MINIMAL)
    assert main(["check", name]) == 0
    assert capsys.readouterr().out == f"Proefregeling: in orde. Vingerafdruk {loaded(MINIMAL).sha256}\n"


def test_what_stands_in_the_way_of_publication_is_said_per_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    unused = '[[leden]]\nnumber = "3"\ntext = "Dit lid doet niets."\n\n[[criteria]]'
    name = written(tmp_path / "proef.toml", replaced(MINIMAL, {"[[criteria]]": unused}))
    assert main(["check", name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"{name}: leden › 3: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "explain"])
def test_a_regulation_that_cannot_be_loaded_is_neither_checked_nor_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    broken = written(tmp_path / "proef.toml", replaced(MINIMAL, {'"proef"': "1"}))
    for name, said in (
        (broken, "slug: hier hoort tekst tussen aanhalingstekens"),
        (str(tmp_path / "weg.toml"), "is niet te lezen. Controleer de naam en of u het bestand mag lezen."),
    ):
        assert main([command, name]) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        assert re.fullmatch(rf"{re.escape(name)}:? {re.escape(said)}\n", captured.err)


# ── explain ───────────────────────────────────────────────────────────────────────────────────────


def test_a_regulation_is_explained_lid_by_lid(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "cultuurparticipatie"]) == 0
    text = capsys.readouterr().out
    document = shipped("cultuurparticipatie")
    assert document is not None
    assert text.startswith(f"# {document.chosen.title}\n")
    assert all(f"\n## Lid {lid.number}\n" in text for lid in document.chosen.leden)


def test_a_round_is_explained_with_the_sentences_of_each_application(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path / "ronde.json", json.dumps(CULTURE))
    assert main(["explain", "cultuurparticipatie", name]) == 0
    captured = capsys.readouterr()
    assert "### 1 B\n" in captured.out
    assert "### 2 A\n" in captured.out
    assert captured.err == ""


def test_rounds_that_are_wrong_are_left_out_of_the_explanation_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = changed(CULTURE, (("scheme",), "nergens"))
    name = written(tmp_path / "ronde.json", "\n".join(map(json.dumps, [other, CARE])) + "\n{")
    assert main(["explain", "apeldoorn-vrijwilligers-mantelzorg", name]) == 2
    captured = capsys.readouterr()
    assert captured.out.count("## Het geld") == 1
    assert [line.split(":")[0] for line in captured.err.splitlines()] == ["regel 1", "regel 3"]


def test_a_round_that_cannot_be_read_is_not_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "weg.json")
    assert main(["explain", "cultuurparticipatie", name]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.startswith(f"{name} is niet te lezen.")) == ("", True)


def test_an_explanation_is_shown_in_the_characters_that_the_terminal_has() -> None:
    ascii_only = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [*ENGINE, "explain", "cultuurparticipatie"]
    shown = subprocess.run(command, capture_output=True, cwd=ROOT, check=True, env=ascii_only)
    assert b"Lezing \\xabties\\xbb" in shown.stdout
