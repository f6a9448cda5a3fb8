import re
from pathlib import Path

import pytest

from schemes.documents import load_document
from schemes.problems import Problem
from tests.schemes.document_mistakes import MISTAKES
from tests.schemes.documents import MINIMAL, READING, WITH_READING, loaded, problems, replaced

TOO_DEEP = "dit is dieper genest dan 40 lagen; een document heeft er maar een paar"
NO_NUMBER = "een getal in het bestand heeft te veel cijfers"
BROKEN = "het bestand is geen geldig TOML: het gaat mis op regel {}, teken {}; kijk daar naar aanhalingstekens, haken en namen die al eerder stonden"
UNFINISHED = (
    "het bestand is geen geldig TOML: het houdt te vroeg op; kijk of elk aanhalingsteken en elke haak sluit"
)


def expected() -> dict[str, list[str]]:
    """The problems of each mistake, as they stand in mistakes.txt: its name, and below it each problem."""
    text = (Path(__file__).parent / "regulations" / "mistakes.txt").read_text("utf-8")
    blocks = [block.splitlines() for block in re.split(r"\n(?=\S)", text.strip())]
    return {name: [line.strip() for line in found] for name, *found in blocks}


EXPECTED = expected()


@pytest.mark.parametrize(("name", "text"), MISTAKES.items(), ids=MISTAKES)
def test_a_mistake_is_named_with_its_place_and_what_to_do(name: str, text: str) -> None:
    assert problems(text) == EXPECTED[name]


def test_every_mistake_has_its_sentences() -> None:
    assert list(EXPECTED) == list(MISTAKES)


@pytest.mark.parametrize("text", [MINIMAL, WITH_READING])
def test_the_documents_that_the_mistakes_are_made_in_are_right(text: str) -> None:
    assert loaded(text).slug == "proef"


def test_ten_mistakes_at_once_are_all_listed_by_place() -> None:
    text = replaced(
        WITH_READING,
        {
            'slug = "proef"': 'slug = "Proef"',
            'article = "1"': 'artikel = "1"',
            'number = "2"\n': "",
            "points = 0": "points = 0.5",
            'letter = "a"': "letter = 1",
            'kind = "loting"': 'kind = "kop of munt"',
            'ranked_when = ["always"]': 'ranked_when = ["altijd"]',
            "least_assessors = 1": "least_assessors = 0",
            'question = "Wanneer wordt een gelijke stand doorbroken?"': "question = 2026-01-01",
        },
    )
    assert problems(text) == [
        "article: dit veld ontbreekt; vul het in",
        "artikel: dit veld is onbekend; haal het weg of verbeter de naam",
        "assessment › least_assessors: dit moet ten minste 1 zijn",
        "criteria › 1 (Nut) › letter: hier hoort tekst tussen aanhalingstekens",
        'criteria › 1 (Nut) › levels › 1 › points: een kommagetal is niet exact; schrijf een breuk als tekst: "9/10"',
        "leden › 2 › number: dit veld ontbreekt; vul het in",
        "pools › 1 (ceiling) › ranked_when › 1: onbekende waarde; kies een van: 'always', 'not_all_fit' of 'more_than_one'",
        "readings › 1 (ties) › question: een datum of tijd hoort hier niet; schrijf tekst tussen aanhalingstekens",
        "slug: gebruik alleen kleine letters, cijfers, _ en -; de letter van een criterium is er een of twee",
        "tie_breaks › 1 (kop of munt): onbekend soort «kop of munt»; kies een van: 'highest_on', 'lowest_requested_amount', 'fact', 'loting', 'pro_rata'",
    ]


def test_what_hangs_on_a_broken_reading_is_no_second_mistake() -> None:
    text = replaced(WITH_READING, {'why = "Zo staat het er."\n': "", 'title = "Proefregeling"\n': ""})
    assert problems(text) == [
        "readings › 1 (ties) › why: dit veld ontbreekt; vul het in",
        "title: dit veld ontbreekt; vul het in",
    ]


def test_mistakes_in_the_rules_are_named_beside_those_in_the_readings() -> None:
    text = replaced(WITH_READING + READING, {'rule = "lid 1"': 'rule = "lid 8"'})
    assert problems(text) == [
        "criteria › a: «lid 8» noemt lid 8, dat niet bij [[leden]] staat",
        "readings › ties: deze lezing staat er meer dan eens",
    ]


def test_a_mistake_that_every_reading_shows_is_listed_once() -> None:
    assert problems(replaced(WITH_READING, {'rule = "lid 2"': 'rule = "lid 8"'})) == [
        "tie_breaks › lottery: «lid 8» noemt lid 8, dat niet bij [[leden]] staat"
    ]


# ── The text ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (b"x" * 100_000_000, "het bestand is te groot: ten hoogste 2 MB"),
        ("€" * 700_000, "het bestand is te groot: ten hoogste 2 MB"),
        (bytes(range(256)), "het bestand is geen tekst in UTF-8 (byte 129); sla het op als UTF-8"),
        (
            b"\xff\xfe" + MINIMAL.encode("utf-16-le"),
            "het bestand is geen tekst in UTF-8 (byte 1); sla het op als UTF-8",
        ),
        (b"title = '\xe9'", "het bestand is geen tekst in UTF-8 (byte 10); sla het op als UTF-8"),
        ("title = '\ud800'", "het bestand is geen tekst in UTF-8 (byte 10); sla het op als UTF-8"),
        (b"title = '\x00'", BROKEN.format(1, 10)),
        ("title = \n", BROKEN.format(1, 9)),
        ('title = "\\ud800"', BROKEN.format(1, 16)),
        ("a = 1\n\n[b]\na = 1\na = 2\n", BROKEN.format(5, 6)),
        ("title = 'x'\rarticle = '1'", BROKEN.format(1, 12)),
        ("title = '''x", UNFINISHED),
        ("title = [1,", UNFINISHED),
        (f"x = {'9' * 5000}", NO_NUMBER),
        (f"x = {'[' * 5000}{']' * 5000}", TOO_DEEP),
        (f"x = {'{x=' * 5000}1{'}' * 5000}", TOO_DEEP),
        (f"\n\nx{'.y' * 900_000} = 1", f"regel 3: {TOO_DEEP}"),
        ("['a'" + ' . "b"' * 40 + "]", f"regel 1: {TOO_DEEP}"),
    ],
    ids=range(18),
)
def test_a_file_that_cannot_be_read_says_where_and_why(source: bytes | str, problem: str) -> None:
    assert problems(source) == [problem]


@pytest.mark.parametrize("depth", [41, 200])
def test_what_is_nested_too_deep_is_named_beside_the_other_mistakes(depth: int) -> None:
    text = replaced(MINIMAL, {'title = "Proefregeling"': f"title = {'[' * depth}1{']' * depth}"})
    assert problems(text) == [
        "title: hier hoort tekst tussen aanhalingstekens",
        f"title › 1 › 1: {TOO_DEEP}",
    ]


def test_forty_layers_are_not_too_deep_but_unknown() -> None:
    deep = "x = " + "[" * 39 + "1" + "]" * 39 + "\n"
    assert problems(deep + MINIMAL) == ["x: dit veld is onbekend; haal het weg of verbeter de naam"]


def test_an_empty_document_misses_everything() -> None:
    assert [problem.split(":")[0] for problem in problems(b"")] == [
        "allocation",
        "article",
        "assessment",
        "leden",
        "pools",
        "slug",
        "title",
    ]


def test_a_problem_of_the_whole_document_has_no_place() -> None:
    assert load_document("=") == (Problem("", BROKEN.format(1, 1)),)
