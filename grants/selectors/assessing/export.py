"""The established points of a round as a table: a row per application and criterion, with all that led to it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from grants.documents.tables import Cell, Row
from grants.models import Assessment, Establishment, Score
from grants.selectors.assessing.history import Past, Told, past_of
from grants.selectors.assessing.points import Sums, sums_in
from grants.selectors.assessing.state import Assessing
from grants.selectors.assessing.totals import is_whole, known_points, total
from schemes.computed import Comparison
from schemes.exact import lowest_terms
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.computed import sum_in_words
from schemes.words.dutch import number

Given = Mapping[int, Assessment]


@dataclass(frozen=True)
class _Line:
    """One application with its last establishment, the assessments on which it rests, and what was computed."""

    past: Past
    given: Sequence[Assessment]
    compared: Mapping[str, Comparison]
    total: Fraction | None


def points_header() -> list[str]:
    """What stands above the columns. Numerator and denominator are exact; points in decimals are rounded to be read."""
    return [
        _("Kenmerk"),
        _("Volgnummer"),
        _("Aanvrager"),
        _("Titel"),
        _("Lijst"),
        _("Criterium"),
        _("Naam van het criterium"),
        _("Regel"),
        _("Punten"),
        _("Teller"),
        _("Noemer"),
        _("Wegingsfactor"),
        _("Punten na weging"),
        _("Totaal van de aanvraag"),
        _("Grond"),
        _("Reden"),
        _("Gegeven door"),
        _("Redenen van de beoordelaars"),
        _("Vastgesteld door"),
        _("Vastgesteld op"),
        _("Vaststelling"),
        _("Reden van de wijziging"),
    ]


def points_rows(state: Assessing, regulation: Regulation) -> Iterator[Row]:
    """A row for each criterion of each application whose points are established, in the order in which they came in."""
    sums = sums_in(state.round, regulation)
    last = [
        state.established[each.pk].pk
        for each in state.applications
        if each.pk in state.established and state.is_open_to_officials(each)
    ]
    rows = Establishment.objects.filter(pk__in=last).select_related(
        "application__organisation", "application__deelplafond", "by", "payload"
    )
    found = list(rows.prefetch_related("scores").order_by("application__position", "application"))
    given = _given(found)
    for each in found:
        line = _line(regulation, each, given, sums)
        for criterion in regulation.criteria:
            yield _row(regulation, line, criterion)


def _given(found: Sequence[Establishment]) -> Given:
    """The assessments on which these rest, by their ids, with their points and reasons."""
    wanted = [pk for each in found for pk in each.rests_on]
    assessments = Assessment.objects.filter(pk__in=wanted).select_related("assessor", "payload")
    return {each.pk: each for each in assessments.prefetch_related("scores")}


def _line(regulation: Regulation, establishment: Establishment, given: Given, sums: Sums) -> _Line:
    past, compared = past_of(establishment), sums.of(establishment.application)
    known = known_points({each.letter: each.points for each in past.told}, compared)
    return _Line(
        past=past,
        given=sorted(
            (given[pk] for pk in establishment.rests_on), key=lambda each: (each.assessor.sort_name, each.pk)
        ),
        compared={each.criterion.letter: each for each in compared},
        total=Fraction(total(regulation, known)) if is_whole(regulation, known) else None,
    )


def _row(regulation: Regulation, line: _Line, criterion: Criterion) -> Row:
    establishment = line.past.establishment
    application, told = establishment.application, _told(line, criterion)
    compared = line.compared.get(criterion.letter)
    points = told.points if told else None if compared is None else Fraction(compared.points)
    return [
        application.reference,
        application.position,
        application.organisation.name,
        application.title,
        application.deelplafond.name if application.deelplafond else "",
        criterion.letter,
        criterion.name,
        criterion.rule,
        *_exact(points),
        Fraction(criterion.weight),
        None if points is None else points * criterion.weight,
        line.total,
        str(told.basis.label) if told else _("berekend"),
        told.reason if told else "" if compared is None else " ".join(sum_in_words(regulation, compared)),
        "; ".join(_points_of(each, criterion.letter) for each in line.given) if told else "",
        "\n".join(_reason_of(each, criterion.letter) for each in line.given) if told else "",
        establishment.by.name,
        localtime(establishment.created_at),
        establishment.number,
        line.past.correction,
    ]


def _told(line: _Line, criterion: Criterion) -> Told | None:
    return next((each for each in line.past.told if each.letter == criterion.letter), None)


def _exact(points: Fraction | None) -> list[Cell]:
    if points is None:
        return [None, None, None]
    return [points, points.numerator, points.denominator]


def _points_of(assessment: Assessment, letter: str) -> str:
    score = _score(assessment, letter)
    if score is None or score.points is None:
        return _("%(name)s: kan dit niet beoordelen") % {"name": assessment.assessor}
    return f"{assessment.assessor}: {number(lowest_terms(score.points))}"


def _reason_of(assessment: Assessment, letter: str) -> str:
    reasons = assessment.data.get("reasons")
    reason = reasons.get(letter, "") if isinstance(reasons, dict) else ""
    return f"{assessment.assessor}: {reason}"


def _score(assessment: Assessment, letter: str) -> Score | None:
    return next((each for each in assessment.scores.all() if each.letter == letter), None)
