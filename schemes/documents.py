"""Documents: the only door by which a regulation gets in. TOML text → checked document → Regulation.

A document is one self-contained TOML file. Where a rule depends on how the article is read, its value is
`{ reading = "id" }`; what the chosen reading means is put in its place before the rules are validated, so a
`Regulation` is always concrete. Nothing is guessed: everything unknown is refused, with every error listed.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from pydantic import ValidationError

from schemes.checks import reference_problems
from schemes.parsing import Data, forbidden_values, parsed, stand_in
from schemes.problems import Problem, in_dutch, one_of, shown, sorted_problems
from schemes.regulation import Reading, Regulation

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
        """The regulation under these options. ValueError for options that `option_problem` refuses."""
        found = self._under(options)
        if isinstance(found, str):
            raise ValueError(found)
        return found

    def option_problem(self, options: Options) -> str | None:
        """Why these options cannot be taken together, as a sentence; None where they can."""
        found = self._under(options)
        return found if isinstance(found, str) else None

    def _under(self, options: Options) -> Regulation | str:
        for reading in self.readings:
            wanted = options.get(reading.id, reading.chosen)
            if not any(_same(choice.choice, wanted) for choice in reading.choices):
                known = one_of(choice.choice for choice in reading.choices)
                return f"Lezing «{reading.id}» kent «{shown(wanted)}» niet. {known}"
        choices = self.choices(options)
        if clash := _clash(self.readings, choices):
            return clash
        if choices == self.choices({}):
            return self.chosen
        found = _concrete(json.loads(self.canonical), self.readings, choices)
        if isinstance(found, Regulation):
            return found
        return f"Deze lezingen gaan niet samen. {found[0]}. Kies een andere lezing."


def load_document(source: bytes | str) -> Document | tuple[Problem, ...]:
    """The document in this TOML text, or every problem that it has, each with its place."""
    data = parsed(source)
    if isinstance(data, tuple):
        return data
    forbidden = list(forbidden_values(data))
    data = stand_in(data) if forbidden else data
    readings, problems = _readings(data)
    if forbidden or problems:
        # The rules are looked at all the same, so that no error hides behind another.
        found = _concrete(data, readings, {reading.id: reading.chosen for reading in readings})
        places = {problem.place for problem in forbidden}
        others = [*problems, *(found if isinstance(found, tuple) else ())]
        return sorted_problems([*forbidden, *(other for other in others if other.place not in places)])
    return _checked(data, readings)


def _checked(data: Data, readings: tuple[Reading, ...]) -> Document | tuple[Problem, ...]:
    found = [_concrete(data, readings, choices) for choices in _alternatives(readings)]
    problems = [problem for each in found if isinstance(each, tuple) for problem in each]
    if problems or not isinstance(chosen := found[0], Regulation):
        return sorted_problems(problems)
    canonical = json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return Document(canonical, sha256(canonical.encode()).hexdigest(), readings, chosen)


# ── Readings ──────────────────────────────────────────────────────────────────────────────────────


def _readings(data: Data) -> tuple[tuple[Reading, ...], list[Problem]]:
    stated = data.get("readings", [])
    if not isinstance(stated, list):
        return (), [Problem("readings", "schrijf elke lezing als [[readings]]")]
    readings: list[Reading] = []
    problems: list[Problem] = []
    for index, item in enumerate(stated):
        try:
            readings.append(Reading.model_validate_json(json.dumps(item)))
        except ValidationError as error:
            problems.extend(in_dutch(error, data, ("readings", index)))
    problems.extend(_reading_problems(readings))
    if not problems:
        problems.extend(_reference_problems(readings, set(_references(_rules(data)))))
    return tuple(readings), problems


def _rules(data: Data) -> Data:
    return {key: value for key, value in data.items() if key != "readings"}


def _reading_problems(readings: list[Reading]) -> Iterator[Problem]:
    ids = [reading.id for reading in readings]
    offered = {(reading.id, choice.choice) for reading in readings for choice in reading.choices}
    for reading in readings:
        place = f"readings › {reading.id}"
        names = [str(choice.choice) for choice in reading.choices]
        if ids.count(reading.id) > 1:
            yield Problem(place, "deze lezing staat er meer dan eens")
        if len(set(names)) < len(names):
            yield Problem(place, "twee keuzen hebben dezelfde naam")
        if (reading.id, reading.chosen) not in offered:
            yield Problem(
                place, f"de gekozen lezing «{reading.chosen}» is geen van de keuzen: {', '.join(names)}"
            )
        for choice in reading.choices:
            for name in sorted(set(_references(choice.means))):
                yield Problem(
                    place, f"means noemt de lezing «{name}»; schrijf hier uit wat de keuze betekent"
                )
            for needed in choice.only_with.items():
                if needed not in offered:
                    yield Problem(
                        place, f"only_with noemt «{needed[0]}» = «{needed[1]}», die keuze is er niet"
                    )


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


def _concrete(
    data: Data, readings: tuple[Reading, ...], choices: Options
) -> Regulation | tuple[Problem, ...]:
    """The regulation with these choices in the place of its readings, or what is wrong with it."""
    filled = _filled_in(_rules(data), _meanings(readings, choices))
    try:
        regulation = Regulation.model_validate_json(json.dumps(filled))
    except ValidationError as error:
        return sorted_problems(in_dutch(error, filled, (), _is_open))
    return sorted_problems(reference_problems(regulation, readings)) or regulation


def _is_open(value: object) -> bool:
    """Whether a reference was not filled in: that is named already, and what it leads to is no second error."""
    return isinstance(value, dict) and _reference(value) is not None


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
