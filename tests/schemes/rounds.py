from collections.abc import Iterable
from copy import deepcopy

from schemes.files.solving import solve_one
from schemes.files.writing import Json
from schemes.library import Shipped
from schemes.round import RoundError

Path = tuple[str | int, ...]
Round = dict[str, object]

MISSING = object()

FUND: Round = {
    "scheme": "ooststellingwerf-het-fonds",
    "pools": [{"id": "small", "ceiling_cents": 1000}],
    "applications": [
        {"id": "A", "pool": "small", "requested_cents": 600, "scores": dict.fromkeys("abcdefghij", 3)},
        {"id": "B", "pool": "small", "requested_cents": 600, "scores": dict.fromkeys("abcdefghij", 2)},
    ],
}

HAGUE: Round = {
    "scheme": "den-haag-samen-sociaal-vitaal-2026",
    "pools": [{"id": "plafond", "ceiling_cents": 1000}],
    "applications": [
        {
            "id": "A",
            "pool": "plafond",
            "requested_cents": 600,
            "unique_participants": 20,
            "scores": {"a": 12, "b": 6, "c": 6, "d": 6, "e": 6},
        },
        {
            "id": "B",
            "pool": "plafond",
            "requested_cents": 600,
            "unique_participants": 30,
            "scores": {"a": 8, "b": 3, "c": 3, "d": 3, "e": 3},
        },
    ],
}

CULTURE: Round = {
    "scheme": "cultuurparticipatie",
    "pools": [{"id": "plafond", "ceiling_cents": 1000}],
    "applications": [
        {
            "id": "A",
            "pool": "plafond",
            "requested_cents": 600,
            "scores": {"a": 6, "b": 6, "c": 6, "d": 6, "e": 2},
        },
        {
            "id": "B",
            "pool": "plafond",
            "requested_cents": 600,
            "scores": {"a": 6, "b": 6, "c": 6, "d": 6, "e": 2},
        },
    ],
    "lottery": ["B", "A"],
}

SPOTS: Round = {
    "scheme": "apeldoorn-basisontmoetingsplekken",
    "pools": [
        {"id": "noord", "kind": "area", "ceiling_cents": 1000, "max_places": 2},
        {"id": "plek", "kind": "designated_place"},
    ],
    "applications": [
        {"id": "A", "pool": "noord", "requested_cents": 600, "scores": dict.fromkeys("abcde", 4)},
        {
            "id": "B",
            "pool": "noord",
            "requested_cents": 600,
            "scores": dict.fromkeys("abcde", 2),
            "decisions": {"too_close": "keep", "spread": {"cap_cents": 300}},
        },
        {"id": "C", "pool": "plek", "requested_cents": 600},
    ],
    "distances_m": [{"between": ["A", "B"], "metres": 400}],
}

CARE: Round = {
    "scheme": "apeldoorn-vrijwilligers-mantelzorg",
    "pools": [{"id": "mantelzorg", "ceiling_cents": 1000}],
    "applications": [
        {"id": "A", "pool": "mantelzorg", "requested_cents": 600, "scores": dict.fromkeys("abcdef", 4)},
        {"id": "B", "pool": "mantelzorg", "requested_cents": 600, "scores": dict.fromkeys("abcdef", 3)},
    ],
}

VALID = (FUND, HAGUE, CULTURE, SPOTS, CARE)


def changed(round_: Round, *changes: tuple[Path, object]) -> Round:
    """A copy of the round with a value at each of these places, or without it where the value is MISSING."""
    copy: object = deepcopy(round_)
    for place, value in changes:
        _put(copy, place, value)
    assert isinstance(copy, dict)
    return copy


def _put(data: object, place: Path, value: object) -> None:
    *steps, last = place
    for step in steps:
        data = _inside(data, step)
    if isinstance(data, list) and isinstance(last, int):
        data[last : last + 1] = [] if value is MISSING else [value]
    elif isinstance(data, dict) and value is MISSING:
        del data[last]
    else:
        assert isinstance(data, dict)
        data[last] = value


def _inside(data: object, step: str | int) -> object:
    if isinstance(data, list) and isinstance(step, int):
        return data[step]
    assert isinstance(data, dict)
    return data[step]


def outcome(round_: object, library: Shipped | None = None) -> dict[str, Json]:
    """The outcome of a round that is expected to be right."""
    solved = solve_one(library or Shipped(), round_)
    assert isinstance(solved, dict), solved
    return solved


def error(round_: object, library: Shipped | None = None) -> RoundError:
    """The error of a round that is expected to be wrong."""
    solved = solve_one(library or Shipped(), round_)
    assert isinstance(solved, RoundError), solved
    return solved


def rows(outcome: dict[str, Json], key: str) -> Iterable[dict[str, Json]]:
    """The objects in a list of an outcome."""
    found = outcome[key]
    assert isinstance(found, list)
    for row in found:
        assert isinstance(row, dict)
        yield row


def lines(outcome: dict[str, Json]) -> dict[str, dict[str, Json]]:
    """The lines of an outcome by their id."""
    return {str(line["id"]): line for line in rows(outcome, "applications")}
