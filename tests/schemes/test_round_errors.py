import re

import pytest

from schemes.library import Shipped
from tests.schemes.documents import MINIMAL, loaded, replaced
from tests.schemes.error_cases import A, cases, names
from tests.schemes.rounds import CARE, Round, changed, error

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


@pytest.mark.parametrize(("code", "application", "round_", "words"), cases, ids=names)
def test_an_error_has_its_code_its_application_and_a_dutch_sentence_that_helps(
    code: str, application: str | None, round_: Round, words: str
) -> None:
    found = error(round_)
    assert (found.code, found.application) == (code, application)
    sentence = found.sentence.replace("«missing»", "")
    assert words.lower() in sentence.lower()
    assert application is None or f"«{application}»" in sentence
    assert HELPS.search(sentence), sentence
    assert not ENGLISH.search(re.sub(r"«[^»]*»|Kies uit: .*", "", sentence)), sentence
    assert len(sentence) < 300


@pytest.mark.parametrize("raw", [None, [], "ronde", 5, 1.5, True, [{}], 10**4000])
def test_what_is_no_object_is_no_round(raw: object) -> None:
    found = error(raw)
    assert (found.code, found.application) == ("invalid_input", None)
    assert found.sentence == "De ronde moet een object met velden zijn: { … }."


def test_every_code_of_the_table_is_tested() -> None:
    assert {code for code, *_ in cases} == CODES


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
        found = error(changed(round_, ((*A, "scores", "a"), points)), Shipped(document))
        assert found.code == "invalid_score"
        assert found.sentence.endswith("Geef een getal van ten minste 2, zonder komma.")
