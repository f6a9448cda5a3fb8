"""From a stored version to the engine's document, and from an uploaded file to a document or its problems."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import gettext as _

from grants.documents.size import size_problems
from grants.models import GrantRound, RegulationVersion
from schemes.documents import Document, load_document
from schemes.problems import Problem
from schemes.publication import publication_problems
from schemes.regulation import Regulation
from schemes.words.readback import ReadBack, read_back

KEPT = 32
"""How many documents each process keeps: more than a municipality has in use at once."""

LONGEST_TITLE = 300


class DamagedDocumentError(Exception):
    """A stored document that is not what its fingerprint says: somebody changed the table past its guard."""


@dataclass(frozen=True)
class _Stored:
    """A document as it is stored, told apart by its fingerprint alone."""

    sha256: str
    text: str = field(compare=False, repr=False)


@dataclass(frozen=True)
class Checked:
    """An uploaded file: the document it holds, if it can be read, and everything that stands in the way."""

    text: str
    document: Document | None
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> Document | None:
        """The document, where nothing stands in the way of publishing it."""
        return None if self.problems else self.document


def read_back_of(version: RegulationVersion) -> ReadBack:
    """What the system does with each lid of this version, in plain Dutch; read once per process and kept."""
    return read_back_in(version.sha256, version.document)


def document_of(version: RegulationVersion) -> Document:
    """The document of this version, with its readings; read once per process and kept. Needs its text."""
    return _document(_Stored(version.sha256, version.document))


def regulation_of(grant_round: GrantRound) -> Regulation:
    """What a round is held under: its version of the regulation, with the readings as the round chose them."""
    chosen = {name: reading["choice"] for name, reading in grant_round.readings.items()}
    return document_of(grant_round.regulation).regulation(chosen)


def read_back_in(sha256: str, text: str) -> ReadBack:
    """The same for a document that is stored elsewhere, such as in a proposal."""
    return _read_back(_Stored(sha256, text))


def checked(raw: bytes) -> Checked:
    """What is in an uploaded file, with every error that it has and its place."""
    found = size_problems(raw) or load_document(raw)
    if not isinstance(found, Document):
        return Checked("", None, found)
    text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    return Checked(text, found, (*publication_problems(found), *_storage_problems(found)))


def _storage_problems(document: Document) -> Iterator[Problem]:
    if len(document.chosen.title) > LONGEST_TITLE:
        sentence = _("deze titel is te lang: ten hoogste %(most)s tekens") % {"most": LONGEST_TITLE}
        yield Problem("title", sentence)


@lru_cache(maxsize=KEPT)
def _document(stored: _Stored) -> Document:
    found = load_document(stored.text)
    if not isinstance(found, Document) or found.sha256 != stored.sha256:
        raise DamagedDocumentError(stored.sha256)
    return found


@lru_cache(maxsize=KEPT)
def _read_back(stored: _Stored) -> ReadBack:
    return read_back(_document(stored))
