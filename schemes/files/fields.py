"""Small checks on JSON data, each ending in an error with a code and a Dutch sentence."""

from collections.abc import Mapping, Sequence
from typing import NoReturn

from schemes.exact import LARGEST_AMOUNT


class InvalidRoundError(Exception):
    """The first error in a round. Caught where the round is read, and given back as a value."""

    def __init__(self, code: str, sentence: str, application: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.application = application


def refuse(code: str, sentence: str, application: str | None = None) -> NoReturn:
    """Refuse the round for this reason."""
    raise InvalidRoundError(code, sentence, application)


def fields_of(
    raw: object, what: str, code: str, allowed: Sequence[str] = (), application: str | None = None
) -> Mapping[str, object]:
    """The fields of a JSON object; refused with `code` if it is none, or has a field that is not allowed."""
    if not isinstance(raw, dict):
        refuse(code, f"{what} moet een object met velden zijn: {{ … }}.", application)
    unknown = sorted(set(raw) - set(allowed)) if allowed else ()
    for name in unknown:
        refuse(code, f"{what}: veld «{name}» hoort hier niet. Haal het weg.", application)
    return raw


def items_of(raw: object, what: str) -> list[object]:
    """The items of a JSON list."""
    if not isinstance(raw, list):
        refuse("invalid_input", f"{what} ontbreekt of is geen lijst. Geef een lijst: [ … ].")
    return raw


def text_of(raw: object, code: str, sentence: str, application: str | None = None) -> str:
    """A text that is not empty, and without the character that ends a text in a database."""
    if not isinstance(raw, str) or not raw:
        refuse(code, sentence, application)
    if "\0" in raw:
        refuse(code, f"{sentence} Het teken NUL kan er niet in staan.", application)
    return raw


def cents(raw: object, least: int, code: str, what: str, application: str | None = None) -> int:
    """A whole number of at least `least`; true and 1.0 are none."""
    if isinstance(raw, bool) or not isinstance(raw, int) or raw < least:
        refuse(code, f"{what} moet een geheel getal van ten minste {least} zijn, zonder komma.", application)
    if raw > LARGEST_AMOUNT:
        refuse(code, f"{what} is te groot. Controleer het getal.", application)
    return raw
