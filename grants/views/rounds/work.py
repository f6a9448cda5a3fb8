"""The page of an official in a round: how far it is, what is to do, and how the money stands."""

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.enums import Stage
from grants.models import GrantRound
from grants.permissions import may
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.terms import terms_of
from grants.selectors.rounds.work import Work, work_of
from grants.services.errors import Refused
from grants.services.rounds.stages import start_assessment
from grants.views.applications.parts import applications_table
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.parts import StageBar
from grants.views.rounds.cards import cards_of
from grants.views.rounds.chores import chores_of, is_ready
from grants.views.rounds.moments import told_of, window_notes
from grants.views.signed_in import signed_in

SHOWN = 8
STEPS = (
    Stage.DRAFT,
    Stage.PUBLISHED,
    Stage.OPEN,
    Stage.CLOSED,
    Stage.ASSESSING,
    Stage.RANKED,
    Stage.DECIDED,
    Stage.ANNOUNCED,
)
"""The stages that a round goes through; a round that was archived stays at the last one."""


@login_required
def round_work(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, seen_round(request, slug))


@login_required
@require_POST
def assessment_start(request: HttpRequest, slug: str) -> HttpResponse:
    grant_round = handled_round(request, slug)
    try:
        start_assessment(by=signed_in(request), grant_round=grant_round)
    except Refused as refused:
        return _page(request, grant_round, refused=refused.sentence, status=409)
    messages.success(request, _("De beoordeling is begonnen. Beoordelaars kunnen nu punten geven."))
    return redirect("round_work", slug)


def _page(
    request: HttpRequest, grant_round: GrantRound, *, refused: str = "", status: int = 200
) -> HttpResponse:
    work = work_of(grant_round)
    shown = list(applications_in(grant_round).defer("answers", "facts")[:SHOWN])
    may_handle = may(request.user, HANDLE, grant_round)
    context = {
        "round": grant_round,
        "work": work,
        "told": told_of(work),
        "bar": _bar(work),
        "chores": chores_of(work),
        "may_handle": may_handle,
        "may_start": may_handle and is_ready(work),
        "cards": cards_of(work),
        "table": applications_table(grant_round.slug, shown, terms_of(grant_round, shown), _done_of(work)),
        "shown": len(shown),
        "refused": refused,
    }
    return render(request, "rounds/work/round.html", context, status=status)


def _done_of(work: Work) -> Mapping[int, tuple[int, int]] | None:
    """How many assessments of each application are in, once they can be."""
    return work.panel.done_of if work.panel and work.stage is Stage.ASSESSING else None


def _bar(work: Work) -> StageBar | None:
    """How far the round is; nothing for one that was withdrawn."""
    if work.stage is Stage.WITHDRAWN:
        return None
    labels = {
        Stage.DRAFT: _("Concept"),
        Stage.PUBLISHED: _("Aangekondigd"),
        Stage.OPEN: _("Open"),
        Stage.CLOSED: _("Compleet maken"),
        Stage.ASSESSING: _("Beoordelen"),
        Stage.RANKED: _("Rangschikken"),
        Stage.DECIDED: _("Besluit"),
        Stage.ANNOUNCED: _("Bekendgemaakt"),
    }
    stage = Stage.ANNOUNCED if work.stage is Stage.ARCHIVED else work.stage
    notes = {STEPS.index(each) + 1: note for each, note in window_notes(work).items()}
    return StageBar([labels[each] for each in STEPS], STEPS.index(stage) + 1, notes)
