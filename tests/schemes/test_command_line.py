import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from schemes.__main__ import main
from schemes.files.solving import solve
from schemes.library import Shipped
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.rounds import CARE, CULTURE, HAGUE, MISSING, VALID, changed, outcome

ROOT = Path(__file__).resolve().parents[2]
ENGINE = [sys.executable, "-m", "schemes"]
WRONG = changed(CULTURE, (("applications", 0, "requested_cents"), 0))
NOWHERE = {"scheme": "nergens"}
AMOUNT = "Het bedrag van «A» in centen moet een geheel getal van ten minste 1 zijn, zonder komma."
UNKNOWN = "Regeling «nergens» is niet bekend. Geef in «scheme» de naam van een regeling."


def written(folder: Path, content: str | bytes | object) -> str:
    path = folder / "ronde.json"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return str(path)


def answers(capsys: pytest.CaptureFixture[str]) -> tuple[list[object], list[str]]:
    """What was printed: an answer per line, and the sentences."""
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err.splitlines()


def error(code: str, application: str | None = None) -> object:
    return {"error": {"code": code, "application": application}}


@pytest.mark.parametrize("indent", [None, 1])
def test_a_round_in_a_file_is_answered_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], indent: int | None
) -> None:
    assert main(["solve", written(tmp_path, json.dumps(HAGUE, indent=indent))]) == 0
    assert answers(capsys) == ([outcome(HAGUE)], [])


def test_the_round_is_read_from_the_input_where_the_file_is_a_dash(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(CARE).encode())))
    assert main(["solve", "-"]) == 0
    assert answers(capsys) == ([outcome(CARE)], [])


def test_lines_are_answered_in_order_with_the_errors_among_them_and_their_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "",
        json.dumps(WRONG),
        "  ",
        json.dumps(CARE),
        "{",
        "",
        json.dumps(NOWHERE),
        json.dumps(HAGUE),
        "[]",
    ]
    assert main(["solve", written(tmp_path, "\r\n".join(lines))]) == 2
    assert answers(capsys) == (
        [
            error("invalid_amount", "A"),
            outcome(CARE),
            error("invalid_input"),
            error("unknown_scheme"),
            outcome(HAGUE),
            error("invalid_input"),
        ],
        [
            f"regel 2: {AMOUNT}",
            "regel 5: Dit is geen JSON: het gaat mis bij teken 3. Controleer het bestand.",
            f"regel 7: {UNKNOWN}",
            "regel 9: De ronde moet een object met velden zijn: { … }.",
        ],
    )


def test_one_error_in_one_round_ends_with_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", written(tmp_path, WRONG)]) == 2
    assert answers(capsys) == ([error("invalid_amount", "A")], [f"regel 1: {AMOUNT}"])


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        (["{}", "{}"], [1, 2]),
        (["x", '{"scheme": "x"}', "{}"], [1, 2, 3]),
        (["", "", '{"scheme": "x"}'], [3]),
        (["", " ", ""], [1]),
        (['{"scheme": "x", "applications": [', '{"id": "A"},', '{"id": "B"}', "]"], [1]),
        (['{"scheme":', '"x"', ""], [1]),
        (["x", "y"], [1]),
        (["[]", "[]"], [1, 2]),
        (['{"scheme": "\u2028"}', "{}"], [1, 2]),
    ],
    ids=range(9),
)
def test_an_answer_bears_the_line_on_which_its_round_begins(lines: list[str], numbers: list[int]) -> None:
    assert [number for number, _ in solve(Shipped(), "\n".join(lines))] == numbers


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "Er staat niets in. Geef een ronde als JSON-object."),
        (b"\xef\xbb\xbf \r\n\t", "Er staat niets in. Geef een ronde als JSON-object."),
        (b"{", "Dit is geen JSON: het gaat mis bij teken 2. Controleer het bestand."),
        (
            b'{\n "scheme": x\n}',
            "Dit is geen JSON: het gaat mis bij regel 2, teken 12. Controleer het bestand.",
        ),
        (b"[]", "De ronde moet een object met velden zijn: { … }."),
        (b'"ronde"', "De ronde moet een object met velden zijn: { … }."),
        (b'{"scheme": NaN}', "NaN is geen getal. Geef bedragen en punten exact."),
        (b'{"pools": [-Infinity]}', "-Infinity is geen getal. Geef bedragen en punten exact."),
        (b'{"a": 1, "b": 2, "b": 3}', "Veld «b» staat er twee keer in hetzelfde object."),
        (b'{"x": {"a": 1, "a": 1}}', "Veld «a» staat er twee keer in hetzelfde object."),
        (b'{"x": ' + b"9" * 5000 + b"}", "Een getal heeft te veel cijfers."),
        (b"[" * 100_000, "Dit is te diep genest. Een ronde heeft maar een paar lagen."),
        (b'{"a":' * 100_000, "Dit is te diep genest. Een ronde heeft maar een paar lagen."),
    ],
    ids=range(13),
)
def test_what_is_no_round_in_json_is_invalid_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, sentence: str
) -> None:
    assert main(["solve", written(tmp_path, content)]) == 2
    assert answers(capsys) == ([error("invalid_input")], [f"regel 1: {sentence}"])


def test_a_round_may_begin_with_a_byte_order_mark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", written(tmp_path, b"\xef\xbb\xbf" + json.dumps(CARE).encode())]) == 0
    assert answers(capsys) == ([outcome(CARE)], [])


def test_nesting_just_below_what_json_takes_is_an_error_too() -> None:
    for depth in range(900, 1000, 7):
        deep = f"{'[' * depth}{']' * depth}"
        text = json.dumps(changed(CULTURE, (("scheme",), "@"))).replace('"@"', deep)
        ((number, found),) = solve(Shipped(), text)
        assert (number, isinstance(found, dict)) == (1, False)


@pytest.mark.parametrize("content", [b"\xff{}", json.dumps(CARE).encode("utf-16"), b'{"scheme": "\xe9"}'])
def test_what_is_not_utf_8_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    name = written(tmp_path, content)
    assert main(["solve", name]) == 2
    out, (sentence,) = answers(capsys)
    assert out == []
    assert re.fullmatch(
        rf"{re.escape(name)} is geen tekst in UTF-8 \(byte (1|13)\)\. Sla het bestand op als UTF-8\.",
        sentence,
    )


@pytest.mark.parametrize("name", ["er-is-geen", "", ".", "\udcff"], ids=range(4))
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    problem = "is niet te lezen. Controleer de naam en of u het bestand mag lezen."
    for arguments in (["solve", name], ["solve", written(tmp_path, CARE), "--regulation", name]):
        assert main(arguments) == 2
        out, (sentence,) = answers(capsys)
        assert out == []
        assert sentence == f"{name.encode('utf-8', 'backslashreplace').decode()} {problem}"


def test_a_regulation_of_ones_own_is_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    regulation, other = tmp_path / "proef.toml", tmp_path / "ander.toml"
    regulation.write_text(MINIMAL)
    other.write_text(replaced(MINIMAL, {'slug = "proef"': 'slug = "ander"'}))
    entry = {"id": "A", "pool": "p", "requested_cents": 5, "scores": {"a": 2}}
    rounds = [
        {"scheme": slug, "pools": [{"id": "p", "ceiling_cents": 3}], "applications": [entry]}
        for slug in ("proef", "ander")
    ]
    name = written(tmp_path, "\n".join(map(json.dumps, [*rounds, CARE])))
    assert main(["solve", name, "--regulation", str(regulation), "--regulation", str(other)]) == 0
    library = Shipped(loaded(MINIMAL), loaded(other.read_text()))
    assert answers(capsys) == ([*(outcome(round_, library) for round_ in rounds), outcome(CARE)], [])
    assert main(["solve", name]) == 2
    assert answers(capsys)[0] == [error("unknown_scheme"), error("unknown_scheme"), outcome(CARE)]


def test_a_broken_regulation_is_refused_with_every_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    regulation = tmp_path / "proef.toml"
    regulation.write_text(replaced(MINIMAL, {'"proef"': "1", "points = 0": "points = 0.5"}))
    assert main(["solve", written(tmp_path, CARE), "--regulation", str(regulation)]) == 2
    assert answers(capsys) == (
        [],
        [
            f'{regulation}: criteria › 1 (a) › levels › 1 › points: een kommagetal is niet exact; schrijf een breuk als tekst: "9/10"',
            f"{regulation}: slug: hier hoort tekst tussen aanhalingstekens",
        ],
    )


def test_the_answer_is_ascii_and_the_sentence_can_be_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    round_ = changed(WRONG, (("applications", 0, "id"), "é\ud800"), (("lottery",), MISSING))
    assert main(["solve", written(tmp_path, round_)]) == 2
    captured = capsys.readouterr()
    assert captured.out == '{"error": {"code": "invalid_amount", "application": "\\u00e9\\ud800"}}\n'
    assert "«é\\ud800»" in captured.err


def test_the_answer_is_the_same_bytes_whatever_the_hash_seed_and_the_locale(tmp_path: Path) -> None:
    rounds = [*VALID, changed(CULTURE, (("applications", 0, "id"), "é")), WRONG]
    name = written(tmp_path, "\n".join(map(json.dumps, rounds)))
    surroundings = [{"PYTHONHASHSEED": seed, "LC_ALL": "C.UTF-8"} for seed in "012"]
    surroundings.append({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"})
    found = {
        subprocess.run(
            [*ENGINE, "solve", name], capture_output=True, cwd=ROOT, check=False, env=os.environ | more
        ).stdout
        for more in surroundings
    }
    assert len(found) == 1
    assert found.pop().count(b"\n") == len(rounds)
