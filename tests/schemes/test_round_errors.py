import json
import re

import pytest

from schemes.files.solving import solve_one
from schemes.library import Shipped
from schemes.round import RoundError
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.error_cases import ERRORS, POOL, SCORES, A, B, Wrong
from tests.schemes.rounds import CARE, CULTURE, MISSING, SPOTS, Round, changed, error, lines, outcome, rows

CODES = {
    "unknown_scheme",
    "invalid_input",
    "unknown_field",
    "unknown_option",
    "invalid_option",
    "invalid_pool",
    "duplicate_pool",
    "pool_without_limit",
    "duplicate_application",
    "unknown_pool",
    "invalid_amount",
    "missing_score",
    "unknown_criterion",
    "invalid_score",
    "invalid_participants",
    "invalid_total_costs",
    "invalid_decision",
    "invalid_distance",
    "lottery_unknown_id",
    "lottery_duplicate_id",
    "lottery_incomplete",
}

HELPS = re.compile(
    r"\b(Geef|Kies|Haal|haal|Vul|Verlaag|Verbeter|Controleer|Zet|Voeg|moet|kan alleen samen)\b"
)
ENGLISH = re.compile(r"\b(must|should|field|value|invalid|[Ii]nput|expected|None|True|False)\b")


@pytest.mark.parametrize(("wrong", "round_"), ERRORS.values(), ids=ERRORS)
def test_an_error_has_its_code_its_application_and_a_dutch_sentence_that_helps(
    wrong: Wrong, round_: Round
) -> None:
    found = error(round_)
    assert (found.code, found.application) == (wrong.code, wrong.application)
    assert wrong.words.lower() in found.sentence.lower()
    assert wrong.application is None or f"«{wrong.application}»" in found.sentence
    assert HELPS.search(found.sentence), found.sentence
    assert not ENGLISH.search(re.sub(r"«[^»]*»|Kies uit: .*", "", found.sentence)), found.sentence
    assert len(found.sentence) < 300


@pytest.mark.parametrize("raw", [None, [], "ronde", 5, 1.5, True, [{}], 10**4000])
def test_what_is_no_object_is_no_round(raw: object) -> None:
    found = error(raw)
    assert (found.code, found.application) == ("invalid_input", None)
    assert found.sentence == "De ronde moet een object met velden zijn: { … }."


def test_every_code_of_the_table_is_tested() -> None:
    assert {wrong.code for wrong, _ in ERRORS.values()} == CODES


def test_of_many_pools_the_first_twenty_are_named() -> None:
    pools = [{"id": f"{number:03}", "ceiling_cents": 1} for number in range(300)]
    sentence = error(changed(CARE, (("pools",), pools))).sentence
    assert sentence.endswith("017, 018, 019, …")


def test_a_regulation_without_readings_has_no_options_to_choose_from() -> None:
    document = loaded(MINIMAL)
    found = error({"scheme": "proef", "options": {"ties": "always"}}, Shipped(document))
    assert (found.code, found.sentence) == (
        "unknown_option",
        "Lezing «ties» kent deze regeling niet. Haal het weg.",
    )


def test_points_without_a_highest_number_are_refused_below_the_least_and_above_forty_digits() -> None:
    document = loaded(replaced(MINIMAL, {"levels = [{ points = 0": "any_number_from = 2 #"}))
    entry: Round = {"id": "A", "pool": "p", "requested_cents": 1, "scores": {"a": 2}}
    round_: Round = {"scheme": "proef", "pools": [{"id": "p", "ceiling_cents": 1}], "applications": [entry]}
    for points in (1, "3/2", 10**40, 10**4000, 2.0, True):
        found = error(changed(round_, ((*SCORES, "a"), points)), Shipped(document))
        assert found.code == "invalid_score"
        assert found.sentence.endswith("Geef een getal van ten minste 2, zonder komma.")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a", "A"),
        ("é", "e\u0301"),
        ("ĳ", "ij"),
        ("A", "A "),
        ("1", "01"),
        ("\ud800", "\udfff"),
        ("\x01", "\n"),
    ],
    ids=ascii,
)
def test_ids_that_differ_in_case_composition_or_space_are_different_applications(
    one: str, other: str
) -> None:
    round_ = changed(CULTURE, ((*A, "id"), one), ((*B, "id"), other), (("lottery",), [other, one]))
    found = lines(outcome(round_))
    assert {name: line["granted_cents"] for name, line in found.items()} == {one: 400, other: 600}


def test_amounts_of_four_thousand_digits_are_divided_to_the_cent() -> None:
    huge = 10**4000
    found = outcome(
        changed(
            CULTURE,
            ((*POOL, "ceiling_cents"), huge),
            ((*A, "requested_cents"), huge - 1),
            ((*B, "requested_cents"), huge - 1),
        )
    )
    assert {name: line["granted_cents"] for name, line in lines(found).items()} == {"A": 1, "B": huge - 1}
    assert [pool["requested_cents"] for pool in rows(found, "pools")] == [2 * huge - 2]
    json.dumps(found)


def test_what_is_null_counts_as_left_out() -> None:
    nothing = dict.fromkeys(("options", "ceilings"))
    applied = dict.fromkeys(("grantable_cents", "admissible", "decisions"))
    round_ = changed({**CULTURE, **nothing}, *[((*A, name), None) for name in applied])
    assert outcome(round_) == outcome(CULTURE)


def test_scores_in_text_may_lie_between_two_levels_as_the_mean_of_several_assessors() -> None:
    means = {"a": "3/2", "b": "4.50", "c": "6.0", "d": "12/2", "e": "02"}
    line = lines(outcome(changed(CULTURE, (SCORES, means), (("lottery",), None))))["A"]
    assert line["points"] == {"a": "3/2", "b": "9/2", "c": 6, "d": 6, "e": 2}
    assert line["total_points"] == 20


def test_scores_of_an_inadmissible_application_are_not_read() -> None:
    round_ = changed(CULTURE, (SCORES, {"z": 999}), ((*A, "admissible"), False), (("lottery",), None))
    assert lines(outcome(round_))["A"]["points"] is None


def test_a_score_is_not_needed_where_everything_fits() -> None:
    round_ = changed(CARE, ((*POOL, "ceiling_cents"), 1200), (SCORES, MISSING))
    line = lines(outcome(round_))["A"]
    assert (line["status"], line["rank"], line["total_points"]) == ("granted", None, None)


@pytest.mark.parametrize(("ceiling", "needed"), [(1200, True), (1800, False)])
def test_scores_are_needed_where_a_shared_ceiling_is_exceeded(ceiling: int, needed: bool) -> None:
    shared = {"ceilings": [{"id": "samen", "ceiling_cents": ceiling}]}
    pools = [
        {"id": "noord", "kind": "area", "ceiling_id": "samen"},
        {"id": "plek", "kind": "designated_place", "ceiling_id": "samen"},
    ]
    solved = solve_one(Shipped(), {**SPOTS, **shared, "pools": pools})
    code = solved.code if isinstance(solved, RoundError) else None
    assert code == ("missing_score" if needed else None)


def test_of_several_unknown_fields_the_first_by_name_is_told() -> None:
    wrong = changed(CULTURE, *[((*A, f"veld_{letter}"), 1) for letter in "hgfedcba"])
    assert "«veld_a»" in error(wrong).sentence
