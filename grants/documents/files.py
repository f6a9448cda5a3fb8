"""What a file that somebody sends really is: by its content, never by its name alone."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePath
from zipfile import BadZipFile, LargeZipFile, ZipFile

import puremagic
from django.utils.translation import gettext as _

from grants.names import tidy, without_unseen

MOST_BYTES = 10_000_000
MOST_FILES = 10
LONGEST_NAME = 200
MOST_MEMBERS = 2_000
MOST_UNPACKED = 200_000_000
PROGRAMS = frozenset(
    [
        "app",
        "bat",
        "cmd",
        "com",
        "cpl",
        "dll",
        "docm",
        "exe",
        "hta",
        "htm",
        "html",
        "jar",
        "js",
        "jse",
        "lnk",
        "msi",
        "pif",
        "ps1",
        "py",
        "scr",
        "sh",
        "svg",
        "vbe",
        "vbs",
        "wsf",
        "xlsm",
    ]
)
"""What a file may not be, nor pretend to be a part of its name."""


@dataclass(frozen=True)
class FileKind:
    """A kind of file that officials can open."""

    endings: tuple[str, ...]
    mime: str
    holds: Callable[[bytes], bool]


@dataclass(frozen=True)
class Looked:
    """What was found in a file: its kind, or the sentence that says why it cannot be taken."""

    name: str
    kind: str = ""
    sentence: str = ""


def _begins(*beginnings: bytes) -> Callable[[bytes], bool]:
    return lambda raw: raw.startswith(beginnings)


def _is_pdf(raw: bytes) -> bool:
    return raw.startswith(b"%PDF-") and b"%%EOF" in raw[-2_048:]


def _packs(part: str) -> Callable[[bytes], bool]:
    """A document that is a zip with this part, as Word and Excel make them."""
    return lambda raw: {"[Content_Types].xml", part} <= set(_members(raw))


def _is_odt(raw: bytes) -> bool:
    members = _members(raw)
    return members[:1] == ["mimetype"] and b"application/vnd.oasis.opendocument.text" in raw[:100]


OFFICE = "application/vnd.openxmlformats-officedocument"
KINDS = (
    FileKind(("pdf",), "application/pdf", _is_pdf),
    FileKind(("docx",), f"{OFFICE}.wordprocessingml.document", _packs("word/document.xml")),
    FileKind(("xlsx",), f"{OFFICE}.spreadsheetml.sheet", _packs("xl/workbook.xml")),
    FileKind(("odt",), "application/vnd.oasis.opendocument.text", _is_odt),
    FileKind(("jpg", "jpeg"), "image/jpeg", _begins(b"\xff\xd8\xff")),
    FileKind(("png",), "image/png", _begins(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")),
)
ENDINGS = tuple(f".{ending}" for kind in KINDS for ending in kind.endings)


def look_at(name: str, raw: bytes) -> Looked:
    """What is in the file with this name, or why it cannot be taken."""
    shown = tidy(without_unseen(name))[-LONGEST_NAME:]
    sentence = _name_problem(name) or _size_problem(raw) or _zip_problem(raw)
    if sentence:
        return Looked(shown, sentence=sentence)
    kind = next((kind for kind in KINDS if kind.holds(raw)), None)
    if kind is None:
        return Looked(shown, sentence=_unknown(raw))
    if _ending(name) not in kind.endings:
        found = _(
            "Dit bestand is een %(kind)s, maar heet anders. Geef het de naam die erbij hoort: %(name)s."
        )
        fitting = f"{PurePath(shown).stem}.{kind.endings[0]}"
        return Looked(shown, sentence=found % {"kind": kind.endings[0], "name": fitting})
    return Looked(shown, kind=kind.mime)


def _name_problem(name: str) -> str:
    if without_unseen(name) != name:
        return _("In de naam van dit bestand staat een onzichtbaar teken. Geef het een andere naam.")
    if len(name) > LONGEST_NAME:
        return _("De naam van dit bestand is te lang: ten hoogste %(most)s tekens.") % {"most": LONGEST_NAME}
    inner = [suffix.removeprefix(".").lower() for suffix in PurePath(name).suffixes[:-1]]
    if any(suffix in PROGRAMS for suffix in inner):
        return _("De naam van dit bestand noemt twee soorten. Geef het een naam met één punt: %(name)s.") % {
            "name": f"{name.split('.', maxsplit=1)[0]}.{_ending(name)}"
        }
    return ""


def _size_problem(raw: bytes) -> str:
    if not raw:
        return _("Dit bestand is leeg. Kijk of u het goede bestand koos, en bewaar het zo nodig opnieuw.")
    if len(raw) > MOST_BYTES:
        return _(
            "Dit bestand is groter dan %(most)s MB. Maak het kleiner, bijvoorbeeld met kleinere foto’s, of verdeel het."
        ) % {"most": MOST_BYTES // 1_000_000}
    return ""


def _zip_problem(raw: bytes) -> str:
    """A packed file that would not fit when it is unpacked, or that holds a program."""
    if not raw.startswith(b"PK"):
        return ""
    try:
        with ZipFile(BytesIO(raw)) as packed:
            members = packed.infolist()
    except (BadZipFile, LargeZipFile, NotImplementedError, ValueError, OSError):
        return _(
            "Dit bestand is beschadigd. Open het in uw programma, bewaar het opnieuw en kies het nog een keer."
        )
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        return _("Dit bestand wordt veel te groot als het wordt geopend. Bewaar het als pdf.")
    if any(member.filename.endswith("vbaProject.bin") for member in members):
        return _("In dit bestand staat een programma (een macro). Bewaar het zonder, of als pdf.")
    return ""


def _unknown(raw: bytes) -> str:
    """What it seems to be, where that can be told."""
    advice = _(
        "Wij kunnen alleen pdf, docx, xlsx, odt, jpg en png openen. Kies in uw programma «Bewaar als pdf»."
    )
    try:
        ending = puremagic.from_string(raw).removeprefix(".")
    except (puremagic.PureError, ValueError):
        return advice
    if not ending or f".{ending}" in ENDINGS:
        return _("Dit bestand is beschadigd of niet af.") + " " + advice
    return _("Dit lijkt een bestand van de soort %(kind)s.") % {"kind": ending} + " " + advice


def _members(raw: bytes) -> list[str]:
    if not raw.startswith(b"PK"):
        return []
    with ZipFile(BytesIO(raw)) as packed:
        return packed.namelist()


def _ending(name: str) -> str:
    return PurePath(name).suffix.removeprefix(".").lower()
