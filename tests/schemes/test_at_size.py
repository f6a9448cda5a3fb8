"""Large rounds: answered without trying every completion, by an amount of work that is counted and bounded."""

import pytest

from schemes.allocation import Purse
from schemes.walk import choices
from tests.schemes.completions import undrawn
from tests.schemes.small_rounds import CULTUUR, MANTELZORG, ONTMOETING, Round, by_id, pools_of, solved


def _spread_amount(at: int) -> int:
    return 1000 + 37 * (at * at % 101)


def _meeting_place(name: str, cents: int, scores: str) -> dict[str, object]:
    return {
        "id": name,
        "pool": "noord",
        "requested_cents": cents,
        "scores": {letter: int(score) for letter, score in zip("abcde", scores, strict=True)},
    }


def _two_thousand_with_a_tie_and_owed_decisions(remainder: str) -> Round:
    mixed = ("44444", "43444", "33343", "22232", "11222", "12121", "21112")
    applications = [_meeting_place(f"A{at:04}", _spread_amount(at), mixed[at % 7]) for at in range(1680)]
    applications += [_meeting_place(f"B{at:04}", _spread_amount(at), "33333") for at in range(300)]
    applications += [_meeting_place(f"C{at:04}", _spread_amount(at) + at, "04444") for at in range(20)]
    return {
        "scheme": ONTMOETING,
        "options": {"remainder": remainder},
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 2_600_000}],
        "applications": applications,
    }


def _turns_taken(raw: Round, monkeypatch: pytest.MonkeyPatch) -> tuple[dict[str, object], int]:
    turns = 0
    award = Purse.award

    def counted(purse: Purse, row: int, answer: object) -> object:
        nonlocal turns
        turns += 1
        return award(purse, row, answer)  # type: ignore[arg-type]

    monkeypatch.setattr(Purse, "award", counted)
    return solved(raw), turns


@pytest.mark.parametrize("remainder", ["partial", "stop", "skip"])
def test_two_thousand_with_a_tie_of_300_and_twenty_owed_decisions_take_bounded_work(
    remainder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, turns = _turns_taken(_two_thousand_with_a_tie_and_owed_decisions(remainder), monkeypatch)
    assert turns < choices.WORK + 8 * 2000
    owed = [line for name, line in by_id(outcome).items() if name.startswith("C")]
    assert all(line["decisions_needed"] == ["insufficient"] for line in owed)
    assert all(line["status"] == "undecided" for line in owed)
    assert all(line["granted_min_cents"] <= line["granted_max_cents"] for line in by_id(outcome).values())


@pytest.mark.parametrize("remainder", ["partial", "stop", "skip"])
def test_ten_thousand_tied_applications_are_one_draw(remainder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raw: Round = {
        "scheme": CULTUUR,
        "options": {"remainder": remainder},
        "pools": [{"id": "plafond", "ceiling_cents": 5_000_000}],
        "applications": [
            {
                "id": f"A{at:05}",
                "pool": "plafond",
                "requested_cents": 1000 + at % 7,
                "scores": dict.fromkeys("abcd", 6) | {"e": 2},
            }
            for at in range(10_000)
        ],
    }
    outcome, turns = _turns_taken(raw, monkeypatch)
    assert turns <= 20_000
    (group,) = undrawn(outcome)
    assert len(group["ids"]) == 10_000
    assert group["affects_outcome"] is True
    assert group.get("bounds") == ("outer" if remainder == "skip" else None)
    line = by_id(outcome)["A00000"]
    assert (line["tied_with"], line["tied_count"]) == (None, 9_999)
    assert (line["granted_min_cents"], line["granted_max_cents"]) == (0, 1000)
    assert line["status"] == "awaiting_lottery"


def test_lines_below_a_large_skipped_group_depend_on_others() -> None:
    tied = [_care(f"A{at:02}", 100, "444444") for at in range(9)]
    raw: Round = {
        "scheme": MANTELZORG,
        "options": {"remainder": "skip"},
        "pools": [{"id": "zorg", "ceiling_cents": 350}],
        "applications": [*tied, _care("B", 50, "222222"), _care("C", 400, "111111")],
    }
    lines = by_id(solved(raw))
    assert (lines["B"]["status"], lines["B"]["granted_min_cents"], lines["B"]["granted_max_cents"]) == (
        "undecided",
        0,
        50,
    )
    assert lines["C"]["granted_max_cents"] == 0
    assert pools_of(solved(raw))[0]["granted_cents"] is None


def _care(name: str, cents: int, scores: str) -> dict[str, object]:
    return {
        "id": name,
        "pool": "zorg",
        "requested_cents": cents,
        "scores": {letter: int(score) for letter, score in zip("abcdef", scores, strict=True)},
    }


def test_web_of_distances_is_bounded_without_trying_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    applications = [
        _meeting_place(f"A{at:03}", _spread_amount(at), f"{1 + at % 4}{1 + at // 4 % 4}222")
        for at in range(200)
    ]
    distances = [
        {"between": [f"A{one:03}", f"A{other:03}"], "metres": (one * other) % 600}
        for one in range(200)
        for other in range(one)
        if (one + other) % 3 == 0
    ]
    raw: Round = {
        "scheme": ONTMOETING,
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 300_000}],
        "applications": applications,
        "distances_m": distances,
    }
    outcome, turns = _turns_taken(raw, monkeypatch)
    assert turns < choices.WORK + 8 * 200
    assert any(line["status"] == "undecided" for line in by_id(outcome).values())


def test_average_over_thousands_of_different_numbers_of_participants_is_exact() -> None:
    applications = [
        {
            "id": f"A{at:04}",
            "pool": "plafond",
            "requested_cents": 10_000,
            "unique_participants": 1_000_003 + 2 * at,
            "scores": {"a": 12, "b": 6, "c": 6, "d": 6, "e": 6},
        }
        for at in range(3000)
    ]
    raw: Round = {
        "scheme": "den-haag-samen-sociaal-vitaal-2026",
        "options": {"cost_average": "mean_of_ratios"},
        "pools": [{"id": "plafond", "ceiling_cents": 10**9}],
        "applications": applications,
    }
    assert {line["points"]["f"] for line in by_id(solved(raw)).values()} == {1}
