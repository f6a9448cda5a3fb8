"""How the assessing of a round stands: who may assess what, who did, and what counts. A few queries, whatever its size."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import TypeVar

from django.db.models import QuerySet

from grants.documents.stored import regulation_of
from grants.enums import InterestKind, Role, RulingKind
from grants.models import (
    Application,
    Assessment,
    Assignment,
    Establishment,
    GrantRound,
    Interest,
    RoundPoints,
    Ruling,
    User,
)
from grants.standings import IN_THE_RUNNING

Row = TypeVar("Row", Interest, Assessment)
Pair = tuple[int, int]
"""An application and an assessor, by their ids."""


class Bar(StrEnum):
    """Why somebody may not assess an application."""

    OWN = "own"
    COMPETITOR = "competitor"


@dataclass(frozen=True)
class Assessing:
    """Everything about the assessing of a round but the points and the words. Only what is in the running takes part."""

    round: GrantRound
    applications: Sequence[Application]
    assessors: Sequence[User]
    assignments: Sequence[Assignment]
    interests: Mapping[Pair, Interest]
    rulings: Sequence[Ruling]
    latest: Mapping[Pair, Assessment]
    established: Mapping[int, Establishment]
    points: RoundPoints | None

    @cached_property
    def assigned(self) -> frozenset[Pair]:
        return frozenset((each.application_id, each.assessor_id) for each in self.assignments)

    @cached_property
    def own(self) -> Mapping[int, frozenset[int]]:
        """For each assessor the applications in which they have an interest."""
        found: dict[int, set[int]] = {}
        for (application, assessor), interest in self.interests.items():
            if interest.kind == InterestKind.OWN and application in self.by_id:
                found.setdefault(assessor, set()).add(application)
        return {assessor: frozenset(applications) for assessor, applications in found.items()}

    @cached_property
    def by_id(self) -> Mapping[int, Application]:
        return {each.pk: each for each in self.applications}

    def undeclared(self, assessor: User) -> list[Application]:
        """The applications about which this assessor did not declare anything yet."""
        return [each for each in self.applications if (each.pk, assessor.pk) not in self.interests]

    def bar(self, application: Application, assessor: User) -> Bar | None:
        """Why this assessor may not assess this application, as far as was declared; None where nothing bars it."""
        own = self.own.get(assessor.pk, frozenset())
        if application.pk in own:
            return Bar.OWN
        rivals = any(self.compete(application, self.by_id[each]) for each in own)
        return Bar.COMPETITOR if rivals and not self.is_allowed(assessor.pk) else None

    def compete(self, one: Application, other: Application) -> bool:
        """Whether what one gets, the other may not get: they draw on the same money."""
        first, second = one.deelplafond, other.deelplafond
        if first is None or second is None:
            return False
        return first.pk == second.pk or (first.draws_on_shared and second.draws_on_shared)

    def is_allowed(self, assessor: int) -> bool:
        """Whether two people decided that this assessor may assess competitors, knowing every interest that there is."""
        ruling = self.ruling_on(assessor)
        return ruling is not None and ruling.allowed

    def ruling_on(self, assessor: int) -> Ruling | None:
        """What was decided about the competitors, where that rests on every interest that there is now."""
        own = self.own.get(assessor, frozenset())
        about = [
            each
            for each in self.rulings
            if each.kind == RulingKind.COMPETITOR and each.assessor_id == assessor
        ]
        return about[-1] if about and own <= set(about[-1].covers) else None

    def unruled(self) -> list[User]:
        """Assessors with an interest in one of several competitors, about whom two people did not decide yet."""
        return [
            each for each in self.assessors if self.rivals_of(each.pk) and self.ruling_on(each.pk) is None
        ]

    def rivals_of(self, assessor: int) -> list[Application]:
        """What competes with an application in which this assessor has an interest, without those themselves."""
        own = self.own.get(assessor, frozenset())
        return [
            each
            for each in self.applications
            if each.pk not in own and any(self.compete(each, self.by_id[mine]) for mine in own)
        ]

    def leavers(self) -> list[User]:
        """Who must still submit something and cannot any more: no assessor now, or an account that was closed."""
        there = {each.pk for each in self.assessors}
        gone = {
            each.assessor_id: each.assessor
            for each in self.assignments
            if each.assessor_id not in there
            and each.application_id in self.by_id
            and (each.application_id, each.assessor_id) not in self.latest
        }
        return sorted(gone.values(), key=lambda user: (user.sort_name, user.pk))

    def assigned_to(self, application: Application) -> Sequence[Assignment]:
        """Who assesses this application now, and may."""
        return self._given.get(application.pk, ())

    @cached_property
    def _given(self) -> Mapping[int, list[Assignment]]:
        found: dict[int, list[Assignment]] = {}
        for each in self.assignments:
            application = self.by_id.get(each.application_id)
            if application is not None and self.bar(application, each.assessor) is None:
                found.setdefault(application.pk, []).append(each)
        return found

    def of(self, assessor: User) -> list[Application]:
        """What this assessor assesses now, and may, in the order of the applications."""
        mine = {each.application_id for each in self.assignments if each.assessor_id == assessor.pk}
        return [each for each in self.applications if each.pk in mine and self.bar(each, assessor) is None]

    def counted(self, application: Application) -> list[Assessment]:
        """The assessments that count: the last of each assessor who is still assigned and not barred."""
        found = (
            self.latest.get((application.pk, each.assessor_id)) for each in self.assigned_to(application)
        )
        return [each for each in found if each is not None]

    def is_in(self, application: Application, assessor: User) -> bool:
        """Whether this assessor submitted an assessment of this application."""
        return (application.pk, assessor.pk) in self.latest

    def waiting_for(self, application: Application) -> list[User]:
        """Who must still submit."""
        return [
            each.assessor
            for each in self.assigned_to(application)
            if (application.pk, each.assessor_id) not in self.latest
        ]

    def is_ended(self, application: Application) -> bool:
        """Whether two people closed the assessing of its list. What came to that list later is still assessed."""
        return application.pk in self._ended

    def is_ended_for(self, application: Application, assessor: User) -> bool:
        """The same for one assessor: whoever was assigned after the closing was asked on purpose, and assesses it."""
        closed = self._closed_at.get(application.pk)
        given = self._given_at.get((application.pk, assessor.pk))
        return closed is not None and not (given is not None and given > closed)

    @cached_property
    def _closed_at(self) -> Mapping[int, datetime]:
        """When the assessing of each application was last closed."""
        ends = [each for each in self.rulings if each.kind == RulingKind.TERM_ENDED]
        ordered = sorted(ends, key=lambda each: each.created_at)
        return {pk: each.created_at for each in ordered for pk in each.covers}

    @cached_property
    def _given_at(self) -> Mapping[Pair, datetime]:
        """When each assignment that holds now was given."""
        return {(each.application_id, each.assessor_id): each.since for each in self.assignments}

    @cached_property
    def _ended(self) -> frozenset[int]:
        return frozenset(
            pk for each in self.rulings if each.kind == RulingKind.TERM_ENDED for pk in each.covers
        )

    def is_open_to_officials(self, application: Application) -> bool:
        """Whether officials see its points: the last assessment of its list is in, or two people closed that list."""
        return self.is_ended(application) or application.deelplafond_id not in self._unfinished

    @cached_property
    def _unfinished(self) -> frozenset[int | None]:
        """Lists on which an application has nobody, or somebody who did not submit yet, and is not closed."""
        return frozenset(
            each.deelplafond_id
            for each in self.applications
            if not self.is_ended(each) and (not self.assigned_to(each) or self.waiting_for(each))
        )

    def least(self, application: Application) -> int:
        """How many assessments it takes to establish the points of this application."""
        return 1 if self.may_be_fewer(application) else regulation_of(self.round).assessment.least_assessors

    def may_be_fewer(self, application: Application) -> bool:
        """Whether two people decided that fewer assessments are enough."""
        return any(
            each.kind == RulingKind.FEWER and each.application_id == application.pk for each in self.rulings
        )


def assessing_of(grant_round: GrantRound, assessors: Iterable[User] = ()) -> Assessing:
    """How the assessing of this round stands now. `assessors`: only what concerns these, where any is given."""
    only = {"assessor__in": list(assessors)} if assessors else {}
    running = Application.objects.filter(round=grant_round, standing__in=IN_THE_RUNNING)
    applications = running.select_related("organisation", "deelplafond").defer("answers", "facts")
    assignments = Assignment.objects.current().filter(application__round=grant_round, **only)
    roles = grant_round.roles.current().filter(role=Role.ASSESSOR, user__is_active=True)
    return Assessing(
        round=grant_round,
        applications=list(applications.order_by("position", "pk")),
        assessors=sorted(
            (each.user for each in roles.select_related("user")), key=lambda user: (user.sort_name, user.pk)
        ),
        assignments=list(
            assignments.select_related("assessor").order_by(
                "application__position", "assessor__sort_name", "assessor"
            )
        ),
        interests=_latest(Interest.objects.filter(application__round=grant_round, **only)),
        rulings=list(grant_round.rulings.order_by("pk")),
        latest=_latest(
            Assessment.objects.filter(application__round=grant_round, **only).select_related("assessor")
        ),
        established={
            each.application_id: each
            for each in Establishment.objects.filter(application__round=grant_round)
            .order_by("application_id", "-number")
            .distinct("application_id")
        },
        points=grant_round.round_points.order_by("number").last(),
    )


def _latest(rows: QuerySet[Row]) -> dict[Pair, Row]:
    found = rows.order_by("application_id", "assessor_id", "-number").distinct(
        "application_id", "assessor_id"
    )
    return {(each.application_id, each.assessor_id): each for each in found}
