import re

import pytest

from schemes.library import SHIPPED, shipped
from tests.schemes.documents import MINIMAL, WITH_READING, loaded, replaced

TWO_READINGS = (
    replaced(
        MINIMAL,
        {
            "levels = [{ points = 0": "# [{ points = 0",
            "[[tie_breaks]]": """\
[criteria.average]
of = { reading = "basis", part = "of" }
per = { reading = "basis", part = "per" }
joined = { reading = "joined" }
counts = "all"
bands = [{ points = { reading = "basis", part = "points" }, text = "laag", less_than = "9/10" }]
unknown = "unknown"

[[facts]]
key = "people"
kind = "whole_number"
question = "Hoeveel mensen?"
rule = "lid 1"

[[tie_breaks]]""",
        },
    )
    + """
[[readings]]
id = "basis"
rule = "lid 1"
question = "Welke kosten?"
chosen = 1
why = "Zo staat het er."
choices = [
  { choice = 1, text = "per mens", means = { of = "requested_cents", per = ["people"], points = "3/2" } },
  { choice = 2, text = "dubbel", means = { of = "people", per = ["people", "requested_cents"], points = 4 } },
]

[[readings]]
id = "joined"
rule = "lid 1"
question = "Welk gemiddelde?"
chosen = "mean_of_ratios"
why = "Zo staat het er."
reported = "when_departing"

[[readings.choices]]
choice = "mean_of_ratios"
text = "het gemiddelde"

[[readings.choices]]
choice = "ratio_of_totals"
text = "de verhouding"
"""
)


# ── The fingerprint ───────────────────────────────────────────────────────────────────────────────


def test_the_same_document_has_the_same_fingerprint_whatever_its_line_ends_mark_or_comments() -> None:
    document = loaded(MINIMAL)
    others = (
        MINIMAL.encode(),
        MINIMAL.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + MINIMAL.encode(),
        "\ufeff" + MINIMAL,
        "# toelichting\n" + MINIMAL,
        MINIMAL.replace(" = ", "="),
        MINIMAL.replace('"Nut"', "'''\nNut'''"),
    )
    for other in others:
        assert loaded(other) == document
    assert re.fullmatch("[0-9a-f]{64}", document.sha256)


def test_lines_within_a_text_count_the_same_with_either_line_end() -> None:
    text = MINIMAL.replace('"Het college geeft punten voor nut."', '"""\nHet college\ngeeft punten."""')
    document = loaded(text.replace("\n", "\r\n"))
    assert document == loaded(text)
    assert document.chosen.leden[0].text == "Het college\ngeeft punten."


def test_the_fingerprint_does_not_depend_on_the_order_of_keys_or_tables() -> None:
    head, rest = MINIMAL.split("\n\n", 1)
    start = rest.index("[assessment]")
    moved = "\n".join(reversed(head.splitlines())) + "\n\n" + rest[start:] + "\n" + rest[:start]
    moved = replaced(moved, {'letter = "a"\nrule = "lid 1"': 'rule = "lid 1"\nletter = "a"'})
    assert moved != MINIMAL
    assert loaded(moved).sha256 == loaded(MINIMAL).sha256


def test_the_fingerprint_depends_on_the_order_of_the_leden() -> None:
    swapped = MINIMAL.replace('number = "1"', 'number = "x"').replace('number = "2"', 'number = "1"')
    assert loaded(swapped.replace('number = "x"', 'number = "2"')).sha256 != loaded(MINIMAL).sha256


def test_the_fingerprint_changes_with_any_word() -> None:
    texts = re.finditer(r'(?:text|name|title|question|why|label) = "([^"]+)', WITH_READING)
    ends = [text.start(1) + word.end() for text in texts for word in re.finditer(r"\w+", text[1])]
    prints = {loaded(f"{WITH_READING[:end]}e{WITH_READING[end:]}").sha256 for end in ends}
    assert len(ends) > 30
    assert len(prints | {loaded(WITH_READING).sha256}) == len(ends) + 1


def test_texts_that_differ_only_in_composition_or_quotes_have_different_fingerprints() -> None:
    forms = ("Café", "Cafe\u0301", "‘Café’", "'Café'", "Café ")
    prints = {loaded(MINIMAL.replace("Proefregeling", form)).sha256 for form in forms}
    assert len(prints) == len(forms)


def test_the_canonical_text_is_the_whole_document_as_it_was_given() -> None:
    assert loaded(WITH_READING).canonical.startswith('{"allocation":{"declined":{"code":"remainder_declined"')
    assert '"when":{"reading":"ties"}' in loaded(WITH_READING).canonical


# ── Other readings ────────────────────────────────────────────────────────────────────────────────


def test_a_document_is_read_as_it_chooses() -> None:
    document = loaded(WITH_READING)
    assert document.regulation() is document.regulation({"ties": "straddling"}) is document.chosen
    assert document.chosen.tie_breaks[0].when == "straddling"
    assert document.choices({}) == {"ties": "straddling"}


def test_another_choice_gives_other_rules_and_leaves_the_document_as_it_is() -> None:
    document = loaded(WITH_READING)
    assert document.regulation({"ties": "always"}).tie_breaks[0].when == "always"
    assert document.choices({"ties": "always"}) == {"ties": "always"}
    assert document.chosen.tie_breaks[0].when == "straddling"
    assert document.slug == document.regulation({"ties": "always"}).slug == "proef"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ("requested_cents", ("people",), "mean_of_ratios", "3/2")),
        ({"basis": 2}, ("people", ("people", "requested_cents"), "mean_of_ratios", "4")),
        ({"joined": "ratio_of_totals"}, ("requested_cents", ("people",), "ratio_of_totals", "3/2")),
    ],
)
def test_one_reading_fills_the_parts_of_several_fields(
    options: dict[str, str | int], expected: tuple[object, ...]
) -> None:
    found = loaded(TWO_READINGS).regulation(options).criteria[0].average
    assert found is not None
    assert (found.of, found.per, found.joined, str(found.bands[0].points)) == expected


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"ties": "soms"}, "Lezing «ties» kent «soms» niet. Kies uit: straddling, always."),
        ({"ties": ""}, "Lezing «ties» kent «» niet. Kies uit: straddling, always."),
        ({"ties": 1}, "Lezing «ties» kent «1» niet. Kies uit: straddling, always."),
        (
            {"ties": 10**5000},
            "Lezing «ties» kent «een getal van meer dan 40 cijfers» niet. Kies uit: straddling, always.",
        ),
    ],
    ids=range(4),
)
def test_a_choice_that_is_not_there_is_named_with_those_that_are(
    options: dict[str, str | int], sentence: str
) -> None:
    document = loaded(WITH_READING)
    assert document.option_problem(options) == sentence
    with pytest.raises(ValueError, match=re.escape(sentence)):
        document.regulation(options)


def test_a_choice_in_text_is_not_the_choice_in_a_number() -> None:
    document = loaded(TWO_READINGS)
    assert document.option_problem({"basis": 2}) is None
    assert document.option_problem({"basis": "2"}) == "Lezing «basis» kent «2» niet. Kies uit: 1, 2."


def test_readings_that_each_hold_but_not_together_are_refused_with_what_clashes() -> None:
    document = loaded(TWO_READINGS)
    together: dict[str, str | int] = {"basis": 2, "joined": "ratio_of_totals"}
    assert [document.option_problem({key: value}) for key, value in together.items()] == [None, None]
    assert document.option_problem(together) == (
        "Deze lezingen gaan niet samen. criteria › a: een verhouding van totalen kan maar door één gegeven "
        "delen; kies mean_of_ratios. Kies een andere lezing."
    )


def test_only_with_says_what_a_choice_needs() -> None:
    needs = ', only_with = { joined = "ratio_of_totals" } }'
    text = replaced(
        TWO_READINGS,
        {'per = ["people", "requested_cents"], points = 4 } }': 'per = ["people"], points = 4 }' + needs},
    )
    document = loaded(text)
    assert document.option_problem({"basis": 2}) == (
        "Lezing «basis» = «2» kan alleen samen met «joined» = «ratio_of_totals»."
    )
    assert document.regulation({"basis": 2, "joined": "ratio_of_totals"}).criteria[0].average is not None


@pytest.mark.parametrize("slug", SHIPPED)
def test_every_choice_of_a_shipped_document_gives_a_regulation(slug: str) -> None:
    document = shipped(slug)
    assert document is not None
    for reading in document.readings:
        for choice in reading.choices:
            options = {reading.id: choice.choice} | choice.only_with
            assert document.option_problem(options) is None
            assert document.choices(options) | options == document.choices(options)
            assert '"reading"' not in document.regulation(options).model_dump_json()
