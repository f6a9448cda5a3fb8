"""The text of a document as data: TOML, with every value named that is not exact, too large or too deep."""

import re
import tomllib
from collections.abc import Iterator

from schemes.exact import LARGEST_POINTS, MAX_DIGITS
from schemes.problems import Place, Problem, place_in

MAX_BYTES = 2_000_000
MAX_DEPTH = 40

_TOO_DEEP = f"dit is dieper genest dan {MAX_DEPTH} lagen; een document heeft er maar een paar"
_KEY = r"""(?:[\w-]+|"[^"\n]*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?<![\w.-])(?:{_KEY}[ \t]*\.[ \t]*){{{MAX_DEPTH}}}")
_WHERE = re.compile(r"\(at line (\d+), column (\d+)\)")

Data = dict[str, object]


def parsed(source: bytes | str) -> Data | tuple[Problem, ...]:
    """The data in this TOML text, or why it cannot be read."""
    try:
        raw = source if isinstance(source, bytes) else source.encode()
        if len(raw) > MAX_BYTES:
            return (Problem("", f"het bestand is te groot: ten hoogste {MAX_BYTES // 1_000_000} MB"),)
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
        if found := _LONG_KEY.search(text):
            # A key of a million parts takes the parser hours, and is no key.
            return (Problem(f"regel {text.count(chr(10), 0, found.start()) + 1}", _TOO_DEEP),)
        return tomllib.loads(text)
    except UnicodeError as error:
        where = error.start + 1 if isinstance(error, UnicodeDecodeError | UnicodeEncodeError) else 1
        return (Problem("", f"het bestand is geen tekst in UTF-8 (byte {where}); sla het op als UTF-8"),)
    except RecursionError:
        return (Problem("", _TOO_DEEP),)
    except tomllib.TOMLDecodeError as error:
        return (Problem("", _not_toml(str(error))),)
    except ValueError:
        return (Problem("", "een getal in het bestand heeft te veel cijfers"),)


def _not_toml(message: str) -> str:
    if found := _WHERE.search(message):
        return (
            f"het bestand is geen geldig TOML: het gaat mis op regel {found[1]}, teken {found[2]}; "
            "kijk daar naar aanhalingstekens, haken en namen die al eerder stonden"
        )
    return "het bestand is geen geldig TOML: het houdt te vroeg op; kijk of elk aanhalingsteken en elke haak sluit"


def forbidden_values(data: Data) -> Iterator[Problem]:
    """Every value that a document cannot hold: inexact, a moment, too large, too deep."""
    for place, sentence in _forbidden(data, ()):
        yield Problem(place_in(data, place), sentence)


def _forbidden(value: object, place: Place) -> Iterator[tuple[Place, str]]:
    if len(place) > MAX_DEPTH:
        yield place[:3], _TOO_DEEP
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _forbidden(item, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _forbidden(item, (*place, index))
    elif isinstance(value, float):
        yield place, 'een kommagetal is niet exact; schrijf een breuk als tekst: "9/10"'
    elif isinstance(value, int):
        if abs(value) > LARGEST_POINTS:
            yield place, f"dit getal is te groot: ten hoogste {MAX_DIGITS} cijfers"
    elif not isinstance(value, str):
        yield place, "een datum of tijd hoort hier niet; schrijf tekst tussen aanhalingstekens"


def stand_in(data: Data) -> Data:
    """The same data with text for every forbidden value, so that the other errors can still be found."""
    return {key: _stand_in(item, 1) for key, item in data.items()}


def _stand_in(value: object, depth: int) -> object:
    if depth > MAX_DEPTH:
        return ""
    if isinstance(value, dict):
        return {key: _stand_in(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_stand_in(item, depth + 1) for item in value]
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_POINTS else ""
    return value if isinstance(value, str) else str(value)
