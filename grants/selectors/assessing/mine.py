"""What one assessor has to do in a round. Nothing of what colleagues did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from grants.enums import Stage
from grants.models import Application, Assessment, AssessmentDraft, GrantRound, Score, User
from grants.selectors.assessing.obstacles import why_not, wrong_stage
from grants.selectors.assessing.state import Assessing, assessing_of

Earlier = Mapping[str, Mapping[Fraction | None, Sequence[str]]]
"""By letter and by points the references of the applications to which these were given."""


@dataclass(frozen=True)
class MyWork:
    """What this assessor assesses in a round, in the order of the applications, and how far that is."""

    assessor: User
    state: Assessing
    drafts: Mapping[int, AssessmentDraft]

    @property
    def round(self) -> GrantRound:
        return self.state.round

    @cached_property
    def applications(self) -> Sequence[Application]:
        return self.state.of(self.assessor)

    @cached_property
    def to_do(self) -> Sequence[Application]:
        return [each for each in self.applications if not self.state.is_in(each, self.assessor)]

    @property
    def done(self) -> int:
        return len(self.applications) - len(self.to_do)

    @cached_property
    def undeclared(self) -> Sequence[Application]:
        """What must be declared before anything is shown; nothing where there is nothing to assess any more."""
        is_over = wrong_stage(self.round, Stage.CLOSED, Stage.ASSESSING, established=self.is_established)
        return [] if is_over else self.state.undeclared(self.assessor)

    @property
    def is_established(self) -> bool:
        return self.state.points is not None

    @property
    def is_open(self) -> bool:
        """Whether points can be given now."""
        return not wrong_stage(self.round, Stage.ASSESSING, established=self.is_established)

    def why_not(self, application: Application) -> str:
        """What keeps this assessor from this application now, as a sentence."""
        stage = wrong_stage(self.round, Stage.ASSESSING, established=self.is_established)
        return stage or why_not(self.state, self.assessor, application)

    def submitted(self, application: Application) -> Assessment | None:
        """What this assessor submitted last."""
        return self.state.latest.get((application.pk, self.assessor.pk))

    def beside(self, application: Application) -> tuple[Application | None, Application | None]:
        """The one before it and the one after it."""
        before = [each for each in self.applications if _place(each) < _place(application)]
        after = [each for each in self.applications if _place(each) > _place(application)]
        return before[-1] if before else None, after[0] if after else None

    def next_to_do(self, after: Application | None = None) -> Application | None:
        """The first that is not done, after this one where there are any there."""
        later = [each for each in self.to_do if after is not None and _place(each) > _place(after)]
        return next(iter(later or self.to_do), None)


def my_work(grant_round: GrantRound, assessor: User) -> MyWork:
    """What this assessor has to do in this round; a few queries, whatever its size."""
    drafts = AssessmentDraft.objects.filter(assessor=assessor, application__round=grant_round)
    state = assessing_of(grant_round, [assessor])
    return MyWork(assessor, state, {each.application_id: each for each in drafts})


def application_once_mine(grant_round: GrantRound, assessor: User, pk: int) -> Application | None:
    """An application that this assessor assesses or assessed; None for any other."""
    once = grant_round.applications.filter(pk=pk, assignments__assessor=assessor)
    return once.select_related("organisation", "deelplafond").distinct().first()


def earlier_scores(work: MyWork, application: Application) -> Earlier:
    """What this assessor gave on other applications of the round, where that still counts. Only their own."""
    others = {
        made.pk: each.reference or ""
        for each in work.applications
        if each.pk != application.pk and (made := work.submitted(each)) is not None
    }
    found: dict[str, dict[Fraction | None, list[str]]] = {}
    for score in Score.objects.filter(assessment__in=others).order_by("assessment__application__position"):
        given = found.setdefault(score.letter, {})
        given.setdefault(score.points, []).append(others[score.assessment_id])
    return found


def _place(application: Application) -> tuple[int, int]:
    return application.position or 0, application.pk
