"""Pairs of applications that look like one, beside each other, and what an official makes of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.applications.acts import DuplicateForm
from grants.models import Application
from grants.permissions import may
from grants.selectors.applications.duplicates import Alike, duplicates_in
from grants.services.applications.duplicates import resolve_duplicate
from grants.services.errors import Refused
from grants.views.in_round import HANDLE, application_of, handled_round, seen_round
from grants.views.signed_in import posted, signed_in


@login_required
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs that nobody looked at yet."""
    grant_round = seen_round(request, slug)
    words = alike_in_words()
    pairs = [
        (each.first, each.second, [words[why] for why in each.alike]) for each in duplicates_in(grant_round)
    ]
    context = {"round": grant_round, "pairs": pairs, "may_handle": may(request.user, HANDLE, grant_round)}
    return render(request, "rounds/work/duplicates.html", context)


@login_required
def duplicate(request: HttpRequest, slug: str, first: int, second: int) -> HttpResponse:
    """One pair, to be resolved with a reason."""
    grant_round = handled_round(request, slug)
    if first == second:
        raise Http404(str(first))
    pair = (application_of(grant_round, first), application_of(grant_round, second))
    form = DuplicateForm(posted(request), first=pair[0], second=pair[1])
    if not form.is_valid():
        return _page(request, pair, form, status=422 if form.is_bound else 200)
    out = {DuplicateForm.FIRST: pair[0], DuplicateForm.SECOND: pair[1]}.get(form.cleaned_data["outcome"])
    try:
        resolve_duplicate(
            by=signed_in(request),
            first=pair[0],
            second=pair[1],
            out=out,
            reason=form.cleaned_data["reason"],
        )
    except Refused as refused:
        return _page(request, pair, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw oordeel is bewaard, en staat bij beide aanvragen."))
    return redirect("duplicates", slug)


def alike_in_words() -> dict[Alike, str]:
    """What two applications can have in common, as people say it."""
    return {
        Alike.ORGANISATION: _("zelfde aanvrager"),
        Alike.ACCOUNT: _("zelfde bankrekening"),
        Alike.TITLE: _("bijna dezelfde titel"),
    }


def _page(
    request: HttpRequest,
    pair: tuple[Application, Application],
    form: DuplicateForm,
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    context = {"round": pair[0].round, "pair": pair, "form": form, "refused": refused}
    return render(request, "rounds/work/duplicate.html", context, status=status)
