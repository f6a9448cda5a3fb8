"""Documents: the only door by which a regulation gets in. TOML text → checked document → Regulation.

A document is one self-contained TOML file. Where a rule depends on how the article is read, its value is
`{ reading = "id" }`; what the chosen reading means is put in its place before the rules are validated, so a
`Regulation` is always concrete. Nothing is guessed: everything unknown is refused, with every error listed.
"""

import datetime as dt
import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from pydantic import ValidationError

from schemes.checks import reference_problems
from schemes.problems import Problem, in_dutch, joined_place, sorted_problems
from schemes.regulation import Reading, Regulation

MAX_BYTES = 2_000_000
MAX_DEPTH = 40

Options = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Document:
    """A checked document: its canonical text, its fingerprint, its readings, and the regulation it states."""

    canonical: str
    sha256: str
    readings: tuple[Reading, ...]
    chosen: Regulation

    @property
    def slug(self) -> str:
        """The name of the regulation in files, addresses and rounds."""
        return self.chosen.slug

    def choices(self, options: Options) -> dict[str, str | int]:
        """Every reading with the choice that these options make; what they leave open stays as chosen."""
        return {reading.id: options.get(reading.id, reading.chosen) for reading in self.readings}

    def regulation(self, options: Options = MappingProxyType({})) -> Regulation:
        """The regulation under these options. ValueError for an option that `option_problem` refuses."""
        if problem := self.option_problem(options):
            raise ValueError(problem)
        choices = self.choices(options)
        if choices == self.choices({}):
            return self.chosen
        return _under(json.loads(self.canonical), self.readings, choices)

    def option_problem(self, options: Options) -> str | None:
        """Why these options cannot be taken together, as a sentence; None where they can."""
        for reading in self.readings:
            wanted = options.get(reading.id, reading.chosen)
            if not any(_same(choice.choice, wanted) for choice in reading.choices):
                known = ", ".join(str(choice.choice) for choice in reading.choices)
                return f"Lezing «{reading.id}» kent «{wanted}» niet. Kies een van: {known}."
        return _clash(self.readings, self.choices(options))


def load_document(source: bytes | str) -> Document | tuple[Problem, ...]:
    """The document in this TOML text, or every problem that it has, each with its place."""
    data = _parsed(source)
    if isinstance(data, tuple):
        return data
    inexact = list(_forbidden_values(data, ()))
    data = _as_text(data) if inexact else data
    readings, rules, problems = _readings(data)
    if inexact or problems:
        # The rules are looked at all the same, so that no error hides behind another.
        defaults = {reading.id: reading.chosen for reading in readings}
        problems = [*inexact, *problems, *_rule_problems(rules, readings, defaults, lenient=True)]
        known = {problem.place for problem in inexact}
        return sorted_problems(
            problem for problem in problems if problem in inexact or problem.place not in known
        )
    return _checked(data, rules, readings)


def _checked(
    data: dict[str, object], rules: dict[str, object], readings: tuple[Reading, ...]
) -> Document | tuple[Problem, ...]:
    found: list[Problem] = []
    for choices in _alternatives(readings):
        for problem in _rule_problems(rules, readings, choices, lenient=False):
            if problem not in found:
                found.append(problem)
    if found:
        return sorted_problems(found)
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    chosen = _under(data, readings, {reading.id: reading.chosen for reading in readings})
    return Document(canonical, sha256(canonical.encode()).hexdigest(), readings, chosen)


# ── Text ──────────────────────────────────────────────────────────────────────────────────────────


def _parsed(source: bytes | str) -> dict[str, object] | tuple[Problem, ...]:
    if len(source) > MAX_BYTES:
        return (Problem("", f"het bestand is te groot: ten hoogste {MAX_BYTES // 1_000_000} MB"),)
    try:
        text = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        return tomllib.loads(text.replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        return (Problem("", f"het bestand is geen tekst in UTF-8 (byte {error.start + 1})"),)
    except RecursionError:
        return (Problem("", f"het bestand is dieper genest dan {MAX_DEPTH} lagen"),)
    except ValueError as error:
        # TOMLDecodeError, and integers of thousands of digits
        return (Problem("", f"het bestand is geen geldig TOML: {error}"),)


def _forbidden_values(value: object, place: tuple[str | int, ...]) -> Iterator[Problem]:
    if len(place) > MAX_DEPTH:
        yield Problem(joined_place(place[:3]), f"dit is dieper genest dan {MAX_DEPTH} lagen")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _forbidden_values(item, (*place, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _forbidden_values(item, (*place, index))
    elif isinstance(value, dt.date | dt.time):
        yield Problem(
            joined_place(place), "een datum of tijd hoort hier niet; schrijf tekst tussen aanhalingstekens"
        )
    elif not isinstance(value, str | int):
        yield Problem(
            joined_place(place), 'een kommagetal is niet exact; schrijf een breuk als tekst: "9/10"'
        )


def _as_text(value: dict[str, object]) -> dict[str, object]:
    """The same data with every inexact value as text, so that the other errors can still be found."""
    return {key: _item_as_text(item) for key, item in value.items()}


def _item_as_text(value: object) -> object:
    if isinstance(value, dict):
        return {key: _item_as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_item_as_text(item) for item in value]
    return value if isinstance(value, str | int) else str(value)


# ── Readings ──────────────────────────────────────────────────────────────────────────────────────


def _readings(data: dict[str, object]) -> tuple[tuple[Reading, ...], dict[str, object], list[Problem]]:
    rules = {key: value for key, value in data.items() if key != "readings"}
    stated = data.get("readings", [])
    if not isinstance(stated, list):
        return (), rules, [Problem("readings", "schrijf elke lezing als [[readings]]")]
    readings: list[Reading] = []
    problems: list[Problem] = []
    for index, item in enumerate(stated):
        try:
            readings.append(Reading.model_validate_json(json.dumps(item)))
        except ValidationError as error:
            problems.extend(in_dutch(error, data, ("readings", index)))
    problems.extend(_reading_problems(readings))
    if not problems:
        problems.extend(_reference_problems(readings, set(_references(rules))))
    return tuple(readings), rules, problems


def _reading_problems(readings: list[Reading]) -> Iterator[Problem]:
    ids = [reading.id for reading in readings]
    for reading in readings:
        place = f"readings › {reading.id}"
        names = [str(choice.choice) for choice in reading.choices]
        if ids.count(reading.id) > 1:
            yield Problem(place, "deze lezing staat er meer dan eens")
        if len(set(names)) < len(names):
            yield Problem(place, "twee keuzen hebben dezelfde naam")
        if not any(_same(choice.choice, reading.chosen) for choice in reading.choices):
            yield Problem(
                place, f"de gekozen lezing «{reading.chosen}» is geen van de keuzen: {', '.join(names)}"
            )
        for choice in reading.choices:
            for other in choice.only_with:
                if other not in ids:
                    yield Problem(place, f"only_with noemt de lezing «{other}», die er niet is")


def _reference_problems(readings: list[Reading], used: set[str]) -> Iterator[Problem]:
    ids = {reading.id for reading in readings}
    for name in sorted(used - ids):
        yield Problem(
            f"reading «{name}»", "een regel verwijst naar deze lezing, maar zij staat niet bij [[readings]]"
        )
    for name in sorted(ids - used):
        yield Problem(
            f"readings › {name}", "geen enkele regel hangt van deze lezing af; maak er een [[positions]] van"
        )
    if clash := _clash(tuple(readings), {reading.id: reading.chosen for reading in readings}):
        yield Problem("readings", clash)


def _references(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if reference := _reference(value):
            yield reference[0]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def _reference(value: dict[str, object]) -> tuple[str, str | None] | None:
    """`{ reading = "id" }`, or `{ reading = "id", part = "name" }` where one reading fills several fields."""
    name, part = value.get("reading"), value.get("part")
    if isinstance(name, str) and (len(value) == 1 or (len(value) == 2 and isinstance(part, str))):
        return name, part if isinstance(part, str) else None
    return None


def _part(meaning: object, part: str | None) -> object:
    if part is None:
        return meaning
    return meaning.get(part, meaning) if isinstance(meaning, dict) else meaning


def _same(one: str | int, other: object) -> bool:
    return type(one) is type(other) and one == other


def _clash(readings: tuple[Reading, ...], choices: Options) -> str | None:
    for reading in readings:
        for choice in reading.choices:
            if not _same(choice.choice, choices[reading.id]):
                continue
            for other, needed in choice.only_with.items():
                if not _same(needed, choices.get(other)):
                    return f"Lezing «{reading.id}» = «{choice.choice}» kan alleen samen met «{other}» = «{needed}»."
    return None


def _alternatives(readings: tuple[Reading, ...]) -> Iterator[dict[str, str | int]]:
    """The choices as made, and each other choice on its own (with what it can only be combined with)."""
    chosen = {reading.id: reading.chosen for reading in readings}
    yield chosen
    for reading in readings:
        for choice in reading.choices:
            if not _same(choice.choice, reading.chosen):
                yield chosen | {reading.id: choice.choice} | choice.only_with


# ── Rules ─────────────────────────────────────────────────────────────────────────────────────────


def _under(data: dict[str, object], readings: tuple[Reading, ...], choices: Options) -> Regulation:
    rules = {key: value for key, value in data.items() if key != "readings"}
    return Regulation.model_validate_json(json.dumps(_filled_in(rules, _meanings(readings, choices))))


def _meanings(readings: tuple[Reading, ...], choices: Options) -> dict[str, object]:
    return {
        reading.id: choice.choice if choice.means is None else choice.means
        for reading in readings
        for choice in reading.choices
        if _same(choice.choice, choices[reading.id])
    }


def _filled_in(value: object, meanings: Mapping[str, object]) -> object:
    if isinstance(value, dict):
        if (reference := _reference(value)) and reference[0] in meanings:
            return _part(meanings[reference[0]], reference[1])
        return {key: _filled_in(item, meanings) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled_in(item, meanings) for item in value]
    return value


def _rule_problems(
    rules: dict[str, object], readings: tuple[Reading, ...], choices: Options, *, lenient: bool
) -> Iterator[Problem]:
    filled = _filled_in(rules, _meanings(readings, choices))
    try:
        regulation = Regulation.model_validate_json(json.dumps(filled))
    except ValidationError as error:
        problems = in_dutch(error, filled, ())
        # A reference that could not be filled in is named already; what it leads to is no second error.
        yield from (problem for problem in problems if not (lenient and "reading" in problem.place))
    else:
        yield from reference_problems(regulation)
