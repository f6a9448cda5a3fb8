"""What is left is shared among the tied in proportion to what they ask, rounded down to the cent."""

from schemes.files.solving import solve_one
from schemes.library import Shipped
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.small_rounds import by_id

PRO_RATA = replaced(MINIMAL, {'kind = "loting"\ncode = "lottery"': 'kind = "pro_rata"\ncode = "pro_rata"'})
SPREAD = (
    '\n[[discretions]]\nkind = "spread"\nkey = "spread"\ncode = "spread"\nrule = "lid 1"\nmay_cap = true\n'
)


def _outcome(ceiling: int, *applications: dict[str, object], text: str = PRO_RATA) -> dict[str, object]:
    document = loaded(text)
    raw = {
        "scheme": document.slug,
        "pools": [{"id": "plafond", "ceiling_cents": ceiling}],
        "applications": [{"pool": "plafond", **application} for application in applications],
    }
    outcome = solve_one(Shipped(document), raw)
    assert isinstance(outcome, dict), outcome
    return outcome


def _asks(name: str, cents: int, points: int = 2, **more: object) -> dict[str, object]:
    return {"id": name, "requested_cents": cents, "scores": {"a": points}, **more}


def _granted(outcome: dict[str, object]) -> dict[str, object]:
    return {name: (line["status"], line["granted_cents"]) for name, line in by_id(outcome).items()}


def test_tied_share_what_is_left_in_proportion() -> None:
    # 1000 for 600 + 900 + 1500 = 3000: a third each, 200, 300 and 500.
    outcome = _outcome(1000, _asks("A", 600), _asks("B", 900), _asks("C", 1500), _asks("D", 100, 0))
    assert _granted(outcome) == {
        "A": ("partially_granted", 200),
        "B": ("partially_granted", 300),
        "C": ("partially_granted", 500),
        "D": ("refused_ceiling", 0),
    }
    assert by_id(outcome)["A"]["reason"] == {"code": "pro_rata", "rule": "lid 2"}
    assert outcome["needs"] == []


def test_shares_are_rounded_down_to_the_cent_and_the_rest_stays() -> None:
    # 100 for three times 100: 33 each; 1 cent is left and goes to nobody, not to D below them either.
    outcome = _outcome(100, _asks("A", 100), _asks("B", 100), _asks("C", 100), _asks("D", 1, 0))
    assert _granted(outcome) == {
        "A": ("partially_granted", 33),
        "B": ("partially_granted", 33),
        "C": ("partially_granted", 33),
        "D": ("refused_ceiling", 0),
    }


def test_share_below_a_cent_is_a_refusal() -> None:
    # 2 cents for 1 + 999: 0.002 and 1.998, so 0 and 1.
    assert _granted(_outcome(2, _asks("A", 1), _asks("B", 999))) == {
        "A": ("refused_ceiling", 0),
        "B": ("partially_granted", 1),
    }


def test_tied_who_fit_together_get_all_they_ask() -> None:
    assert _granted(_outcome(300, _asks("A", 100), _asks("B", 200))) == {
        "A": ("granted", 100),
        "B": ("granted", 200),
    }


def test_who_is_refused_for_the_spread_takes_no_share() -> None:
    # 150 for B 100 and C 200 (A is refused): a half each, 50 and 100.
    refused = {"decisions": {"spread": "refuse"}}
    outcome = _outcome(
        150, _asks("A", 500, **refused), _asks("B", 100), _asks("C", 200), text=PRO_RATA + SPREAD
    )
    assert _granted(outcome) == {
        "A": ("refused_discretionary", 0),
        "B": ("partially_granted", 50),
        "C": ("partially_granted", 100),
    }
    assert outcome["warnings"] == []


def test_shared_ceiling_is_refused_where_money_is_shared_in_proportion() -> None:
    document = loaded(PRO_RATA)
    raw = {
        "scheme": document.slug,
        "pools": [],
        "applications": [],
        "ceilings": [{"id": "c", "ceiling_cents": 1}],
    }
    error = solve_one(Shipped(document), raw)
    assert getattr(error, "code", None) == "invalid_pool"


def test_who_does_not_want_a_part_leaves_more_for_the_others() -> None:
    # 150 for three of 100: A declines, so B and C share 150 in equal parts.
    declined = {"decisions": {"remainder": "declined"}}
    outcome = _outcome(150, _asks("A", 100, **declined), _asks("B", 100), _asks("C", 100))
    assert _granted(outcome) == {
        "A": ("refused_discretionary", 0),
        "B": ("partially_granted", 75),
        "C": ("partially_granted", 75),
    }
    assert by_id(outcome)["A"]["reason"] == {"code": "remainder_declined", "rule": "Awb 4:35 lid 1 onder a"}


def test_others_who_fit_once_someone_declines_get_all_they_ask() -> None:
    declined = {"decisions": {"remainder": "declined"}}
    outcome = _outcome(250, _asks("A", 100, **declined), _asks("B", 100), _asks("C", 100))
    assert _granted(outcome) == {
        "A": ("refused_discretionary", 0),
        "B": ("granted", 100),
        "C": ("granted", 100),
    }
