import json
from collections.abc import Callable
from pathlib import Path
from typing import TypedDict

import pytest

from schemes.files.writing import Json
from schemes.library import Shipped
from tests.schemes.documents import loaded
from tests.schemes.rounds import lines, outcome, rows

HERE = Path(__file__).resolve().parent
ROUNDS = HERE.parent / "data" / "rounds" / "public_budget_rounds.jsonl"


class Application(TypedDict):
    id: str
    score: str
    requested_cents: int


class PublicBudget(TypedDict):
    round: str
    ceiling_cents: int
    policies: list[str]
    applications: list[Application]
    lots: list[str]
    granted: list[str]


BUDGETS: list[PublicBudget] = [json.loads(line) for line in ROUNDS.read_text("utf-8").splitlines()]
BY_POLICY = {
    f"{budget['round']} {policy}": (budget, policy) for budget in BUDGETS for policy in budget["policies"]
}
LIBRARY = Shipped(
    *(
        loaded((HERE / "regulations" / f"public_budget_{policy}.toml").read_bytes())
        for policy in ("skip", "stop")
    )
)


def solved(budget: PublicBudget, policy: str) -> dict[str, Json]:
    entries = [
        {
            "id": application["id"],
            "pool": "budget",
            "requested_cents": application["requested_cents"],
            "scores": {"a": application["score"]},
        }
        for application in budget["applications"]
    ]
    return outcome(
        {
            "scheme": f"public-budget-{policy}",
            "pools": [{"id": "budget", "ceiling_cents": budget["ceiling_cents"]}],
            "applications": entries,
            "lottery": budget["lots"],
        },
        LIBRARY,
    )


def funded(found: dict[str, Json]) -> set[str]:
    return {name for name, line in lines(found).items() if line["status"] == "granted"}


@pytest.mark.parametrize(("budget", "policy"), BY_POLICY.values(), ids=BY_POLICY)
def test_exactly_the_projects_that_the_municipality_funded_are_granted_in_full(
    budget: PublicBudget, policy: str
) -> None:
    found = solved(budget, policy)
    asked = {application["id"]: application["requested_cents"] for application in budget["applications"]}
    granted = {name: line["granted_cents"] for name, line in lines(found).items()}
    assert funded(found) == set(budget["granted"])
    assert granted == {name: cents if name in budget["granted"] else 0 for name, cents in asked.items()}
    assert found["needs"] == []
    (pool,) = rows(found, "pools")
    assert pool["granted_cents"] == sum(asked[name] for name in budget["granted"])


def test_all_real_rounds_come_out_as_paid_and_the_count_is_reported(
    record_property: Callable[[str, object], None],
) -> None:
    agree = sum(
        funded(solved(budget, policy)) == set(budget["granted"]) for budget, policy in BY_POLICY.values()
    )
    record_property(
        "real rounds",
        f"{len(BUDGETS)}, each under every policy that fits it: "
        f"{agree} of {len(BY_POLICY)} fund exactly what the municipality funded",
    )
    assert (agree, len(BY_POLICY), len(BUDGETS)) == (303, 303, 226)
