"""How far the assessing of a round is: counts only, per assessor and per list. Nothing here tells a point."""

from collections.abc import Sequence
from dataclasses import dataclass

from grants.enums import Role
from grants.models import Application, Assignment, Deelplafond, GrantRound, User
from grants.selectors.assessing.state import Assessing


@dataclass(frozen=True)
class Progress:
    """How far one assessor is. Who is barred from an application does not have it, in no count."""

    assessor: User
    undeclared: int
    given: int
    done: int
    is_gone: bool = False

    @property
    def to_do(self) -> int:
        return self.given - self.done

    @property
    def waits(self) -> bool:
        """Whether something waits for this assessor."""
        return bool(self.undeclared or self.to_do)


@dataclass(frozen=True)
class ListProgress:
    """How far one list is. `short` are the applications with fewer assessors than it takes to establish points."""

    deelplafond: Deelplafond
    applications: Sequence[Application]
    given: int
    done: int
    short: Sequence[Application]
    is_ended: bool
    is_open: bool

    @property
    def is_in(self) -> bool:
        """Whether every assessment is in."""
        return self.is_open and not self.is_ended


def progress_of(state: Assessing) -> list[Progress]:
    """Every assessor of the round, and who left with something undone."""
    there = [_progress(state, each) for each in state.assessors]
    return there + [_progress(state, each, is_gone=True) for each in state.leavers()]


def lists_in(state: Assessing) -> list[ListProgress]:
    """Each list that has applications, in the order of the first."""
    lists: dict[int, list[Application]] = {}
    for each in state.applications:
        if each.deelplafond_id is not None:
            lists.setdefault(each.deelplafond_id, []).append(each)
    return [_list(state, found) for found in lists.values()]


def short_of(state: Assessing) -> list[Application]:
    """The applications with fewer assessors than it takes to establish points; on a closed list those with none."""
    return [
        each
        for each in state.applications
        if len(_reachable(state, each)) < (1 if state.is_ended(each) else state.least(each))
    ]


def _reachable(state: Assessing, application: Application) -> list[Assignment]:
    """Who assessed it, or still can."""
    return [
        each
        for each in state.assigned_to(application)
        if state.is_in(application, each.assessor) or not state.is_ended_for(application, each.assessor)
    ]


def open_assignments(grant_round: GrantRound, assessor: User) -> list[Assignment]:
    """What is assigned to somebody and was not submitted; nothing once the points of the round are established."""
    if grant_round.round_points.exists():
        return []
    theirs = Assignment.objects.current().filter(application__round=grant_round, assessor=assessor)
    return list(theirs.exclude(application__assessments__assessor=assessor).order_by("pk"))


def people_of(state: Assessing) -> dict[int, User]:
    """Whoever assesses in this round or still has something to assess, by their ids."""
    return {each.pk: each for each in (*state.assessors, *(one.assessor for one in state.assignments))}


def committee_of(grant_round: GrantRound) -> int:
    """How many people assess in this round: a number, and no names."""
    held = grant_round.roles.current().filter(role=Role.ASSESSOR, user__is_active=True)
    return held.values("user").distinct().count()


def _progress(state: Assessing, assessor: User, *, is_gone: bool = False) -> Progress:
    theirs = [
        each
        for each in state.of(assessor)
        if not state.is_ended_for(each, assessor) or state.is_in(each, assessor)
    ]
    return Progress(
        assessor=assessor,
        undeclared=0 if is_gone else len(state.undeclared(assessor)),
        given=len(theirs),
        done=sum(state.is_in(each, assessor) for each in theirs),
        is_gone=is_gone,
    )


def _list(state: Assessing, found: Sequence[Application]) -> ListProgress:
    deelplafond = found[0].deelplafond
    if deelplafond is None:
        raise LookupError(found[0].pk)
    return ListProgress(
        deelplafond=deelplafond,
        applications=found,
        given=sum(len(state.assigned_to(each)) for each in found),
        done=sum(len(state.counted(each)) for each in found),
        short=[each for each in short_of(state) if each.deelplafond_id == deelplafond.pk],
        is_ended=all(state.is_ended(each) for each in found),
        is_open=all(state.is_open_to_officials(each) for each in found),
    )
