"""Per application and criterion what each assessor gave, and what follows from it. For who may see points."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grants.models import Application, Assessment, AssessmentPayload, EstablishedScore, Score
from grants.selectors.assessing.state import Assessing
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion

Place = tuple[int, str]
"""A criterion of an assessment: the assessment's id, and the letter."""


@dataclass(frozen=True)
class Given:
    """What one assessor gave on one criterion, before weighing, and why; no points where it could not be judged."""

    assessment: Assessment
    points: Fraction | None
    reason: str


@dataclass(frozen=True)
class Row:
    """A criterion with what everyone gave, in the order of the assessors, and what was established."""

    criterion: Criterion
    given: Sequence[Given]
    levels: Sequence[Fraction]
    established: Fraction | None

    @property
    def points(self) -> list[Fraction]:
        """What was given, without who could not judge it."""
        return [each.points for each in self.given if each.points is not None]

    @property
    def is_agreed(self) -> bool:
        """Whether everyone who could judge it gave the same."""
        return len(set(self.points)) == 1

    @property
    def agreed(self) -> Fraction | None:
        """What everyone gave who could judge it; None where they differ, or nobody could."""
        return self.points[0] if self.is_agreed else None

    @property
    def mean(self) -> Fraction | None:
        """The exact mean of who could judge it; None where nobody could. Missing points are never a number."""
        points = self.points
        return sum(points, Fraction(0)) / len(points) if points else None

    @property
    def spread(self) -> Fraction:
        """How far the highest lies from the lowest."""
        return max(self.points) - min(self.points) if self.points else Fraction(0)

    @property
    def steps_apart(self) -> int:
        """How many levels the highest lies above the lowest; 0 where there are no levels."""
        if not self.points or not self.levels:
            return 0
        between = [level for level in self.levels if min(self.points) < level <= max(self.points)]
        return len(between)

    @property
    def reasons(self) -> str:
        """All reasons, a line each, in the order of the assessors: what stands in a letter if nobody writes another."""
        return "\n".join(dict.fromkeys(each.reason for each in self.given if each.points is not None))


@dataclass(frozen=True)
class Matrix:
    """One application with a row for each criterion that people score."""

    application: Application
    counted: Sequence[Assessment]
    rows: Sequence[Row]

    @property
    def is_agreed(self) -> bool:
        return all(row.is_agreed for row in self.rows)

    @property
    def differing(self) -> list[Row]:
        """The criteria on which not everyone gave the same."""
        return [row for row in self.rows if not row.is_agreed]

    def few(self, least: int) -> list[Row]:
        """The criteria that fewer could judge than there must be."""
        return [row for row in self.rows if len(row.points) < least]


def matrices_of(
    state: Assessing,
    regulation: Regulation,
    applications: Iterable[Application],
    *,
    with_reasons: bool = True,
) -> list[Matrix]:
    """The matrices of these applications; three queries beside the state, or two where nobody reads the reasons.

    Whether somebody may see them is for the caller to ask.
    """
    wanted = list(applications)
    counted = {each.pk: state.counted(each) for each in wanted}
    everything = [one for found in counted.values() for one in found]
    scores, reasons = _scores(everything), _reasons(everything) if with_reasons else {}
    established = _established(state, wanted)
    criteria = scored_criteria(regulation)
    return [
        Matrix(
            application=each,
            counted=counted[each.pk],
            rows=[
                _row(regulation, criterion, counted[each.pk], scores, reasons, established.get(each.pk, {}))
                for criterion in criteria
            ],
        )
        for each in wanted
    ]


def _row(
    regulation: Regulation,
    criterion: Criterion,
    counted: Sequence[Assessment],
    scores: Mapping[Place, Score],
    reasons: Mapping[Place, str],
    established: Mapping[str, Fraction | None],
) -> Row:
    return Row(
        criterion=criterion,
        given=[_given(each, criterion.letter, scores, reasons) for each in counted],
        levels=sorted(Fraction(level.points) for level in regulation.levels(criterion)),
        established=established.get(criterion.letter),
    )


def _given(
    assessment: Assessment, letter: str, scores: Mapping[Place, Score], reasons: Mapping[Place, str]
) -> Given:
    place = (assessment.pk, letter)
    score = scores.get(place)
    return Given(
        assessment=assessment, points=None if score is None else score.points, reason=reasons.get(place, "")
    )


def _scores(assessments: Iterable[Assessment]) -> dict[Place, Score]:
    found = Score.objects.filter(assessment__in=[each.pk for each in assessments])
    return {(each.assessment_id, each.letter): each for each in found}


def _reasons(assessments: Iterable[Assessment]) -> dict[Place, str]:
    found = AssessmentPayload.objects.filter(assessment__in=[each.pk for each in assessments])
    return {
        (each.assessment_id, letter): reason
        for each in found
        for letter, reason in each.data["reasons"].items()
    }


def _established(
    state: Assessing, applications: Iterable[Application]
) -> dict[int, dict[str, Fraction | None]]:
    last = {state.established[each.pk].pk: each.pk for each in applications if each.pk in state.established}
    found: dict[int, dict[str, Fraction | None]] = {}
    for each in EstablishedScore.objects.filter(establishment__in=last):
        found.setdefault(last[each.establishment_id], {})[each.letter] = each.points
    return found
