"""Reading files and cells, without a database."""

import io
import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from openpyxl.xml.constants import SHEET_MAIN_NS

from grants.documents.imports import files
from grants.documents.imports.files import Row, Unreadable, opened
from grants.documents.imports.values import (
    Cell,
    Notation,
    WrongCell,
    cents_in,
    count_in,
    day_in,
    moment_in,
    notations_of,
    one_line,
)
from tests.grants.rounds import AMSTERDAM

TEXT = 'Naam;Bedrag\r\nStichting Café Zoë;"1.000,50"\r\n\r\n"de “gezellige”\r\nin Elsloo";3\r\n'
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252")


def read(raw: bytes) -> tuple[tuple[str, ...], list[Row]]:
    with opened(io.BytesIO(raw)) as sheet:
        return sheet.headings, list(sheet.rows)


def spreadsheet(*rows: list[object]) -> bytes:
    book = Workbook()
    assert book.active is not None
    for each in rows:
        book.active.append(each)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("line_end", ["\r\n", "\n", "\r"])
def test_text_is_read_in_every_encoding_and_layout(encoding: str, separator: str, line_end: str) -> None:
    text = TEXT.replace(";", separator).replace("\r\n", line_end)
    headings, rows = read(text.encode(encoding))
    assert headings == ("Naam", "Bedrag")
    assert [(number, [one_line(cell) for cell in cells]) for number, cells in rows] == [
        (2, ["Stichting Café Zoë", "1.000,50"]),
        (4, ["de “gezellige” in Elsloo", "3"]),
    ]


def test_line_of_excel_that_names_the_separator_is_no_heading() -> None:
    assert read(b"sep=,\na;x,b\n1,2\n") == (("a;x", "b"), [(3, ["1", "2"])])


def test_headings_that_are_the_same_are_told_apart() -> None:
    assert read(b"naam;naam;;x\n1;2;3;4\n")[0] == ("naam", "naam (2)", "kolom 3", "x")


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "is leeg"),
        (b"\r\n;;\r\n", "staat niets"),
        (bytes(range(256)) * 20, "geen CSV en geen XLSX"),
        (b"a;b\n1;\0\n", "geen CSV en geen XLSX"),
        (b"PK\x03\x04 and then nothing", "beschadigd"),
        (b'a;b\n1;2\n3;"open\n', "Na rij 2 gaat het mis"),
        (b'a;b\n"x"y;2\n', "Na rij 1 gaat het mis"),
        (b"a;b\n" + b"x" * 200_000 + b";1\n", "een cel is veel te lang"),
        (b";".join([b"kop"] * 101), "meer dan 100 kolommen"),
        ("a;b\nÿ".encode("utf-16")[:-1], "geen CSV en geen XLSX"),
    ],
)
def test_text_that_cannot_be_read_says_why(raw: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable, match=sentence):
        read(raw)


def test_file_with_too_many_rows_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_ROWS", 2)
    assert len(read(b"a\n1\n2\n")[1]) == 2
    with pytest.raises(Unreadable, match="meer dan 2 rijen"):
        read(b"a\n1\n2\n3\n")


def test_spreadsheet_gives_its_cells_with_the_numbers_of_their_rows() -> None:
    moment = datetime(2027, 3, 1, 12)  # noqa: DTZ001 - as spreadsheets have it
    assert read(spreadsheet(["Naam", "Bedrag"], [], ["x", 1.5], ["y", moment])) == (
        ("Naam", "Bedrag"),
        [(3, ["x", 1.5]), (4, ["y", moment])],
    )


def test_heading_without_what_nobody_sees_is_the_same_heading() -> None:
    assert read(spreadsheet(["Na\u200bam\u202e", "B"], ["x", "y"]))[0] == ("Naam", "B")


def test_row_far_below_the_last_one_ends_the_reading_soon() -> None:
    raw, kept = spreadsheet(["a"], ["b"]), io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as before, ZipFile(kept, "w", ZIP_DEFLATED) as after:
        for part in before.namelist():
            text = before.read(part).replace(b'r="2"', b'r="999999999"').replace(b'r="A2"', b'r="A999999999"')
            after.writestr(part, text)
    with pytest.raises(Unreadable, match="Na rij 1 komen meer dan 10000 lege rijen"):
        read(kept.getvalue())


def archive(**parts: bytes) -> bytes:
    kept = io.BytesIO()
    with ZipFile(kept, "w", ZIP_DEFLATED) as made:
        for name, raw in parts.items():
            made.writestr(name.replace("__", "/").replace("_xml", ".xml"), raw)
    return kept.getvalue()


def test_archive_that_is_no_spreadsheet_is_told() -> None:
    with pytest.raises(Unreadable, match="geen CSV en geen XLSX"):
        read(archive(word__document_xml=b"<x/>"))


def test_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = archive(xl__workbook_xml=b"<x/>", xl__sharedStrings_xml=b"a" * (files.MOST_SHARED + 1))
    assert len(bomb) < 1_000_000
    with pytest.raises(Unreadable, match="uitgepakt veel te groot"):
        read(bomb)


def changed(raw: bytes, change: Callable[[str, bytes], tuple[str, bytes] | None]) -> bytes:
    """A spreadsheet of which the parts are changed, renamed, or left out."""
    kept = io.BytesIO()
    with ZipFile(io.BytesIO(raw)) as before, ZipFile(kept, "w", ZIP_DEFLATED) as after:
        for part in before.namelist():
            if (now := change(part, before.read(part))) is not None:
                after.writestr(*now)
    return kept.getvalue()


def with_shared(text: str, *, name: str = "xl/sharedStrings.xml") -> bytes:
    """A spreadsheet of which the second row holds a text that more cells can share."""
    told = f'<Override PartName="/{name}" ContentType="{files.SHARED}"/></Types>'.encode()

    def shared(part: str, raw: bytes) -> tuple[str, bytes]:
        raw = re.sub(rb'<c r="A2"[^>]*>.*?</c>', b'<c r="A2" t="s"><v>0</v></c>', raw)
        return part, raw.replace(b"</Types>", told)

    kept = io.BytesIO(changed(spreadsheet(["a"], ["b"]), shared))
    with ZipFile(kept, "a", ZIP_DEFLATED) as book:
        book.writestr(name, f'<sst xmlns="{SHEET_MAIN_NS}"><si><t>{text}</t></si></sst>')
    return kept.getvalue()


@pytest.mark.parametrize("name", ["xl/sharedStrings.xml", "xl/worksheets/a.xml"])
def test_texts_that_are_shared_are_bounded_under_any_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_SHARED", 1_000)
    assert read(with_shared("b" * 10, name=name))[1] == [(2, ["b" * 10])]
    with pytest.raises(Unreadable, match="uitgepakt veel te groot"):
        read(with_shared("b" * 2_000, name=name))


@pytest.mark.parametrize("many", [100, files.CHUNK - 10, files.CHUNK + 1, 5 * files.CHUNK])
def test_cell_of_megabytes_is_refused_before_it_is_read(many: int) -> None:
    def inline(part: str, text: bytes) -> tuple[str, bytes]:
        cell = b'<c r="A2" t="inlineStr"><is><t>' + b"x" * many + b"</t></is></c>"
        return part, re.sub(rb'<c r="A2"[^>]*>.*?</c>', cell, text)

    raw = changed(spreadsheet(["a"], ["b"]), inline)
    if many < files.CHUNK:
        assert read(raw)[1] == [(2, ["x" * many])]
    else:
        with pytest.raises(Unreadable, match="een cel die veel te lang is"):
            read(raw)


@pytest.mark.parametrize(
    "missing",
    ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "[Content_Types].xml", "xl/_rels/workbook.xml.rels"],
)
def test_spreadsheet_of_which_a_part_is_missing_is_told(missing: str) -> None:
    raw = changed(with_shared("b"), lambda part, text: None if part == missing else (part, text))
    assert read(with_shared("b"))[1] == [(2, ["b"])]
    with pytest.raises(Unreadable, match="beschadigd"):
        read(raw)


def test_spreadsheet_with_an_entity_in_it_is_refused() -> None:
    def with_entity(part: str, text: bytes) -> tuple[str, bytes]:
        entity = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>' if part == "xl/worksheets/sheet1.xml" else b""
        return part, entity + text

    with pytest.raises(Unreadable, match="beschadigd"):
        read(changed(spreadsheet(["a"], ["b"]), with_entity))


DUTCH, ENGLISH = Notation.DUTCH, Notation.ENGLISH


@pytest.mark.parametrize(
    ("cell", "notation", "cents"),
    [
        ("0,99", DUTCH, 99),
        ("0.99", ENGLISH, 99),
        ("1.000", DUTCH, 1_000_00),
        ("1,000", ENGLISH, 1_000_00),
        ("1.000,50", DUTCH, 1_000_50),
        ("1,000.50", ENGLISH, 1_000_50),
        ("1000,5", DUTCH, 1_000_50),
        ("1000.5", ENGLISH, 1_000_50),
        ("1 000,00", DUTCH, 1_000_00),
        ("1\N{NO-BREAK SPACE}000,00", DUTCH, 1_000_00),
        ("€ 1.000", DUTCH, 1_000_00),
        ("EUR 1.000,-", DUTCH, 1_000_00),
        ("€\N{NO-BREAK SPACE}1.000,--", DUTCH, 1_000_00),
        ("18400", DUTCH, 18_400_00),
        (1000.1, DUTCH, 1_000_10),
        (0.1 + 0.2, DUTCH, 30),
        (1_250, ENGLISH, 1_250_00),
        ("", DUTCH, None),
        (None, DUTCH, None),
    ],
)
def test_amount_is_read_as_its_column_is_written(cell: Cell, notation: Notation, cents: int | None) -> None:
    assert cents_in(cell, notation) == cents


@pytest.mark.parametrize(
    ("cell", "notation"),
    [
        ("0.99", DUTCH),
        ("0,99", ENGLISH),
        ("1,000.50", DUTCH),
        ("1.000,50", ENGLISH),
        ("1,000", DUTCH),
        ("1.000", ENGLISH),
        ("1.00.000", DUTCH),
        ("1,234", DUTCH),
        ("-5", DUTCH),
        ("1e3", DUTCH),
        ("½", DUTCH),
        ("9" * 5_000, DUTCH),
        ("١٢", DUTCH),
        (float("nan"), DUTCH),
        (float("inf"), DUTCH),
        (1.005, DUTCH),
        (True, DUTCH),
    ],
)
def test_amount_that_is_written_otherwise_is_refused(cell: Cell, notation: Notation) -> None:
    with pytest.raises(WrongCell):
        cents_in(cell, notation)


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        (["1.000"], {DUTCH}),
        (["1,000"], {ENGLISH}),
        (["1000", "", None, 5.5], {DUTCH, ENGLISH}),
        (["1.000,50", "onzin", "-5"], {DUTCH}),
        (["1.000,50", "0.99"], set()),
    ],
)
def test_notation_follows_from_what_stands_in_the_column(cells: list[Cell], found: set[Notation]) -> None:
    assert notations_of(cells) == found


@pytest.mark.parametrize(
    ("cell", "number"),
    [("120", 120), ("1.200", 1_200), ("1,200", 1_200), ("1 200", 1_200), (120.0, 120), (7, 7), ("", None)],
)
def test_whole_number_is_read_in_both_notations(cell: Cell, number: int | None) -> None:
    assert count_in(cell) == number


@pytest.mark.parametrize("cell", ["1,5", "1.5", 1.5, "twaalf", "9" * 30, "1.20", "1.200,000", "-3"])
def test_number_that_is_not_whole_is_refused(cell: Cell) -> None:
    with pytest.raises(WrongCell):
        count_in(cell)


@pytest.mark.parametrize("cell", ["31-03-2027", "31/3/2027", "2027-03-31", date(2027, 3, 31)])
def test_day_is_read_as_it_is_kept(cell: Cell) -> None:
    assert day_in(cell) == "2027-03-31"


@pytest.mark.parametrize("cell", ["31-02-2027", "morgen", "03/31/2027", "31-03-27"])
def test_day_that_is_not_there_is_refused(cell: Cell) -> None:
    with pytest.raises(WrongCell):
        day_in(cell)


@pytest.mark.parametrize(
    ("cell", "moment"),
    [
        ("01-03-2027 11:59", datetime(2027, 3, 1, 11, 59, tzinfo=AMSTERDAM)),
        ("1-3-2027, 11.59 uur", datetime(2027, 3, 1, 11, 59, tzinfo=AMSTERDAM)),
        ("2027-03-01T11:59:59", datetime(2027, 3, 1, 11, 59, 59, tzinfo=AMSTERDAM)),
        ("2027-03-01T10:59:59Z", datetime(2027, 3, 1, 10, 59, 59, tzinfo=UTC)),
        ("2027-10-31T02:30:00+02:00", datetime(2027, 10, 31, 0, 30, tzinfo=UTC)),
        ("01-03-2027", datetime(2027, 3, 1, tzinfo=AMSTERDAM)),
        ("", None),
    ],
)
def test_moment_is_on_the_clocks_of_the_netherlands(cell: Cell, moment: datetime | None) -> None:
    assert moment_in(cell) == moment


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("28-03-2027 02:30", "een uur vooruit"),
        ("31-10-2027 02:30", "een uur terug"),
        ("31-10-2027 25:00", "Dit is geen moment"),
        ("31-10-2027 half drie", "Dit is geen moment"),
        ("2027-13-01T00:00:00Z", "Dit is geen moment"),
    ],
)
def test_moment_that_nobody_can_tell_is_refused(cell: Cell, sentence: str) -> None:
    with pytest.raises(WrongCell, match=sentence):
        moment_in(cell)
