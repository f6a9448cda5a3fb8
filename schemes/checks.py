"""What must hold inside one regulation before it can run: every name that a rule uses exists, and fits."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from schemes.citations import lid_problems
from schemes.facts import APPLICATION_FIELDS
from schemes.form_checks import form_problems
from schemes.problems import Problem
from schemes.regulation import PoolKind, Reading, Regulation
from schemes.rules import (
    ByFact,
    Discretion,
    Distance,
    HighestOn,
    Lots,
    LowScore,
    ProRata,
    Scope,
    Spread,
    TieBreak,
)
from schemes.vocabulary import (
    AllOf,
    AnyOf,
    Average,
    Condition,
    Criterion,
    FactBeyond,
    FewerThan,
    PointsBelow,
    ShareBelow,
)

_WIDTH = {Scope.EVERY_TIE: 2, Scope.CEILING_EXCEEDED: 1, Scope.STRADDLING: 0}
_REQUESTED = "requested_cents"


def reference_problems(regulation: Regulation, readings: Sequence[Reading] = ()) -> Iterator[Problem]:
    """Every name that a rule uses and that does not exist, and every rule that cannot be carried out."""
    yield from _repeated("criteria", [criterion.letter for criterion in regulation.criteria])
    yield from _repeated("scales", [scale.name for scale in regulation.scales])
    yield from _repeated("facts", [fact.key for fact in regulation.facts])
    yield from _repeated("attachments", [attachment.key for attachment in regulation.attachments])
    yield from _repeated("requirements", [requirement.key for requirement in regulation.requirements])
    yield from _repeated("positions", [position.id for position in regulation.positions])
    yield from _repeated("pools", [kind.kind for kind in regulation.pools])
    yield from _repeated("leden", [lid.number for lid in regulation.leden])
    yield from _repeated("discretions", [discretion.key for discretion in regulation.discretions])
    for criterion in regulation.criteria:
        yield from _criterion_problems(regulation, criterion)
    yield from _field_problems(regulation)
    for threshold in regulation.thresholds:
        yield from _condition_problems(regulation, f"thresholds › {threshold.code}", threshold.refused_when)
    yield from _tie_problems(regulation)
    yield from _grouping_problems(regulation)
    yield from _combination_problems(regulation)
    for discretion in regulation.discretions:
        yield from _discretion_problems(regulation, discretion)
    yield from _amount_problems(regulation)
    yield from form_problems(regulation)
    for kind in regulation.pools:
        yield from _pool_problems(kind)
    yield from lid_problems(regulation, readings)


def _amount_problems(regulation: Regulation) -> Iterator[Problem]:
    for limit in regulation.shares:
        yield from _fact_exists(regulation, f"shares › {limit.code}", (limit.fact,))
        if not 0 < limit.share <= 1:
            yield Problem(f"shares › {limit.code}", "een deel ligt boven 0 en is ten hoogste 1")
    for band in regulation.amounts:
        if band.grants is None and band.grants_reached is not None:
            yield Problem(f"amounts › {band.code}", "grants_reached kan niet zonder grants: het aantal")


def _repeated(place: str, names: list[str]) -> Iterator[Problem]:
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Problem(place, f"«{name}» staat er meer dan eens")


def _letters(regulation: Regulation, place: str, letters: Iterable[str]) -> Iterator[Problem]:
    known = {criterion.letter for criterion in regulation.criteria}
    for letter in letters:
        if letter not in known:
            yield Problem(
                place, f"criterium «{letter}» bestaat niet; kies een van: {', '.join(sorted(known))}"
            )


def _criterion_problems(regulation: Regulation, criterion: Criterion) -> Iterator[Problem]:
    place = f"criteria › {criterion.letter}"
    ways = (criterion.levels, criterion.scale, criterion.average, criterion.any_number_from is not None)
    if sum(bool(way) for way in ways) != 1:
        yield Problem(place, "geef precies een van: levels, scale, average of any_number_from")
    lowest, highest = criterion.any_number_from, criterion.any_number_to
    if highest is not None and (lowest is None or lowest >= highest):
        yield Problem(place, "any_number_to moet hoger zijn dan any_number_from; geef ze samen")
    if criterion.weight <= 0:
        yield Problem(place, "een weging moet groter dan 0 zijn")
    if criterion.scale is not None and criterion.scale not in {scale.name for scale in regulation.scales}:
        yield Problem(place, f"schaal «{criterion.scale}» staat niet bij [[scales]]")
    elif len({level.points for level in regulation.levels(criterion)}) < len(regulation.levels(criterion)):
        yield Problem(place, "twee niveaus hebben dezelfde punten")
    if criterion.average is not None:
        yield from _fact_exists(regulation, place, (criterion.average.of, *criterion.average.per))
        yield from _divisors(regulation, place, criterion.average)
        if len(criterion.average.per) > 1 and criterion.average.joined == "ratio_of_totals":
            yield Problem(
                place, "een verhouding van totalen kan maar door één gegeven delen; kies mean_of_ratios"
            )


def _fact_exists(regulation: Regulation, place: str, keys: Iterable[str]) -> Iterator[Problem]:
    known = {fact.key for fact in regulation.facts if fact.kind in ("whole_number", "amount")}
    for key in keys:
        if key != _REQUESTED and key not in known:
            yield Problem(
                place, f"gegeven «{key}» wordt nergens als getal of bedrag gevraagd; zet het bij [[facts]]"
            )


def _divisors(regulation: Regulation, place: str, average: Average) -> Iterator[Problem]:
    for fact in regulation.facts:
        if fact.key in average.per and fact.least == 0:
            yield Problem(
                place, f"gegeven «{fact.key}» kan 0 zijn, en daardoor is niet te delen; zet least op 1"
            )


def _field_problems(regulation: Regulation) -> Iterator[Problem]:
    """A fact stands among the fields of an application, so it cannot bear the name of another field."""
    marks = {criterion.average.unknown for criterion in regulation.criteria if criterion.average}
    for key in sorted({fact.key for fact in regulation.facts} & {*APPLICATION_FIELDS, *marks}):
        yield Problem(f"facts › {key}", "zo heet al een ander veld van elke aanvraag; kies een andere naam")
    if len(marks) > 1:
        yield Problem(
            "criteria", "een aanvraag heeft één kenmerk voor onbekende gegevens: geef overal dezelfde unknown"
        )
    for key in sorted(marks & set(APPLICATION_FIELDS)):
        yield Problem("criteria", f"unknown = «{key}»: zo heet al een ander veld van elke aanvraag")


def _condition_problems(regulation: Regulation, place: str, condition: Condition) -> Iterator[Problem]:
    match condition:
        case AllOf() | AnyOf():
            for part in condition.conditions:
                yield from _condition_problems(regulation, place, part)
        case PointsBelow() | ShareBelow() | FewerThan():
            yield from _letters(regulation, place, condition.of)
        case FactBeyond():
            yield from _fact_exists(regulation, place, (condition.fact,))
            if condition.below is None and condition.above is None:
                yield Problem(place, "geef below of above: vanaf waar het gegeven te laag of te hoog is")
        case _:
            assert_never(condition)
    if isinstance(condition, ShareBelow):
        yield from _unbounded(regulation, place, condition)


def _unbounded(regulation: Regulation, place: str, condition: ShareBelow) -> Iterator[Problem]:
    for criterion in regulation.criteria:
        named = not condition.of or criterion.letter in condition.of
        if named and criterion.any_number_from is not None and criterion.any_number_to is None:
            yield Problem(
                place,
                f"criterium «{criterion.letter}» kent geen hoogste aantal punten, dus ook geen deel daarvan",
            )


def _tie_problems(regulation: Regulation) -> Iterator[Problem]:
    chain = regulation.tie_breaks
    for at, rule in enumerate(chain):
        place = f"tie_breaks › {rule.code}"
        if isinstance(rule, Lots | ProRata) and at != len(chain) - 1:
            yield Problem(
                place, "loting of verdeling naar rato staat altijd als laatste; na haar is alles beslist"
            )
        if at and _WIDTH[rule.when] > _WIDTH[chain[at - 1].when]:
            yield Problem(
                place, "deze regel zou vaker breken dan de regel ervoor; maak «when» hier niet ruimer"
            )
        if isinstance(rule, ProRata) and rule.when is not Scope.STRADDLING:
            yield Problem(
                place, 'naar rato verdelen kan alleen waar het plafond erdoor loopt: when = "straddling"'
            )
        yield from _tie_references(regulation, place, rule)
    if not chain or not isinstance(chain[-1], Lots | ProRata):
        yield Problem(
            "tie_breaks",
            "de keten moet eindigen met loting (of verdeling naar rato); anders blijft een gelijke stand open",
        )
    if chain and isinstance(chain[-1], ProRata) and any(kind.number_reached for kind in regulation.pools):
        yield Problem(
            "tie_breaks",
            "naar rato verdelen kan niet samen met een aantal; kies loting of laat number_reached weg",
        )


def _tie_references(regulation: Regulation, place: str, rule: TieBreak) -> Iterator[Problem]:
    if isinstance(rule, HighestOn):
        yield from _letters(regulation, place, rule.criteria)
    elif isinstance(rule, ByFact):
        yield from _fact_exists(regulation, place, (rule.fact,))
        if rule.fact == _REQUESTED:
            yield Problem(place, 'voor het gevraagde bedrag is er kind = "lowest_requested_amount"')


def _grouping_problems(regulation: Regulation) -> Iterator[Problem]:
    """Classes need a fact with choices in order; groups a fact that tells them apart."""
    choices = {fact.key: fact.choices for fact in regulation.facts}
    for priority in regulation.priorities:
        if not choices.get(priority.fact):
            yield Problem(
                f"priorities › {priority.code}",
                f"gegeven «{priority.fact}» heeft geen choices; zet ze in volgorde bij [[facts]]",
            )
    first = [("best_first", regulation.best_first.fact)] if regulation.best_first is not None else []
    for place, fact in [*first, *((f"at_most › {limit.code}", limit.fact) for limit in regulation.at_most)]:
        if fact not in choices:
            yield Problem(place, f"gegeven «{fact}» wordt nergens gevraagd; zet het bij [[facts]]")


def _combination_problems(regulation: Regulation) -> Iterator[Problem]:
    """Rules that each make sense, but not with each other."""
    grouped = [("at_most", bool(regulation.at_most)), ("amounts", bool(regulation.amounts))]
    grouped.append(("best_first", regulation.best_first is not None))
    always = all("always" in kind.ranked_when for kind in regulation.pools)
    in_proportion = bool(regulation.tie_breaks) and isinstance(regulation.tie_breaks[-1], ProRata)
    for name, stated in grouped:
        if stated and not always:
            yield Problem(
                name, 'dit werkt alleen op een ranglijst die er altijd is: ranked_when = ["always"]'
            )
        if stated and in_proportion:
            yield Problem(name, "dit kan niet samen met verdelen naar rato; kies loting als laatste")


def _discretion_problems(regulation: Regulation, discretion: Discretion) -> Iterator[Problem]:
    place = f"discretions › {discretion.key}"
    if discretion.key == "remainder":
        yield Problem(
            place, "«remainder» is de naam van het antwoord op een aangeboden restbedrag; kies een andere"
        )
    match discretion:
        case LowScore():
            yield from _letters(regulation, place, discretion.criteria)
        case Distance():
            yield from _letters(regulation, place, discretion.then_on)
        case Spread():
            pass
        case _:
            assert_never(discretion)
    if sum(type(other) is type(discretion) for other in regulation.discretions) > 1:
        yield Problem(place, "van elk soort kan er één zijn")


def _pool_problems(kind: PoolKind) -> Iterator[Problem]:
    place = f"pools › {kind.kind}"
    if kind.number_reached is None and (kind.grants is not None or kind.number == "optional"):
        yield Problem(place, "geef number_reached: wat er gezegd wordt als het aantal is bereikt")
    if kind.grants is not None and kind.number == "optional":
        yield Problem(
            place, "het aantal ligt vast (grants) of wordt per ronde gegeven (number), niet allebei"
        )
    if kind.first_stage and kind.grants != 1:
        yield Problem(place, "first_stage is er voor plekken met één winnaar: grants = 1")
