"""A calculation as a table: a row per application, with every number of the page and why."""

from collections.abc import Iterator
from fractions import Fraction

from django.utils.translation import gettext as _

from grants.documents.tables import Cell, Money, Row
from grants.selectors.ranking.lists import Ranking, Shown
from schemes.regulation import Regulation


def ranking_header(regulation: Regulation) -> list[str]:
    """What stands above the columns. Numerator and denominator are exact; points in decimals are rounded to be read."""
    return [
        _("Lijst"),
        _("Plaats"),
        _("Deelt de plaats met"),
        _("Kenmerk"),
        _("Aanvrager"),
        _("Titel"),
        *(f"{criterion.letter}. {criterion.name}" for criterion in regulation.criteria),
        _("Totaal"),
        _("Totaal, teller"),
        _("Totaal, noemer"),
        _("Gevraagd"),
        _("Subsidiabel"),
        _("Uitkomst"),
        _("Te verlenen"),
        _("Ten minste"),
        _("Ten hoogste"),
        _("Loopt op tot"),
        _("Bepaling"),
        _("Waarom"),
    ]


def ranking_rows(ranking: Ranking) -> Iterator[Row]:
    """A row for each application, list by list, in the order of the page."""
    for outcome in ranking.lists:
        for each in ranking.all_of(outcome):
            yield _row(each, outcome.deelplafond.name)


def _row(each: Shown, name: str) -> Row:
    row, total = each.row, each.row.points
    return [
        name,
        row.rank,
        row.tied_count - 1,
        row.application.reference,
        row.application.organisation.name,
        row.application.title,
        *_points(each),
        total,
        None if total is None else total.numerator,
        None if total is None else total.denominator,
        Money(row.requested_cents),
        Money(row.grantable_cents),
        str(row.get_status_display()),
        None if row.granted_cents is None else Money(row.granted_cents),
        Money(row.least_cents),
        Money(row.most_cents),
        None if row.running_cents is None else Money(row.running_cents),
        row.reason_rule,
        "\n".join(str(sentence) for sentence in each.sentences),
    ]


def _points(each: Shown) -> list[Cell]:
    given = each.line.points
    return [None] * len(each.letters) if given is None else [Fraction(points) for points in given]
