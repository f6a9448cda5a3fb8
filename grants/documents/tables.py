"""Tables as files that a spreadsheet opens: CSV as Dutch Excel has it, and XLSX with numbers and days of its own."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction
from tempfile import TemporaryFile
from typing import IO

from openpyxl import Workbook
from openpyxl.cell import Cell as SheetCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

BYTE_ORDER_MARK = "\ufeff"
STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")
WIDTHS = (8, 50)


@dataclass(frozen=True)
class Money:
    """An amount, for a cell that can be added up."""

    cents: int


Cell = str | int | Fraction | Money | date | datetime | None
Row = Sequence[Cell]


class _Echo:
    """What `csv` writes to: it gives each line back."""

    def write(self, line: str) -> str:
        return line


def as_csv(header: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Lines with `;` between the cells and a comma in amounts; no text is taken for a formula."""
    writer = csv.writer(_Echo(), delimiter=";")
    yield BYTE_ORDER_MARK + writer.writerow([_harmless(each) for each in header])
    for row in rows:
        yield writer.writerow([_text(cell) for cell in row])


def as_xlsx(told: Sequence[str], header: Sequence[str], rows: Iterable[Row]) -> IO[bytes]:
    """A workbook with what it is about above the header, which stays in sight. Amounts, numbers and days are such."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.freeze_panes = f"B{len(told) + 2}"
    for at, label in enumerate(header, start=1):
        sheet.column_dimensions[get_column_letter(at)].width = min(max(len(label) + 4, WIDTHS[0]), WIDTHS[1])
    bold = Font(bold=True)

    def cell(value: Cell, *, strong: bool = False) -> SheetCell:
        made = WriteOnlyCell(sheet, value=_value(value))
        if isinstance(value, str):
            made.data_type = "s"  # text stays text, also when it begins with =
        if (notation := _notation(value)) is not None:
            made.number_format = notation
        if strong:
            made.font = bold
        return made

    for line in told:
        sheet.append([cell(line, strong=True)])
    sheet.append([cell(label, strong=True) for label in header])
    for row in rows:
        sheet.append([cell(value) for value in row])
    file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - whoever sends it closes it
    book.save(file)
    file.seek(0)
    return file


def _text(cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case Money(cents):
            return f"{cents // 100},{cents % 100:02}"
        case datetime():
            return f"{cell:%d-%m-%Y %H:%M:%S}"
        case date():
            return f"{cell:%d-%m-%Y}"
        case int():
            return str(cell)
        case Fraction():
            return _decimal(cell)
        case str():
            return _harmless(cell)


def _decimal(number: Fraction) -> str:
    """A number with a comma, rounded to hundredths: what is exact stands in columns of its own."""
    hundredths = (2 * abs(number.numerator) * 100 + number.denominator) // (2 * number.denominator)
    whole, rest = divmod(hundredths, 100)
    sign = "-" if number < 0 else ""
    return f"{sign}{whole},{rest:02}" if rest else f"{sign}{whole}"


def _harmless(text: str) -> str:
    """A quote before what a spreadsheet would calculate."""
    return f"'{text}" if text.startswith(STARTS_A_FORMULA) else text


def _value(cell: Cell) -> str | float | datetime | None:
    match cell:
        case Money(cents):
            return cents / 100
        case datetime():
            return cell.replace(tzinfo=None)
        case Fraction():
            return float(cell)
        case date():
            return datetime.combine(cell, time())
        case str():
            return ILLEGAL_CHARACTERS_RE.sub("", cell)
        case _:
            return cell


def _notation(cell: Cell) -> str | None:
    match cell:
        case Money():
            return "#,##0.00"
        case datetime():
            return "dd-mm-yyyy hh:mm:ss"
        case date():
            return "dd-mm-yyyy"
        case _:
            return None
