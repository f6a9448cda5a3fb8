"""Applications that look like one, as groups, and what an official makes of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.applications.together import GroupForm
from grants.models import ApplicationEvent, GrantRound
from grants.permissions import may
from grants.selectors.applications.duplicates import Alike, Group, duplicates_in
from grants.services.applications.duplicates import resolve_duplicates
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.applications.parts import seen_in
from grants.views.in_round import HANDLE, application_of, handled_round, seen_round
from grants.views.signed_in import posted, signed_in

PER_PAGE = 20
PREVIEW = 5
ADDRESSES = {
    "aanvrager": Alike.ORGANISATION,
    "rekening": Alike.ACCOUNT,
    "titel": Alike.TITLE,
}
"""How an address says in which group an application is."""
SAID = {why: said for said, why in ADDRESSES.items()}


@login_required
def duplicates(request: HttpRequest, slug: str) -> HttpResponse:
    """The groups that somebody must still look at, page by page."""
    grant_round = seen_round(request, slug)
    page = Paginator(duplicates_in(grant_round), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "round": grant_round,
        "groups": [(each, SAID[each.alike[0]], _words(each), each.applications[:PREVIEW]) for each in page],
        "page": page,
        "may_handle": may(request.user, HANDLE, grant_round),
    }
    return render(request, "rounds/work/duplicates.html", context)


@login_required
def duplicate(request: HttpRequest, slug: str, why: str, pk: int) -> HttpResponse:
    """One group, to be resolved with a reason."""
    grant_round = handled_round(request, slug)
    if why not in ADDRESSES:
        raise Http404(why)
    application = application_of(grant_round, pk)
    group = _group_of(grant_round, ADDRESSES[why], pk)
    if group is None and request.method != "POST":
        messages.info(request, _("Deze aanvragen zijn al beoordeeld. Het oordeel staat bij elke aanvraag."))
        return redirect("duplicates", slug)
    group = group or Group((ADDRESSES[why],), (application,), frozenset())
    shown = seen_in(request, grant_round) if request.method == "POST" else group.shown()
    form = GroupForm(posted(request), applications=shown, is_whole=len(shown) >= len(group.applications))
    if not form.is_valid():
        return _page(request, grant_round, group, form, status=422 if form.is_bound else 200)
    try:
        once(
            ApplicationEvent,
            lambda: resolve_duplicates(
                by=signed_in(request),
                seen=form.cleaned_data["seen"],
                out=form.out(),
                alike=group.alike,
                reason=form.cleaned_data["reason"],
            ),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, grant_round, group, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw oordeel is bewaard, en staat bij elke aanvraag."))
    return redirect("duplicates", slug)


def alike_in_words() -> dict[Alike, str]:
    """What applications can have in common, as people say it."""
    return {
        Alike.ORGANISATION: _("zelfde aanvrager"),
        Alike.ACCOUNT: _("zelfde bankrekening"),
        Alike.TITLE: _("bijna dezelfde titel"),
    }


def _words(group: Group) -> list[str]:
    words = alike_in_words()
    return [words[why] for why in group.alike]


def _group_of(grant_round: GrantRound, why: Alike, pk: int) -> Group | None:
    for group in duplicates_in(grant_round):
        if why in group.alike and any(each.pk == pk for each in group.applications):
            return group
    return None


def _page(
    request: HttpRequest,
    grant_round: GrantRound,
    group: Group,
    form: GroupForm,
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    context = {
        "round": grant_round,
        "group": group,
        "words": _words(group),
        "is_part": not form.is_whole,
        "form": form.as_it_stands() if refused else form,
        "refused": refused,
    }
    return render(request, "rounds/work/duplicate.html", context, status=status)
