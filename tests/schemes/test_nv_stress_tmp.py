"""What must hold of every round: what order, names and repetition may not change, limits, and more money or points."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path

import pytest
from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

from schemes.library import SHIPPED
from tests.schemes.completed_rounds import applications_of, completed_rounds, decisions_of, options_of
from tests.schemes.small_rounds import (
    CULTUUR,
    HET_FONDS,
    MANTELZORG,
    ONTMOETING,
    SAMEN,
    Application,
    Round,
    by_id,
    rounds,
    solved,
)

ROOT = Path(__file__).resolve().parents[2]
POLICIES = ("partial", "stop", "skip")
FEW = settings(max_examples=500)
EVERY_SCHEME = pytest.mark.parametrize("scheme", SHIPPED)
EVERY_POLICY = pytest.mark.parametrize("policy", POLICIES)

# What the regulations can give per criterion, ascending.
WHOLE, THREE, TWO = (0, 1, 2, 3, 4), (0, 3, 6), (0, 2)
LEVELS = {
    HET_FONDS: dict.fromkeys("abcdefghij", WHOLE),
    SAMEN: {"a": (0, 4, 8, 12), **dict.fromkeys("bcde", THREE)},
    CULTUUR: {**dict.fromkeys("abcd", THREE), "e": TWO},
    ONTMOETING: dict.fromkeys("abcde", WHOLE),
    MANTELZORG: dict.fromkeys("abcdef", WHOLE),
}


def under(raw: Round, policy: str) -> Round:
    options_of(raw)["remainder"] = policy
    return raw


def pools_given(raw: Round) -> list[dict[str, object]]:
    pools = raw["pools"]
    assert isinstance(pools, list)
    return pools


def cents(value: object) -> int:
    assert isinstance(value, int)
    return value


def granted(raw: Round) -> dict[str, int]:
    return {name: cents(line["granted_cents"]) for name, line in by_id(solved(raw)).items()}


def code(line: Mapping[str, object]) -> object:
    reason = line["reason"]
    return reason["code"] if isinstance(reason, dict) else None


@st.composite
def open_or_drawn(draw: st.DrawFn, scheme: str) -> Round:
    """A round in which nothing is drawn, or everything; decisions may be owed."""
    raw = draw(rounds((scheme,)))
    if draw(st.booleans()):
        raw["lottery"] = draw(st.permutations([str(one["id"]) for one in applications_of(raw)]))
    return raw


# ── Order, names and repetition ───────────────────────────────────────────────────────────────────


def shuffled(draw: st.DrawFn, value: object, key: str = "") -> object:
    """The same with all lists and keys in another order. Only of lots the order means something."""
    if isinstance(value, dict):
        return {name: shuffled(draw, value[name], name) for name in draw(st.permutations(list(value)))}
    if isinstance(value, list) and key != "lottery":
        return [shuffled(draw, one) for one in draw(st.permutations(value))]
    return value


@EVERY_SCHEME
@EVERY_POLICY
@FEW
@given(st.data())
def test_the_order_of_the_input_changes_no_byte(scheme: str, policy: str, data: st.DataObject) -> None:
    raw = under(data.draw(open_or_drawn(scheme)), policy)
    given_otherwise = st.composite(lambda draw: shuffled(draw, raw))()
    assert json.dumps(solved(data.draw(given_otherwise))) == json.dumps(solved(raw))


def renamed(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def new_names(draw: st.DrawFn, old: list[str]) -> dict[str, str]:
    """Other names in the same order."""
    text = st.text("ABCxyzé-0129 ", min_size=1).filter(lambda name: name == name.strip())
    new = draw(st.lists(text.map("N{}".format), unique=True, min_size=len(old), max_size=len(old)))
    return dict(zip(sorted(old), sorted(new), strict=True))


@EVERY_SCHEME
@EVERY_POLICY
@FEW
@given(st.data())
def test_other_names_in_the_same_order_change_only_the_names(
    scheme: str, policy: str, data: st.DataObject
) -> None:
    raw = under(data.draw(open_or_drawn(scheme)), policy)
    applications = [str(one["id"]) for one in applications_of(raw)]
    pools = (
        [] if scheme == HET_FONDS else [str(pool["id"]) for pool in pools_given(raw)]
    )  # its tracks have names
    names = {
        **data.draw(st.composite(lambda draw: new_names(draw, applications))()),
        **data.draw(st.composite(lambda draw: new_names(draw, pools))()),
    }
    assert solved(renamed(raw, names)) == renamed(solved(raw), names)


@EVERY_SCHEME
@EVERY_POLICY
@FEW
@given(st.data())
def test_a_draw_does_not_depend_on_who_needs_no_lot(scheme: str, policy: str, data: st.DataObject) -> None:
    raw = data.draw(rounds((scheme,)))
    lots = data.draw(st.permutations([str(one["id"]) for one in applications_of(raw)]))
    outcome = solved({**under(raw, policy), "lottery": lots})
    groups = outcome["lottery_groups"]
    assert isinstance(groups, list)
    needed = {name for group in groups for name in group["ids"]}
    only = [name for name in lots if name in needed]
    others_first = [name for name in reversed(lots) if name not in needed] + only
    for lottery in (only, others_first):
        assert json.dumps(solved({**raw, "lottery": lottery})) == json.dumps(outcome)


def fifty_rounds() -> list[Round]:
    batch: list[Round] = []

    @seed(4242)
    @settings(max_examples=50, database=None, phases=[Phase.generate])
    @given(rounds(most=8), st.randoms(use_true_random=False))
    def collect(raw: Round, chance: object) -> None:
        assert hasattr(chance, "shuffle")
        lots = [one["id"] for one in applications_of(raw)]
        chance.shuffle(lots)
        batch.append({**raw, "lottery": lots if len(batch) % 2 else None})

    collect()
    return batch


def test_the_same_round_gives_the_same_bytes_in_every_process() -> None:
    batch = fifty_rounds()
    text = "".join(json.dumps(raw) + "\n" for raw in batch).encode()
    command = [sys.executable, "-m", "schemes", "solve", "-"]
    runs = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
        )
        for hash_seed in ("0", "1", "4242")
    ]
    answers = [run.communicate(text)[0] for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0]
    assert len(batch) == len(answers[0].splitlines()) == 50
    assert answers[0] == answers[1] == answers[2]
    assert [json.loads(line) for line in answers[0].splitlines()] == [solved(raw) for raw in batch]


# ── Limits ────────────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@EVERY_POLICY
@FEW
@given(st.data())
def test_no_limit_is_exceeded_whatever_is_still_open(scheme: str, policy: str, data: st.DataObject) -> None:
    raw = under(data.draw(open_or_drawn(scheme)), policy)
    lines = by_id(solved(raw))
    for one in applications_of(raw):
        line, most = lines[str(one["id"])], cents(one.get("grantable_cents", one["requested_cents"]))
        assert 0 <= cents(line["granted_min_cents"]) <= cents(line["granted_max_cents"]) <= most
        assert most <= cents(one["requested_cents"])
    for pool in pools_given(raw):
        least = [cents(line["granted_min_cents"]) for line in lines.values() if line["pool"] == pool["id"]]
        ceiling, number = pool.get("ceiling_cents"), pool.get("max_places")
        assert ceiling is None or sum(least) <= cents(ceiling)
        assert number is None or sum(one > 0 for one in least) <= cents(number)
        assert pool.get("kind") != "designated_place" or sum(one > 0 for one in least) <= 1


@EVERY_POLICY
@FEW
@given(st.data())
def test_a_spot_without_ceiling_has_one_winner_if_somebody_can_win(policy: str, data: st.DataObject) -> None:
    raw = under(data.draw(completed_rounds((ONTMOETING,))), policy)
    pools_given(raw)[0].clear()
    pools_given(raw)[0].update({"id": "p0", "kind": "designated_place"})
    lines = [line for line in by_id(solved(raw)).values() if line["pool"] == "p0"]
    refused = ("refused_inadmissible", "refused_discretionary")
    able = [line for line in lines if line["status"] not in refused]
    assert sum(cents(line["granted_cents"]) > 0 for line in able) == bool(able)


# ── More money ────────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@pytest.mark.parametrize("policy", ["partial", "stop"])
@FEW
@given(st.data())
def test_more_money_takes_no_grant_away_without_declined_remainders_and_distances_across_lists(
    scheme: str, policy: str, data: st.DataObject
) -> None:
    # The last tests of this module show what is left out: `skip`, a declined remainder, lid 10 across lists.
    raw = under(data.draw(completed_rounds((scheme,))), policy)
    for one in applications_of(raw):
        decisions_of(one).pop("remainder", None)
    pools = pools_given(raw)
    if len(pools) > 1:
        raw.pop("distances_m", None)
    more = deepcopy(raw)
    pool = data.draw(st.sampled_from(pools_given(more)))
    if pool["ceiling_cents"] is not None:
        pool["ceiling_cents"] = cents(pool["ceiling_cents"]) + data.draw(st.integers(1, 150))
    before, after = granted(raw), granted(more)
    assert all(before[name] <= after[name] for name in before)


@EVERY_SCHEME
@pytest.mark.parametrize("policy", ["partial", "stop"])
@FEW
@given(st.data())
def test_nobody_is_refused_for_the_ceiling_above_one_who_is_granted(
    scheme: str, policy: str, data: st.DataObject
) -> None:
    # A declined remainder and a refusal at discretion are other statuses: the money goes on below them.
    lines = by_id(solved(under(data.draw(completed_rounds((scheme,))), policy))).values()
    for line in lines:
        below = [x for x in lines if x["pool"] == line["pool"] and line["rank"] and x["rank"]]
        if line["status"] == "refused_ceiling":
            assert not any(cents(x["rank"]) >= cents(line["rank"]) and x["granted_cents"] for x in below)


@EVERY_SCHEME
@FEW
@given(st.data())
def test_skip_refuses_for_the_ceiling_only_who_does_not_fit_below_those_ahead(
    scheme: str, data: st.DataObject
) -> None:
    raw = under(data.draw(completed_rounds((scheme,))), "skip")
    ceilings = {pool["id"]: pool.get("ceiling_cents") for pool in pools_given(raw)}
    lines = by_id(solved(raw))
    for one in applications_of(raw):
        line = lines[str(one["id"])]
        if code(line) != "ceiling_reached" or line["rank"] is None:
            continue
        ahead = [x for x in lines.values() if x["pool"] == line["pool"] and x["rank"]]
        taken = sum(cents(x["granted_cents"]) for x in ahead if cents(x["rank"]) < cents(line["rank"]))
        assert claim(one) + taken > cents(ceilings[line["pool"]])


def claim(application: Application) -> int:
    spread = decisions_of(application).get("spread")
    cap = cents(spread["cap_cents"]) if isinstance(spread, dict) else cents(application["requested_cents"])
    return min(cap, cents(application.get("grantable_cents", application["requested_cents"])))


# ── More points ───────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@EVERY_POLICY
@FEW
@given(st.data())
def test_a_higher_score_never_lowers_ones_own_grant(scheme: str, policy: str, data: st.DataObject) -> None:
    # Without exception: who goes up is ahead of the same or fewer, whose turns go as before. The trigger and f of 001
    # do not look at scores, and who has fewer points is no ground under lid 10.
    raw = under(data.draw(completed_rounds((scheme,))), policy)
    better = deepcopy(raw)
    one = data.draw(st.sampled_from(applications_of(better)))
    scores = one["scores"]
    assert isinstance(scores, dict)
    letter = data.draw(st.sampled_from(sorted(scores)))
    levels = LEVELS[scheme][letter]
    scores[letter] = levels[min(levels.index(scores[letter]) + 1, len(levels) - 1)]
    name = str(one["id"])
    assert granted(raw)[name] <= granted(better)[name]
