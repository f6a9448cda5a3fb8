"""Who scores strictly and who mildly: points per criterion and assessor, where officials may see points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grants.models import Application, User
from grants.selectors.assessing.matrix import Matrix, matrices_of
from grants.selectors.assessing.state import Assessing
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion


@dataclass(frozen=True)
class Marked:
    """What one assessor gave on one criterion, and beside it what colleagues gave on average, on each application.

    `beside` has a pair for each application that this assessor and at least one colleague could judge.
    """

    given: Sequence[Fraction]
    beside: Sequence[tuple[Fraction, Fraction]]

    @property
    def mean(self) -> Fraction | None:
        """Of all that was given; None where nothing was. Missing points are never a number."""
        return _mean(self.given)

    @property
    def apart(self) -> Fraction | None:
        """How far above the colleagues, on the same applications; below them it is negative."""
        return _mean([own - theirs for own, theirs in self.beside])

    def times(self, points: Fraction) -> int:
        """How often exactly this was given."""
        return sum(each == points for each in self.given)


@dataclass(frozen=True)
class AssessorSpread:
    """How one assessor scored: by criterion, in their order, and weighed over all of them."""

    assessor: User
    assessed: int
    by_criterion: Sequence[Marked]
    apart: Fraction | None


@dataclass(frozen=True)
class Spread:
    """How everyone scored on the applications whose points officials may see; `hidden` are the others."""

    criteria: Sequence[Criterion]
    levels: Sequence[Sequence[Fraction]]
    assessors: Sequence[AssessorSpread]
    shown: Sequence[Application]
    hidden: Sequence[Application]


def spread_of(state: Assessing, regulation: Regulation) -> Spread:
    """The spread, from the assessments that count. Two queries beside the state and its matrices, whatever the size."""
    shown = [each for each in state.applications if state.is_open_to_officials(each)]
    hidden = [each for each in state.applications if not state.is_open_to_officials(each)]
    matrices = matrices_of(state, regulation, shown)
    criteria = scored_criteria(regulation)
    people = {one.assessor_id: one.assessor for each in matrices for one in each.counted}
    return Spread(
        criteria=criteria,
        levels=[
            sorted({Fraction(level.points) for level in regulation.levels(each)}, reverse=True)
            for each in criteria
        ],
        assessors=[
            _one(person, matrices, criteria)
            for person in sorted(people.values(), key=lambda user: (user.sort_name, user.pk))
        ],
        shown=shown,
        hidden=hidden,
    )


def _one(person: User, matrices: Sequence[Matrix], criteria: Sequence[Criterion]) -> AssessorSpread:
    theirs = [each for each in matrices if any(one.assessor_id == person.pk for one in each.counted)]
    marked = [_marked(person, theirs, at) for at in range(len(criteria))]
    weighed = [
        each.apart * Fraction(criterion.weight)
        for each, criterion in zip(marked, criteria, strict=True)
        if each.apart is not None
    ]
    return AssessorSpread(person, len(theirs), marked, sum(weighed, Fraction(0)) if weighed else None)


def _marked(person: User, theirs: Iterable[Matrix], at: int) -> Marked:
    given, beside = [], []
    for matrix in theirs:
        points = {each.assessment.assessor_id: each.points for each in matrix.rows[at].given}
        own = points.pop(person.pk, None)
        others = _mean([each for each in points.values() if each is not None])
        if own is not None:
            given.append(own)
        if own is not None and others is not None:
            beside.append((own, others))
    return Marked(given, beside)


def _mean(points: Sequence[Fraction]) -> Fraction | None:
    return sum(points, Fraction(0)) / len(points) if points else None
