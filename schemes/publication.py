"""What must hold before a regulation is published, beyond being able to run (`schemes.checks`).

Every lid is carried out or listed as left out; bands cover every share once; a threshold can be reached and can
be missed; what tells applications apart does so. Each of these under every reading.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from schemes.citations import rules_with_place
from schemes.documents import Document
from schemes.exact import Points
from schemes.problems import Problem, sorted_problems
from schemes.regulation import Regulation
from schemes.round import Entry
from schemes.rules import ByFact, LowScore
from schemes.scoring import Row, total_of
from schemes.thresholds import facts_in, highest_on, threshold_tests
from schemes.vocabulary import Average, Band, Criterion
from schemes.words.dutch import percentage, points
from schemes.words.readback import lids_of

NOBODY = Entry("", "", 1, 1)
"""Stands for an application where a threshold looks at points alone."""

PLENTY = 10**9
"""More points than anyone gives, where a criterion knows no most."""


def publication_problems(document: Document) -> tuple[Problem, ...]:
    """Everything that stands in the way of publishing this document, ordered by place."""
    found = list(_lid_problems(document))
    for reading in document.readings:
        for choice in reading.choices:
            found.extend(_problems(document.regulation({reading.id: choice.choice, **choice.only_with})))
    return sorted_problems([*found, *_problems(document.chosen)])


def _lid_problems(document: Document) -> Iterator[Problem]:
    rules = [rule for place, rule in rules_with_place(document.chosen) if not place.startswith("positions")]
    rules.extend(kind.rule for kind in document.chosen.pools if kind.rule is not None)
    if (term := document.chosen.deciding_term) is not None:
        rules.append(term.source)
    carried_out = {lid for rule in rules for lid in lids_of(rule)}
    for lid in document.chosen.leden:
        if lid.number not in carried_out and lid.not_modelled is None:
            yield Problem(
                f"leden › {lid.number}",
                "geen enkele regel voert dit lid uit; noem het bij een regel, of zeg bij not_modelled waarom niet",
            )


def _problems(regulation: Regulation) -> Iterator[Problem]:
    for criterion in regulation.criteria:
        yield from _criterion_problems(regulation, criterion)
    yield from _threshold_problems(regulation)
    yield from _low_score_problems(regulation)
    yield from _code_problems(regulation)
    yield from _name_problems(regulation)
    yield from _fact_problems(regulation)
    borders = [band.from_points for band in regulation.amounts]
    for border in {border for border in borders if borders.count(border) > 1}:
        yield Problem("amounts", f"vanaf {points(border)} gelden twee bedragen; laat er één staan")
    for band in regulation.amounts:
        if band.grants is not None and band.grants_reached is None:
            yield Problem(
                f"amounts › {band.code}", "geef grants_reached: wat er gezegd wordt als het aantal is bereikt"
            )


# ── Criteria ──────────────────────────────────────────────────────────────────────────────────────


def _criterion_problems(regulation: Regulation, criterion: Criterion) -> Iterator[Problem]:
    place = f"criteria › {criterion.letter}"
    if criterion.average is not None:
        yield from _band_problems(place, criterion.average)
    elif criterion.any_number_from is None and len(regulation.levels(criterion)) < 2:
        yield Problem(place, "met één niveau krijgt iedereen hetzelfde; geef ten minste twee niveaus")


def _band_problems(place: str, average: Average) -> Iterator[Problem]:
    """Every share of the average falls in exactly one band: tried at, between and beyond all borders."""
    for share in _shares(average.bands):
        holding = sum(band.holds(share) for band in average.bands)
        if holding == 0:
            yield Problem(
                place, f"geen enkele band geldt bij {percentage(share)} van het gemiddelde; sluit het gat"
            )
        elif holding > 1:
            yield Problem(
                place,
                f"bij {percentage(share)} van het gemiddelde gelden {holding} banden; laat er één gelden",
            )


def _shares(bands: tuple[Band, ...]) -> list[Fraction]:
    borders = sorted(
        {
            Fraction(share)
            for band in bands
            for share in (band.more_than, band.at_least, band.at_most, band.less_than)
            if share is not None
        }
    )
    between = [Fraction(low + high, 2) for low, high in pairwise([Fraction(0), *borders])]
    return sorted({*borders, *between, (borders[-1] if borders else Fraction(0)) + 1} - {Fraction(0)})


# ── Thresholds ────────────────────────────────────────────────────────────────────────────────────


def _threshold_problems(regulation: Regulation) -> Iterator[Problem]:
    best, worst = _row(regulation, best=True), _row(regulation, best=False)
    for threshold, refuses in threshold_tests(regulation):
        place = f"thresholds › {threshold.code}"
        if any(facts_in(threshold.refused_when)):
            continue
        if refuses(best, total_of(best), NOBODY):
            yield Problem(place, "niemand kan deze drempel halen, ook niet met alle punten; verlaag hem")
        if not refuses(worst, total_of(worst), NOBODY):
            yield Problem(
                place, "iedereen haalt deze drempel, ook zonder punten; verhoog hem of haal hem weg"
            )


def _row(regulation: Regulation, *, best: bool) -> Row:
    """The most, or the fewest, weighted points on every criterion."""
    return tuple(
        criterion.weight * _extreme(regulation, criterion, best=best) for criterion in regulation.criteria
    )


def _extreme(regulation: Regulation, criterion: Criterion, *, best: bool) -> Points:
    if best:
        highest = highest_on(regulation, criterion)
        return (criterion.any_number_from or 0) + PLENTY if highest is None else highest
    if criterion.any_number_from is not None:
        return criterion.any_number_from
    steps = criterion.average.bands if criterion.average is not None else regulation.levels(criterion)
    return min(step.points for step in steps)


def _low_score_problems(regulation: Regulation) -> Iterator[Problem]:
    criteria = {criterion.letter: criterion for criterion in regulation.criteria}
    for ground in regulation.discretions:
        if not isinstance(ground, LowScore):
            continue
        place = f"discretions › {ground.key}"
        for letter in ground.criteria:
            if ground.at_most >= _extreme(regulation, criteria[letter], best=True):
                yield Problem(
                    place, f"op criterium {letter} is elke score laag genoeg om te weigeren; verlaag at_most"
                )
            if ground.at_most < _extreme(regulation, criteria[letter], best=False):
                yield Problem(
                    place, f"op criterium {letter} is geen score laag genoeg om te weigeren; verhoog at_most"
                )


# ── Codes and facts ───────────────────────────────────────────────────────────────────────────────


def _code_problems(regulation: Regulation) -> Iterator[Problem]:
    """A line tells by its codes what happened, so one code cannot mean two things."""
    separating = [rule.code for rule in (*regulation.tie_breaks, *regulation.priorities)]
    separating.extend([regulation.best_first.code] if regulation.best_first is not None else [])
    refusing = [threshold.code for threshold in regulation.thresholds]
    refusing.extend(found.code for found in (*regulation.discretions, *regulation.at_most))
    for codes in (separating, refusing):
        for code in sorted({code for code in codes if codes.count(code) > 1}):
            yield Problem(f"code «{code}»", "twee regels hebben deze code; geef elke regel een eigen code")


def _name_problems(regulation: Regulation) -> Iterator[Problem]:
    for kind in regulation.pools:
        for pool in sorted(set(kind.ids) - {name.id for name in kind.names}):
            yield Problem(
                f"pools › {kind.kind}", f"lijst «{pool}» heeft geen Nederlandse naam; zet die bij names"
            )


def _fact_problems(regulation: Regulation) -> Iterator[Problem]:
    facts = {fact.key: fact for fact in regulation.facts}
    needed = [rule.fact for rule in regulation.tie_breaks if isinstance(rule, ByFact)]
    needed.extend(priority.fact for priority in regulation.priorities)
    needed.extend(share.fact for share in regulation.shares)
    needed.extend(fact for threshold in regulation.thresholds for fact in facts_in(threshold.refused_when))
    for criterion in regulation.criteria:
        needed.extend(() if criterion.average is None else (criterion.average.of, *criterion.average.per))
    for key in sorted(set(needed) & set(facts)):
        fact = facts[key]
        if not fact.required:
            yield Problem(f"facts › {key}", "een regel heeft dit gegeven nodig; zet required op true")
        elif fact.required_on or fact.only_if is not None:
            yield Problem(
                f"facts › {key}", "een regel heeft dit gegeven altijd nodig; haal required_on en only_if weg"
            )
