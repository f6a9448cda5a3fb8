"""Worked rounds for the additions to the file format: what was worked out by hand must come out.

An expectation names only what was worked out. Applications and pools are found by their id and a named object may
hold more than is expected of it; lottery groups and warnings are complete lists, in their order.
"""

import json
from pathlib import Path

import pytest

from schemes.files.solving import solve_one
from schemes.library import Shipped
from schemes.round import RoundError

ROUNDS = {path.stem: path for path in sorted(Path(__file__).with_name("additions").glob("*.json"))}
BY_ID = ("applications", "pools")


def answer(raw: object) -> dict[str, object]:
    """The outcome or the error of a round in JSON data, with applications and pools by their id."""
    solved = solve_one(Shipped(), raw)
    if isinstance(solved, RoundError):
        return {"error": {"code": solved.code, "application": solved.application}}
    outcome = json.loads(json.dumps(solved))
    assert isinstance(outcome, dict)
    return {**outcome, **{part: {each["id"]: each for each in outcome[part]} for part in BY_ID}}


def differences(expected: object, actual: object, at: str = "") -> list[str]:
    """Where the answer differs from what is expected of it, each with its place."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            line
            for key, value in expected.items()
            for line in (
                differences(value, actual[key], f"{at}.{key}")
                if key in actual
                else [f"{at}.{key}: expected {value!r}, absent"]
            )
        ]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for place, (left, right) in pairs for line in differences(left, right, f"{at}[{place}]")]
    same = type(expected) is type(actual) and expected == actual
    return [] if same else [f"{at}: expected {expected!r}, got {actual!r}"]


@pytest.mark.parametrize("name", ROUNDS)
def test_worked_round(name: str) -> None:
    worked = json.loads(ROUNDS[name].read_text(encoding="utf-8"))
    assert worked["name"] == name
    assert worked["comment"]
    found = differences(worked["expected"], answer(worked["input"]))
    assert not found, "\n".join([worked["comment"], *found])


def test_every_addition_has_its_rounds() -> None:
    additions = (
        "average",
        "declined",
        "distance-points",
        "exact",
        "grantable",
        "participants",
        "shared",
        "size",
    )
    counts = {addition: sum(name.startswith(f"{addition}-") for name in ROUNDS) for addition in additions}
    assert sum(counts.values()) == len(ROUNDS)
    assert min(counts.values()) >= 4
