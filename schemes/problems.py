"""What is wrong with a document, in sentences for the official who loads it: the place, and what to do."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

_SENTENCES = {
    "missing": "dit veld ontbreekt; vul het in",
    "extra_forbidden": "dit veld is onbekend; haal het weg of verbeter de naam",
    "string_type": "hier hoort tekst tussen aanhalingstekens",
    "int_type": "hier hoort een geheel getal, zonder aanhalingstekens",
    "int_from_float": "hier hoort een geheel getal",
    "int_parsing_size": "dit getal is te groot",
    "bool_type": "hier hoort true of false",
    "tuple_type": "hier hoort een lijst: [ … ]",
    "dict_type": "hier horen velden met een naam: { … }",
    "model_type": "hier horen velden met een naam: { … }",
    "model_attributes_type": "hier horen velden met een naam: { … }",
    "union_tag_not_found": "het veld «kind» ontbreekt; zonder kind is niet te zeggen welke regel dit is",
    "string_pattern_mismatch": "gebruik alleen kleine letters, cijfers, _ en -",
    "string_too_long": "deze naam is te lang",
    "too_short": "dit is leeg; er is ten minste {min_length} nodig",
    "greater_than_equal": "dit moet ten minste {ge} zijn",
    "less_than_equal": "dit mag ten hoogste {le} zijn",
    "literal_error": "onbekende waarde; kies een van: {expected}",
    "enum": "onbekende waarde; kies een van: {expected}",
    "union_tag_invalid": "onbekend soort «{tag}»; kies een van: {expected_tags}",
}
_NAMES = ("letter", "number", "id", "key", "name", "kind", "code")


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One error in a document: where it is, and what is wrong and what to do."""

    place: str
    sentence: str

    def __str__(self) -> str:
        """The place and the sentence on one line."""
        return f"{self.place}: {self.sentence}" if self.place else self.sentence


def sorted_problems(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Every problem once, ordered by place."""
    return tuple(sorted(set(problems)))


def joined_place(parts: Sequence[str | int], names: Sequence[str] = ()) -> str:
    """A path as people read it: criteria › 2 › levels; the first of a list is 1."""
    shown = [str(part + 1) if isinstance(part, int) else part for part in parts]
    for at, name in enumerate(names):
        if name:
            shown[at] = f"{shown[at]} ({name})"
    return " › ".join(shown)


def in_dutch(error: ValidationError, data: object, prefix: tuple[str | int, ...]) -> Iterator[Problem]:
    """Pydantic's errors as problems, each place with the name that stands there ("2 (b)")."""
    for item in error.errors(include_url=False, include_input=False):
        place = (*prefix, *item["loc"])
        parts, names = _named(place, data)
        yield Problem(joined_place(parts, names), _sentence(item["type"], item["msg"], item.get("ctx") or {}))


def _sentence(kind: str, message: str, context: dict[str, object]) -> str:
    if kind == "value_error":
        return str(context["error"])
    template = _SENTENCES.get(kind)
    return template.format_map(context).replace(" or ", " of ") if template else message


def _named(place: tuple[str | int, ...], data: object) -> tuple[list[str | int], list[str]]:
    """The parts of a path that exist in the data (pydantic adds the chosen kind), and the name at each index."""
    parts: list[str | int] = []
    names: list[str] = []
    here = data
    for part in place:
        if isinstance(here, dict) and part not in here and here.get("kind") == part:
            continue
        parts.append(part)
        here = _step(here, part)
        names.append(_name(here) if isinstance(part, int) else "")
    return parts, names


def _step(here: object, part: str | int) -> object:
    if isinstance(here, dict) and isinstance(part, str):
        return here.get(part)
    if isinstance(here, list) and isinstance(part, int) and part < len(here):
        return here[part]
    return None


def _name(here: object) -> str:
    if isinstance(here, dict):
        for key in _NAMES:
            if isinstance(name := here.get(key), str):
                return name
    return ""
