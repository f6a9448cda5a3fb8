"""Groups of more than seven undrawn members, at the edges of their closed forms."""

from tests.schemes.completions import undrawn
from tests.schemes.small_rounds import CULTUUR, MANTELZORG, ONTMOETING, Round, by_id, pools_of, solved


def _care(name: str, cents: int, scores: str, **decisions: object) -> dict[str, object]:
    application: dict[str, object] = {
        "id": name,
        "pool": "zorg",
        "requested_cents": cents,
        "scores": {letter: int(score) for letter, score in zip("abcdef", scores, strict=True)},
    }
    return {**application, "decisions": decisions} if decisions else application


def _care_round(ceiling: int, remainder: str, *applications: dict[str, object]) -> Round:
    return {
        "scheme": MANTELZORG,
        "options": {"remainder": remainder},
        "pools": [{"id": "zorg", "ceiling_cents": ceiling}],
        "applications": list(applications),
    }


def test_capped_claim_in_a_large_group_counts_for_its_cap() -> None:
    # Eight of 100 and A, capped at 40: 840 for 250. A gets 40 if drawn first, and nothing after 250 is gone.
    group = [_care(f"B{at}", 100, "222222") for at in range(8)]
    outcome = solved(_care_round(250, "partial", _care("A", 100, "222222", spread={"cap_cents": 40}), *group))
    lines = by_id(outcome)
    assert (lines["A"]["granted_min_cents"], lines["A"]["granted_max_cents"]) == (0, 40)
    assert (lines["B0"]["granted_min_cents"], lines["B0"]["granted_max_cents"]) == (0, 100)
    assert outcome["warnings"] == []


def test_large_group_of_capped_claims_under_a_number_alone_gets_its_cap_or_nothing() -> None:
    # Nine of 100, each capped at 50, for three places and no ceiling: three are drawn, 150 whoever they are.
    group = [
        {
            "id": f"A{at}",
            "pool": "noord",
            "requested_cents": 100,
            "scores": dict.fromkeys("abcde", 2),
            "decisions": {"spread": {"cap_cents": 50}},
        }
        for at in range(9)
    ]
    pools = [{"id": "noord", "kind": "area", "max_places": 3}]
    outcome = solved({"scheme": ONTMOETING, "pools": pools, "applications": group})
    lines = by_id(outcome).values()
    assert {(line["granted_min_cents"], line["granted_max_cents"]) for line in lines} == {(0, 50)}
    assert pools_of(outcome)[0]["granted_cents"] == 150


def test_large_group_of_which_nobody_fits_is_refused_whatever_the_draw() -> None:
    # stop, 50 left: whoever of 60 to 68 comes first does not fit, and the distribution ends there with 50.
    group = [_care(f"B{at}", 60 + at, "222222") for at in range(9)]
    outcome = solved(_care_round(50, "stop", *group, _care("C", 10, "111111")))
    assert {line["status"] for line in by_id(outcome).values()} == {"refused_ceiling"}
    (draw,) = undrawn(outcome)
    assert (draw["affects_outcome"], draw["affected_ids"]) == (False, [])
    assert pools_of(outcome)[0]["granted_cents"] == 0


def test_large_group_of_equal_claims_leaves_a_certain_total_where_the_distribution_stops() -> None:
    # stop, 100 for nine of 30: whoever comes first, three are granted, 90 cents, and the fourth ends it.
    group = [_care(f"B{at}", 30, "222222") for at in range(9)]
    outcome = solved(_care_round(100, "stop", *group))
    assert pools_of(outcome)[0]["granted_cents"] == 90
    assert {line["granted_cents"] for line in by_id(outcome).values()} == {None}


def test_draw_above_a_large_group_affects_it_but_whom_is_not_tried() -> None:
    # skip, 100: A 100 or B 60 first, so nothing or 40 is left for nine of 30: one of them, or none.
    group = [_care(f"C{at}", 30, "222222") for at in range(9)]
    outcome = solved(_care_round(100, "skip", _care("A", 100, "444444"), _care("B", 60, "444444"), *group))
    upper, lower = undrawn(outcome)
    assert upper["ids"] == ["A", "B"]
    assert (upper["affects_outcome"], upper["affected_ids"], upper["bounds"]) == (True, None, "outer")
    assert (lower["affects_outcome"], lower["bounds"]) == (True, "outer")
    lines = by_id(outcome)
    assert (lines["A"]["granted_min_cents"], lines["A"]["granted_max_cents"]) == (0, 100)
    assert (lines["C0"]["granted_min_cents"], lines["C0"]["granted_max_cents"]) == (0, 30)


def test_who_comes_after_the_money_in_a_given_up_list_can_get_nothing() -> None:
    # skip, 0 cents: a large group finds nothing left, so its order is irrelevant and all is certain.
    group = [_care(f"B{at}", 30, "222222") for at in range(9)]
    assert {line["granted_max_cents"] for line in by_id(solved(_care_round(0, "skip", *group))).values()} == {
        0
    }


def _two_areas_that_hang_together(**decisions: object) -> Round:
    """zuid has no money: whatever happens in noord, Z gets nothing. A pair below 500 m joins the two lists, and nine
    tied in noord (skip) are not tried."""
    tied = [
        {"id": f"N{at}", "pool": "noord", "requested_cents": 30 + at, "scores": dict.fromkeys("abcde", 2)}
        for at in range(9)
    ]
    far = {"id": "Z", "pool": "zuid", "requested_cents": 10, "scores": dict.fromkeys("abcde", 1)}
    return {
        "scheme": ONTMOETING,
        "options": {"remainder": "skip"},
        "pools": [
            {"id": "noord", "kind": "area", "ceiling_cents": 100},
            {"id": "zuid", "kind": "area", "ceiling_cents": 0},
        ],
        "applications": [*tied, {**far, "decisions": decisions} if decisions else far],
        "distances_m": [{"between": ["N0", "Z"], "metres": 100}],
    }


def test_pool_that_is_exhausted_in_a_given_up_round_bounds_its_rows_to_nothing() -> None:
    line = by_id(solved(_two_areas_that_hang_together()))["Z"]
    assert (line["granted_min_cents"], line["granted_max_cents"]) == (0, 0)
    assert line["decisions_needed"] == ["too_close"]


def test_decision_on_record_in_a_given_up_round_may_matter_and_is_not_owed_again() -> None:
    outcome = solved(_two_areas_that_hang_together(too_close="refuse"))
    assert by_id(outcome)["Z"]["decisions_needed"] == []
    assert outcome["warnings"] == []


def test_two_limits_leave_open_which_of_them_refuses_what_is_below_a_large_group() -> None:
    # Nine ask 10 to 18 cents, 30 cents and two places: two small ones end the places with money left, two large
    # ones end both; the money never ends first (18 < 30), so below them it is always the places.
    tied = [
        {"id": f"N{at}", "pool": "noord", "requested_cents": 10 + at, "scores": dict.fromkeys("abcde", 2)}
        for at in range(9)
    ]
    below = {"id": "Z", "pool": "noord", "requested_cents": 10, "scores": dict.fromkeys("abcde", 1)}
    raw: Round = {
        "scheme": ONTMOETING,
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 30, "max_places": 2}],
        "applications": [*tied, below],
    }
    line = by_id(solved(raw))["Z"]
    assert line["reason"] == {"code": "max_places_reached", "rule": "lid 2"}
    # With 17 cents one of 17 or 18 ends the money alone: then it can be either.
    raw["pools"] = [{"id": "noord", "kind": "area", "ceiling_cents": 17, "max_places": 2}]
    line = by_id(solved(raw))["Z"]
    assert (line["status"], line["reason"]["code"]) == ("undecided", "depends_on_others")  # type: ignore[index]


def test_large_group_in_a_list_that_skips_keeps_what_never_fits_at_nothing() -> None:
    tied = [
        {
            "id": f"A{at}",
            "pool": "p",
            "requested_cents": 10 + 100 * (at == 0),
            "scores": dict.fromkeys("abcd", 6) | {"e": 2},
        }
        for at in range(9)
    ]
    outcome = solved(
        {
            "scheme": CULTUUR,
            "options": {"remainder": "skip"},
            "pools": [{"id": "p", "ceiling_cents": 50}],
            "applications": tied,
        }
    )
    assert by_id(outcome)["A0"]["granted_max_cents"] == 0


def test_refusal_on_record_in_a_large_group_gives_nothing_however_many_owed_decisions_stand_above_it() -> (
    None
):
    # Eight owed decisions about 1, 2, 4, … 128, together the whole 255: 256 outcomes, so they are bracketed. Nine tied
    # below them: B0 is refused on record and gets nothing whatever is left; the others up to their 10.
    above = [
        {
            "id": f"A{at}",
            "pool": "noord",
            "requested_cents": 1 << at,
            "scores": {"a": 0, "b": 4, "c": 4, "d": 4, "e": 4},
        }
        for at in range(8)
    ]
    group = [
        {"id": f"B{at}", "pool": "noord", "requested_cents": 10, "scores": dict.fromkeys("abcde", 1)}
        for at in range(9)
    ]
    refused = {**group[0], "decisions": {"spread": "refuse"}}
    pools = [{"id": "noord", "kind": "area", "ceiling_cents": 255}]
    lines = by_id(
        solved({"scheme": ONTMOETING, "pools": pools, "applications": [*above, refused, *group[1:]]})
    )
    assert (lines["B0"]["granted_min_cents"], lines["B0"]["granted_max_cents"]) == (0, 0)
    assert (lines["B1"]["granted_min_cents"], lines["B1"]["granted_max_cents"]) == (0, 10)
