"""Somebody else instead of an assessor, and a submitted assessment that does not count: the effect is shown first."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.forms.panel import EVERYONE, InsteadForm, ReplaceForm, WhyForm
from grants.models import GrantRound, User
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.assignments import effect_of_leaving, replace, take_off
from grants.services.errors import Refused
from grants.views.in_round import handled_round
from grants.views.panel.people import assessor_in
from grants.views.signed_in import posted, signed_in


@login_required
def assessor_replace(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who takes over what, for each choice; then the reason."""
    grant_round = handled_round(request, slug)
    state = assessing_of(grant_round)
    leaving = assessor_in(state, pk)
    others = [each for each in state.assessors if each != leaving]
    if request.method != "POST":
        chosen = InsteadForm(request.GET if "instead" in request.GET else None, people=others)
        return _page(request, grant_round, leaving, chosen, None)
    form = ReplaceForm(request.POST)
    chosen = InsteadForm(request.POST, people=others)
    if not form.is_valid():
        return _page(request, grant_round, leaving, chosen, form)
    try:
        moved = replace(
            by=signed_in(request),
            grant_round=grant_round,
            leaving=leaving,
            instead=chosen.chosen(),
            reason=form.cleaned_data["reason"],
            seen=form.cleaned_data["seen"],
        )
    except Refused as refused:
        return _page(request, grant_round, leaving, chosen, form, refused=refused.sentence)
    sentence = ngettext(
        "%(name)s beoordeelt nu %(count)s aanvraag minder.",
        "%(name)s beoordeelt nu %(count)s aanvragen minder.",
        len(moved.taken_over),
    )
    messages.success(request, sentence % {"name": leaving, "count": len(moved.taken_over)})
    return redirect("panel", slug)


@login_required
def assessment_take_off(request: HttpRequest, slug: str, pk: int, application: int) -> HttpResponse:
    """A submitted assessment that does not count any more, with the reason."""
    grant_round = handled_round(request, slug)
    state = assessing_of(grant_round)
    assessor, found = assessor_in(state, pk), state.by_id.get(application)
    if found is None:
        raise Http404(str(application))
    form, refused = WhyForm(posted(request)), ""
    if form.is_valid():
        try:
            take_off(
                by=signed_in(request),
                application=found,
                assessor=assessor,
                reason=form.cleaned_data["reason"],
            )
        except Refused as answer:
            refused = answer.sentence
        else:
            messages.success(request, _("De beoordeling telt niet meer mee. Zij blijft wel bewaard."))
            return redirect("assignments", slug)
    context = {
        "round": grant_round,
        "assessor": assessor,
        "application": found,
        "left": _left(state, found.pk, assessor),
        "least": state.least(found),
        "form": form,
        "refused": refused,
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "panel/take_off.html", context, status=status)


def _left(state: Assessing, application: int, assessor: User) -> int:
    """How many assessments count without this one."""
    counted = state.counted(state.by_id[application])
    return sum(each.assessor_id != assessor.pk for each in counted)


def _page(
    request: HttpRequest,
    grant_round: GrantRound,
    leaving: User,
    chosen: InsteadForm,
    form: ReplaceForm | None,
    *,
    refused: str = "",
) -> HttpResponse:
    status = 409 if refused else 200 if form is None else 422
    instead = chosen.chosen() if chosen.is_bound else None
    effect = effect_of_leaving(grant_round=grant_round, leaving=leaving, instead=instead)
    shown = {"seen": effect.seen, "instead": str(instead.pk) if instead else EVERYONE}
    if form is not None:
        form = form.on_effect(**shown)
    context = {
        "round": grant_round,
        "leaving": leaving,
        "chosen": chosen,
        "effect": effect,
        "form": form or ReplaceForm(initial=shown),
        "refused": refused,
    }
    return render(request, "panel/replace.html", context, status=status)
