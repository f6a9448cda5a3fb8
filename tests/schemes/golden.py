"""Texts as people read them, kept whole: the read-back of each regulation, and lines for every way to end.

python -m tests.schemes.golden      writes them anew; read the difference aloud before you keep it
"""

import json
from collections.abc import Iterator
from pathlib import Path

from schemes.documents import Document, load_document
from schemes.files.reading import read_round
from schemes.library import SHIPPED, Shipped, shipped
from schemes.round import Line, Outcome, RoundError
from schemes.run import run
from schemes.words.explain import explained_document, explained_outcome
from schemes.words.reasons import sentences

HERE = Path(__file__).parent
FOLDER = HERE / "golden"
CASES = HERE.parent / "data" / "cases" / "hand"
NUMBERS = dict(zip(("000", "001", "002", "003", "004"), SHIPPED, strict=True))
SAID = {
    "spread": "In Zuid zijn al vier plekken binnen loopafstand; in Noord nog geen.",
    "insufficient": "Het plan zegt niet hoe het aansluit op wie er nu komt.",
    "too_close": "De twee plekken trekken dezelfde bezoekers.",
}
LINES = (
    ("000-03", "A"),
    ("000-05", "R"),
    ("000-05", "S"),
    ("000-07", "L3"),
    ("000-07", "L2"),
    ("000-09", "B"),
    ("000-09", "D"),
    ("000-19", "B"),
    ("000-19", "C"),
    ("000-23", "C"),
    ("001-01", "A"),
    ("001-01", "C"),
    ("001-09", "X"),
    ("001-09", "Y"),
    ("001-23", "W"),
    ("001-25", "B"),
    ("002-03", "U"),
    ("002-03", "P"),
    ("003-01", "A"),
    ("003-03", "B"),
    ("003-03", "C"),
    ("003-05", "P"),
    ("003-07", "B"),
    ("003-13", "A"),
    ("003-13", "B"),
    ("003-15", "B"),
    ("003-17", "B"),
    ("003-25", "A"),
)

REPORTED = ("002-05-ties-away-from-the-ceiling-exceeded.json", "003-15", "003-19", "003-29")
ADDED = (
    ("declined-01", "B"),
    ("declined-05", "B"),
    ("grantable-04", "Y"),
    ("grantable-05", "C"),
    ("participants-01", "U"),
    ("exact-01", "A"),
    ("shared-05", "N2"),
    ("shared-06", "S2"),
    ("shared-09", "N1"),
    ("shared-11", "P1"),
    ("distance-points-01", "B"),
)
OTHER = (
    ("n21-1", "B"),
    ("n21-1", "F"),
    ("n21-1", "H1"),
    ("n26-1", "A1"),
    ("n26-1", "A2"),
    ("n26-5", "A1"),
    ("n13-1", "D"),
    ("m2-1", "B"),
    ("m2-2", "E10"),
    ("n17-1", "B"),
    ("n20-1", "B"),
    ("n27-1", "C"),
    ("n27-1", "D"),
    ("n28-1", "W2"),
    ("n29-1", "G2"),
    ("n26-6", "A"),
    ("n26-6", "C"),
    ("n20-3", "B"),
    ("n28-2", "C"),
)


def documents() -> Iterator[tuple[str, str]]:
    """The name of each file and the text of its read-back."""
    for slug in SHIPPED:
        document = shipped(slug)
        assert document is not None
        yield f"{slug}.md", explained_document(document)


def worked_round(path: Path, document: Document | None = None) -> Outcome:
    """The outcome of a worked round."""
    raw = json.loads(path.read_text(encoding="utf-8"))["input"]
    raw["scheme"] = NUMBERS.get(raw["scheme"], raw["scheme"])
    read = read_round(Shipped(*([document] if document else [])), raw)
    assert not isinstance(read, RoundError), read
    outcome = run(read.regulation, read.round_input)
    assert not isinstance(outcome, RoundError), outcome
    return outcome


def chosen_lines() -> Iterator[tuple[str, Outcome, Line]]:
    """The chosen lines, from the worked rounds, the additions and the other regulations."""
    for case, name in LINES:
        yield from _found(next(CASES.glob(f"{case}*.json")), name)
    for case, name in ADDED:
        yield from _found(next((HERE / "additions").glob(f"{case}*.json")), name)
    for case, name in OTHER:
        path = next((HERE / "other_regulations").glob(f"{case}*.json"))
        regulation = json.loads(path.read_text(encoding="utf-8"))["regulation"]
        document = load_document((HERE / "regulations" / regulation).read_bytes())
        assert isinstance(document, Document)
        yield from _found(path, name, document)


def _found(path: Path, name: str, document: Document | None = None) -> Iterator[tuple[str, Outcome, Line]]:
    outcome = worked_round(path, document)
    yield f"{path.stem}: {name}", outcome, next(line for line in outcome.lines if line.entry.id == name)


def lines() -> str:
    """The sentences of the chosen lines."""
    told = []
    for title, outcome, line in chosen_lines():
        said = "\n".join(f"* {sentence}" for sentence in sentences(outcome, line, SAID))
        told.append(f"## {title}\n\n{said}\n")
    return "\n".join(told)


def reports() -> str:
    """The reports of rounds that differ in what they still need."""
    rounds = [next(CASES.glob(f"{case}*")) for case in REPORTED]
    rounds.append(next((HERE / "additions").glob("size-04*.json")))
    return "\n".join(explained_outcome(worked_round(path)) for path in rounds)


def texts() -> dict[str, str]:
    """Every golden text by the name of its file."""
    return {**dict(documents()), "regels.md": lines(), "rondes.md": reports()}


if __name__ == "__main__":
    for file, text in texts().items():
        (FOLDER / file).write_text(text, encoding="utf-8")
