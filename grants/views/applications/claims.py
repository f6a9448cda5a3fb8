"""Links by which applicants take over what was entered for them: sent, printed, and used."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from grants import clock
from grants.documents.receipt import grouped
from grants.forms.applications.claims import CodeForm
from grants.models import GrantRound
from grants.permissions import require
from grants.selectors.applications.claims import (
    unclaimed,
    unclaimed_with_mail,
    unclaimed_without_mail,
    with_links,
    without_link,
)
from grants.services.applications.claims import claim, make_letters, send_claim_link, send_claim_links, usable
from grants.services.errors import Refused
from grants.views.in_round import application_of
from grants.views.rounds.parts import the_round
from grants.views.signed_in import posted, signed_in

PER_PAGE = 50


@login_required
def claim_links(request: HttpRequest, slug: str) -> HttpResponse:
    """Applications that nobody took over yet, and the ways to let that happen."""
    return _links_page(request, _round(request, slug))


@login_required
@require_POST
def claim_links_send(request: HttpRequest, slug: str) -> HttpResponse:
    grant_round = _round(request, slug)
    sent = send_claim_links(by=signed_in(request), grant_round=grant_round)
    sentence = ngettext("Er gaat %(sent)s mail uit.", "Er gaan %(sent)s mails uit.", sent)
    messages.success(request, sentence % {"sent": sent})
    return redirect("claim_links", slug)


@login_required
@require_POST
def claim_link_send(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    grant_round = _round(request, slug)
    application = application_of(grant_round, pk)
    try:
        send_claim_link(by=signed_in(request), application=application)
    except Refused as refused:
        return _links_page(request, grant_round, refused=refused.sentence, status=409)
    messages.success(
        request, _("Er gaat een nieuwe link naar %(email)s.") % {"email": application.contact_email}
    )
    return redirect("claim_links", slug)


@login_required
@require_POST
def claim_letters(request: HttpRequest, slug: str) -> HttpResponse:
    """Letters to print, with new codes: they are on this page alone. Codes that were printed lapse only when that is said."""
    grant_round, which = _round(request, slug), request.POST.get("which", "")
    to_print = unclaimed_without_mail(grant_round)
    fresh, total = without_link(to_print).count(), to_print.count()
    if which not in ("new", "all") and fresh < total:
        context = {"round": grant_round, "fresh": fresh, "printed": total - fresh}
        return render(request, "paper/letters_again.html", context)
    made = make_letters(by=signed_in(request), grant_round=grant_round, again=which == "all")
    letters = [{"application": application, "code": grouped(token)} for application, token in made]
    context = {
        "round": grant_round,
        "letters": letters,
        "site": settings.SITE_URL,
        "today": localtime(clock.now()),
    }
    return render(request, "paper/letters.html", context)


def claim_code(request: HttpRequest) -> HttpResponse:
    """Where the code of a letter is typed."""
    form = CodeForm(posted(request))
    if form.is_valid():
        return redirect("claim", form.cleaned_data["code"])
    return render(request, "paper/code.html", {"form": form}, status=422 if form.is_bound else 200)


@login_required
def claim_application(request: HttpRequest, token: str) -> HttpResponse:
    """Take an application over. A link that works is changed by the button alone."""
    try:
        link = usable(token)
        if request.method == "POST":
            claimed = claim(by=signed_in(request), token=token)
            messages.success(request, _("U treedt nu op voor %(name)s.") % {"name": claimed.organisation})
            return redirect("my_application", claimed.pk)
    except Refused as refused:
        return render(request, "paper/claim.html", {"refused": refused.sentence}, status=409)
    return render(request, "paper/claim.html", {"application": link.application})


def _round(request: HttpRequest, slug: str) -> GrantRound:
    grant_round = the_round(request, slug)
    require(request.user, "handle_applications", grant_round)
    return grant_round


def _links_page(
    request: HttpRequest, grant_round: GrantRound, *, refused: str = "", status: int = 200
) -> HttpResponse:
    waiting = unclaimed().filter(round=grant_round)
    context = {
        "round": grant_round,
        "refused": refused,
        "page": Paginator(with_links(waiting), PER_PAGE).get_page(request.GET.get("page")),
        "to_mail": without_link(unclaimed_with_mail(grant_round)).count(),
        "to_print": unclaimed_without_mail(grant_round).count(),
    }
    return render(request, "paper/links.html", context, status=status)
