"""Every value of a regulation as a plain Dutch sentence, with the rule that it rests on."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, assert_never

from schemes.exact import Points
from schemes.regulation import PoolKind, Regulation
from schemes.rules import (
    ByFact,
    Discretion,
    Distance,
    HighestOn,
    Lots,
    LowestRequested,
    LowScore,
    ProRata,
    Scope,
    Spread,
    TieBreak,
)
from schemes.vocabulary import Band, Criterion, Level
from schemes.words.dutch import counted, euros, listed, number, percentage, points
from schemes.words.form_statements import form_statements
from schemes.words.phrases import at_most_points, average_phrase, condition_phrase

_TIES = {
    Scope.EVERY_TIE: "Bij elke gelijke stand",
    Scope.CEILING_EXCEEDED: "Bij elke gelijke stand op een lijst die samen te veel vraagt",
    Scope.STRADDLING: "Alleen als de grens door een gelijke stand loopt",
}
_DOES_NOT_FIT = {
    "partial": "Past een aanvraag niet meer geheel, dan krijgt zij wat er over is; daarna is er niets meer.",
    "stop": "Past een aanvraag niet meer geheel, dan wordt zij geweigerd en eindigt de verdeling.",
    "skip": "Past een aanvraag niet meer geheel, dan wordt zij geweigerd en gaat de verdeling door met de volgende.",
}
_OFFERS = {
    "ask": "Een restbedrag wordt eerst aangeboden; wie binnen de termijn niet antwoordt, neemt het aan.",
    "grant": "Een restbedrag wordt meteen verleend.",
}
_AGGREGATIONS = {
    "consensus": "De beoordelaars stellen samen per criterium één niveau vast.",
    "mean": "Per criterium telt het precieze gemiddelde van de beoordelaars die het scoorden, zonder afronding.",
}
_RANKED = {
    "always": "er is altijd een ranglijst",
    "not_all_fit": "er komt een ranglijst als niet alle aanvragen samen passen",
    "more_than_one": "er komt een ranglijst als er meer dan één aanvraag is",
}


Statement = tuple[str | None, str]


class Part(NamedTuple):
    """A part of how a round is divided, with its sentences, each once."""

    title: str
    sentences: tuple[str, ...]


def division(regulation: Regulation) -> tuple[Part, ...]:
    """How a round divides the money (Awb 4:26 lid 2), in the order in which it happens.

    The levels of each criterion are left out: they are a table of their own.
    """
    kinds = regulation.pools
    parts = (
        _part("Wie meedoet", chain.from_iterable(map(_admission, kinds))),
        _part("De lijsten", chain.from_iterable(map(_list, kinds))),
        _part("De punten", _assessment(regulation)),
        _part("Hoeveel punten er nodig zijn", _thresholds(regulation)),
        _part("Wie voorgaat", chain(_order(regulation), _ties(regulation))),
        _part("Wat het college kan besluiten", _discretions(regulation)),
        _part("Het geld", chain(chain.from_iterable(map(_ceiling, kinds)), _money(regulation))),
    )
    return tuple(part for part in parts if part.sentences)


def _part(title: str, found: Iterable[Statement]) -> Part:
    return Part(title, tuple(dict.fromkeys(sentence for _rule, sentence in found)))


def statements(regulation: Regulation) -> Iterator[Statement]:
    """Each value of the regulation with its rule, as a sentence: what the form asks, then how a round is divided."""
    yield from form_statements(regulation)
    yield from rule_statements(regulation)


def rule_statements(regulation: Regulation) -> Iterator[Statement]:
    """Each value that the calculation uses with its rule, as a sentence, in the order in which a round uses them."""
    for kind in regulation.pools:
        yield from chain(_admission(kind), _list(kind), _ceiling(kind))
    yield from _criteria(regulation)
    yield from _thresholds(regulation)
    yield from _order(regulation)
    yield from _ties(regulation)
    yield from _discretions(regulation)
    yield from _money(regulation)
    yield from _assessment(regulation)
    yield from _term(regulation)


def _admission(kind: PoolKind) -> Iterator[Statement]:
    yield (
        kind.inadmissible.rule,
        "Wie niet aan de eisen voldoet, wordt geweigerd en komt niet op de ranglijst.",
    )


def _list(kind: PoolKind) -> Iterator[Statement]:
    which = f" ({listed([kind.name_of(pool) for pool in kind.ids], 'of')})" if kind.ids else ""
    conditions = listed([_RANKED[condition] for condition in kind.ranked_when], "of")
    start = f"Onder het {kind.label}" if kind.single else f"Per {kind.label}{which}"
    yield kind.rule, f"{start}: {conditions}."
    if kind.grants is not None and kind.number_reached is not None:
        winners = counted(kind.grants, "aanvraag", "aanvragen")
        yield kind.number_reached.rule, f"Per {kind.label} wordt ten hoogste {winners} gehonoreerd."
    elif kind.number_reached is not None:
        yield kind.number_reached.rule, f"Per {kind.label} kan een grootste aantal aanvragen gelden."


def _ceiling(kind: PoolKind) -> Iterator[Statement]:
    yield (
        kind.ceiling_reached.rule,
        "Van hoog naar laag op de ranglijst krijgt elke aanvraag wat zij vraagt, tot het plafond is bereikt.",
    )


def _scales(regulation: Regulation) -> Iterator[Statement]:
    for scale in regulation.scales:
        yield scale.rule, f"Op elk criterium met de schaal «{scale.name}»: {_levels(scale.levels)}."


def _criteria(regulation: Regulation) -> Iterator[Statement]:
    yield from _scales(regulation)
    for criterion in regulation.criteria:
        yield criterion.rule, _criterion(regulation, criterion)


def _criterion(regulation: Regulation, criterion: Criterion) -> str:
    weight = "" if criterion.weight == 1 else f", weging {number(criterion.weight)}"
    start = f"Criterium {criterion.letter}, {criterion.name}{weight}: "
    if criterion.average is not None:
        per = average_phrase(regulation, criterion)
        what = "een verhouding" if per is None else f"het bedrag{per}"
        bands = "; ".join(_band(band) for band in criterion.average.bands)
        return f"{start}wordt berekend uit {what} tegenover het gemiddelde van allen. {bands}."
    if criterion.any_number_from is not None:
        most = "" if criterion.any_number_to is None else f" tot en met {number(criterion.any_number_to)}"
        return f"{start}elk aantal vanaf {points(criterion.any_number_from)}{most}."
    if criterion.scale is not None:
        return f"{start}schaal «{criterion.scale}»."
    return f"{start}{_levels(criterion.levels)}."


def _levels(levels: tuple[Level, ...]) -> str:
    return "; ".join(f"{points(level.points)}: {level.text}" for level in levels)


def _band(band: Band) -> str:
    borders: list[tuple[str, Points | None]] = [
        ("meer dan", band.more_than),
        ("ten minste", band.at_least),
        ("ten hoogste", band.at_most),
        ("minder dan", band.less_than),
    ]
    said = [f"{word} {percentage(share)}" for word, share in borders if share is not None]
    return f"{points(band.points)} bij {listed(said)} van het gemiddelde"


def _thresholds(regulation: Regulation) -> Iterator[Statement]:
    for threshold in regulation.thresholds:
        phrase = condition_phrase(regulation, threshold.refused_when)
        yield threshold.rule, f"Niet in aanmerking komt wie {phrase} heeft."


def _order(regulation: Regulation) -> Iterator[Statement]:
    for priority in regulation.priorities:
        choices = listed([f"«{choice}»" for choice in regulation.fact(priority.fact).choices], "dan")
        yield priority.rule, f"Ongeacht de punten gaan voor: eerst {choices}."
    if regulation.best_first is not None:
        fact = regulation.fact(regulation.best_first.fact)
        yield (
            regulation.best_first.rule,
            f"Eerst de hoogste van elke groep bij «{fact.question}», dan de andere.",
        )
    if regulation.criteria:
        yield None, "De aanvraag met de meeste punten staat bovenaan."


def _ties(regulation: Regulation) -> Iterator[Statement]:
    for rule in regulation.tie_breaks:
        yield rule.rule, f"{_TIES[rule.when]}: {_tie_break(regulation, rule)}"


def _tie_break(regulation: Regulation, rule: TieBreak) -> str:
    match rule:
        case HighestOn():
            which = (
                f"criterium {rule.criteria[0]}"
                if len(rule.criteria) == 1
                else f"de criteria {listed(rule.criteria)} samen"
            )
            return f"de meeste punten op {which} gaan voor."
        case LowestRequested():
            return "het laagste aangevraagde bedrag gaat voor."
        case ByFact():
            first = "laagste" if rule.first == "lowest" else "hoogste"
            return f"het {first} antwoord bij «{regulation.fact(rule.fact).question}» gaat voor."
        case Lots():
            return "loting; de eerst getrokken aanvraag gaat voor."
        case ProRata():
            return "wat over is, wordt naar verhouding van de bedragen verdeeld, op de cent naar beneden afgerond."
        case _:
            assert_never(rule)


def _discretions(regulation: Regulation) -> Iterator[Statement]:
    for discretion in regulation.discretions:
        yield discretion.rule, _discretion(discretion)


def _discretion(discretion: Discretion) -> str:
    match discretion:
        case LowScore():
            which = listed(discretion.criteria, "of" if discretion.on == "any" else "en")
            return f"Het college kan weigeren bij {at_most_points(discretion.at_most)} op criterium {which}. Een ambtenaar beslist met redenen; wie wordt geweigerd, gaat van de lijst."
        case Spread():
            lower = " of een lager bedrag verlenen" if discretion.may_cap else ""
            return f"Het college kan voor de spreiding weigeren{lower}. Een ambtenaar beslist met redenen; de plaats blijft."
        case Distance():
            across = "ook van een andere lijst" if discretion.across == "round" else "van dezelfde lijst"
            return (
                f"Het college kan weigeren als op minder dan {number(discretion.metres)} meter een aanvraag met meer "
                f"punten is gehonoreerd, {across}. Een ambtenaar beslist met redenen; de plaats blijft."
            )
        case _:
            assert_never(discretion)


def _money(regulation: Regulation) -> Iterator[Statement]:
    for limit in regulation.at_most:
        fact = regulation.fact(limit.fact)
        most = counted(limit.grants, "aanvraag", "aanvragen")
        yield (
            limit.rule,
            f"Met hetzelfde antwoord bij «{fact.question}» wordt ten hoogste {most} gehonoreerd.",
        )
    for band in regulation.amounts:
        number_ = (
            ""
            if band.grants is None
            else f", en aan ten hoogste {counted(band.grants, 'aanvraag', 'aanvragen')}"
        )
        yield band.rule, f"Vanaf {points(band.from_points)} ten hoogste {euros(band.most_cents)}{number_}."
    for share in regulation.shares:
        fact = regulation.fact(share.fact)
        yield share.rule, f"Ten hoogste {percentage(share.share)} van het antwoord op «{fact.question}»."
    allocation = regulation.allocation
    yield allocation.remainder.rule, _DOES_NOT_FIT[allocation.does_not_fit]
    yield None, _OFFERS[allocation.offer]
    yield (
        allocation.declined.rule,
        "Wie een restbedrag afwijst, krijgt niets; het geld gaat naar de volgende.",
    )


def _assessment(regulation: Regulation) -> Iterator[Statement]:
    least = counted(regulation.assessment.least_assessors, "beoordelaar", "beoordelaars")
    yield None, f"{_AGGREGATIONS[regulation.assessment.aggregation]} Er zijn ten minste {least}."


def _term(regulation: Regulation) -> Iterator[Statement]:
    if (term := regulation.deciding_term) is not None:
        start = "na sluiting" if term.counted_from == "closing" else "na ontvangst"
        yield term.source, f"Het college beslist binnen {counted(term.weeks, 'week', 'weken')} {start}."
