"""Every way in which what a round still needs can turn out, by brute force: all orders of all draws, all answers."""

import copy
import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations, product

from tests.schemes.small_rounds import Round, by_id, solved

KEYS = {"insufficient_on_weight_3": "insufficient", "too_close": "too_close"}
Result = tuple[object, object, str]


@dataclass(frozen=True)
class Completion:
    orders: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    outcome: dict[str, object]

    def results(self) -> dict[str, Result]:
        return {
            name: (line["status"], line["granted_cents"], str(line["reason"]))
            for name, line in by_id(self.outcome).items()
        }


def undrawn(outcome: dict[str, object]) -> list[dict[str, object]]:
    groups = outcome["lottery_groups"]
    assert isinstance(groups, list)
    return [group for group in groups if not group["drawn"]]


def number_of_completions(outcome: dict[str, object]) -> int:
    orders = math.prod(math.factorial(len(group["ids"])) for group in undrawn(outcome))
    return orders * 2 ** len(_owed(outcome))


def completions(raw: Round, outcome: dict[str, object]) -> Iterator[Completion]:
    owed = _owed(outcome)
    groups = [group["ids"] for group in undrawn(outcome)]
    for orders in product(*(list(permutations(group)) for group in groups)):
        for answers in product(("refuse", "keep"), repeat=len(owed)):
            yield Completion(
                orders, answers, solved(_completed(raw, orders, dict(zip(owed, answers, strict=True))))
            )


def _owed(outcome: dict[str, object]) -> list[tuple[str, str]]:
    needs = outcome["needs"]
    assert isinstance(needs, list)
    return [(need["applications"][0], KEYS[need["code"]]) for need in needs if need["kind"] == "decision"]


def _completed(raw: Round, orders: tuple[tuple[str, ...], ...], answers: dict[tuple[str, str], str]) -> Round:
    completed = copy.deepcopy(raw)
    completed["lottery"] = [name for order in orders for name in order]
    applications = completed["applications"]
    assert isinstance(applications, list)
    for (name, key), answer in answers.items():
        application = next(one for one in applications if one["id"] == name)
        application.setdefault("decisions", {})[key] = answer
    return completed
