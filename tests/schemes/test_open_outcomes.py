from itertools import groupby

import pytest
from hypothesis import HealthCheck, assume, given, settings

from schemes.walk import choices
from tests.schemes.completions import Completion, completions, number_of_completions, undrawn
from tests.schemes.small_rounds import Round, by_id, pools_of, rounds, solved

MOST_COMPLETIONS = 100
MOST_NEED_NOTHING = [HealthCheck.filter_too_much]


def _every(raw: Round, outcome: dict[str, object]) -> list[Completion]:
    assume(outcome["needs"])
    assume(number_of_completions(outcome) <= MOST_COMPLETIONS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "EXACT_MEMBERS", 7)
        patch.setattr(choices, "WORK", 100_000)
        return list(completions(raw, outcome))


def _possible(every: list[Completion]) -> dict[str, set[tuple[object, object, str]]]:
    results = [completion.results() for completion in every]
    return {name: {result[name] for result in results} for name in results[0]}


@settings(max_examples=150, suppress_health_check=MOST_NEED_NOTHING)
@given(rounds())
def test_open_outcome_says_exactly_what_trying_every_completion_says(raw: Round) -> None:
    outcome = solved(raw)
    every = _every(raw, outcome)
    _assert_lines_agree(outcome, every)
    _assert_totals_agree(outcome, every)
    _assert_draws_agree(outcome, every)
    assert all(completion.outcome["needs"] == [] for completion in every)


def _assert_lines_agree(outcome: dict[str, object], every: list[Completion]) -> None:
    possible = _possible(every)
    for name, line in by_id(outcome).items():
        amounts = [cents for _, cents, _ in possible[name] if isinstance(cents, int)]
        assert (line["granted_cents"] is not None) == (len(possible[name]) == 1)
        assert (line["granted_min_cents"], line["granted_max_cents"]) == (min(amounts), max(amounts))


def _assert_totals_agree(outcome: dict[str, object], every: list[Completion]) -> None:
    for at, pool in enumerate(pools_of(outcome)):
        totals = {pools_of(completion.outcome)[at]["granted_cents"] for completion in every}
        assert (pool["granted_cents"] is not None) == (len(totals) == 1)


def _assert_draws_agree(outcome: dict[str, object], every: list[Completion]) -> None:
    for at, group in enumerate(undrawn(outcome)):

        def apart_from_the_draw(completion: Completion, at: int = at) -> tuple[object, ...]:
            return (*completion.orders[:at], *completion.orders[at + 1 :], completion.answers)

        affected: set[str] = set()
        for _, alike in groupby(sorted(every, key=apart_from_the_draw), key=apart_from_the_draw):
            affected |= {name for name, results in _possible(list(alike)).items() if len(results) > 1}
        assert group["affected_ids"] == sorted(affected)


def _assert_within_bounds(raw: Round, outcome: dict[str, object]) -> None:
    possible = _possible(_every(raw, outcome))
    for name, line in by_id(outcome).items():
        for _, cents, _ in possible[name]:
            assert isinstance(cents, int)
            assert line["granted_min_cents"] <= cents <= line["granted_max_cents"]
        assert line["granted_cents"] is None or len(possible[name]) == 1


@settings(max_examples=80, suppress_health_check=MOST_NEED_NOTHING)
@given(rounds())
def test_closed_forms_of_groups_hold_every_completion(raw: Round) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "EXACT_MEMBERS", 1)
        outcome = solved(raw)
        _assert_within_bounds(raw, outcome)


@settings(max_examples=80, suppress_health_check=MOST_NEED_NOTHING)
@given(rounds())
def test_bounds_without_trying_completions_hold_every_completion(raw: Round) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "WORK", -(10**9))
        outcome = solved(raw)
        _assert_within_bounds(raw, outcome)
