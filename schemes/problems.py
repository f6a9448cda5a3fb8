"""What is wrong with a document, in sentences for the official who loads it: the place, and what to do."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pydantic import ValidationError

from schemes.exact import LARGEST_POINTS, MAX_DIGITS

_SENTENCES = {
    "missing": "dit veld ontbreekt; vul het in",
    "extra_forbidden": "dit veld is onbekend; haal het weg of verbeter de naam",
    "string_type": "hier hoort tekst tussen aanhalingstekens",
    "int_type": "hier hoort een geheel getal, zonder aanhalingstekens",
    "bool_type": "hier hoort true of false",
    "tuple_type": "hier hoort een lijst: [ … ]",
    "dict_type": "hier horen velden met een naam: {{ … }}",
    "model_type": "hier horen velden met een naam: {{ … }}",
    "model_attributes_type": "hier horen velden met een naam: {{ … }}",
    "union_tag_not_found": "het veld «kind» ontbreekt; zonder kind is niet te zeggen welke regel dit is",
    "string_pattern_mismatch": "gebruik alleen kleine letters, cijfers, _ en -; de letter van een criterium is er een of twee",
    "string_too_long": "deze naam is te lang",
    "too_short": "dit zijn er te weinig; er is ten minste {min_length} nodig",
    "too_long": "dit zijn er te veel; er kunnen er ten hoogste {max_length} zijn",
    "greater_than_equal": "dit moet ten minste {ge} zijn",
    "less_than_equal": "dit mag ten hoogste {le} zijn",
    "literal_error": "onbekende waarde; kies een van: {expected}",
    "enum": "onbekende waarde; kies een van: {expected}",
    "union_tag_invalid": "onbekend soort «{tag}»; kies een van: {expected_tags}",
}
_OTHERWISE = "deze waarde past hier niet"
_NAMES = ("letter", "number", "id", "key", "name", "kind", "code")
_UNION = ("str", "int")

Place = tuple[str | int, ...]

_LONGEST = 60


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


def _is_final(_: object) -> bool:
    return False


def in_dutch(
    error: ValidationError, data: object, prefix: Place, is_open: Callable[[object], bool] = _is_final
) -> Iterator[Problem]:
    """Pydantic's errors as problems. What lies in a value that is still open is no error of its own."""
    for item in error.errors(include_url=False, include_input=False):
        steps = _steps((*prefix, *item["loc"]), data)
        context = item.get("ctx") or {}
        if any(is_open(here) for _, here in steps) or _only_looks_short(item["type"], context, steps[-1][1]):
            continue
        yield Problem(_joined(steps), _sentence(item["type"], context))


def place_in(data: object, place: Place) -> str:
    """A path as people read it: criteria › 2 (b) › levels; the first of a list is 1."""
    return _joined(_steps(place, data))


def _only_looks_short(kind: str, context: dict[str, object], here: object) -> bool:
    """Pydantic leaves out the items that are wrong before it counts."""
    least = context.get("min_length")
    return kind == "too_short" and isinstance(least, int) and isinstance(here, list) and len(here) >= least


def _sentence(kind: str, context: dict[str, object]) -> str:
    if kind == "value_error":
        return str(context["error"])
    return _SENTENCES.get(kind, _OTHERWISE).format_map(context).replace(" or ", " of ")


def _joined(steps: Iterable[tuple[str | int, object]]) -> str:
    return " › ".join(_shown(part, here) for part, here in steps)


def _shown(part: str | int, here: object) -> str:
    if isinstance(part, str):
        return part
    name = _name(here)
    return f"{part + 1} ({name})" if name else str(part + 1)


def _steps(place: Place, data: object) -> list[tuple[str | int, object]]:
    """The parts of a path that stand in the data, each with the value there.

    Pydantic adds the kind that was chosen, and the types that a value could have had.
    """
    steps: list[tuple[str | int, object]] = []
    here = data
    for part in place:
        if _is_added(part, here):
            continue
        here = _step(here, part)
        steps.append((part, here))
    return steps


def _is_added(part: str | int, here: object) -> bool:
    if isinstance(here, dict) and part in here:
        return False
    return part in _UNION or (isinstance(here, dict) and here.get("kind") == part)


def _step(here: object, part: str | int) -> object:
    if isinstance(here, dict):
        return here.get(part)
    return here[part] if isinstance(here, list) and isinstance(part, int) else None


def _name(here: object) -> str:
    if isinstance(here, dict):
        for key in _NAMES:
            if isinstance(name := here.get(key), str):
                return name
    return ""


def shown(raw: object) -> str:
    """A value as it stands in the file, cut short: it may be anything, of any size."""
    match raw:
        case None:
            return "null"
        case bool():
            return "true" if raw else "false"
        case int() if abs(raw) > LARGEST_POINTS:
            return f"een getal van meer dan {MAX_DIGITS} cijfers"
        case list():
            return "[…]"
        case dict():
            return "{…}"
        case _:
            text = str(raw)
            return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def one_of(names: Iterable[object]) -> str:
    """What there is to choose from, as a sentence; of many the first ones."""
    known = [str(name) for name in names]
    if not known:
        return "Haal het weg."
    few = ", ".join(known[:20])
    return f"Kies uit: {few}, …" if len(known) > 20 else f"Kies uit: {few}."
