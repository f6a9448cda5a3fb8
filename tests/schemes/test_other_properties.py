"""What must hold of every round under the regulations of the survey, whose documents the engine met as they came."""

import json
import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemes.exact import exact_json
from schemes.files.solving import solve_one
from schemes.library import Shipped
from schemes.regulation import Regulation
from schemes.round import RoundError
from schemes.rules import ProRata
from schemes.scoring import scored_criteria
from tests.schemes.completed_rounds import applications_of
from tests.schemes.other_rounds import other_rounds, steps_of
from tests.schemes.plain import Plain
from tests.schemes.small_rounds import Round, by_id
from tests.schemes.test_other_regulations import DOCUMENTS, document
from tests.schemes.test_properties import cents, pools_given, shuffled

FEW = settings(max_examples=10)
EVERY_OTHER = pytest.mark.parametrize("name", sorted(DOCUMENTS))


WITHOUT_PRO_RATA = [
    name
    for name in sorted(DOCUMENTS)
    if not any(isinstance(rule, ProRata) for rule in document(name).chosen.tie_breaks)
]


def regulation_of(name: str) -> Regulation:
    return document(name).chosen


def solved(name: str, raw: object) -> dict[str, object]:
    outcome = solve_one(Shipped(document(name)), raw)
    assert not isinstance(outcome, RoundError), outcome
    return dict(outcome)


def granted(name: str, raw: Round) -> dict[str, int]:
    return {one: cents(line["granted_cents"]) for one, line in by_id(solved(name, raw)).items()}


@EVERY_OTHER
@FEW
@given(st.data())
def test_the_order_of_the_input_and_another_run_change_no_byte(name: str, data: st.DataObject) -> None:
    raw = data.draw(other_rounds(regulation_of(name)))
    chance = random.Random(json.dumps(raw))
    first = json.dumps(solved(name, raw))
    assert json.dumps(solved(name, raw)) == first
    assert json.dumps(solved(name, shuffled(chance, raw))) == first


@EVERY_OTHER
@FEW
@given(st.data())
def test_no_limit_is_exceeded(name: str, data: st.DataObject) -> None:
    raw = data.draw(other_rounds(regulation_of(name)))
    outcome, requested = by_id(solved(name, raw)), {str(one["id"]): one for one in applications_of(raw)}
    for one, line in outcome.items():
        assert 0 <= cents(line["granted_cents"]) <= cents(requested[one]["requested_cents"])
    for pool in pools_given(raw):
        given_here = [cents(line["granted_cents"]) for line in outcome.values() if line["pool"] == pool["id"]]
        assert sum(given_here) <= cents(pool["ceiling_cents"])
        number = regulation_of(name).pools[0].grants
        assert number is None or sum(one > 0 for one in given_here) <= number


@EVERY_OTHER
@FEW
@given(st.data())
def test_more_money_takes_no_grant_away(name: str, data: st.DataObject) -> None:
    raw = data.draw(other_rounds(regulation_of(name)))
    more = deepcopy(raw)
    pool = data.draw(st.sampled_from(pools_given(more)))
    pool["ceiling_cents"] = cents(pool["ceiling_cents"]) + data.draw(st.integers(1, 150)) * 10_000
    before, after = granted(name, raw), granted(name, more)
    assert all(before[one] <= after[one] for one in before)


@EVERY_OTHER
@FEW
@given(st.data())
def test_a_higher_score_never_lowers_ones_own_grant(name: str, data: st.DataObject) -> None:
    # M2 too, as long as fewer than ten share a band: the last test shows what happens beyond.
    regulation = regulation_of(name)
    raw = data.draw(other_rounds(regulation))
    better = deepcopy(raw)
    one = data.draw(st.sampled_from(applications_of(better)))
    scores = one["scores"]
    assert isinstance(scores, dict)
    for criterion in scored_criteria(regulation):
        steps = [exact_json(step) for step in steps_of(regulation, criterion)]
        at = steps.index(scores[criterion.letter])
        scores[criterion.letter] = data.draw(st.sampled_from(steps[at:]))
    assert granted(name, raw)[str(one["id"])] <= granted(name, better)[str(one["id"])]


@pytest.mark.parametrize("name", WITHOUT_PRO_RATA)
@FEW
@given(st.data())
def test_the_engine_agrees_with_a_plain_distribution(name: str, data: st.DataObject) -> None:
    raw = data.draw(other_rounds(regulation_of(name)))
    assert granted(name, raw) == Plain(regulation_of(name), raw).granted()


def test_points_that_reach_a_band_whose_number_is_full_cost_the_grant() -> None:
    # Lid 4 of M2, as it is read: ten in a band, and the eleventh does not drop to the band below. Ten have 121 points
    # and ask 1 of 100 euros. With 109 points the eleventh gets its euro; with 110 it is the eleventh in the first band.
    name = next(one for one in DOCUMENTS if one.startswith("m2-"))
    ten = [{"id": f"A{at}", "points": 121} for at in range(10)]
    outcomes = []
    for points in (109, 110):
        entries = [*ten, {"id": "Z", "points": points}]
        raw: Round = {
            "scheme": regulation_of(name).slug,
            "pools": [{"id": "p0", "ceiling_cents": 10_000}],
            "applications": [
                {"id": one["id"], "pool": "p0", "requested_cents": 100, "scores": {"a": one["points"]}}
                for one in entries
            ],
        }
        outcomes.append(granted(name, raw)["Z"])
    assert outcomes == [100, 0]
