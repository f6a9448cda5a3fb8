"""What is marked for translation in the code and the templates of the site."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "npgettext": ((1, "c"), 2, 3),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
}
COMMENT = re.compile(r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}", re.DOTALL)
Message = str | tuple[str, ...]


def marked_messages() -> dict[Message, str]:
    """Each message, or pair of singular and plural, with a file in which it stands."""
    return {message: place for place, source in sources() for message in messages_in(source)}


def sources() -> Iterator[tuple[str, str]]:
    """The files of the site as Python that Babel can read."""
    for path in sorted((ROOT / "grants").rglob("*.py")):
        yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
    for path in sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"}):
        yield str(path.relative_to(ROOT)), python_of(path.read_text(encoding="utf-8"))


def python_of(template: str) -> str:
    """The messages of a template. On one line, for what stands around them is no Python; without comments, which would end it."""
    return templatize(COMMENT.sub("", template)).replace("\n", " ")


def messages_in(source: str) -> Iterator[Message]:
    """The first arguments of the functions that translate."""
    found = extract("python", BytesIO(source.encode()), KEYWORDS, options={"encoding": "utf-8"})
    yield from (message for _line, message, _comments, _context in found)


def translations(language: str) -> dict[Message, Message]:
    """What the catalogue of a language has."""
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {entry.id: entry.string for entry in read_po(file) if entry.id}
