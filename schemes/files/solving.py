"""Rounds in JSON text, solved one by one: an outcome for each, in order, errors included."""

import json
from collections.abc import Iterator, Sequence

from schemes.files.reading import Library, read_round
from schemes.files.writing import Json, outcome_json
from schemes.library import Shipped
from schemes.round import Outcome, RoundError
from schemes.run import run


def solve(library: Shipped, text: str) -> Iterator[tuple[int, dict[str, Json] | RoundError]]:
    """The outcome of each round in this text, with the line on which it begins."""
    for line, raw in rounds_in(text):
        yield line, raw if isinstance(raw, RoundError) else solve_one(library, raw)


def solve_one(library: Shipped, raw: object) -> dict[str, Json] | RoundError:
    """The outcome of one round in JSON data as the file format defines it, or its error."""
    read = read_round(library, raw)
    if isinstance(read, RoundError):
        return read
    outcome = run(read.regulation, read.round_input)
    if isinstance(outcome, RoundError):
        return outcome
    return outcome_json(outcome, read.document.slug, read.options)


def outcome_of(library: Library, raw: object) -> Outcome | RoundError:
    """The outcome of one round in JSON data as a value, or its error."""
    read = read_round(library, raw)
    return read if isinstance(read, RoundError) else run(read.regulation, read.round_input)


def rounds_in(text: str) -> Iterator[tuple[int, object]]:
    """The rounds in this text with the line on which each begins: one over several lines, or one a line."""
    whole = _json(text)
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if isinstance(whole, RoundError) and _are_rounds([line for _, line in lines]):
        yield from ((number, _json(line)) for number, line in lines)
    else:
        yield lines[0][0] if lines else 1, whole


def _are_rounds(lines: Sequence[str]) -> bool:
    """Whether each line is meant as a round of its own: a line within a round can be an object too."""
    return len(lines) > 1 and (
        not isinstance(_json(lines[0]), RoundError)
        or any(isinstance(data := _json(line), dict) and "scheme" in data for line in lines)
    )


def _json(text: str) -> object:
    if not text.strip():
        return RoundError("invalid_input", None, "Er staat niets in. Geef een ronde als JSON-object.")
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_fields_once)
    except json.JSONDecodeError as error:
        where = (
            f"regel {error.lineno}, teken {error.colno}" if "\n" in text.strip() else f"teken {error.colno}"
        )
        sentence = f"Dit is geen JSON: het gaat mis bij {where}. Controleer het bestand."
    except RecursionError:
        sentence = "Dit is te diep genest. Een ronde heeft maar een paar lagen."
    except ValueError as error:
        sentence = str(error) if isinstance(error, _UnreadableError) else "Een getal heeft te veel cijfers."
    return RoundError("invalid_input", None, sentence)


class _UnreadableError(ValueError):
    pass


def _no_number(name: str) -> object:
    message = f"{name} is geen getal. Geef bedragen en punten exact."
    raise _UnreadableError(message)


def _fields_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        message = f"Veld «{twice}» staat er twee keer in hetzelfde object."
        raise _UnreadableError(message)
    return fields
