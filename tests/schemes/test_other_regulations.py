"""Regulations for which nothing was written but their document: what was worked out by hand must come out.

Each round was worked out before it was run. An expectation names only what was worked out: applications and pools
are found by their id, lottery groups, warnings and needs are complete lists in their order.
"""

import ast
import json
import sys
from functools import cache
from pathlib import Path

import pytest

from schemes.citations import rules_with_place
from schemes.documents import Document, load_document
from schemes.files.solving import solve_one
from schemes.library import SHIPPED, Shipped
from schemes.vocabulary import Cause

HERE = Path(__file__).parent
ENGINE = HERE.parents[1] / "schemes"
DOCUMENTS = {
    path.stem: path
    for pattern in ("n[0-9]*.toml", "m[0-9]*.toml")
    for path in HERE.glob(f"regulations/{pattern}")
}
ROUNDS = {path.stem: path for path in sorted(HERE.glob("other_regulations/*.json"))}
BY_ID = ("applications", "pools")
SURVEYED = (
    "m2",
    "m3",
    "n13",
    "n14",
    "n15",
    "n17",
    "n20",
    "n21",
    "n26",
    "n27",
    "n28",
    "n29",
    "n6",
    "n7",
    "n9",
)


@cache
def document(name: str) -> Document:
    """The document with this name, which is expected to be right."""
    loaded = load_document(DOCUMENTS[name].read_bytes())
    assert isinstance(loaded, Document), [str(problem) for problem in loaded]
    return loaded


def worked_round(name: str) -> dict[str, object]:
    """A worked round, with all that it must tell about itself."""
    worked = json.loads(ROUNDS[name].read_text("utf-8"))
    assert set(worked) == {"name", "comment", "regulation", "input", "expected"}
    assert worked["name"] == name
    assert "lid " in str(worked["comment"]).lower()
    assert isinstance(worked, dict)
    return worked


def answer(library: Shipped, raw: object) -> dict[str, object]:
    """The outcome of a round in JSON data, with applications and pools by their id."""
    solved = solve_one(library, raw)
    assert isinstance(solved, dict), solved
    outcome = json.loads(json.dumps(solved))
    assert isinstance(outcome, dict)
    return {**outcome, **{part: {each["id"]: each for each in outcome[part]} for part in BY_ID}}


def differences(expected: object, actual: object, at: str = "") -> list[str]:
    """Where the answer differs from what is expected of it, each with its place."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        absent = [f"{at}.{key}: expected, absent" for key in expected if key not in actual]
        shared = [key for key in expected if key in actual]
        return [
            *absent,
            *(line for key in shared for line in differences(expected[key], actual[key], f"{at}.{key}")),
        ]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for place, (left, right) in pairs for line in differences(left, right, f"{at}[{place}]")]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{at}: expected {expected!r}, got {actual!r}"]


@pytest.mark.parametrize("name", ROUNDS)
def test_worked_round(name: str) -> None:
    worked = worked_round(name)
    regulation = document(str(worked["regulation"]).removesuffix(".toml"))
    found = differences(worked["expected"], answer(Shipped(regulation), worked["input"]))
    assert not found, "\n".join([str(worked["comment"]), *found])


@pytest.mark.parametrize("name", ROUNDS)
def test_every_application_of_a_worked_round_was_worked_out(name: str) -> None:
    worked = worked_round(name)
    given, expected = worked["input"], worked["expected"]
    assert isinstance(given, dict)
    assert isinstance(expected, dict)
    assert set(expected["applications"]) == {each["id"] for each in given["applications"]}
    assert set(expected["pools"]) == {each["id"] for each in given["pools"]}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_lid_is_carried_out_or_says_why_not(name: str) -> None:
    regulation = document(name).chosen
    causes: list[Cause] = [*regulation.priorities, *regulation.at_most, *regulation.amounts]
    causes.extend(band.grants_reached for band in regulation.amounts if band.grants_reached is not None)
    causes.extend([regulation.best_first] if regulation.best_first is not None else [])
    rules = {cause.rule for cause in causes} | {
        rule for place, rule in rules_with_place(regulation) if not place.startswith("positions")
    }
    rules.add(regulation.deciding_term.source if regulation.deciding_term is not None else None)
    cited = {rule.split()[1] for rule in rules if rule is not None and rule.startswith("lid ")}
    silent = {lid.number for lid in regulation.leden if lid.not_modelled is None} - cited
    assert silent == set()
    assert "naar een overzicht; niet de tekst van de regeling" in (regulation.source_note or "").lower()


def test_each_of_the_regulations_has_its_document_and_at_least_two_rounds() -> None:
    assert sorted(name.split("-")[0] for name in DOCUMENTS) == sorted(SURVEYED)
    for name in DOCUMENTS:
        rounds = [each for each in ROUNDS if each.split("-")[0] == name.split("-")[0]]
        assert len(rounds) >= 2, name
        assert {worked_round(each)["regulation"] for each in rounds} == {f"{name}.toml"}


def test_no_regulation_has_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    slugs = [*SHIPPED, *(document(name).slug for name in DOCUMENTS)]
    named = {
        (node.value, path.name)
        for path in ENGINE.rglob("*.py")
        if path.name != "library.py"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in slugs
    }
    assert named == set()
    with capsys.disabled():
        sys.stdout.write(
            f"\n{len(slugs)} regulations need no code of their own; {len(DOCUMENTS)} of them are from the survey\n"
        )
