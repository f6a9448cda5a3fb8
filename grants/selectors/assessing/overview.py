"""All applications of a round with how far the establishing of their points is, list by list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grants.models import Application, Deelplafond, EstablishmentDraft
from grants.selectors.assessing.matrix import Matrix, matrices_of
from grants.selectors.assessing.points import Sums, sums_in
from grants.selectors.assessing.standing import Progress, progress_of
from grants.selectors.assessing.state import Assessing
from grants.selectors.assessing.totals import is_whole, known_points, total
from schemes.exact import Points
from schemes.regulation import Regulation

FINISHED = (Progress.DONE,)


@dataclass(frozen=True)
class Line:
    """One application. No total where points are missing, and none at all where officials see no points yet."""

    application: Application
    progress: Progress
    assessments: int
    differing: int
    points: Mapping[str, Fraction]
    total: Points | None
    is_being_typed: bool


@dataclass(frozen=True)
class Listed:
    """A list with its applications; `submitted` of the `expected` assessments are in."""

    deelplafond: Deelplafond | None
    lines: Sequence[Line]
    submitted: int
    expected: int

    @property
    def is_open(self) -> bool:
        """Whether officials see its points."""
        return all(line.progress is not Progress.HIDDEN for line in self.lines)

    @property
    def done(self) -> int:
        return sum(line.progress in FINISHED for line in self.lines)


@dataclass(frozen=True)
class Overview:
    """The whole round."""

    lists: Sequence[Listed]
    sums: Sums

    @property
    def lines(self) -> list[Line]:
        return [line for each in self.lists for line in each.lines]

    def count(self, *progress: Progress) -> int:
        return sum(line.progress in progress for line in self.lines)

    @property
    def is_done(self) -> bool:
        """Whether the points of every application are established."""
        return bool(self.lines) and self.count(Progress.DONE) == len(self.lines)


def overview_of(state: Assessing, regulation: Regulation, *, by_total: bool = False) -> Overview:
    """Every list in its order, and on it every application in the order in which they came in, or by its exact total."""
    sums = sums_in(state.round, regulation)
    drafts = EstablishmentDraft.objects.filter(application__round=state.round).exclude(answers={})
    typed = set(drafts.values_list("application_id", flat=True))
    found: dict[int | None, list[Line]] = {}
    for matrix in matrices_of(state, regulation, state.applications, with_reasons=False):
        line = _line(state, regulation, matrix, sums, is_typed=matrix.application.pk in typed)
        found.setdefault(matrix.application.deelplafond_id, []).append(line)
    lists = sorted(found.values(), key=lambda lines: _order_of(lines[0].application.deelplafond))
    return Overview([_listed(state, _sorted(lines) if by_total else lines) for lines in lists], sums)


def _line(state: Assessing, regulation: Regulation, matrix: Matrix, sums: Sums, *, is_typed: bool) -> Line:
    application, progress = matrix.application, progress_of(state, regulation, matrix)
    is_hidden = progress is Progress.HIDDEN
    given = {} if is_hidden else {row.criterion.letter: row.established for row in matrix.rows}
    points = known_points(given, () if is_hidden else sums.of(application))
    return Line(
        application=application,
        progress=progress,
        assessments=len(matrix.counted),
        differing=0 if is_hidden else len(matrix.differing),
        points=points,
        total=total(regulation, points) if is_whole(regulation, points) else None,
        is_being_typed=is_typed,
    )


def _listed(state: Assessing, lines: Sequence[Line]) -> Listed:
    applications = [line.application for line in lines]
    expected = sum(len(state.assigned_to(each)) for each in applications)
    waiting = sum(len(state.waiting_for(each)) for each in applications)
    return Listed(applications[0].deelplafond, lines, expected - waiting, expected)


def _sorted(lines: Sequence[Line]) -> list[Line]:
    """By the exact total, the highest first; those without one at the end, in their own order."""
    return sorted(lines, key=lambda line: (line.total is None, -(line.total or 0)))


def _order_of(deelplafond: Deelplafond | None) -> tuple[str, str, int]:
    return ("", "", 0) if deelplafond is None else (deelplafond.kind, deelplafond.name, deelplafond.pk)
