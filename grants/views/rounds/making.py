"""A new round: from nothing, or from last year's."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.rounds.setup import CopyForm, NewRoundForm
from grants.models import GrantRound
from grants.permissions import may, require
from grants.selectors.roles import roles_to_copy
from grants.services.errors import Refused
from grants.services.once import once
from grants.services.rounds.copies import copy_round
from grants.services.rounds.making import free_slug, make_round
from grants.views.rounds.parts import the_round
from grants.views.signed_in import posted, signed_in


@login_required
def round_make(request: HttpRequest) -> HttpResponse:
    require(request.user, "make_round")
    form = NewRoundForm(posted(request))
    if not form.is_valid():
        return render(request, "rounds/make.html", {"form": form}, status=422 if form.is_bound else 200)
    by, title = signed_in(request), form.cleaned_data["title"]
    regulation = form.cleaned_data["regulation"]
    try:
        made = once(
            GrantRound,
            lambda: make_round(by=by, slug=free_slug(title), title=title, regulation=regulation),
            by=by,
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return render(request, "rounds/make.html", {"form": form, "refused": refused.sentence}, status=409)
    messages.success(request, _("De ronde is er, als concept. Zet die nu op."))
    return redirect("round_setup", made.slug, "lezingen")


@login_required
def round_copy(request: HttpRequest, slug: str) -> HttpResponse:
    source = the_round(request, slug)
    require(request.user, "make_round")
    people = roles_to_copy(signed_in(request), source) if may(request.user, "copy_roles", source) else ()
    form = CopyForm(posted(request), people=list(people))
    context = {"form": form, "round": source}
    if not form.is_valid():
        return render(request, "rounds/copy.html", context, status=422 if form.is_bound else 200)
    by, title = signed_in(request), form.cleaned_data["title"]
    with_people = form.cleaned_data.get("with_people", False)
    try:
        made = once(
            GrantRound,
            lambda: copy_round(
                by=by, grant_round=source, slug=free_slug(title), title=title, with_people=with_people
            ),
            by=by,
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return render(request, "rounds/copy.html", {**context, "refused": refused.sentence}, status=409)
    messages.success(request, _("De nieuwe ronde is er, als concept. Vul aan wat per jaar verschilt."))
    return redirect("round_check", made.slug)
