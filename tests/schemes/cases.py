import json
from pathlib import Path
from typing import TypedDict

from schemes.files.solving import solve_one
from schemes.files.writing import Json, error_json
from schemes.library import SHIPPED, Shipped
from schemes.round import RoundError

FOLDER = Path(__file__).resolve().parents[1] / "data" / "cases"
SLUGS = {f"{number:03}": slug for number, slug in enumerate(SHIPPED)}

# The fields that the engine must give in every case.
ESSENTIAL = {
    "applications": (
        "id",
        "total_points",
        "eligible",
        "rank",
        "tied_with",
        "decided_by",
        "status",
        "granted_cents",
        "reason",
    ),
    "lottery_groups": ("pool", "ids", "drawn", "affects_outcome"),
}


class Case(TypedDict):
    name: str
    input: dict[str, Json]
    expected: dict[str, Json]


def worked_rounds() -> dict[str, Case]:
    """Every worked round by its name."""
    by_hand = [path.read_text("utf-8") for path in sorted(FOLDER.glob("hand/*.json"))]
    random = (FOLDER / "random.jsonl").read_text("utf-8").splitlines()
    cases: list[Case] = [json.loads(text) for text in (*by_hand, *random)]
    return {case["name"]: case for case in cases}


def solved(case: Case) -> dict[str, Json]:
    """What the engine answers, without the fields that the worked rounds do not have."""
    found = solve_one(Shipped(), with_slug(case["input"]))
    answer = error_json(found) if isinstance(found, RoundError) else found
    return {name: _without_reasons(value) for name, value in answer.items() if name != "needs"}


def with_slug(data: dict[str, Json]) -> dict[str, Json]:
    """A round or an outcome that names its regulation as the engine does."""
    number = data.get("scheme")
    return {**data, "scheme": SLUGS[number]} if isinstance(number, str) else data


def essential(outcome: dict[str, Json]) -> dict[str, Json]:
    """The essential fields of an outcome, or its error."""
    if "error" in outcome:
        return outcome
    found: dict[str, Json] = {}
    for name, fields in ESSENTIAL.items():
        rows = outcome[name]
        assert isinstance(rows, list)
        found[name] = [{field: row[field] for field in fields} for row in rows if isinstance(row, dict)]
    return found


def _without_reasons(value: Json) -> Json:
    if not isinstance(value, list):
        return value
    return [
        {name: item for name, item in row.items() if name != "reasons"} if isinstance(row, dict) else row
        for row in value
    ]
