"""Many owed decisions on one list: the bracket between everybody kept and everybody refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schemes.walk import choices, possibilities
from tests.schemes.completions import undrawn
from tests.schemes.small_rounds import ONTMOETING, Round, by_id, pools_of, solved

SCORES = st.sampled_from(("44444", "04444", "02444", "22222", "22222", "02222"))


@st.composite
def areas(draw: st.DrawFn) -> Round:
    """One area with owed decisions, ties, spread decisions, and a ceiling, a number, or both."""
    applications = [draw(_application(at)) for at in range(draw(st.integers(3, 8)))]
    ceiling = draw(st.none() | st.integers(1, 12).map(lambda n: n * 10))
    number = draw(st.integers(1, 4) if ceiling is None else st.none() | st.integers(1, 4))
    return {
        "scheme": ONTMOETING,
        "options": {
            "remainder": draw(st.sampled_from(("partial", "stop"))),
            "ties": draw(st.sampled_from(("always", "exceeded", "straddling"))),
        },
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": ceiling, "max_places": number}],
        "applications": applications,
    }


@st.composite
def _application(draw: st.DrawFn, at: int) -> dict[str, object]:
    application: dict[str, object] = {
        "id": f"A{at}",
        "pool": "noord",
        "requested_cents": draw(st.sampled_from((10, 20, 20, 50))),
        "scores": {letter: int(score) for letter, score in zip("abcde", draw(SCORES), strict=True)},
    }
    spread = draw(st.sampled_from((None, None, None, "refuse", {"cap_cents": 5})))
    return application if spread is None else {**application, "decisions": {"spread": spread}}


def _exact_and_bracketed(raw: Round) -> tuple[dict[str, object], dict[str, object]]:
    exact = solved(raw)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(choices, "WORK", -(10**9))
        return exact, solved(raw)


def _limits(raw: Round) -> int:
    (pool,) = raw["pools"]  # type: ignore[misc, attr-defined]
    return sum(pool[name] is not None for name in ("ceiling_cents", "max_places"))


@settings(max_examples=80)
@given(areas())
def test_bracket_gives_the_least_and_the_most_that_every_completion_gives(raw: Round) -> None:
    exact, bracketed = _exact_and_bracketed(raw)
    for name, line in by_id(bracketed).items():
        tried = by_id(exact)[name]
        least_and_most = ("granted_min_cents", "granted_max_cents", "decisions_needed")
        assert [line[field] for field in least_and_most] == [tried[field] for field in least_and_most]
        assert (line["rank"], line["tied_with"], line["decided_by"]) == (
            tried["rank"],
            tried["tied_with"],
            tried["decided_by"],
        )


@settings(max_examples=80)
@given(areas())
def test_bracket_calls_nothing_certain_that_is_not(raw: Round) -> None:
    exact, bracketed = _exact_and_bracketed(raw)
    for name, line in by_id(bracketed).items():
        if line["granted_cents"] is not None:
            tried = by_id(exact)[name]
            assert (line["status"], line["granted_cents"], line["reason"]) == (
                tried["status"],
                tried["granted_cents"],
                tried["reason"],
            )
    for pool, tried in zip(pools_of(bracketed), pools_of(exact), strict=True):
        assert pool["granted_cents"] in (None, tried["granted_cents"])
    needed = {tuple(group["ids"]) for group in undrawn(exact)}
    assert needed <= {tuple(group["ids"]) for group in undrawn(bracketed)}
    warned = {(warning["application"], warning["decision"]) for warning in exact["warnings"]}  # type: ignore[attr-defined]
    assert {(warning["application"], warning["decision"]) for warning in bracketed["warnings"]} <= warned  # type: ignore[attr-defined]


def test_more_states_than_are_followed_are_bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    # A 60 and B 40 may each be refused, so before C stand 0, 40, 60 or 100 cents; C (50) gets what is left of 100:
    # 50 if A is refused, 40 if only B is... 100 - 60 = 40, and 0 if both are kept.
    raw: Round = {
        "scheme": ONTMOETING,
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 100}],
        "applications": [
            {
                "id": name,
                "pool": "noord",
                "requested_cents": cents,
                "scores": dict.fromkeys("bcde", 4) | {"a": first},
            }
            for name, cents, first in (("A", 60, 0), ("B", 40, 0), ("C", 50, 1))
        ],
    }
    applications = raw["applications"]
    assert isinstance(applications, list)
    applications[2]["scores"] = dict.fromkeys("abcde", 1)
    exact = by_id(solved(raw))
    monkeypatch.setattr(possibilities, "MOST_STATES", 1)
    bracketed = by_id(solved(raw))
    assert exact == bracketed
    assert (bracketed["C"]["granted_min_cents"], bracketed["C"]["granted_max_cents"]) == (0, 50)
