"""What the page shows of each criterion: its levels as tiles, what was typed, what was given earlier, and the total."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.documents.criteria import most_points
from grants.documents.stored import regulation_of
from grants.forms.assessing.score import UNABLE, ScoreForm, points_in, points_name, reason_name, unable_name
from grants.forms.points.points import PointsField, given_range
from grants.models import Application, User
from grants.selectors.assessing.mine import Earlier
from grants.selectors.assessing.reading import reading_of
from schemes.exact import exact_json, lowest_terms
from schemes.levels import may_be_given
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion
from schemes.words.dutch import number, rule_in_words


@dataclass(frozen=True)
class Tile:
    """A level, as a radio button with its points."""

    value: str
    points: str
    text: str
    id: str
    is_chosen: bool


@dataclass(frozen=True)
class Total:
    """The points given so far, out of what can be given, and what is still to do."""

    points: str
    most: str
    to_do: str
    unable: str


@dataclass(frozen=True)
class Asked:
    """A criterion on the form. One that is computed has no fields."""

    criterion: Criterion
    rule: str
    weight: str
    state: str = "computed"
    tiles: Sequence[Tile] = ()
    points: BoundField | None = None
    unable: BoundField | None = None
    reason: BoundField | None = None
    range: str = ""
    earlier: Sequence[tuple[str, str]] = ()


def asked_in(form: ScoreForm, earlier: Earlier) -> list[Asked]:
    """Every criterion in the order of the article."""
    scored = {each.letter for each in form.criteria}
    return [
        _asked(form, each, earlier.get(each.letter, {}))
        if each.letter in scored
        else Asked(each, rule_in_words(each.rule), _weight(each))
        for each in form.sheet.regulation.criteria
    ]


def told_by(application: Application, reader: User) -> dict[str, object]:
    """What the application says, with its text on each criterion about which applicants write."""
    reading, regulation = reading_of(application, reader), regulation_of(application.round)
    answers = [
        (each.letter, each.name, reading.answers[each.letter])
        for each in scored_criteria(regulation)
        if reading
    ]
    return {"reading": reading, "answers": answers}


def states_in(form: ScoreForm) -> list[tuple[str, str]]:
    """Of each criterion that people score: its letter, and whether it is done, begun or not."""
    return [(each.letter, _state(form, each)) for each in form.criteria]


def total_of(form: ScoreForm) -> Total:
    """What was given so far, weighed. What cannot be judged counts on neither side."""
    given = {each.letter: _given(form, each) for each in form.criteria}
    judged = [each for each in form.criteria if given[each.letter] != UNABLE]
    most = [most_points(form.sheet.regulation, each) for each in judged]
    points = sum(
        (
            given_points * each.weight
            for each in judged
            if isinstance(given_points := given[each.letter], Fraction)
        ),
        Fraction(0),
    )
    known = [each for each in most if each is not None]
    return Total(
        points=number(lowest_terms(Fraction(points))),
        most=number(lowest_terms(Fraction(sum(known)))) if len(known) == len(most) else "",
        to_do=_to_do(form, given),
        unable=_unable(len(form.criteria) - len(judged)),
    )


def _asked(form: ScoreForm, criterion: Criterion, earlier: Mapping[Fraction | None, Sequence[str]]) -> Asked:
    letter, has_levels = criterion.letter, bool(form.sheet.regulation.levels(criterion))
    return Asked(
        criterion=criterion,
        rule=rule_in_words(criterion.rule),
        weight=_weight(criterion),
        state=_state(form, criterion),
        tiles=list(_tiles(form, criterion)) if has_levels else [],
        points=form[points_name(letter)],
        unable=None if has_levels else form[unable_name(letter)],
        reason=form[reason_name(letter)],
        range="" if has_levels else given_range(criterion),
        earlier=[(_said(points), ", ".join(who)) for points, who in sorted(earlier.items(), key=_highest)],
    )


def _tiles(form: ScoreForm, criterion: Criterion) -> Iterator[Tile]:
    bound = form[points_name(criterion.letter)]
    chosen, name = str(bound.value() or ""), bound.auto_id
    for at, level in enumerate(form.sheet.regulation.levels(criterion)):
        value = str(exact_json(level.points))
        yield Tile(value, number(level.points), level.text, f"{name}_{at}", chosen == value)
    yield Tile(UNABLE, "", _("Kan ik niet beoordelen"), f"{name}_{UNABLE}", chosen == UNABLE)


def _state(form: ScoreForm, criterion: Criterion) -> str:
    has_points = _given(form, criterion) is not None
    has_reason = bool(str(form[reason_name(criterion.letter)].value() or "").strip())
    return "done" if has_points and has_reason else "busy" if has_points or has_reason else "none"


def _given(form: ScoreForm, criterion: Criterion) -> Fraction | str | None:
    """The points that stand there now, or that it cannot be judged; None for nothing, and for no points of the article."""
    letter = criterion.letter
    typed = str(form[points_name(letter)].value() or "")
    field = form.fields[points_name(letter)]
    if isinstance(field, PointsField):
        is_unable = bool(form[unable_name(letter)].value())
        points = _number(field, typed)
        return points if not is_unable else UNABLE if points is None else None
    if typed == UNABLE:
        return UNABLE
    found = points_in(typed)
    return found if found is not None and may_be_given(form.sheet.regulation, criterion, found) else None


def _number(field: PointsField, typed: str) -> Fraction | None:
    try:
        return field.to_python(typed)
    except ValidationError:
        return None


def _to_do(form: ScoreForm, given: Mapping[str, object]) -> str:
    criteria = sum(each is None for each in given.values())
    reasons = sum(not str(form[reason_name(each.letter)].value() or "").strip() for each in form.criteria)
    said = [
        ngettext("%(count)s criterium", "%(count)s criteria", criteria) % {"count": criteria},
        ngettext("%(count)s reden", "%(count)s redenen", reasons) % {"count": reasons},
    ]
    left = [words for words, count in zip(said, (criteria, reasons), strict=True) if count]
    if not left:
        return ""
    what = left[0] if len(left) == 1 else _("%(first)s en %(second)s") % {"first": left[0], "second": left[1]}
    return _("Nog %(what)s") % {"what": what}


def _unable(count: int) -> str:
    if not count:
        return ""
    sentence = ngettext(
        "%(count)s criterium kunt u niet beoordelen. Dat telt niet mee.",
        "%(count)s criteria kunt u niet beoordelen. Die tellen niet mee.",
        count,
    )
    return sentence % {"count": count}


def _weight(criterion: Criterion) -> str:
    return "" if criterion.weight == 1 else number(criterion.weight)


def _said(points: Fraction | None) -> str:
    return _("niet te beoordelen") if points is None else number(lowest_terms(points))


def _highest(given: tuple[Fraction | None, Sequence[str]]) -> tuple[bool, Fraction]:
    points = given[0]
    return points is None, -(points or Fraction(0))
