"""Closing the assessing of a list while assessments are still to come: one proposes it, another approves."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.panel import WhyForm
from grants.models import Proposal
from grants.selectors.assessing.progress import lists_in
from grants.selectors.assessing.state import assessing_of
from grants.services.assessing.ruling_proposals import propose_end_of_assessing
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.in_round import handled_round
from grants.views.panel.people import told
from grants.views.signed_in import posted, signed_in


@login_required
def list_close(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What would happen, and the proposal with its reason."""
    grant_round = handled_round(request, slug)
    state = assessing_of(grant_round)
    found = next((each for each in lists_in(state) if each.deelplafond.pk == pk), None)
    if found is None:
        raise Http404(str(pk))
    found.deelplafond.round = grant_round
    form, refused = WhyForm(posted(request)), ""
    if form.is_valid():
        try:
            once(
                Proposal,
                lambda: propose_end_of_assessing(
                    by=signed_in(request), deelplafond=found.deelplafond, reason=form.cleaned_data["reason"]
                ),
                by=signed_in(request),
                token=form.cleaned_data["token"],
            )
        except Refused as answer:
            refused = answer.sentence
        else:
            messages.success(
                request, _("Uw voorstel is bewaard. Een beslisser keurt het goed of wijst het af.")
            )
            return redirect("panel", slug)
    context = {
        "round": grant_round,
        "list": found,
        "told": told(found.done, found.given),
        "too_few": [each for each in found.applications if len(state.counted(each)) < state.least(each)],
        "form": form,
        "refused": refused,
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "panel/close.html", context, status=status)
