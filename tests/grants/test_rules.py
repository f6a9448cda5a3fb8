"""What an application may say, on the form, on paper and in a file alike."""

from dataclasses import replace

import pytest

from grants.documents import rules
from grants.documents.content import Content
from grants.documents.rules import faults_of, lacking
from grants.models import Deelplafond
from schemes.library import shipped
from schemes.regulation import Regulation
from tests.grants.rounds import CULTURE, FUND, HAGUE, VOLUNTEERS


def regulation(slug: str) -> Regulation:
    document = shipped(slug)
    assert document is not None
    return document.chosen


def content(slug: str = FUND, **changed: object) -> Content:
    key, kind = {FUND: ("small", "track"), VOLUNTEERS: ("hulp", "deelplafond")}.get(
        slug, ("x", regulation(slug).pools[0].kind)
    )
    whole = Content(
        deelplafond=Deelplafond(key=key, kind=kind, name="Kleine initiatieven"),
        title="Nieuwe bankjes",
        requested_cents=1_000_00,
        facts={"buurt_of_dorp": "Elsloo"},
    )
    return replace(whole, **changed)  # type: ignore[arg-type]


def fields(slug: str, found: Content) -> list[str]:
    return [fault.field for fault in faults_of(regulation(slug), found)]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "a" * 201}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"title": "\u202eABC"}, "title"),
        ({"title": "\ud800"}, "title"),
        ({"requested_cents": 0}, "requested_cents"),
        ({"requested_cents": rules.MOST_CENTS + 1}, "requested_cents"),
        ({"requested_cents": 10_000_01}, "requested_cents"),
        ({"contact_email": "elsloo"}, "contact_email"),
        ({"iban": "NL00ABNA0417164300"}, "iban"),
        ({"summary": "a" * 1_501}, "summary"),
        ({"facts": {"buurt_of_dorp": "a" * 301}}, "facts.buurt_of_dorp"),
    ],
)
def test_fault_is_told_with_its_field(changed: dict[str, object], field: str) -> None:
    assert fields(FUND, content(**changed)) == [field]


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"title": 'Feest 🎉 & «meer» "nu" מוזיקה', "summary": "Eerst\ndit,\r\ndan dat.\t"},
        {"requested_cents": 10_000_00},
        {"iban": "NL91ABNA0417164300", "contact_email": "a@b.nl"},
    ],
)
def test_what_people_write_is_no_fault(changed: dict[str, object]) -> None:
    assert fields(FUND, content(**changed)) == []


@pytest.mark.parametrize(
    ("slug", "key", "given", "is_fault"),
    [
        (HAGUE, "unique_participants", 0, True),
        (HAGUE, "unique_participants", 1, False),
        (HAGUE, "unique_participants", rules.MOST_COUNTED + 1, True),
        (HAGUE, "unique_participants", "veel", True),
        (HAGUE, "total_costs_cents", 0, True),
        (HAGUE, "total_costs_cents", 1, False),
        (HAGUE, "first_day", "2027-02-30", True),
        (HAGUE, "first_day", "2027-02-28", False),
        (CULTURE, "experience", "soms", True),
        (CULTURE, "experience", "ja", False),
        (CULTURE, "results", "a" * 5_001, True),
    ],
)
def test_answer_must_be_such_as_the_question_asks(
    slug: str, key: str, given: int | str, is_fault: bool
) -> None:
    assert fields(slug, content(slug, facts={key: given})) == ([f"facts.{key}"] if is_fault else [])


def test_question_that_is_not_asked_has_no_wrong_answer() -> None:
    assert fields(CULTURE, content(CULTURE, facts={"experience": "nee", "active_since": "ooit"})) == []
    assert fields(CULTURE, content(CULTURE, facts={"experience": "ja", "active_since": "ooit"})) == [
        "facts.active_since"
    ]


def test_what_lacks_is_asked_for_with_its_question() -> None:
    found = lacking(regulation(FUND), content(facts={}))
    assert [(fault.field, fault.sentence) for fault in found] == [
        ("facts.buurt_of_dorp", "Dit ontbreekt: Voor welke buurt of welk dorp is de activiteit?")
    ]


def test_attachments_lack_where_they_count() -> None:
    found = lacking(regulation(FUND), content(), attachments=["begroting"])
    assert [fault.field for fault in found] == ["attachments.dekkingsplan"]
