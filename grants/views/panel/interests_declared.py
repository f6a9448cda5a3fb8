"""What assessors declared, and the proposal about whoever has an interest in one of several competitors."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.panel import RulingForm
from grants.models import Proposal, User
from grants.permissions import may
from grants.selectors.assessing.interests import declarations_in
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.ruling_proposals import propose_on_competitors
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.panel.people import assessor_in, tabs_of
from grants.views.signed_in import posted, signed_in


@login_required
def interests(request: HttpRequest, slug: str) -> HttpResponse:
    """Per assessor what was declared, and what follows from it."""
    grant_round = seen_round(request, slug)
    state = assessing_of(grant_round)
    context = {
        "round": grant_round,
        "tabs": tabs_of(grant_round, "interests_declared"),
        "declarations": declarations_in(state),
        "may_handle": may(request.user, HANDLE, grant_round),
    }
    return render(request, "panel/interests.html", context)


@login_required
def competitors(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Propose whether this assessor may assess the competitors of an application in which they have an interest."""
    grant_round = handled_round(request, slug)
    state = assessing_of(grant_round)
    assessor = assessor_in(state, pk)
    form = RulingForm(posted(request))
    if not form.is_valid():
        return _page(request, state, assessor, form, status=422 if form.is_bound else 200)
    try:
        once(
            Proposal,
            lambda: propose_on_competitors(
                by=signed_in(request),
                grant_round=grant_round,
                assessor=assessor,
                allowed=form.cleaned_data["allowed"] == "yes",
                reason=form.cleaned_data["reason"],
            ),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, state, assessor, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw voorstel is bewaard. Een beslisser keurt het goed of wijst het af."))
    return redirect("interests_declared", slug)


def _page(
    request: HttpRequest,
    state: Assessing,
    assessor: User,
    form: RulingForm,
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    declaration = next((each for each in declarations_in(state) if each.assessor == assessor), None)
    if declaration is None:
        raise Http404(str(assessor.pk))
    context = {
        "round": state.round,
        "declaration": declaration,
        "form": form,
        "refused": refused,
    }
    return render(request, "panel/competitors.html", context, status=status)
