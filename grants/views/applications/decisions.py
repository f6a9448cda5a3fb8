"""Decisions on applications apart that still must be sent, and that they were: for one, and for many from a list."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.enums import Sending
from grants.forms.applications.decisions import SentForm, SentTogetherForm
from grants.models import ApplicationEvent, GrantRound
from grants.permissions import may, require
from grants.selectors.applications.decisions import to_send_in, unsent_of
from grants.services.applications.decisions import record_sent
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.applications.acts import Words, act
from grants.views.applications.parts import seen_in
from grants.views.in_round import HANDLE, handled_application, seen_round
from grants.views.signed_in import posted, signed_in

PER_PAGE = 50


@login_required
def decisions_to_send(request: HttpRequest, slug: str) -> HttpResponse:
    """Every decision that was not sent yet, page by page; those that were sent are ticked."""
    grant_round = seen_round(request, slug)
    page = Paginator(to_send_in(grant_round).defer("answers", "facts"), PER_PAGE).get_page(
        request.GET.get("page")
    )
    if request.method != "POST":
        return _page(request, grant_round, SentTogetherForm(applications=list(page)), status=200)
    require(request.user, HANDLE, grant_round)
    form = SentTogetherForm(request.POST, applications=seen_in(request, grant_round))
    if not form.is_valid():
        return _page(request, grant_round, form, status=422)
    try:
        once(
            ApplicationEvent,
            lambda: record_sent(
                by=signed_in(request),
                seen=form.chosen_seen(),
                sent_on=form.cleaned_data["sent_on"],
                how=Sending(form.cleaned_data["how"]),
            ),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, grant_round, form, refused=refused.sentence, status=409)
    messages.success(request, _told(len(form.chosen_keys())))
    return redirect("decisions_to_send", slug)


@login_required
def application_decision_sent(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The decision on one application was sent."""
    found, by = handled_application(request, slug, pk), signed_in(request)
    form = SentForm(posted(request), application=found)
    words = Words(
        _("Het besluit is verstuurd"),
        _(
            "Een besluit geldt pas als de aanvrager het kreeg (Awb 3:40). De bezwaartermijn begint de dag erna."
        ),
        _("Leg vast"),
        _("Vastgelegd: het besluit is verstuurd."),
    )
    return act(
        request,
        form,
        words,
        lambda: record_sent(
            by=by,
            seen=form.seen(),
            sent_on=form.cleaned_data["sent_on"],
            how=Sending(form.cleaned_data["how"]),
        ),
        ApplicationEvent,
    )


def _told(count: int) -> str:
    return ngettext(
        "Vastgelegd: %(count)s besluit is verstuurd.",
        "Vastgelegd: %(count)s besluiten zijn verstuurd.",
        count,
    ) % {"count": count}


def _page(
    request: HttpRequest, grant_round: GrantRound, form: SentTogetherForm, *, refused: str = "", status: int
) -> HttpResponse:
    told = {each.application.pk: each for each in unsent_of(form.applications)}
    found = to_send_in(grant_round)
    context = {
        "round": grant_round,
        "form": form.as_it_stands() if refused else form,
        "lines": [(line, told.get(line.application.pk)) for line in form.lines()],
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "may_handle": may(request.user, HANDLE, grant_round),
        "refused": refused,
    }
    return render(request, "rounds/work/decisions.html", context, status=status)
