"""Declaring interests, about every application, before anything of it is shown; and stepping back from one later."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.enums import Stage
from grants.forms.assessing.interests import InterestsForm
from grants.forms.assessing.words import hand_back_form, interest_form
from grants.models import Application
from grants.selectors.assessing.mine import MyWork, my_work
from grants.selectors.assessing.obstacles import wrong_stage
from grants.services.assessing.assessments import hand_back, recuse
from grants.services.assessing.interests import declare_interests
from grants.services.errors import Refused
from grants.views.assessing.place import assessed_round, my_place
from grants.views.signed_in import posted, signed_in


@login_required
def interests(request: HttpRequest, slug: str) -> HttpResponse:
    """Every application by its reference, applicant, title and list; no more of it."""
    work = my_work(assessed_round(request, slug), signed_in(request))
    form = _form(request, work)
    if not form.is_valid():
        return _page(request, work, form, status=422 if form.is_bound else 200)
    try:
        declare_interests(by=work.assessor, grant_round=work.round, declared=form.values())
    except Refused as refused:
        return _page(request, work, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw belangen zijn opgegeven."))
    return redirect("assess_round", slug)


@login_required
def application_recuse(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Step back from an application because of an interest; what follows is said first."""
    place = my_place(request, slug, pk)
    form, refused = interest_form(posted(request)), ""
    if form.is_valid():
        try:
            recuse(
                by=place.work.assessor, application=place.application, reason=str(form.cleaned_data["words"])
            )
        except Refused as error:
            refused = error.sentence
        else:
            told = {"reference": place.application.reference}
            messages.success(request, _("U beoordeelt %(reference)s niet. Dank u dat u dit zegt.") % told)
            return redirect("assess_round", slug)
    context = {
        "round": place.work.round,
        "application": place.application,
        "form": form,
        "refused": refused,
        "submitted": place.submitted,
        "rivals": _rivals(place.work, place.application),
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "assessing/recuse.html", context, status=status)


@login_required
def application_hand_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Give back what one cannot assess for another reason than an interest."""
    place = my_place(request, slug, pk)
    form, refused = hand_back_form(posted(request)), ""
    if form.is_valid():
        try:
            hand_back(
                by=place.work.assessor, application=place.application, reason=str(form.cleaned_data["words"])
            )
        except Refused as error:
            refused = error.sentence
        else:
            told = {"reference": place.application.reference}
            messages.success(request, _("U hebt %(reference)s teruggegeven. De behandelaar ziet dit.") % told)
            return redirect("assess_round", slug)
    context = {
        "round": place.work.round,
        "application": place.application,
        "form": form,
        "refused": refused,
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "assessing/hand_back.html", context, status=status)


def _form(request: HttpRequest, work: MyWork) -> InterestsForm:
    state, assessor = work.state, work.assessor
    declared = [
        (each, state.interests[each.pk, assessor.pk])
        for each in state.applications
        if (each.pk, assessor.pk) in state.interests
    ]
    prefetch_related_objects([interest for _application, interest in declared], "payload")
    return InterestsForm(posted(request), undeclared=state.undeclared(assessor), declared=declared)


def _page(
    request: HttpRequest, work: MyWork, form: InterestsForm, *, refused: str = "", status: int
) -> HttpResponse:
    closed = wrong_stage(work.round, Stage.CLOSED, Stage.ASSESSING, established=work.is_established)
    context = {
        "round": work.round,
        "form": form,
        "lines": list(form.lines()),
        "earlier": list(form.earlier()),
        "refused": refused,
        "closed": closed,
        "is_again": bool(form.declared) and bool(form.undeclared),
    }
    return render(request, "assessing/interests.html", context, status=status)


def _rivals(work: MyWork, application: Application) -> list[Application]:
    """What else this assessor assesses now that competes with it."""
    running = work.state.by_id.get(application.pk)
    if running is None:
        return []
    others = [each for each in work.applications if each.pk != application.pk]
    return [each for each in others if work.state.compete(running, each)]
