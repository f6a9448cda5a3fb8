"""The regulations that are shipped, by their slug."""

from functools import cache
from importlib.resources import files

from schemes.documents import Document, load_document

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
    document = load_document(files("schemes").joinpath("regulations", f"{slug}.toml").read_bytes())
    if not isinstance(document, Document):
        message = f"{slug}: " + "; ".join(map(str, document))
        raise AssertionError(message)
    return document


class Shipped:
    """The shipped regulations, and any that are added for the occasion."""

    def __init__(self, *added: Document) -> None:
        self.added = {document.slug: document for document in added}

    def get(self, slug: str, /) -> Document | None:
        """The document with this slug, or None."""
        return self.added.get(slug) or shipped(slug)
