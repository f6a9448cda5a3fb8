"""A document read back: beside each lid of the article, in plain Dutch, what the system does with it."""

import re
from dataclasses import dataclass

from schemes.documents import Document
from schemes.regulation import Position, Reading, Regulation
from schemes.words.statements import statements

_LIDS = re.compile(r"lid (\d+[a-z]?)")


@dataclass(frozen=True, slots=True)
class LidReadBack:
    """A lid with what carries it out, the readings and positions about it, and what is left out and why."""

    number: str
    text: str
    carried_out: tuple[str, ...]
    readings: tuple[Reading, ...]
    positions: tuple[Position, ...]
    not_modelled: str | None


@dataclass(frozen=True, slots=True)
class ReadBack:
    """A whole document; `beside` is what does not rest on a lid of the article: the Awb, and how points are set."""

    regulation: Regulation
    sha256: str
    leden: tuple[LidReadBack, ...]
    beside: tuple[str, ...]
    readings: tuple[Reading, ...]
    positions: tuple[Position, ...]


def read_back(document: Document) -> ReadBack:
    """The document as plain Dutch beside each lid, each sentence once; readings and positions without a lid stand apart."""
    regulation = document.chosen
    said = list(statements(regulation))
    leden = tuple(
        LidReadBack(
            number=lid.number,
            text=lid.text,
            carried_out=tuple(dict.fromkeys(text for rule, text in said if lid.number in lids_of(rule))),
            readings=tuple(item for item in document.readings if lid.number in lids_of(item.rule)),
            positions=tuple(item for item in regulation.positions if lid.number in lids_of(item.rule)),
            not_modelled=lid.not_modelled,
        )
        for lid in regulation.leden
    )
    known = {lid.number for lid in regulation.leden}
    return ReadBack(
        regulation=regulation,
        sha256=document.sha256,
        leden=leden,
        beside=tuple(dict.fromkeys(text for rule, text in said if not lids_of(rule) & known)),
        readings=tuple(item for item in document.readings if not lids_of(item.rule) & known),
        positions=tuple(item for item in regulation.positions if not lids_of(item.rule) & known),
    )


def lids_of(rule: str | None) -> set[str]:
    """The numbers of the leden that a rule names; none for the Awb."""
    return set() if rule is None or rule.startswith("Awb") else set(_LIDS.findall(rule))
