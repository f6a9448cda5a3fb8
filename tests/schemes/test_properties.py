"""What must hold of every round: what order, names and repetition may not change, limits, and more money or points."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
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
FEW = settings(max_examples=8)
EVERY_SCHEME = pytest.mark.parametrize("scheme", SHIPPED)
SEEDS = st.integers(0, 2**32 - 1)

# What the regulations can give per criterion, ascending.
WHOLE, THREE, TWO = (0, 1, 2, 3, 4), (0, 3, 6), (0, 2)
LEVELS: dict[str, dict[str, tuple[int, ...]]] = {
    HET_FONDS: dict.fromkeys("abcdefghij", WHOLE),
    SAMEN: {"a": (0, 4, 8, 12), **dict.fromkeys("bcde", THREE)},
    CULTUUR: {**dict.fromkeys("abcd", THREE), "e": TWO},
    ONTMOETING: dict.fromkeys("abcde", WHOLE),
    MANTELZORG: dict.fromkeys("abcdef", WHOLE),
}


def under(policies: tuple[str, ...], raw: Round) -> Iterator[Round]:
    """This round with each of these answers to what happens to the first that does not fit."""
    for policy in policies:
        yield {**raw, "options": {**options_of(raw), "remainder": policy}}


def open_or_drawn(data: st.DataObject, scheme: str) -> Round:
    """A round in which nothing is drawn, or everything; decisions may be owed."""
    raw = data.draw(rounds((scheme,)))
    if data.draw(st.booleans()):
        raw["lottery"] = data.draw(st.permutations([str(one["id"]) for one in applications_of(raw)]))
    return raw


def completed(data: st.DataObject, scheme: str) -> Round:
    return data.draw(completed_rounds((scheme,)))


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


# ── Order, names and repetition ───────────────────────────────────────────────────────────────────


def shuffled(chance: random.Random, value: object, key: str = "") -> object:
    """The same with all lists and keys in another order. Only the order of lots means something."""
    if isinstance(value, dict):
        return {name: shuffled(chance, value[name], name) for name in chance.sample(list(value), len(value))}
    if isinstance(value, list) and key != "lottery":
        return [shuffled(chance, one) for one in chance.sample(value, len(value))]
    return value


@EVERY_SCHEME
@FEW
@given(st.data(), SEEDS)
def test_the_order_of_the_input_changes_no_byte(scheme: str, data: st.DataObject, number: int) -> None:
    for raw in under(POLICIES, open_or_drawn(data, scheme)):
        other = shuffled(random.Random(number), raw)
        assert json.dumps(solved(other)) == json.dumps(solved(raw)), other


def renamed(value: object, names: Mapping[str, str]) -> object:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def new_names(chance: random.Random, old: list[str]) -> dict[str, str]:
    """Other names in the same order: of all lengths, and not all in ASCII."""
    new: set[str] = set()
    while len(new) < len(old):
        new.add("n" + "".join(chance.choices("09-AZaz é€", k=chance.randint(0, 4))) + "x")
    return dict(zip(sorted(old), sorted(new), strict=True))


@EVERY_SCHEME
@FEW
@given(st.data(), SEEDS)
def test_other_names_in_the_same_order_change_only_the_names(
    scheme: str, data: st.DataObject, number: int
) -> None:
    chance = random.Random(number)
    for raw in under(POLICIES, open_or_drawn(data, scheme)):
        pools = [str(pool["id"]) for pool in pools_given(raw)]
        names = {
            **new_names(chance, [str(one["id"]) for one in applications_of(raw)]),
            **({} if scheme == HET_FONDS else new_names(chance, pools)),  # the tracks of 000 have their names
        }
        assert solved(renamed(raw, names)) == renamed(solved(raw), names), names


@EVERY_SCHEME
@FEW
@given(st.data())
def test_a_draw_does_not_depend_on_who_needs_no_lot(scheme: str, data: st.DataObject) -> None:
    drawn = data.draw(rounds((scheme,)))
    lots = data.draw(st.permutations([str(one["id"]) for one in applications_of(drawn)]))
    for raw in under(POLICIES, drawn):
        outcome = solved({**raw, "lottery": lots})
        groups = outcome["lottery_groups"]
        assert isinstance(groups, list)
        needed = {name for group in groups for name in group["ids"]}
        only = [name for name in lots if name in needed]
        others_first = [name for name in reversed(lots) if name not in needed] + only
        for lottery in (only, others_first):
            assert json.dumps(solved({**raw, "lottery": lottery})) == json.dumps(outcome), lottery


def fifty_rounds() -> list[Round]:
    batch: list[Round] = []

    @seed(4242)
    @settings(max_examples=50, database=None, phases=[Phase.generate])
    @given(rounds(most=8), SEEDS)
    def collect(raw: Round, number: int) -> None:
        lots = [str(one["id"]) for one in applications_of(raw)]
        random.Random(number).shuffle(lots)
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
    assert answers[0] == answers[1] == answers[2]
    assert [json.loads(line) for line in answers[0].splitlines()] == [solved(raw) for raw in batch]
    assert len(batch) == 50


# ── Limits ────────────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@FEW
@given(st.data())
def test_no_limit_is_exceeded_whatever_is_still_open(scheme: str, data: st.DataObject) -> None:
    for raw in under(POLICIES, open_or_drawn(data, scheme)):
        lines = by_id(solved(raw))
        for one in applications_of(raw):
            line, requested = lines[str(one["id"])], cents(one["requested_cents"])
            most = cents(one.get("grantable_cents", requested))
            assert (
                0 <= cents(line["granted_min_cents"]) <= cents(line["granted_max_cents"]) <= most <= requested
            )
        for pool in pools_given(raw):
            of_pool = [line for line in lines.values() if line["pool"] == pool["id"]]
            least = [cents(line["granted_min_cents"]) for line in of_pool]
            number = 1 if pool.get("kind") == "designated_place" else pool.get("max_places")
            ceiling = pool["ceiling_cents"]
            assert ceiling is None or sum(least) <= cents(ceiling)
            assert number is None or sum(one > 0 for one in least) <= cents(number)


@FEW
@given(st.data())
def test_a_spot_without_ceiling_has_one_winner_if_somebody_can_win(data: st.DataObject) -> None:
    raw = completed(data, ONTMOETING)
    raw["pools"] = [{"id": "p0", "kind": "designated_place"}, *pools_given(raw)[1:]]
    for chosen in under(POLICIES, raw):
        lines = [line for line in by_id(solved(chosen)).values() if line["pool"] == "p0"]
        refused = ("refused_inadmissible", "refused_discretionary")
        able = [line for line in lines if line["status"] not in refused]
        assert sum(cents(line["granted_cents"]) > 0 for line in able) == bool(able)


# ── More money ────────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@FEW
@given(st.data())
def test_more_money_takes_no_grant_away_without_skip_declined_remainders_and_distances_across_lists(
    scheme: str, data: st.DataObject
) -> None:
    # The last tests of this module show what is left out.
    raw = completed(data, scheme)
    for one in applications_of(raw):
        decisions_of(one).pop("remainder", None)
    if len(pools_given(raw)) > 1:
        raw.pop("distances_m", None)
    more = deepcopy(raw)
    pool = data.draw(st.sampled_from(pools_given(more)))
    if pool["ceiling_cents"] is not None:
        pool["ceiling_cents"] = cents(pool["ceiling_cents"]) + data.draw(st.integers(1, 150))
    both = (under(("partial", "stop"), one) for one in (raw, more))
    for less_money, more_money in zip(*both, strict=True):
        before, after = granted(less_money), granted(more_money)
        assert all(before[name] <= after[name] for name in before), options_of(less_money)


@EVERY_SCHEME
@FEW
@given(st.data())
def test_nobody_is_refused_for_the_ceiling_above_one_who_is_granted(scheme: str, data: st.DataObject) -> None:
    # A declined remainder and a refusal at discretion are other statuses: below those the money goes on.
    for raw in under(("partial", "stop"), completed(data, scheme)):
        ranked = [line for line in by_id(solved(raw)).values() if line["rank"] is not None]
        for line in ranked:
            if line["status"] == "refused_ceiling":
                assert not any(
                    other["granted_cents"]
                    for other in ranked
                    if other["pool"] == line["pool"] and cents(other["rank"]) >= cents(line["rank"])
                )


@EVERY_SCHEME
@FEW
@given(st.data())
def test_skip_refuses_for_the_ceiling_only_who_does_not_fit_below_those_ahead(
    scheme: str, data: st.DataObject
) -> None:
    for raw in under(("skip",), completed(data, scheme)):
        ceilings = {pool["id"]: pool["ceiling_cents"] for pool in pools_given(raw)}
        claims = {one["id"]: claim(one) for one in applications_of(raw)}
        ranked = [line for line in by_id(solved(raw)).values() if line["rank"] is not None]
        for line in ranked:
            if code(line) == "ceiling_reached":
                ahead = [
                    x for x in ranked if x["pool"] == line["pool"] and cents(x["rank"]) < cents(line["rank"])
                ]
                taken = sum(cents(x["granted_cents"]) for x in ahead)
                assert claims[line["id"]] + taken > cents(ceilings[line["pool"]])


def claim(application: Application) -> int:
    """What a ranked application asks of the ceiling."""
    spread = decisions_of(application).get("spread")
    grantable = cents(application.get("grantable_cents", application["requested_cents"]))
    return min(grantable, cents(spread["cap_cents"])) if isinstance(spread, dict) else grantable


# ── More points ───────────────────────────────────────────────────────────────────────────────────


@EVERY_SCHEME
@FEW
@given(st.data())
def test_a_higher_score_never_lowers_ones_own_grant(scheme: str, data: st.DataObject) -> None:
    # Without exception: who goes up is preceded by the same or fewer, whose turns go as before. The trigger and f of
    # 001 do not look at scores, and who has fewer points is no ground under lid 10.
    raw = completed(data, scheme)
    better = deepcopy(raw)
    one = data.draw(st.sampled_from(applications_of(better)))
    scores, name = one["scores"], str(one["id"])
    assert isinstance(scores, dict)
    letter = data.draw(st.sampled_from(sorted(scores)))
    levels = LEVELS[scheme][letter]
    scores[letter] = levels[min(levels.index(scores[letter]) + 1, len(levels) - 1)]
    for before, after in zip(under(POLICIES, raw), under(POLICIES, better), strict=True):
        assert granted(before)[name] <= granted(after)[name], options_of(before)


# ── What does not hold: more money elsewhere, `skip`, and a declined remainder ─────────────────────


def two_on_one_list(ceiling: int, policy: str, **first: object) -> dict[str, tuple[object, object]]:
    """A has 10 × 4 = 40 points, B 10 × 3 = 30; B asks 50."""
    outcome = solved(
        {
            "scheme": HET_FONDS,
            "options": {"remainder": policy},
            "pools": [{"id": "small", "ceiling_cents": ceiling}],
            "applications": [
                {"id": "A", "pool": "small", "scores": dict.fromkeys("abcdefghij", 4), **first},
                {
                    "id": "B",
                    "pool": "small",
                    "scores": dict.fromkeys("abcdefghij", 3),
                    "requested_cents": 50,
                },
            ],
        }
    )
    return {name: (line["granted_cents"], code(line)) for name, line in by_id(outcome).items()}


def test_more_money_for_one_area_can_take_a_grant_away_in_another() -> None:
    def result(ceiling: int) -> dict[str, tuple[object, object]]:
        keep, refuse = {"too_close": "keep"}, {"too_close": "refuse"}
        plans = (("X", "n", 4, keep), ("Y", "z", 3, refuse), ("W", "z", 2, keep))
        outcome = solved(
            {
                "scheme": ONTMOETING,
                "pools": [
                    {"id": "n", "kind": "area", "ceiling_cents": ceiling},
                    {"id": "z", "kind": "area", "max_places": 1},
                ],
                "applications": [
                    {
                        "id": name,
                        "pool": pool,
                        "requested_cents": 100,
                        "scores": dict.fromkeys("abcde", level),
                        "decisions": decisions,
                    }
                    for name, pool, level, decisions in plans
                ],
                "distances_m": [{"between": ["X", "Y"], "metres": 400}],
            }
        )
        return {name: (line["granted_cents"], code(line)) for name, line in by_id(outcome).items()}

    # Points: X 12 × 4 = 48, Y 12 × 3 = 36, W 12 × 2 = 24. X asks 100 of 0, Y and W are two for one place: both lists.
    # Nothing in n: X gets nothing, so nobody with more points is near Y, and Y takes the place.
    assert result(0) == {"X": (0, "ceiling_reached"), "Y": (100, None), "W": (0, "max_places_reached")}
    # 50 in n: X gets 50 of its 100, and is granted: Y is too close and refused; the place goes to W.
    assert result(50) == {"X": (50, "ceiling_remainder"), "Y": (0, "too_close"), "W": (100, None)}


@pytest.mark.parametrize(
    ("policy", "with_50", "with_60"),
    [
        # A asks 60. `skip`: with 50 A does not fit and B takes the 50; with 60 A takes all, and B loses its 50.
        ("skip", [(0, "ceiling_reached"), (50, None)], [(60, None), (0, "ceiling_reached")]),
        # Not so under `partial` (A takes the 50) and `stop` (A ends the distribution): 0 for B before and after.
        (
            "partial",
            [(50, "ceiling_remainder"), (0, "ceiling_reached")],
            [(60, None), (0, "ceiling_reached")],
        ),
        ("stop", [(0, "ceiling_reached"), (0, "ceiling_reached")], [(60, None), (0, "ceiling_reached")]),
    ],
)
def test_only_skip_passes_over_who_does_not_fit_and_takes_back_when_there_is_more(
    policy: str, with_50: list[tuple[int, object]], with_60: list[tuple[int, object]]
) -> None:
    assert list(two_on_one_list(50, policy, requested_cents=60).values()) == with_50
    assert list(two_on_one_list(60, policy, requested_cents=60).values()) == with_60


def test_more_money_can_turn_a_declined_remainder_into_a_grant_and_take_what_went_on() -> None:
    # A asks 100 and declined what was left. Of 80: A nothing, B its 50. Of 100: A fits, nothing is left for B.
    a_declines = {"requested_cents": 100, "decisions": {"remainder": "declined"}}
    assert two_on_one_list(80, "partial", **a_declines) == {"A": (0, "remainder_declined"), "B": (50, None)}
    assert two_on_one_list(100, "partial", **a_declines) == {"A": (100, None), "B": (0, "ceiling_reached")}
