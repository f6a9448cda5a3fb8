"""What the pages of an application share: whose it is, where one is in the form, how long is left, and the help beside it."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse

from grants import clock
from grants.documents.criteria import most_points
from grants.documents.stored import regulation_of
from grants.enums import Stage
from grants.forms.apply.draft import ATTACHMENTS, CHECK, ORDER, TITLES
from grants.models import Application, GrantRound
from grants.moments import time_left
from grants.selectors.applications.mine import application_to_apply
from grants.selectors.rounds.stages import stage_of
from grants.views.parts import StageBar
from grants.views.signed_in import signed_in
from schemes.regulation import Regulation
from schemes.words.dutch import number


@dataclass(frozen=True)
class Gain:
    """What a criterion can give at most."""

    name: str
    most: str


@dataclass(frozen=True)
class Deadline:
    """Until when an application can be sent in, in words."""

    is_open: bool
    is_late: bool
    left: str


def own_application(request: HttpRequest, pk: int) -> Application:
    """The application, for who acts for its organisation. To anyone else it does not exist."""
    found = application_to_apply(signed_in(request), pk)
    if found is None:
        raise Http404(pk)
    return found


def frame(application: Application, step: str) -> dict[str, object]:
    """What stands around each step."""
    at = ORDER.index(step)
    return {
        "application": application,
        "round": application.round,
        "title": TITLES[step],
        "step": step,
        "number": at + 1,
        "bar": StageBar([str(title) for title in TITLES.values()], at + 1),
        "before": step_address(application.pk, ORDER[at - 1]) if at else "",
        "deadline": deadline_of(application.round),
        "gains": gains_of(regulation_of(application.round)),
    }


def step_address(pk: int, step: str) -> str:
    """Where this step of an application is."""
    if step == ATTACHMENTS:
        return reverse("apply_attachments", args=[pk])
    return reverse("apply_check", args=[pk]) if step == CHECK else reverse("apply_step", args=[pk, step])


def next_step(step: str) -> str:
    return ORDER[ORDER.index(step) + 1]


def deadline_of(grant_round: GrantRound) -> Deadline:
    """How long is left, and whether what comes now is late."""
    stage, closes_at = stage_of(grant_round), grant_round.closes_at
    is_open = stage is Stage.OPEN
    left = time_left(clock.now(), closes_at) if is_open and closes_at else ""
    return Deadline(is_open, not is_open and closes_at is not None and clock.now() >= closes_at, left)


def gains_of(regulation: Regulation) -> list[Gain]:
    """What each criterion can give at most, for those where the article sets an end."""
    most = [(each.name, most_points(regulation, each)) for each in regulation.criteria]
    return [Gain(name, number(points)) for name, points in most if points is not None]
