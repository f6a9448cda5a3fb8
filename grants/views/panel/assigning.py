"""Who assesses what: divided equally in one go, or by hand in a table of applications and assessors."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from grants.documents.stored import regulation_of
from grants.forms.panel import AssignForm, EquallyForm, named_pair
from grants.models import Application, GrantRound, User
from grants.permissions import may, require
from grants.selectors.assessing.state import Assessing, Bar, Pair, assessing_of
from grants.services.assessing.assignments import assign, assign_equally
from grants.services.errors import Refused
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.panel.panel import panel_page
from grants.views.panel.people import tabs_of
from grants.views.signed_in import signed_in

PER_PAGE = 25


@dataclass(frozen=True)
class Box:
    """Where an application and an assessor meet: a box to tick, or words where there is nothing to choose."""

    assessor: User
    pair: str
    is_ticked: bool = False
    words: str = ""
    address: str = ""


@login_required
@require_POST
def assign_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Give every application so many assessors, equally divided."""
    grant_round = handled_round(request, slug)
    least = regulation_of(grant_round).assessment.least_assessors
    form = EquallyForm(request.POST, least=least)
    if not form.is_valid():
        return panel_page(request, grant_round, form=form, status=422)
    try:
        added = assign_equally(
            by=signed_in(request),
            grant_round=grant_round,
            per_application=form.cleaned_data["per_application"],
        )
    except Refused as refused:
        return panel_page(request, grant_round, form=form, refused=refused.sentence, status=409)
    sentence = ngettext(
        "%(count)s toewijzing erbij. Wat er al was, bleef staan.",
        "%(count)s toewijzingen erbij. Wat er al was, bleef staan.",
        added,
    )
    messages.success(request, sentence % {"count": added})
    return redirect("panel", slug)


@login_required
def assignments(request: HttpRequest, slug: str) -> HttpResponse:
    """The table, page by page; what is ticked or not any more on this page is changed."""
    grant_round = seen_round(request, slug)
    if request.method != "POST":
        return _page(request, grant_round, None, status=200)
    require(request.user, HANDLE, grant_round)
    form = AssignForm(request.POST)
    if not form.is_valid():
        return _page(request, grant_round, form, status=422)
    added, removed = form.changes()
    try:
        changed = assign(by=signed_in(request), grant_round=grant_round, added=added, removed=removed)
    except Refused as refused:
        return _page(request, grant_round, form, refused=refused.sentence, status=409)
    sentence = ngettext("%(count)s toewijzing veranderd.", "%(count)s toewijzingen veranderd.", changed)
    messages.success(request, sentence % {"count": changed})
    query = request.GET.urlencode()
    return redirect(f"{reverse('assignments', args=[slug])}{'?' if query else ''}{query}")


def _page(
    request: HttpRequest, grant_round: GrantRound, form: AssignForm | None, *, refused: str = "", status: int
) -> HttpResponse:
    state = assessing_of(grant_round)
    page: Page[Application] = Paginator(state.applications, PER_PAGE).get_page(request.GET.get("page"))
    free = {
        (each.pk, one.pk)
        for each in page
        for one in state.assessors
        if state.bar(each, one) is None and not _is_fixed(state, (each.pk, one.pk))
    }
    current = free & state.assigned
    added, removed = form.changes() if form is not None and form.is_valid() else (set(), set())
    # what was ticked stays ticked, on what stands there now
    ticked = (current | added) - removed
    context = {
        "round": grant_round,
        "tabs": tabs_of(grant_round, "assignments"),
        "page": page,
        "assessors": [(each, len(state.of(each))) for each in state.assessors],
        "rows": [(each, _boxes(state, each, ticked, grant_round)) for each in page],
        "form": AssignForm(ticked=current),
        "may_handle": may(request.user, HANDLE, grant_round),
        "refused": refused,
    }
    return render(request, "panel/assignments.html", context, status=status)


def _is_fixed(state: Assessing, pair: Pair) -> bool:
    """Whether this assessment is in, so that only taking it off with a reason ends it."""
    return pair in state.assigned and pair in state.latest


def _boxes(
    state: Assessing, application: Application, ticked: set[Pair], grant_round: GrantRound
) -> Sequence[Box]:
    return [_box(state, application, each, ticked, grant_round) for each in state.assessors]


def _box(
    state: Assessing, application: Application, assessor: User, ticked: set[Pair], grant_round: GrantRound
) -> Box:
    pair = (application.pk, assessor.pk)
    match state.bar(application, assessor):
        case Bar.OWN:
            return Box(assessor, named_pair(pair), words=_("belang"))
        case Bar.COMPETITOR:
            return Box(assessor, named_pair(pair), words=_("belang bij een concurrent"))
        case _:
            if _is_fixed(state, pair):
                address = reverse("assessment_take_off", args=[grant_round.slug, assessor.pk, application.pk])
                return Box(assessor, named_pair(pair), words=_("ingediend"), address=address)
            return Box(assessor, named_pair(pair), is_ticked=pair in ticked)
