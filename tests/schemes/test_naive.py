"""The engine against a second implementation that was written from the articles alone."""

import json
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.schemes import naive
from tests.schemes.completions import KEYS
from tests.schemes.small_rounds import Round, by_id, pools_of, rounds, solved

LEVELS: dict[str, dict[str, tuple[object, ...]]] = {
    naive.FUND: dict.fromkeys("abcdefghij", (0, 0, 1, "3/2", 3)),
    naive.HAGUE: {"a": (0, 4, 8, 12, "9.50"), **dict.fromkeys("bcde", (0, 3, 6, "7/2"))},
    naive.CULTURE: {**dict.fromkeys("abcd", (3, 6, "9/2")), "e": (0, 2)},
    naive.SPOTS: dict.fromkeys("abcde", (0, "1/2", 1, 4)),
    naive.CARE: dict.fromkeys("abcdef", (0, "2.50", 3)),
}
COST_OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "cost_basis": st.sampled_from(("requested", "total_costs")),
        "cost_average": st.sampled_from(("ratio_of_totals", "mean_of_ratios")),
        "cost_boundary": st.sampled_from(("middle", "outer", "favourable")),
        "cost_pool": st.sampled_from(("admissible", "all")),
    },
) | st.just({"cost_basis": "total_costs_per_requested", "cost_average": "mean_of_ratios"})


def seldom(values: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.integers(0, 5).flatmap(lambda n: values if n == 0 else st.none())


def applications_of(raw: Round) -> list[dict[str, object]]:
    found = raw["applications"]
    assert isinstance(found, list)
    return found


@st.composite
def completed_rounds(draw: st.DrawFn) -> Round:
    """A round with every lot drawn and every decision taken, and with what small rounds leave out."""
    raw = draw(rounds())
    scheme = str(raw["scheme"])
    for one in applications_of(raw):
        levels = LEVELS[scheme]
        if scores := draw(seldom(st.fixed_dictionaries({k: st.sampled_from(v) for k, v in levels.items()}))):
            one["scores"] = scores
    if scheme == naive.HAGUE:
        add_costs(draw, raw)
    raw["lottery"] = draw(st.permutations([one["id"] for one in applications_of(raw)]))
    while owed := [need for need in needs_of(raw) if need["kind"] == "decision"]:
        for need in owed:
            assert isinstance(need["applications"], list)
            one = next(one for one in applications_of(raw) if one["id"] in need["applications"])
            decisions = one.setdefault("decisions", {})
            assert isinstance(decisions, dict)
            decisions[KEYS[str(need["code"])]] = draw(st.sampled_from(("refuse", "keep")))
    return raw


def needs_of(raw: Round) -> list[dict[str, object]]:
    needs = solved(raw)["needs"]
    assert isinstance(needs, list)
    return needs


def add_costs(draw: st.DrawFn, raw: Round) -> None:
    options = raw["options"]
    assert isinstance(options, dict)
    options.update(draw(COST_OPTIONS))
    for one in applications_of(raw):
        one["unique_participants"] = draw(st.sampled_from((1, 2, 9, 10, 11)))
        one["total_costs_cents"] = draw(st.sampled_from((90, 100, 110, 1000)))
        if draw(seldom(st.just(True))):
            one["participants_unknown"] = True
        if (counts := draw(seldom(st.booleans()))) is not None:
            one["counts_in_average"] = counts


def engine(raw: Round) -> tuple[dict[str, tuple[object, ...]], dict[str, int]]:
    outcome = solved(raw)
    lines = {}
    for name, line in by_id(outcome).items():
        reason = line["reason"]
        assert reason is None or isinstance(reason, dict)
        total = None if line["total_points"] is None else Fraction(str(line["total_points"]))
        code = reason["code"] if reason else None
        lines[name] = (total, line["eligible"], line["rank"], line["status"], line["granted_cents"], code)
    return lines, {str(pool["id"]): int(str(pool["granted_cents"])) for pool in pools_of(outcome)}


@settings(max_examples=250)
@given(completed_rounds())
def test_the_engine_and_the_second_implementation_agree(raw: Round) -> None:
    assert not needs_of(raw)
    assert engine(raw) == naive.outcome(json.loads(json.dumps(raw)))
