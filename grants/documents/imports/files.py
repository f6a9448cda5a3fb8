"""A file with applications, read row by row: CSV in the encodings and with the separators that occur, and XLSX.

Rows bear the number that a spreadsheet shows. What cannot be read is `Unreadable`, with a sentence.
"""

import codecs
import csv
import io
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import BinaryIO
from zipfile import BadZipFile, ZipFile

from django.db.models.fields.files import FieldFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl import load_workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.xml.functions import fromstring

from grants.documents.imports.values import Cell, one_line, shown

MOST_BYTES = 50_000_000
MOST_ROWS, MOST_COLUMNS = 200_000, 100
MOST_UNPACKED, MOST_SHARED, MOST_PARTS = 400_000_000, 100_000_000, 2_000
LONGEST_GAP = 10_000
"""Empty rows between two that are filled: a sheet that says it has millions of them would keep us counting."""

LONGEST_CELL = 100_000
CHUNK = 1 << 20
SEPARATORS = {";": gettext_lazy("puntkomma's"), ",": gettext_lazy("komma's"), "\t": gettext_lazy("tabs")}
ENCODINGS = {
    "utf-8-sig": "UTF-8",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "cp1252": "Windows-1252",
}
SHARED = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"

PLAIN = (str, int, float, datetime, date, time)
Row = tuple[int, Sequence[Cell]]


class Unreadable(Exception):  # noqa: N818 - it is an answer, not a mistake in the program
    """A file that cannot be read, with a sentence that says why, and what to do now."""


@dataclass(frozen=True)
class Sheet:
    """A file that is open: its headings, how it was read, and its rows, which are read while they are asked for."""

    headings: tuple[str, ...]
    read_as: str
    rows: Iterator[Row]


@contextmanager
def opened(file: BinaryIO) -> Iterator[Sheet]:
    """The rows below the headings. Raises Unreadable, at once or on the way."""
    file.seek(0)
    start = file.read(4)
    if not start:
        raise Unreadable(_("Dit bestand is leeg. Kies het bestand met de aanvragen."))
    file.seek(0)
    with _spreadsheet(file) if start.startswith(b"PK") else _text(file) as sheet:
        yield sheet


@contextmanager
def opened_again(stored: FieldFile) -> Iterator[Sheet]:
    """The rows of a file that was uploaded before. Unreadable as well where it is not there any more."""
    try:
        file = stored.open("rb")
    except (OSError, ValueError):
        raise Unreadable(_("Dit bestand is niet meer bij ons. Kies het opnieuw.")) from None
    with file, opened(file.file) as sheet:
        yield sheet


# ── Text ──────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _text(file: BinaryIO) -> Iterator[Sheet]:
    encoding = _encoding_of(file)
    file.seek(0)
    text = io.TextIOWrapper(file, encoding=encoding, newline="")
    try:
        separator = _separator_in(text)
        rows = _csv_rows(text, separator)
        read_as = _("tekst in %(encoding)s, met %(separator)s tussen de kolommen") % {
            "encoding": ENCODINGS[encoding],
            "separator": SEPARATORS[separator],
        }
        yield _sheet(rows, read_as)
    finally:
        text.detach()


def _encoding_of(file: BinaryIO) -> str:
    """The encoding in which the whole file can be read: by its mark, by its zeros, or by trying."""
    start = file.read(4096)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return _requires(file, "utf-16")
    even, odd = start[::2].count(0), start[1::2].count(0)
    if max(even, odd) * 4 > len(start):
        return _requires(file, "utf-16-le" if odd > even else "utf-16-be")
    for encoding in ("utf-8-sig", "cp1252"):
        if _fits(file, encoding):
            return encoding
    raise Unreadable(_unknown_encoding())


def _requires(file: BinaryIO, encoding: str) -> str:
    if not _fits(file, encoding):
        raise Unreadable(_unknown_encoding())
    return encoding


def _fits(file: BinaryIO, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)()
    file.seek(0)
    try:
        while chunk := file.read(CHUNK):
            if "\0" in decoder.decode(chunk):
                return False
        decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return True


def _unknown_encoding() -> str:
    return _(
        "Dit is geen CSV en geen XLSX. Sla het bestand in uw spreadsheet op als XLSX of als CSV (UTF-8)."
    )


def _separator_in(text: io.TextIOWrapper) -> str:
    """What stands most between the headings; the line "sep=;" that Excel writes says so itself."""
    line = text.readline(LONGEST_CELL)
    if line.lower().startswith("sep=") and line[4:5] in SEPARATORS:
        return line[4]
    text.seek(0)
    bare = "".join(part for at, part in enumerate(line.split('"')) if at % 2 == 0)
    return max(SEPARATORS, key=bare.count)


def _csv_rows(text: io.TextIOWrapper, separator: str) -> Iterator[Row]:
    first = 1 if text.tell() == 0 else 2
    reader = csv.reader(text, delimiter=separator, strict=True)
    number = first
    try:
        for number, row in enumerate(reader, start=first):
            yield number, row
    except csv.Error:
        sentence = _(
            "Na rij %(number)s gaat het mis: een aanhalingsteken staat verkeerd, of een cel is veel te lang. "
            "Verbeter het in uw spreadsheet en sla het bestand opnieuw op."
        )
        raise Unreadable(sentence % {"number": number}) from None


# ── Spreadsheets ──────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _spreadsheet(file: BinaryIO) -> Iterator[Sheet]:
    _require_bounded(file)
    file.seek(0)
    try:
        book = load_workbook(file, read_only=True, data_only=True, keep_links=False)
        sheet = book.worksheets[0]
    except Exception:  # noqa: BLE001 - openpyxl raises whatever the broken part leads to
        raise Unreadable(_broken()) from None
    try:
        yield _sheet(_sheet_rows(sheet), _("XLSX, blad %(name)s") % {"name": sheet.title})
    finally:
        book.close()


def _sheet_rows(sheet: ReadOnlyWorksheet) -> Iterator[Row]:
    sheet.reset_dimensions()
    cells = sheet.iter_rows(values_only=True, max_col=MOST_COLUMNS)  # type: ignore[misc]  # the stubs know one kind of sheet
    rows, filled = enumerate(cells, start=1), 0
    while True:
        try:
            row = next(rows, None)
        except Exception:  # noqa: BLE001 - idem
            raise Unreadable(_broken()) from None
        if row is None:
            return
        number, values = row[0], _without_end(row[1])
        if values:
            filled = number
        elif number - filled > LONGEST_GAP:
            sentence = _(
                "Na rij %(number)s komen meer dan %(most)s lege rijen. Verwijder die, en sla het blad op."
            )
            raise Unreadable(sentence % {"number": filled, "most": LONGEST_GAP})
        yield number, [_plain(cell) for cell in values]


def _plain(cell: object) -> Cell:
    """The cell, or in words what no application holds, such as a formula over a range."""
    return cell if cell is None or isinstance(cell, PLAIN) else str(cell)


def _without_end(cells: tuple[object, ...]) -> tuple[object, ...]:
    """The cells up to the last that is filled: each row comes as wide as the widest that is allowed."""
    last = len(cells)
    while last and cells[last - 1] is None:
        last -= 1
    return cells[:last]


def _require_bounded(file: BinaryIO) -> None:
    """What it holds once unpacked; the archive itself gives no more of a part than it says."""
    try:
        with ZipFile(file) as archive:
            parts = {part.filename: part.file_size for part in archive.infolist()}
            if "xl/workbook.xml" not in parts:
                raise Unreadable(_unknown_encoding())
            if len(parts) > MOST_PARTS or sum(parts.values()) > MOST_UNPACKED:
                raise Unreadable(_too_large())
            if sum(parts.get(name, 0) for name in _shared_in(archive)) > MOST_SHARED:
                raise Unreadable(_too_large())
            for name in parts:
                _require_short_texts(archive, name)
    except (BadZipFile, KeyError, OSError, ValueError, RuntimeError, SyntaxError, zlib.error):
        raise Unreadable(_broken()) from None


def _shared_in(archive: ZipFile) -> set[str]:
    """The parts with texts that stand in more cells, and are read as a whole."""
    kinds = archive.NameToInfo.get("[Content_Types].xml")
    if kinds is None:
        return {"xl/sharedStrings.xml"}
    if kinds.file_size > CHUNK:
        raise Unreadable(_too_large())
    told = fromstring(archive.read(kinds))
    named = {
        str(each.get("PartName")).removeprefix("/") for each in told if each.get("ContentType") == SHARED
    }
    return {"xl/sharedStrings.xml", *named}


def _require_short_texts(archive: ZipFile, name: str) -> None:
    """No text between two tags of more than `CHUNK` bytes: a cell holds some 32,000 signs, and is read as a whole."""
    since = 0
    with archive.open(name) as part:
        while chunk := part.read(CHUNK):
            first = chunk.find(b"<")
            since += len(chunk) if first < 0 else first
            if since > CHUNK:
                raise Unreadable(
                    _(
                        "In dit bestand staat een cel die veel te lang is. Maak die korter, of haal de kolom weg."
                    )
                )
            if first >= 0:
                since = len(chunk) - chunk.rfind(b"<")


def _too_large() -> str:
    return _("Dit bestand is uitgepakt veel te groot. Sla alleen het blad met aanvragen op, als CSV.")


def _broken() -> str:
    return _("Dit XLSX-bestand is beschadigd. Open het in uw spreadsheet en sla het opnieuw op.")


# ── Both ──────────────────────────────────────────────────────────────────────────────────────────


def _sheet(rows: Iterator[Row], read_as: str) -> Sheet:
    """The headings are the first row in which something stands; rows in which nothing stands are passed over."""
    filled = _filled(rows)
    first = next(filled, None)
    if first is None:
        raise Unreadable(_("In dit bestand staat niets. Kies het bestand met de aanvragen."))
    return Sheet(_headings(first[1]), read_as, _bounded(filled))


def _headings(cells: Sequence[Cell]) -> tuple[str, ...]:
    """The headings, each once: the second of two that are the same gets a number, and one without words its place."""
    if len(cells) > MOST_COLUMNS:
        raise Unreadable(_("Dit bestand heeft meer dan %(most)s kolommen.") % {"most": MOST_COLUMNS})
    found: list[str] = []
    for at, cell in enumerate(_without_empty_end(cells), start=1):
        label = " ".join(shown(cell, 100).split()) or _("kolom %(at)s") % {"at": at}
        same = sum(each == label or each.startswith(f"{label} (") for each in found)
        found.append(f"{label} ({same + 1})" if same else label)
    return tuple(found)


def _filled(rows: Iterator[Row]) -> Iterator[Row]:
    for number, cells in rows:
        if any(
            cell is not None and cell != "" and not (isinstance(cell, str) and not cell.strip())
            for cell in cells
        ):
            yield number, cells


def _bounded(rows: Iterator[Row]) -> Iterator[Row]:
    for count, row in enumerate(rows, start=1):
        if count > MOST_ROWS:
            sentence = _("Dit bestand heeft meer dan %(most)s rijen. Verdeel het over meer bestanden.")
            raise Unreadable(sentence % {"most": MOST_ROWS})
        yield row


def _without_empty_end(cells: Sequence[Cell]) -> Sequence[Cell]:
    last = max((at for at, cell in enumerate(cells, start=1) if one_line(cell)), default=0)
    return cells[:last]
