"""How points look on a page: the rows of a matrix with what everyone gave, how far it lies apart, and the sum."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.models import User
from grants.selectors.assessing.matrix import Given, Matrix, Row
from grants.selectors.assessing.totals import is_whole, known_points, most_in_total, total
from schemes.computed import Comparison
from schemes.exact import lowest_terms
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.computed import sum_in_words
from schemes.words.dutch import number, rule_in_words


@dataclass(frozen=True)
class Point:
    """What stands in a cell. `look` is a class of the style sheet, and `told` is for who hears the page."""

    who: str
    text: str
    look: str = ""
    told: str = ""


@dataclass(frozen=True)
class Quote:
    """What one assessor gave on one criterion, and why."""

    point: Point
    reason: str


@dataclass(frozen=True)
class ShownRow:
    """A criterion with what everyone gave, how that is judged, and what it comes to."""

    criterion: Criterion
    rule: str
    points: Sequence[Point]
    kind: str
    verdict: str
    outcome: Point
    weighed: str
    is_split: bool = False
    quotes: Sequence[Quote] = ()

    @property
    def weight(self) -> str:
        """How much it counts; nothing where that is once."""
        return "" if self.criterion.weight == 1 else number(self.criterion.weight)


@dataclass(frozen=True)
class ShownSum:
    """A computed criterion with the sentences that lead to its points."""

    criterion: Criterion
    rule: str
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class ShownMatrix:
    """All criteria of one application, in the order of the regulation, and what they come to together."""

    assessors: Sequence[str]
    rows: Sequence[ShownRow]
    sums: Sequence[ShownSum]
    total: str
    most: str
    is_whole: bool

    @property
    def split(self) -> list[ShownRow]:
        """The criteria on which something is to be chosen."""
        return [row for row in self.rows if row.is_split]


def shown_matrix(
    regulation: Regulation,
    matrix: Matrix,
    assessors: Sequence[User],
    compared: tuple[Comparison, ...],
    chosen: Mapping[str, Fraction | None],
) -> ShownMatrix:
    """The matrix as a page shows it. `chosen` are the points so far: established, or to be."""
    by_letter = {row.criterion.letter: row for row in matrix.rows}
    computed = {each.criterion.letter: each for each in compared}
    is_mean = regulation.assessment.aggregation == "mean"
    rows = [
        _row(by_letter[each.letter], assessors, chosen.get(each.letter), is_mean=is_mean)
        if each.letter in by_letter
        else _computed_row(each, assessors, computed.get(each.letter))
        for each in regulation.criteria
    ]
    known, most = known_points(chosen, compared), most_in_total(regulation)
    return ShownMatrix(
        assessors=[each.name for each in assessors],
        rows=rows,
        sums=[
            ShownSum(each.criterion, rule_in_words(each.criterion.rule), sum_in_words(regulation, each))
            for each in compared
        ],
        total=number(total(regulation, known)),
        most="" if most is None else number(most),
        is_whole=is_whole(regulation, known),
    )


def _row(row: Row, assessors: Sequence[User], chosen: Fraction | None, *, is_mean: bool) -> ShownRow:
    kind, verdict = _verdict(row, is_mean=is_mean)
    points = list(_points(row, assessors))
    return ShownRow(
        criterion=row.criterion,
        rule=rule_in_words(row.criterion.rule),
        points=points,
        kind=kind,
        verdict=verdict,
        outcome=_outcome(row, chosen),
        weighed=_weighed(row.criterion, chosen),
        is_split=not is_mean and not row.is_agreed,
        quotes=[Quote(_point(row, each), each.reason) for each in row.given],
    )


def _computed_row(criterion: Criterion, assessors: Sequence[User], compared: Comparison | None) -> ShownRow:
    nobody = Point("", "–", "is-off", _("wordt berekend"))
    points = None if compared is None else Fraction(compared.points)
    return ShownRow(
        criterion=criterion,
        rule=rule_in_words(criterion.rule),
        points=[Point(each.name, nobody.text, nobody.look, nobody.told) for each in assessors],
        kind="neutral",
        verdict=_("Berekend"),
        outcome=_set(points),
        weighed=_weighed(criterion, points),
    )


def _points(row: Row, assessors: Sequence[User]) -> Iterator[Point]:
    given = {each.assessment.assessor_id: each for each in row.given}
    for each in assessors:
        if each.pk in given:
            yield _point(row, given[each.pk])
        else:
            yield Point(each.name, "–", "is-off", _("niet ingediend"))


def _point(row: Row, given: Given) -> Point:
    who = given.assessment.assessor.name
    if given.points is None:
        return Point(who, "–", "is-off", _("kan dit niet beoordelen"))
    text = number(lowest_terms(given.points))
    if row.is_agreed:
        return Point(who, text)
    if given.points == max(row.points):
        return Point(who, text, "is-high", _("het hoogst"))
    return (
        Point(who, text, "is-low", _("het laagst")) if given.points == min(row.points) else Point(who, text)
    )


def _verdict(row: Row, *, is_mean: bool) -> tuple[str, str]:
    if not row.points:
        return "error", _("Door niemand beoordeeld")
    if row.is_agreed:
        return "ok", _("Eens")
    steps = row.steps_apart
    apart = (
        ngettext("%(count)s stap verschil", "%(count)s stappen verschil", steps) % {"count": steps}
        if steps
        else _("%(points)s verschil") % {"points": number(lowest_terms(row.spread))}
    )
    if is_mean:
        return "info", apart
    return "warn" if steps == 1 else "error", apart


def _outcome(row: Row, chosen: Fraction | None) -> Point:
    if chosen is None:
        return Point("", "?", "is-open", _("nog niet gekozen"))
    return _set(chosen) if row.established == chosen else Point("", number(lowest_terms(chosen)))


def _set(points: Fraction | None) -> Point:
    if points is None:
        return Point("", "?", "is-open", _("nog niet te berekenen"))
    return Point("", number(lowest_terms(points)), "is-set")


def _weighed(criterion: Criterion, points: Fraction | None) -> str:
    """The product with the weight, where there is one."""
    if criterion.weight == 1 or points is None:
        return ""
    product = lowest_terms(points * criterion.weight)
    return f"× {number(criterion.weight)} = {number(product)}"
