"""What a calculation leaves behind so that anyone can repeat it: fingerprints of what went in and of what came out.

A bundle is a JSON object with `regulation` (the document, as text), `round` (in the file format) and `receipt`.
`replay` repeats the calculation from the first two, and says where the third differs.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import chain

from schemes.documents import Document, load_document
from schemes.files.reading import read_round
from schemes.files.writing import Json, group_json, line_json, need_json, pool_json, warning_json
from schemes.library import Only
from schemes.round import Line, Outcome, RoundError
from schemes.run import run

BUNDLE = ("regulation", "round", "receipt")
NO_BUNDLE = RoundError(
    "invalid_input",
    None,
    "Dit is geen bundel van een berekening: «regulation», «round» en «receipt» horen erin te staan.",
)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The SHA-256 of the regulation, of the round that went in, and of the outcome, in hexadecimal."""

    regulation_sha256: str
    round_sha256: str
    outcome_sha256: str


@dataclass(frozen=True, slots=True)
class Replayed:
    """A calculation that was repeated: the receipt that it gives now, and in what that differs from the one it came with."""

    receipt: Receipt
    differences: tuple[str, ...]


def round_sha256(written: Mapping[str, Json]) -> str:
    """The fingerprint of a round in the file format: its SHA-256 in canonical JSON."""
    return sha256(_canonical(dict(written))).hexdigest()


def outcome_sha256(parts: Iterable[Json]) -> str:
    """The fingerprint of an outcome: the SHA-256 over its parts in canonical JSON, each on a line of its own."""
    whole = sha256()
    for part in parts:
        whole.update(_canonical(part) + b"\n")
    return whole.hexdigest()


def bundle_json(document: str, written: Mapping[str, Json], receipt: Receipt) -> dict[str, Json]:
    """What is needed to repeat a calculation elsewhere, as one JSON object."""
    return {
        "regulation": document,
        "round": dict(written),
        "receipt": dict(asdict(receipt)),
    }


def replay(raw: object) -> Replayed | RoundError:
    """Repeat the calculation in a bundle; a RoundError where it is none, or cannot be worked out."""
    if not isinstance(raw, dict) or not isinstance(raw.get("receipt"), dict):
        return NO_BUNDLE
    document, written, told = (raw.get(name) for name in BUNDLE)
    loaded = load_document(document) if isinstance(document, str) else ()
    if not isinstance(loaded, Document) or not isinstance(written, dict) or not isinstance(told, dict):
        return NO_BUNDLE
    receipt = receipt_of(loaded, written)
    return (
        receipt if isinstance(receipt, RoundError) else Replayed(receipt, tuple(_differences(receipt, told)))
    )


def receipt_of(document: Document, written: Mapping[str, Json]) -> Receipt | RoundError:
    """Work out a round in the file format, and give its receipt."""
    read = read_round(Only(document), dict(written))
    if isinstance(read, RoundError):
        return read
    outcome = run(read.regulation, read.round_input)
    if isinstance(outcome, RoundError):
        return outcome
    return Receipt(document.sha256, round_sha256(written), outcome_sha256(parts_of(outcome)))


def _differences(receipt: Receipt, told: Mapping[str, object]) -> Iterator[str]:
    names = {
        "regulation_sha256": "de regeling",
        "round_sha256": "wat erin ging",
        "outcome_sha256": "de uitkomst",
    }
    found: dict[str, str] = asdict(receipt)
    for field, name in names.items():
        now = found[field]
        if told.get(field) != now:
            yield f"De vingerafdruk van {name} is nu {now}; op de kwitantie staat {told.get(field)}."


def parts_of(outcome: Outcome) -> Iterator[Json]:
    """An outcome in parts: the pools, the applications, the draws, the warnings and the needs, each in its order.

    Who shares a place is written as the first of them, so that a large tie costs no more than a small one.
    """
    letters = [criterion.letter for criterion in outcome.regulation.criteria]
    firsts = firsts_of(outcome.lines)
    return chain(
        map(pool_json, outcome.pools),
        (line_part(line, letters, firsts.get(line.entry.id)) for line in outcome.lines),
        map(group_json, outcome.lottery_groups),
        map(warning_json, outcome.warnings),
        map(need_json, outcome.needs),
    )


def line_part(line: Line, letters: list[str], first: str | None) -> Json:
    """A line as a part: of who shares its place only the `first`, None where it stands alone."""
    return {**line_json(line, letters), "tied_with": first}


def firsts_of(lines: Iterable[Line]) -> dict[str, str]:
    """Of each who shares a place, the first who stands there. Each tie is looked through once."""
    first: dict[int, str] = {}
    found: dict[str, str] = {}
    for line in lines:
        if line.tie is not None:
            if id(line.tie) not in first:
                first[id(line.tie)] = min(line.tie)
            found[line.entry.id] = first[id(line.tie)]
    return found


def _canonical(value: Json) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode(
        "utf-8", "surrogatepass"
    )
