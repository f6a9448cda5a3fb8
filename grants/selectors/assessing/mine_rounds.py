"""The rounds in which somebody assesses, with how far they are: a few queries for all of them together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Q

from grants.enums import Role, Stage
from grants.models import Application, Assessment, Assignment, GrantRound, Interest, RoundPoints, Ruling, User
from grants.selectors.assessing.mine import MyWork
from grants.selectors.assessing.state import Assessing
from grants.selectors.rounds.stages import stage_of
from grants.standings import IN_THE_RUNNING

Row = TypeVar("Row")


@dataclass(frozen=True)
class MyRound:
    """A round in which somebody assesses, and how far they are."""

    stage: Stage
    work: MyWork


def my_rounds(assessor: User) -> list[MyRound]:
    """The rounds in which somebody assesses now, the newest first."""
    held = assessor.round_roles.current().filter(role=Role.ASSESSOR).values("round")
    rounds = list(
        GrantRound.objects.filter(pk__in=held)
        .exclude(stage=Stage.WITHDRAWN)
        .select_related("regulation")
        .defer("regulation__document")
        .order_by("-pk")
    )
    return [
        MyRound(stage_of(state.round), MyWork(assessor, state, {})) for state in _states(rounds, assessor)
    ]


def _states(rounds: list[GrantRound], assessor: User) -> list[Assessing]:
    """How the assessing of each round stands, as far as it concerns this assessor."""
    mine = Q(assessor=assessor, application__round__in=rounds)
    running = Application.objects.filter(round__in=rounds, standing__in=IN_THE_RUNNING)
    applications = _by(
        running.select_related("deelplafond").defer("answers", "facts").order_by("position", "pk"),
        lambda each: each.round_id,
    )
    assignments = _by(
        Assignment.objects.current().filter(mine).select_related("assessor", "application"),
        lambda each: each.application.round_id,
    )
    interests = _by(
        Interest.objects.filter(mine).select_related("application").order_by("number"),
        lambda each: each.application.round_id,
    )
    submitted = _by(
        Assessment.objects.filter(mine).select_related("application").order_by("number"),
        lambda each: each.application.round_id,
    )
    rulings = _by(Ruling.objects.filter(round__in=rounds).order_by("pk"), lambda each: each.round_id)
    points = {each.round_id: each for each in RoundPoints.objects.filter(round__in=rounds).order_by("number")}
    return [
        Assessing(
            round=each,
            applications=applications.get(each.pk, []),
            assessors=[],
            assignments=assignments.get(each.pk, []),
            interests={(one.application_id, one.assessor_id): one for one in interests.get(each.pk, [])},
            rulings=rulings.get(each.pk, []),
            latest={(one.application_id, one.assessor_id): one for one in submitted.get(each.pk, [])},
            established={},
            points=points.get(each.pk),
        )
        for each in rounds
    ]


def _by(rows: Iterable[Row], key: Callable[[Row], int]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for each in rows:
        found.setdefault(key(each), []).append(each)
    return found
