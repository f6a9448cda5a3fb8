"""The applications of a round in the file format, read and checked one by one."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from schemes.competition import without_points
from schemes.exact import LARGEST_POINTS, Points, exact_json, parse_exact
from schemes.facts import APPLICATION_FIELDS, facts_needed
from schemes.files.fields import cents, fields_of, items_of, refuse, text_of
from schemes.form import Fact
from schemes.problems import one_of, shown
from schemes.regulation import Regulation
from schemes.round import NO_DECISIONS, NO_FACTS, Ceiling, Entry, Pool, RoundInput
from schemes.rules import Discretion, Spread
from schemes.scoring import scored_criteria
from schemes.vocabulary import Average, Criterion

REMAINDER = "remainder"


class Applications:
    """Reads the applications of one round."""

    def __init__(self, regulation: Regulation, pools: Sequence[Pool], ceilings: Sequence[Ceiling]) -> None:
        self.regulation = regulation
        self.pools = pools
        self.ceilings = ceilings
        self.pool_ids = {pool.id for pool in pools}
        self.criteria = scored_criteria(regulation)
        self.levels = {criterion.letter: _levels(regulation, criterion) for criterion in self.criteria}
        self.average = next((item.average for item in regulation.criteria if item.average), None)
        self.facts = {fact.key: fact for fact in regulation.facts if regulation.calculates_with(fact)}
        self.allowed = self._allowed_fields()

    def _allowed_fields(self) -> set[str]:
        allowed = {*APPLICATION_FIELDS, *self.facts}
        if self.average is None:
            return allowed - {"counts_in_average"}
        return allowed | {self.average.unknown}

    def read(self, raw: object) -> tuple[Entry, ...]:
        """The applications as values. Refused at the first error."""
        entries: dict[str, Entry] = {}
        for item in items_of(raw, "«applications»"):
            entry = self._entry(fields_of(item, "Een aanvraag", "invalid_input"))
            if entry.id in entries:
                refuse(
                    "duplicate_application",
                    f"Aanvraag «{entry.id}» staat er twee keer. Geef elk een eigen «id».",
                    entry.id,
                )
            entries[entry.id] = entry
        self._scored_where_ranked(tuple(entries.values()))
        return tuple(entries.values())

    def _entry(self, data: Mapping[str, object]) -> Entry:
        name = text_of(
            data.get("id"), "invalid_input", "Geef elke aanvraag een «id»: tekst die niet leeg is."
        )
        for field in sorted(set(data) - self.allowed):
            refuse("unknown_field", f"Aanvraag «{name}»: veld «{field}» hoort hier niet. Haal het weg.", name)
        pool = data.get("pool")
        if not isinstance(pool, str) or pool not in self.pool_ids:
            known = one_of(sorted(self.pool_ids))
            refuse(
                "unknown_pool", f"Aanvraag «{name}»: deelplafond «{shown(pool)}» is er niet. {known}", name
            )
        requested = cents(
            data.get("requested_cents"), 1, "invalid_amount", f"Het bedrag van «{name}» in centen", name
        )
        admissible = _flag(data.get("admissible"), "admissible", name, default=True)
        counts = data.get("counts_in_average")
        entry = Entry(
            id=name,
            pool=pool,
            requested_cents=requested,
            grantable_cents=_grantable(data.get("grantable_cents"), requested, name),
            admissible=admissible,
            scores=self._scores(data.get("scores"), name) if admissible else None,
            facts_unknown=self.average is not None and self._unknown(data, self.average, name),
            counts_in_average=None
            if counts is None
            else _flag(counts, "counts_in_average", name, default=False),
            decisions=self._decisions(data.get("decisions"), requested, name),
            facts=self._facts(data, name),
        )
        self._facts_present(entry)
        return entry

    def _unknown(self, data: Mapping[str, object], average: Average, name: str) -> bool:
        return _flag(data.get(average.unknown), average.unknown, name, default=False)

    # ── Scores ────────────────────────────────────────────────────────────────────────────────────

    def _scores(self, raw: object, name: str) -> tuple[Points, ...] | None:
        if raw is None:
            return None if self.criteria else ()
        scores = fields_of(raw, f"Aanvraag «{name}»: «scores»", "invalid_score", application=name)
        for letter in sorted(set(scores) - set(self.levels)):
            refuse(
                "unknown_criterion",
                f"Aanvraag «{name}»: criterium «{letter}» krijgt hier geen score. Haal het weg.",
                name,
            )
        if self.criteria and not scores:
            return None
        return tuple([self._score(scores, criterion, name) for criterion in self.criteria])

    def _score(self, scores: Mapping[str, object], criterion: Criterion, name: str) -> Points:
        letter = criterion.letter
        if letter not in scores:
            refuse(
                "missing_score",
                f"Aanvraag «{name}»: criterium «{letter}» heeft geen punten. Vul ze in.",
                name,
            )
        given = scores[letter]
        score = parse_exact(given) if isinstance(given, str) else given
        if (
            isinstance(score, bool)
            or not isinstance(score, Points)
            or not self._fits(criterion, score, given)
        ):
            refuse(
                "invalid_score",
                f"Aanvraag «{name}»: criterium «{letter}» kan geen «{shown(given)}» krijgen. {self._possible(criterion)}",
                name,
            )
        return score

    def _fits(self, criterion: Criterion, score: Points, given: object) -> bool:
        """A level of the criterion; or, as a mean in text, anything between the lowest and the highest."""
        if criterion.any_number_from is not None:
            most = LARGEST_POINTS if criterion.any_number_to is None else criterion.any_number_to
            return criterion.any_number_from <= score <= most
        levels = self.levels[criterion.letter]
        if isinstance(given, str) or self.regulation.assessment.aggregation == "mean":
            return levels[0] <= score <= levels[-1]
        return score in levels

    def _possible(self, criterion: Criterion) -> str:
        if criterion.any_number_from is not None:
            most = (
                ""
                if criterion.any_number_to is None
                else f" en ten hoogste {exact_json(criterion.any_number_to)}"
            )
            return (
                f"Geef een getal van ten minste {exact_json(criterion.any_number_from)}{most}, zonder komma."
            )
        return one_of(exact_json(level) for level in self.levels[criterion.letter])

    def _scored_where_ranked(self, entries: tuple[Entry, ...]) -> None:
        """A list cannot be made of applications without points; where all fit, none are needed."""
        for name in without_points(
            self.regulation, RoundInput(tuple(self.pools), entries, tuple(self.ceilings))
        ):
            refuse("missing_score", f"Aanvraag «{name}» heeft geen punten. Vul ze in.", name)

    # ── Facts ─────────────────────────────────────────────────────────────────────────────────────

    def _facts(self, data: Mapping[str, object], name: str) -> Mapping[str, int | str]:
        facts = {
            key: _fact(fact, data[key], name) for key, fact in self.facts.items() if data.get(key) is not None
        }
        return MappingProxyType(facts) if facts else NO_FACTS

    def _facts_present(self, entry: Entry) -> None:
        for key in facts_needed(self.regulation, entry):
            if key not in entry.facts:
                refuse(
                    self.facts[key].error,
                    f"Aanvraag «{entry.id}»: «{key}» ontbreekt. Vul het in; zonder is de berekening niet te maken.",
                    entry.id,
                )

    # ── Decisions ─────────────────────────────────────────────────────────────────────────────────

    def _decisions(self, raw: object, requested: int, name: str) -> Mapping[str, str | int]:
        if raw is None:
            return NO_DECISIONS
        given = fields_of(raw, f"Aanvraag «{name}»: «decisions»", "invalid_decision", application=name)
        known = {found.key: found for found in self.regulation.discretions}
        decided: dict[str, str | int] = {}
        for key, value in given.items():
            if key == REMAINDER and value == "declined":
                decided[key] = "declined"
            elif key in known and isinstance(value, str) and value in _sayings(known[key]):
                decided[key] = value
            elif isinstance(spread := known.get(key), Spread) and spread.may_cap and isinstance(value, dict):
                decided[key] = _cap(value, requested, name)
            else:
                refuse("invalid_decision", f"Aanvraag «{name}»: {_unknown_decision(key, value, known)}", name)
        return MappingProxyType(decided)


def _unknown_decision(key: str, value: object, known: Mapping[str, Discretion]) -> str:
    if key == REMAINDER:
        return f"beslissing «remainder» kan geen «{shown(value)}» zijn. Kies uit: declined."
    if key not in known:
        return f"beslissing «{shown(key)}» kent deze regeling niet. {one_of([*known, REMAINDER])}"
    sayings = [*_sayings(known[key])]
    if isinstance(spread := known[key], Spread) and spread.may_cap:
        sayings.append('{"cap_cents": bedrag}')
    return f"beslissing «{key}» kan geen «{shown(value)}» zijn. {one_of(sayings)}"


def _sayings(discretion: Discretion) -> tuple[str, ...]:
    return ("refuse",) if isinstance(discretion, Spread) else ("refuse", "keep")


def _cap(raw: Mapping[str, object], requested: int, name: str) -> int:
    data = fields_of(raw, f"Aanvraag «{name}»: het lagere bedrag", "invalid_decision", ("cap_cents",), name)
    cap = cents(data.get("cap_cents"), 1, "invalid_decision", f"Het lagere bedrag van «{name}»", name)
    if cap >= requested:
        refuse(
            "invalid_decision",
            f"Aanvraag «{name}»: het lagere bedrag is niet lager dan gevraagd. Verlaag het.",
            name,
        )
    return cap


def _fact(fact: Fact, raw: object, name: str) -> int | str:
    if fact.kind in ("whole_number", "amount"):
        return cents(raw, fact.least, fact.error, f"Aanvraag «{name}»: «{fact.key}»", name)
    text = text_of(raw, fact.error, f"Aanvraag «{name}»: «{fact.key}» is tekst die niet leeg is.", name)
    if fact.choices and text not in fact.choices:
        refuse(
            fact.error,
            f"Aanvraag «{name}»: «{fact.key}» kent «{shown(text)}» niet. {one_of(fact.choices)}",
            name,
        )
    return text


def _grantable(raw: object, requested: int, name: str) -> int:
    if raw is None:
        return requested
    grantable = cents(raw, 1, "invalid_amount", f"Het subsidiabele bedrag van «{name}» in centen", name)
    if grantable > requested:
        refuse("invalid_amount", f"Aanvraag «{name}»: subsidiabel is meer dan gevraagd. Verlaag het.", name)
    return grantable


def _flag(raw: object, field: str, name: str, *, default: bool) -> bool:
    if raw is None:
        return default
    if not isinstance(raw, bool):
        refuse("invalid_input", f"Aanvraag «{name}»: «{field}» moet true of false zijn.", name)
    return raw


def _levels(regulation: Regulation, criterion: Criterion) -> tuple[Points, ...]:
    """The points of the levels, lowest first."""
    return tuple(sorted(level.points for level in regulation.levels(criterion)))
