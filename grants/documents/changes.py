"""What a new version of a regulation changes, as people read it and line by line."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import unified_diff

from schemes.regulation import Position, Reading
from schemes.words.readback import LidReadBack, ReadBack

MOST_LINES = 5_000
"""From here on comparing line by line takes seconds, and nobody reads the answer."""

Lines = tuple[str, ...]


@dataclass(frozen=True)
class Change:
    """What is read otherwise in one place. With neither, the same lines stand in another order."""

    place: str
    removed: Lines
    added: Lines


@dataclass(frozen=True)
class DocumentLine:
    """A line of the comparison: `mark` is + (new), - (gone) or nothing."""

    mark: str
    text: str


def changes(before: ReadBack, after: ReadBack) -> tuple[Change, ...]:
    """Every place that reads otherwise, in the order of the new version."""
    old, new = dict(_places(before)), dict(_places(after))
    differing = [place for place in dict.fromkeys([*new, *old]) if old.get(place) != new.get(place)]
    return tuple(_change(place, old.get(place, ()), new.get(place, ())) for place in differing)


def document_lines(before: str, after: str) -> tuple[DocumentLine, ...] | None:
    """The documents compared line by line, two lines around each change; None where they are too long for it."""
    old, new = before.splitlines(), after.splitlines()
    if max(len(old), len(new)) > MOST_LINES:
        return None
    compared = unified_diff(old, new, n=2, lineterm="")
    return tuple(
        DocumentLine(line[:1].strip(), line[1:]) for line in compared if line[:3] not in {"---", "+++"}
    )


def _change(place: str, old: Lines, new: Lines) -> Change:
    removed = tuple(line for line in old if line not in new)
    return Change(place, removed, tuple(line for line in new if line not in old))


def _places(found: ReadBack) -> Iterator[tuple[str, Lines]]:
    regulation = found.regulation
    yield "Titel", (regulation.title,)
    yield "Artikel", (regulation.article,)
    yield "Gemeente", _stated(regulation.municipality)
    yield "Over de bron", _stated(regulation.source_note)
    for lid in found.leden:
        yield from _lid(lid)
    yield "Buiten het artikel", found.beside
    yield from _doubts(found.readings, found.positions)
    for criterion in regulation.criteria:
        yield f"Criterium {criterion.letter}", (criterion.name, criterion.text, *criterion.help)


def _lid(lid: LidReadBack) -> Iterator[tuple[str, Lines]]:
    yield f"Lid {lid.number}, de tekst", tuple(lid.text.strip().splitlines())
    yield f"Lid {lid.number}, wat het systeem doet", (*lid.carried_out, *_stated(lid.not_modelled))
    yield from _doubts(lid.readings, lid.positions)


def _doubts(readings: tuple[Reading, ...], positions: tuple[Position, ...]) -> Iterator[tuple[str, Lines]]:
    for reading in readings:
        yield f"Uitleg van de tekst ({reading.id}): {reading.question}", tuple(_reading(reading))
    for position in positions:
        yield f"Standpunt ({position.id}): {position.question}", (position.choice, position.why)


def _reading(reading: Reading) -> Iterator[str]:
    for choice in reading.choices:
        yield f"{'gekozen' if choice.choice == reading.chosen else 'anders'}: {choice.text}"
    yield reading.why
    if reading.advice is not None:
        yield f"Advies: {reading.advice}"


def _stated(text: str | None) -> Lines:
    return () if text is None else (text,)
