"""From values to a PDF that can be read aloud, and is the same to the byte whenever it is made again."""

import json
import unicodedata
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

import typst

from grants.documents.fonts import house_fonts, undrawn

LETTERS = Path(__file__).resolve().parent.parent / "letters"
JOINERS = "\u200c\u200d"
"""What Arabic and other scripts need between letters, and nobody sees."""
END_OF_LATIN = "\u0180"
"""Where the letters of the languages of Europe that are written in Latin end; every font has them."""
SIGNS = "Een teken dat niet op papier te zetten is, zoals een emoji, staat hier als [U+…]: het nummer van dat teken in Unicode."


def typeset(template: str, data: dict[str, object], *, at: datetime) -> bytes:
    """The PDF (PDF/A-2a and PDF/UA-1) of this template. What stands in `data` is text, and never becomes markup.

    Characters that no font has are told by their number, and those that nobody can see are left out.
    """
    told = _changed(data, _visible)
    try:
        return _compiled(template, told, "", at)
    except typst.TypstError:
        missing = undrawn(part for text in _texts(told) for part in _drawn_together(text))
    try:
        return _compiled(template, _changed(told, partial(_numbered, missing)), SIGNS, at)
    except typst.TypstError:
        # scripts mixed within a word, so that no one font draws it
        return _compiled(template, _changed(told, _in_latin), SIGNS, at)


def _compiled(template: str, data: object, signs: str, at: datetime) -> bytes:
    made = typst.compile(
        LETTERS / f"{template}.typ",
        root=LETTERS,
        sys_inputs={"data": json.dumps(data), "signs": signs},
        font_paths=house_fonts(),
        pdf_standards=["a-2a", "ua-1"],
        timestamp=at,
        format="pdf",
    )
    if not isinstance(made, bytes):
        raise TypeError(template)
    return made


def _visible(text: str) -> str:
    """Without what has no shape of its own; what Unicode leaves open is told by its number."""
    return "".join(_seen(one) for one in text)


def _seen(one: str) -> str:
    match unicodedata.category(one):
        case "Cc":
            return one if one == "\n" else " " * (one == "\t")
        case "Cf":
            return one if one in JOINERS else ""
        case "Cs" | "Co" | "Cn":
            return _number(one)
        case _:
            return "" if "\ufe00" <= one <= "\ufe0f" else one


def _number(one: str) -> str:
    return f"[U+{ord(one):04X}]"


def _numbered(missing: set[str], text: str) -> str:
    """The text with the numbers of what cannot be drawn; of a letter with marks the letter is left where it can be."""
    return "".join(
        "".join(one if one.isascii() else _number(one) for one in part) if part in missing else part
        for part in _drawn_together(text)
    )


def _in_latin(text: str) -> str:
    return "".join(one if one < END_OF_LATIN else _number(one) for one in text)


def _drawn_together(text: str) -> list[str]:
    """Each character with the marks that stand on it: a font must have them all."""
    parts: list[str] = []
    for one in text:
        if parts and unicodedata.category(one).startswith("M"):
            parts[-1] += one
        else:
            parts.append(one)
    return parts


def _changed(value: object, change: Callable[[str], str]) -> object:
    """The same with each text in it changed; what a template asks by name keeps its name."""
    match value:
        case str():
            return change(value)
        case dict():
            return {name: _changed(part, change) for name, part in value.items()}
        case list() | tuple():
            return [_changed(part, change) for part in value]
        case _:
            return value


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            yield from _texts(list(value.values()))
        case list():
            for part in value:
                yield from _texts(part)
        case _:
            return
