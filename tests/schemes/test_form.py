"""What the five forms ask, and what an application lacks after closing."""

import pytest

from schemes.facts import is_asked, is_required, not_given
from schemes.library import SHIPPED, shipped
from schemes.regulation import Regulation
from tests.schemes.small_rounds import CULTUUR, HET_FONDS, MANTELZORG, ONTMOETING, SAMEN

FILLED = {
    HET_FONDS: {"buurt_of_dorp": "Oosterwolde"},
    SAMEN: {
        "target_group": "ouderen",
        "first_day": "2026-03-01",
        "last_day": "2026-06-01",
        "participations": 300,
        "unique_participants": 40,
    },
    CULTUUR: {"experience": "ja", "active_since": "2020-05-01", "results": "veertig deelnemers"},
    ONTMOETING: {"stadsdeel": "Zuid", "address": "Dorpsstraat 1", "people_reached": 120},
    MANTELZORG: {
        "aandachtsgebied": "mantelzorg",
        "continued": "ze zijn nieuw",
        "volunteer_hours": 0,
        "paid_hours": 0,
    },
}
BROUGHT = {
    HET_FONDS: {"begroting", "dekkingsplan"},
    SAMEN: {"activiteitenplan"},
    CULTUUR: {"terugblik", "activiteitenplan"},
    ONTMOETING: {"activiteitenplan", "begroting"},
    MANTELZORG: {"activiteitenplan", "begroting"},
}


def regulation(slug: str) -> Regulation:
    document = shipped(slug)
    assert document is not None
    return document.chosen


@pytest.mark.parametrize("slug", SHIPPED)
def test_application_with_every_answer_lacks_nothing(slug: str) -> None:
    assert not_given(regulation(slug), "small", FILLED[slug], BROUGHT[slug]) == ()


@pytest.mark.parametrize("slug", SHIPPED)
def test_application_without_answers_lacks_what_is_required_in_the_order_of_the_document(slug: str) -> None:
    lacking = [item.key for item in not_given(regulation(slug), "small", {}, ())]
    conditional = {"active_since", "terugblik"}
    assert [key for key in lacking if key in FILLED[slug]] == [
        key for key in FILLED[slug] if key not in conditional
    ]
    assert {key for key in lacking if key not in FILLED[slug]} == BROUGHT[slug] - conditional


@pytest.mark.parametrize("slug", SHIPPED)
@pytest.mark.parametrize("answer", [None, ""])
def test_answer_that_is_empty_is_lacking_and_nought_is_an_answer(slug: str, answer: str | None) -> None:
    key = next(iter(FILLED[slug]))
    lacking = not_given(regulation(slug), "small", {**FILLED[slug], key: answer}, BROUGHT[slug])
    assert key in {item.key for item in lacking}


def test_plan_is_required_of_a_large_initiative_and_not_of_a_small_one() -> None:
    fund = regulation(HET_FONDS)
    plan = fund.attachments[2]
    assert [item.key for item in not_given(fund, "large", FILLED[HET_FONDS], BROUGHT[HET_FONDS])] == [
        "projectplan"
    ]
    assert is_asked(plan, {})
    assert not is_required(plan, "small", {})


def test_experience_is_asked_after_only_of_who_has_it() -> None:
    culture = regulation(CULTUUR)
    since = culture.fact("active_since")
    new = {"experience": "nee", "results": "veertig deelnemers"}
    assert not_given(culture, "plafond", new, {"activiteitenplan"}) == ()
    assert not is_asked(since, new)
    assert is_asked(since, {"experience": "ja"})
    assert not is_asked(since, {})


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_criterion_that_people_judge_has_a_question_for_the_applicant(slug: str) -> None:
    for criterion in regulation(slug).criteria:
        assert (criterion.question is None) == (criterion.average is not None)
        assert criterion.question is None or criterion.question.strip().endswith(("?", "."))


@pytest.mark.parametrize("slug", SHIPPED)
def test_everything_on_a_form_or_in_a_list_has_a_dutch_name(slug: str) -> None:
    found = regulation(slug)
    assert all(asked.label for asked in (*found.facts, *found.attachments))
    assert all(kind.name_of(pool) != pool for kind in found.pools for pool in kind.ids)
    assert {item.about for item in found.requirements} == {"complete", "admissible"}


def test_list_without_a_name_of_its_own_is_called_by_its_id() -> None:
    fund, culture = regulation(HET_FONDS).pools[0], regulation(CULTUUR).pools[0]
    assert [fund.name_of(pool) for pool in fund.ids] == ["kleine initiatieven", "grote initiatieven"]
    assert culture.name_of("plafond") == "plafond"


def test_borders_of_the_lists_of_the_fund_meet_at_ten_thousand_euros() -> None:
    small, large = regulation(HET_FONDS).pools[0].names
    assert (small.least_requested_cents, small.most_requested_cents) == (None, 10_000_00)
    assert (large.least_requested_cents, large.most_requested_cents) == (10_000_01, None)
