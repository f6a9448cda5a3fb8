"""Best of each group first, at most so many per group, and what may not be combined with them."""

import json
from pathlib import Path

import pytest

from schemes.documents import Document, load_document
from schemes.files.solving import solve_one
from schemes.library import Shipped
from schemes.round import Entry, RoundError
from schemes.words.explain import explained_document
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.small_rounds import by_id

HERE = Path(__file__).parent
DOMAIN = '\n[[facts]]\nkey = "domain"\nkind = "text"\nquestion = "Welk domein?"\nrule = "lid 1"\n'
BEST_FIRST = f'{DOMAIN}\n[best_first]\ncode = "best_of_domain"\nrule = "lid 1"\nfact = "domain"\n'
AT_MOST = f'{DOMAIN}\n[[at_most]]\ncode = "one_per_domain"\nrule = "lid 1"\nfact = "domain"\ngrants = 1\n'


def _document(more: str, when: str = "straddling") -> Document:
    return loaded(replaced(MINIMAL, {'when = "straddling"': f'when = "{when}"'}) + more)


def _solved(
    document: Document, ceiling: int, *applications: dict[str, object], **more: object
) -> dict[str, object]:
    outcome = solve_one(Shipped(document), _round(document, ceiling, *applications, **more))
    assert isinstance(outcome, dict), outcome
    return outcome


def _round(
    document: Document, ceiling: int, *applications: dict[str, object], **more: object
) -> dict[str, object]:
    pools = [{"id": "plafond", "ceiling_cents": ceiling}]
    rows = [
        {"pool": "plafond", "requested_cents": 100, "scores": {"a": 2}, **application}
        for application in applications
    ]
    return {"scheme": document.slug, "pools": pools, "applications": rows, **more}


def test_list_waits_while_the_best_of_a_group_is_to_be_drawn() -> None:
    # A and B tie for the best of dans; whoever wins goes first, so C waits too: 150 for three of 100.
    document = _document(BEST_FIRST)
    outcome = _solved(
        document,
        150,
        {"id": "A", "domain": "dans"},
        {"id": "B", "domain": "dans"},
        {"id": "C", "domain": "film"},
    )
    lines = by_id(outcome)
    assert [line["status"] for line in lines.values()] == [
        "awaiting_lottery",
        "awaiting_lottery",
        "undecided",
    ]
    assert [(line["granted_min_cents"], line["granted_max_cents"]) for line in lines.values()] == [
        (0, 100)
    ] * 3
    (need,) = outcome["needs"]  # type: ignore[misc]
    assert (need["pool"], need["applications"], need["blocking"]) == ("plafond dans", ["A", "B"], True)


def test_application_without_a_group_comes_after_the_best() -> None:
    # dans need not be told here: C has none and is nobody's best, so A (of dans) goes before it with fewer points.
    document = _document(
        BEST_FIRST.replace('rule = "lid 1"\n\n[best', 'rule = "lid 1"\nrequired = false\n\n[best')
    )
    lines = by_id(_solved(document, 100, {"id": "A", "domain": "dans", "scores": {"a": 0}}, {"id": "C"}))
    assert [(line["rank"], line["status"]) for line in lines.values()] == [
        (1, "granted"),
        (2, "refused_ceiling"),
    ]


def test_required_group_that_is_not_told_is_an_error() -> None:
    document = _document(BEST_FIRST)
    error = solve_one(Shipped(document), _round(document, 100, {"id": "A"}))
    assert isinstance(error, RoundError)
    assert (error.code, error.application) == ("invalid_fact", "A")


def test_best_of_each_group_cannot_share_a_ceiling() -> None:
    document = _document(BEST_FIRST)
    error = solve_one(Shipped(document), _round(document, 100, ceilings=[{"id": "c", "ceiling_cents": 1}]))
    assert isinstance(error, RoundError)
    assert error.code == "invalid_pool"


def test_tie_that_only_the_number_per_group_runs_through_is_drawn() -> None:
    # Both fit 200, but of one domain only one may be granted: who, is for lots, also where ties count "exceeded".
    for when in ("straddling", "exceeded"):
        outcome = _solved(
            _document(AT_MOST, when), 200, {"id": "A", "domain": "dans"}, {"id": "B", "domain": "dans"}
        )
        (group,) = outcome["lottery_groups"]  # type: ignore[misc]
        assert (group["ids"], group["affects_outcome"]) == (["A", "B"], True)


def test_whole_group_that_is_full_needs_no_draw() -> None:
    # A takes the one grant of dans; B and C are both refused for it, whatever their order.
    rows: list[dict[str, object]] = [{"id": "A", "domain": "dans"}]
    rows += [{"id": name, "domain": "dans", "scores": {"a": 0}} for name in "BC"]
    outcome = _solved(_document(AT_MOST), 300, *rows)
    assert outcome["lottery_groups"] == []
    assert by_id(outcome)["C"]["reason"] == {"code": "one_per_domain", "rule": "lid 1"}


def test_draw_for_the_group_counts_the_grants_of_every_order() -> None:
    # 150 for A and B of dans (at most one) and C: with A or B first and C next 100 + 50; C always gets something.
    outcome = _solved(
        _document(AT_MOST),
        150,
        {"id": "A", "domain": "dans"},
        {"id": "B", "domain": "dans"},
        {"id": "C", "domain": "film"},
    )
    bounds = {
        name: (line["granted_min_cents"], line["granted_max_cents"]) for name, line in by_id(outcome).items()
    }
    assert bounds == {"A": (0, 100), "B": (0, 100), "C": (50, 100)}


@pytest.mark.parametrize(
    ("more", "changes", "problem"),
    [
        (
            BEST_FIRST,
            {'ranked_when = ["always"]': 'ranked_when = ["not_all_fit"]'},
            "best_first: dit werkt alleen op een ranglijst",
        ),
        (
            AT_MOST,
            {'kind = "loting"': 'kind = "pro_rata"'},
            "at_most: dit kan niet samen met verdelen naar rato",
        ),
    ],
)
def test_combination_that_cannot_work_is_refused(more: str, changes: dict[str, str], problem: str) -> None:
    problems = load_document(replaced(MINIMAL, changes) + more)
    assert not isinstance(problems, Document)
    assert [str(found)[: len(problem)] for found in problems] == [problem]


def test_fact_that_is_text_is_no_number() -> None:
    with pytest.raises(KeyError):
        Entry("A", "p", 1, 1, facts={"domain": "dans"}).number("domain")


def test_every_other_regulation_is_read_back_lid_by_lid() -> None:
    for path in sorted((HERE / "regulations").glob("*.toml")):
        document = load_document(path.read_bytes())
        assert isinstance(document, Document)
        text = explained_document(document)
        for lid in document.chosen.leden:
            assert f"## Lid {lid.number}\n\n> {lid.text.strip().splitlines()[0]}" in text
        assert "None" not in text
        assert json.dumps(document.sha256[:16])[1:-1] in text


def test_requested_amount_is_no_fact_to_break_ties_by() -> None:
    by_fact = '[[tie_breaks]]\nkind = "fact"\ncode = "amount"\nrule = "lid 2"\nwhen = "straddling"\nfact = "requested_cents"\nfirst = "lowest"\n\n'
    problems = load_document(MINIMAL.replace("[[tie_breaks]]", f"{by_fact}[[tie_breaks]]", 1))
    assert not isinstance(problems, Document)
    assert [str(found) for found in problems] == [
        'tie_breaks › amount: voor het gevraagde bedrag is er kind = "lowest_requested_amount"'
    ]


def test_text_with_the_character_nul_is_refused() -> None:
    problems = load_document(MINIMAL.replace('title = "Proefregeling"', 'title = "Proef\\u0000regeling"'))
    assert not isinstance(problems, Document)
    assert [str(found) for found in problems] == ["title: het teken NUL kan niet in een tekst staan"]


@pytest.mark.parametrize(
    ("ceiling", "places"),
    [
        # 200 asked of 200: nothing is exceeded, so the first rule of the chain has nothing to break either.
        (200, {"A": (1, ["B"]), "B": (1, ["A"])}),
        # 200 asked of 199: the lowest amount goes first.
        (199, {"A": (2, []), "B": (1, [])}),
    ],
)
def test_rule_for_an_exceeded_ceiling_rests_below_it_though_the_next_rule_has_another_scope(
    ceiling: int, places: dict[str, tuple[int, object]]
) -> None:
    lowest = (
        '[[tie_breaks]]\nkind = "lowest_requested_amount"\ncode = "lowest_amount"\nrule = "lid 2"\n'
        'when = "exceeded"\n\n[[tie_breaks]]'
    )
    document = loaded(replaced(MINIMAL, {"[[tie_breaks]]": lowest}))
    outcome = _solved(
        document, ceiling, {"id": "A", "requested_cents": 110}, {"id": "B", "requested_cents": 90}
    )
    assert {name: (line["rank"], line["tied_with"]) for name, line in by_id(outcome).items()} == places
