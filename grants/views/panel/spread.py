"""Who scores strictly and who mildly, on the applications whose points officials may see."""

from fractions import Fraction

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.selectors.assessing.spread import AssessorSpread, Marked, Spread, spread_of
from grants.selectors.assessing.state import assessing_of
from grants.views.in_round import seen_round
from grants.views.panel.people import tabs_of
from grants.views.parts import Cell, Column, Table
from schemes.vocabulary import Criterion
from schemes.words.dutch import number

NOTHING, PLUS, MINUS = "–", "+", "\N{MINUS SIGN}"


@login_required
def spread(request: HttpRequest, slug: str) -> HttpResponse:
    grant_round = seen_round(request, slug)
    found = spread_of(assessing_of(grant_round), regulation_of(grant_round))
    context = {
        "round": grant_round,
        "tabs": tabs_of(grant_round, "spread"),
        "spread": found,
        "table": _summary(found),
        "criteria": [(each, _levels(found, at)) for at, each in enumerate(found.criteria)],
    }
    return render(request, "panel/spread.html", context)


def rounded(points: Fraction) -> str:
    """In two decimals, for the eye: nothing is compared or sorted by it."""
    hundredths = int(abs(points) * 100 + Fraction(1, 2))
    return number(Fraction(hundredths, 100) if hundredths % 100 else hundredths // 100)


def _summary(found: Spread) -> Table | None:
    columns = [
        Column(_("Beoordelaar"), "head"),
        Column(_("Beoordeeld"), "num"),
        *(Column(each.letter, "num") for each in found.criteria),
        Column(_("Alles samen")),
    ]
    rows = [_row(each) for each in found.assessors]
    return Table(_("Gemiddelde punten per criterium en beoordelaar"), columns, rows) if rows else None


def _row(each: AssessorSpread) -> list[Cell]:
    return [
        Cell(str(each.assessor)),
        Cell(str(each.assessed)),
        *(_mean(marked) for marked in each.by_criterion),
        _together(each.apart),
    ]


def _mean(marked: Marked) -> Cell:
    if marked.mean is None:
        return Cell(NOTHING)
    return Cell(rounded(marked.mean), sub=_apart(marked.apart))


def _apart(apart: Fraction | None) -> str:
    if apart is None:
        return ""
    if apart == 0:
        return _("gelijk")
    return (PLUS if apart > 0 else MINUS) + rounded(apart)


def _together(apart: Fraction | None) -> Cell:
    """In words, strict or mild: the sum over the criteria, weighed, of how far from the colleagues."""
    if apart is None:
        return Cell(_("niet te vergelijken"))
    if apart == 0:
        return Cell(_("Gelijk aan de anderen"))
    words = _("Milder: %(points)s hoger") if apart > 0 else _("Strenger: %(points)s lager")
    return Cell(words % {"points": rounded(apart)})


def _levels(found: Spread, at: int) -> Table | None:
    """How often each assessor gave each level; None where any number can be given."""
    levels = found.levels[at]
    if not levels or not found.assessors:
        return None
    criterion: Criterion = found.criteria[at]
    columns = [Column(_("Beoordelaar"), "head"), *(Column(number_of(level), "num") for level in levels)]
    rows = [
        [Cell(str(each.assessor)), *(Cell(str(each.by_criterion[at].times(level))) for level in levels)]
        for each in found.assessors
    ]
    caption = _("Hoe vaak elk aantal punten is gegeven op criterium %(letter)s") % {
        "letter": criterion.letter
    }
    return Table(caption, columns, rows)


def number_of(points: Fraction) -> str:
    """Exact points in words."""
    return number(points.numerator if points.denominator == 1 else points)
