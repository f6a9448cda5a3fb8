from grants.documents.changes import Change, DocumentLine, changes, document_lines
from grants.documents.stored import checked
from schemes.documents import Document
from schemes.words.readback import ReadBack, read_back
from tests.grants.documents import document


def _read(text: str) -> ReadBack:
    found = checked(text.encode()).sound
    assert isinstance(found, Document)
    return read_back(found)


def test_threshold_that_changes_is_read_at_its_lid() -> None:
    found = changes(_read(document(least=14)), _read(document(least=15)))
    assert found == (
        Change(
            "Lid 3, wat het systeem doet",
            ("Niet in aanmerking komt wie in totaal minder dan 14 punten heeft.",),
            ("Niet in aanmerking komt wie in totaal minder dan 15 punten heeft.",),
        ),
    )


def test_reading_chosen_otherwise_is_a_change() -> None:
    other = document().replace('chosen = "consensus"', 'chosen = "mean"')
    found = {change.place: change for change in changes(_read(document()), _read(other))}
    reading = "Uitleg van de tekst (aggregation): Meer mensen beoordelen dezelfde aanvraag. Hoe worden hun punten één score?"
    assert list(found) == [reading, "Buiten het artikel"]
    assert [line.partition(":")[0] for line in found[reading].added] == ["anders", "gekozen"]


def test_advice_about_a_reading_is_compared() -> None:
    other = document().replace("Leg deze keuze aan het college voor", "Vraag het de raad")
    found = changes(_read(document()), _read(other))
    assert {change.added for change in found} == {("Advies: Vraag het de raad, vóór de eerste ronde.",)}


def test_text_of_the_article_is_compared_line_by_line() -> None:
    other = document().replace(
        "de aanpak is volledig en goed onderbouwd: 6", "de aanpak is goed onderbouwd: 6"
    )
    found = changes(_read(document()), _read(other))
    assert [(change.place, len(change.removed), len(change.added)) for change in found] == [
        ("Lid 2, de tekst", 1, 1)
    ]


def test_same_lines_in_another_order_are_a_change_without_lines() -> None:
    lines = document().split("\n")
    first, second = (index for index, line in enumerate(lines) if line.startswith("de aanpak is volledig en"))
    lines[first], lines[second] = lines[second], lines[first]
    found = changes(_read(document()), _read("\n".join(lines)))
    assert found == (Change("Lid 2, de tekst", (), ()),)


def test_same_document_changes_nothing() -> None:
    assert changes(_read(document()), _read(document())) == ()


def test_documents_are_compared_line_by_line() -> None:
    found = document_lines("a\nb\nc\n", "a\nx\nc\n")
    assert found is not None
    assert found[1:] == (
        DocumentLine("", "a"),
        DocumentLine("-", "b"),
        DocumentLine("+", "x"),
        DocumentLine("", "c"),
    )


def test_documents_of_many_thousands_of_lines_are_not_compared() -> None:
    assert document_lines("a\n" * 5_001, "b\n") is None
    assert document_lines("a\n" * 5_000, "b\n") is not None
