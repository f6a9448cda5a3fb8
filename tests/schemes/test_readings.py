"""One round per regulation in which every other reading is worked out by hand: for whom the outcome differs, and how."""

from schemes.files.reading import ReadRound, read_round
from schemes.library import Shipped
from schemes.readings import Difference, differences
from schemes.round import Line, Outcome
from schemes.run import run
from tests.schemes.small_rounds import CULTUUR, HET_FONDS, MANTELZORG, ONTMOETING, SAMEN, Application, Round

Result = tuple[str, int | None]
Found = dict[tuple[str, str | int], object]

BEFORE = "acts before the calculation"
# The letters of 000, and what the other tests need of the rest.
TEN, FIVE = "abcdefghij", "abcde"


def found(raw: Round) -> Found:
    """Per other choice: the outcomes that differ, whose facts are missing, or that it acts before."""
    return {(one.reading, one.choice): shown(one) for one in all_differences(raw)}


def all_differences(raw: Round) -> tuple[Difference, ...]:
    read = read_round(Shipped(), raw)
    assert isinstance(read, ReadRound), read
    outcome = run(read.regulation, read.round_input)
    assert isinstance(outcome, Outcome), outcome
    return differences(read.document, read.options, read.round_input, outcome)


def shown(one: Difference) -> object:
    if one.before or one.unknown:
        assert not one.applications
        return BEFORE if one.before else one.unknown
    return {name: result(line) for name, line in one.applications.items()}


def result(line: Line) -> Result:
    return str(line.status), line.granted_cents


def points(letters: str, levels: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(letters, (*levels, *[0] * len(letters)), strict=False))


def asks(name: str, pool: str, cents: int, scores: dict[str, int], **more: object) -> Application:
    return {"id": name, "pool": pool, "requested_cents": cents, "scores": scores, **more}


# ── 000 ───────────────────────────────────────────────────────────────────────────────────────────


def test_het_fonds() -> None:
    raw: Round = {
        "scheme": HET_FONDS,
        "pools": [{"id": "small", "ceiling_cents": 1000}],
        "applications": [
            asks("A", "small", 600, points(TEN, (4, 4, 4, 4))),  # 16
            asks("B", "small", 300, points(TEN, (2, 2, 2, 2, 2, 2))),  # 12, but no 3
            asks("C", "small", 500, points(TEN, (4, 4, 2))),  # 10
            asks("D", "small", 100, points(TEN, (3, 2, 2, 1))),  # 8, but a 3
            asks("E", "small", 100, points(TEN, (2, 2, 2, 2))),  # 8, and no 3: out under either reading
        ],
    }
    # As chosen: A 600, B 300, C the 100 that is left, D nothing, E out.
    assert found(raw) == {
        # B and D out: after A there is 400 for C.
        ("threshold_reading", "either_defect"): {
            "B": ("refused_threshold", 0),
            "C": ("partially_granted", 400),
            "D": ("refused_threshold", 0),
        },
        ("ties", "exceeded"): {},
        ("ties", "always"): {},
        ("remainder", "stop"): {"C": ("refused_ceiling", 0)},
        ("remainder", "skip"): {"C": ("refused_ceiling", 0), "D": ("granted", 100)},
        ("offer", "grant"): BEFORE,
        ("aggregation", "consensus"): BEFORE,
    }


# ── 001 ───────────────────────────────────────────────────────────────────────────────────────────


def hague(*applications: Application, ceiling: int) -> Round:
    return {
        "scheme": SAMEN,
        "pools": [{"id": "p", "ceiling_cents": ceiling}],
        "applications": list(applications),
    }


def visits(name: str, cents: int, people: int, scores: tuple[int, ...], **more: object) -> Application:
    return asks(name, "p", cents, points(FIVE, scores), unique_participants=people, **more)


UNCHANGED_001: Found = {
    ("ties", "exceeded"): {},
    ("ties", "always"): {},
    ("remainder", "stop"): {},
    ("remainder", "skip"): {},
    ("offer", "grant"): BEFORE,
    ("aggregation", "mean"): BEFORE,
}

# Asked per participant: A € 500, B € 150, C € 250; D, not admissible, € 10. Without f: A 21, B 14, C 15 points.
A = visits("A", 1_000_000, 20, (12, 3, 3, 3), total_costs_cents=1_000_000)
B = visits("B", 4_500_000, 300, (8, 3, 3), total_costs_cents=9_000_000)
C = visits("C", 1_500_000, 60, (12, 3), total_costs_cents=1_500_000)
D = visits("D", 100_000, 100, (), admissible=False)


def test_samen_sociaal_en_vitaal() -> None:
    # As chosen: € 70.000 / 380 = € 184,21, of which 90% is 165,79 and 110% is 202,63. A 21 + 0, B 14 + 3 = 17, C
    # 15 + 0 = 15: out. A and B are granted, together € 55.000 of € 60.000.
    # Mean of the three: € 300, and 270 and 330. A 21 + 0, C 15 + 3 = 18, B 17: A and C take € 25.000, B gets € 35.000.
    c_goes_before_b = {"B": ("partially_granted", 3_500_000), "C": ("granted", 1_500_000)}
    assert found(hague(A, B, C, D, ceiling=6_000_000)) == {
        **UNCHANGED_001,
        ("cost_average", "mean_of_ratios"): c_goes_before_b,
        # Costs per participant € 500, € 300, € 250; € 115.000 / 380 = € 302,63, and 272,37 and 332,89: A 21 + 0,
        # B 14 + 1 = 15: out, C 15 + 3 = 18.
        ("cost_basis", "total_costs"): {"B": ("refused_threshold", 0), "C": ("granted", 1_500_000)},
        # That per euro asked, in millionths: 50.000, 6.667, 16.667; the mean is 24.444, and 22.000 and 26.889: A 21 + 0,
        # B 14 + 3 = 17, C 15 + 3 = 18.
        ("cost_basis", "total_costs_per_requested"): c_goes_before_b,
        # With D: € 71.000 / 480 = € 147,92, and 133,13 and 162,71: A 21 + 0, B 14 + 1 = 15: out, C 15 + 0.
        ("cost_pool", "all"): {"B": ("refused_threshold", 0)},
        ("cost_boundary", "outer"): {},
        ("cost_boundary", "favourable"): {},
    }


def test_samen_sociaal_en_vitaal_at_exactly_ten_per_cent() -> None:
    # € 90 and € 110 per participant, together € 100. Without f: P 14, Q 16 points. As chosen 15 and 17: Q is granted.
    p, q = visits("P", 90_000, 10, (8, 6)), visits("Q", 110_000, 10, (4, 6, 6))
    other = found(hague(p, q, ceiling=150_000))
    # 17 and 16: only P.
    assert other["cost_boundary", "outer"] == {"P": ("granted", 90_000), "Q": ("refused_threshold", 0)}
    # 17 and 17, together € 2.000 of € 1.500: P has more on a, Q gets what is left.
    assert other["cost_boundary", "favourable"] == {
        "P": ("granted", 90_000),
        "Q": ("partially_granted", 60_000),
    }


def test_facts_that_a_reading_needs_and_nobody_gave_are_asked_for() -> None:
    # Total costs of B and C; participants of D, who counts only under «all».
    without = [{key: value for key, value in one.items() if key != "total_costs_cents"} for one in (B, C)]
    unasked = {key: value for key, value in D.items() if key != "unique_participants"}
    other = found(hague(A, *without, unasked, ceiling=6_000_000))
    assert other["cost_basis", "total_costs"] == ("B", "C")
    assert other["cost_basis", "total_costs_per_requested"] == ("B", "C")
    assert other["cost_pool", "all"] == ("D",)
    assert other["cost_average", "mean_of_ratios"] == {
        "B": ("partially_granted", 3_500_000),
        "C": ("granted", 1_500_000),
    }


def test_choice_that_cannot_go_with_those_made_is_not_tried() -> None:
    # total_costs_per_requested goes only with mean_of_ratios, so the other average is no alternative beside it.
    options = {"cost_basis": "total_costs_per_requested", "cost_average": "mean_of_ratios"}
    other = found({**hague(A, B, C, ceiling=6_000_000), "options": options})
    assert ("cost_average", "ratio_of_totals") not in other
    assert ("cost_basis", "requested") in other


# ── 002 ───────────────────────────────────────────────────────────────────────────────────────────


def culture(*lottery: str) -> Round:
    # A 26, B and C 20, D 14 points; after A there is 600 for B (300) and C (400).
    return {
        "scheme": CULTUUR,
        "pools": [{"id": "p", "ceiling_cents": 1000}],
        "applications": [
            asks("A", "p", 400, points(FIVE, (6, 6, 6, 6, 2))),
            asks("B", "p", 300, points(FIVE, (6, 6, 6, 0, 2))),
            asks("C", "p", 400, points(FIVE, (6, 6, 6, 0, 2))),
            asks("D", "p", 100, points(FIVE, (6, 6, 0, 0, 2))),
        ],
        "lottery": list(lottery),
    }


def test_cultuurparticipatie() -> None:
    # As chosen, B drawn first: B 300, C the other 300, D nothing.
    assert found(culture("B", "C")) == {
        ("ties", "exceeded"): {},
        ("ties", "always"): {},
        ("remainder", "stop"): {"C": ("refused_ceiling", 0)},
        ("remainder", "skip"): {"C": ("refused_ceiling", 0), "D": ("granted", 100)},
        ("offer", "grant"): BEFORE,
        ("aggregation", "mean"): BEFORE,
    }


def test_cultuurparticipatie_before_the_draw() -> None:
    # As chosen B gets 200 or 300 and C 300 or 400. Whoever comes second does not fit under the others: 0 or all. D fits
    # under «skip» whoever is first (300 or 200 is left).
    bounds = {
        one.choice: {
            name: (str(line.status), line.least_cents, line.most_cents)
            for name, line in one.applications.items()
        }
        for one in all_differences(culture())
        if one.reading == "remainder"
    }
    waiting = {"B": ("awaiting_lottery", 0, 300), "C": ("awaiting_lottery", 0, 400)}
    assert bounds == {"stop": waiting, "skip": {**waiting, "D": ("granted", 100, 100)}}


# ── 003 ───────────────────────────────────────────────────────────────────────────────────────────


def test_basisontmoetingsplekken() -> None:
    refuse_low, refuse_near = {"insufficient": "refuse"}, {"too_close": "refuse"}
    raw: Round = {
        "scheme": ONTMOETING,
        "pools": [
            {"id": "noord", "kind": "area", "ceiling_cents": 300},
            {"id": "oost", "kind": "area", "max_places": 1},
            {"id": "west", "kind": "area", "max_places": 2},
            {"id": "plek", "kind": "designated_place"},
        ],
        "applications": [
            # noord, 450 of 300. C is refused under lid 5; A 100, B 100, D the 100 that is left.
            asks("A", "noord", 100, points(FIVE, (4, 4, 4, 4, 4))),  # 48
            asks("B", "noord", 100, points(FIVE, (1, 4, 4, 4, 4)), decisions=refuse_low),  # 39, matig on a
            asks(
                "C", "noord", 100, points(FIVE, (0, 4, 3, 3, 3)), decisions=refuse_low
            ),  # 30, onvoldoende on a
            asks("D", "noord", 150, points(FIVE, (2, 2, 2, 2, 2))),  # 24
            # oost, two for one place. E is too close to A, so F has the place.
            asks("E", "oost", 100, points(FIVE, (3, 3, 3, 3, 3)), decisions=refuse_near),  # 36
            asks("F", "oost", 100, points(FIVE, (2, 2, 2, 2, 2))),  # 24
            # west, three for two places. G and H have 36 points, 8 and 6 of them on weight 3: not fewer.
            asks("G", "west", 50, points(FIVE, (4, 4, 2, 2, 2))),
            asks("H", "west", 50, points(FIVE, (3, 3, 3, 3, 3)), decisions=refuse_near),
            asks("I", "west", 50, points(FIVE, (2, 2, 2, 2, 2))),  # 24
            # plek. A decision about the 0 of J is owed, and K depends on it.
            asks("J", "plek", 80, points(FIVE, (0, 4, 4, 4, 4))),  # 36
            asks("K", "plek", 80, points(FIVE, (3, 3, 2, 2, 2))),  # 30
        ],
        "distances_m": [{"between": ["A", "E"], "metres": 400}, {"between": ["G", "H"], "metres": 499}],
    }
    refused, place_taken = ("refused_discretionary", 0), ("refused_ceiling", 0)
    assert found(raw) == {
        # B is refused as well: 200 is left for D.
        ("insufficient_max_score", 1): {"B": refused, "D": ("granted", 150)},
        # Nobody is low on both: C takes the last 100, and J wins.
        ("insufficient_criteria", "all"): {
            "C": ("granted", 100),
            "D": ("refused_ceiling", 0),
            "J": ("granted", 80),
            "K": place_taken,
        },
        ("pending_discretion", "keep"): {"J": ("granted", 80), "K": place_taken},
        # A is on another list than E.
        ("distance_scope", "pool"): {"E": ("granted", 100), "F": place_taken},
        # H has fewer on weight 3 than G: refused, and I has the place.
        ("distance_points", "weight_3"): {"H": refused, "I": ("granted", 50)},
        ("ties", "straddling"): {},
        ("ties", "exceeded"): {},
        ("remainder", "stop"): {"D": ("refused_ceiling", 0)},
        ("remainder", "skip"): {"D": ("refused_ceiling", 0)},
        ("offer", "grant"): BEFORE,
        ("aggregation", "mean"): BEFORE,
    }


def test_draw_that_does_not_hold_a_group_of_the_other_reading_is_left_out() -> None:
    # P and Q (36) fit and R and S (24) straddle: under «straddling» only R and S are drawn. «always» must draw P and
    # Q too, of whom only P has a lot by chance: its lots are left out, and R and S, as equals, are open again.
    raw: Round = {
        "scheme": ONTMOETING,
        "options": {"ties": "straddling"},
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": 250}],
        "lottery": ["R", "S", "P"],
        "applications": [
            {"id": name, "pool": "noord", "requested_cents": cents, "scores": dict.fromkeys("abcde", points)}
            for name, cents, points in (("P", 50, 3), ("Q", 50, 3), ("R", 100, 2), ("S", 100, 2))
        ],
    }
    other = found(raw)["ties", "always"]
    assert other == {"R": ("awaiting_lottery", None), "S": ("awaiting_lottery", None)}


# ── 004 ───────────────────────────────────────────────────────────────────────────────────────────


def test_vrijwilligers_en_mantelzorg() -> None:
    raw: Round = {
        "scheme": MANTELZORG,
        "pools": [{"id": "m", "ceiling_cents": 500}, {"id": "v", "ceiling_cents": 300}],
        "applications": [
            asks("A", "m", 300, dict.fromkeys("abcdef", 4)),  # 48
            asks("B", "m", 300, dict.fromkeys("abcdef", 3)),  # 36
            asks("C", "m", 100, dict.fromkeys("abcdef", 2)),  # 24
            asks("D", "m", 100, dict.fromkeys("abcdef", 2)),  # 24: a draw that changes nothing
            asks("E", "v", 300, dict.fromkeys("abcdef", 0)),  # fits exactly: no list
        ],
    }
    # As chosen: A 300, B the 200 that is left. Under «skip» B's 200 is just enough for C and D.
    assert found(raw) == {
        ("ties", "straddling"): {},
        ("ties", "exceeded"): {},
        ("remainder", "stop"): {"B": ("refused_ceiling", 0)},
        ("remainder", "skip"): {"B": ("refused_ceiling", 0), "C": ("granted", 100), "D": ("granted", 100)},
        ("offer", "grant"): BEFORE,
        ("aggregation", "mean"): BEFORE,
    }


# ── At size ───────────────────────────────────────────────────────────────────────────────────────


def test_two_thousand_applications_differ_one_by_one() -> None:
    # By turns 16 points; 12, all at most 2; 8 with a 3; 8 without. Money enough for all. Under the other reading the
    # second and third kind are out: a thousand.
    kinds = ((4, 4, 4, 4), (2, 2, 2, 2, 2, 2), (3, 2, 2, 1), (2, 2, 2, 2))
    raw: Round = {
        "scheme": HET_FONDS,
        "pools": [{"id": "small", "ceiling_cents": 2000 * 100}],
        "applications": [asks(f"A{at:04}", "small", 100, points(TEN, kinds[at % 4])) for at in range(2000)],
    }
    other = found(raw)
    out = [f"A{at:04}" for at in range(2000) if at % 4 in (1, 2)]
    assert other["threshold_reading", "either_defect"] == dict.fromkeys(out, ("refused_threshold", 0))
    assert other["remainder", "skip"] == other["ties", "always"] == {}
