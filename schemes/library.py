"""The regulations that are shipped, by their slug."""

from functools import cache
from importlib.resources import files

from schemes.documents import Document, load_document
from schemes.problems import Problem

SHIPPED = (
    "ooststellingwerf-het-fonds",
    "den-haag-samen-sociaal-vitaal-2026",
    "cultuurparticipatie",
    "apeldoorn-basisontmoetingsplekken",
    "apeldoorn-vrijwilligers-mantelzorg",
)


@cache
def shipped(slug: str) -> Document | None:
    """The shipped document with this slug, or None."""
    if slug not in SHIPPED:
        return None
    return _sound(slug, load_document(files("schemes").joinpath("regulations", f"{slug}.toml").read_bytes()))


def _sound(slug: str, loaded: Document | tuple[Problem, ...]) -> Document:
    """What is shipped must load: AssertionError with every problem where it does not."""
    if isinstance(loaded, Document):
        return loaded
    raise AssertionError(f"{slug}: " + "; ".join(map(str, loaded)))


class Shipped:
    """The shipped regulations, and any that are added for the occasion."""

    def __init__(self, *added: Document) -> None:
        self.added = {document.slug: document for document in added}

    def get(self, slug: str, /) -> Document | None:
        """The document with this slug, or None."""
        return self.added.get(slug) or shipped(slug)


class Only:
    """One document and no other."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def get(self, slug: str, /) -> Document | None:
        """The document, if this is its slug."""
        return self.document if slug == self.document.slug else None
