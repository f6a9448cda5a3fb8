"""An application that came on paper, entered by an official."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.documents.files import MOST_BYTES
from grants.enums import Standing
from grants.forms.applications.paper import PaperForm
from grants.models import Application, GrantRound
from grants.permissions import require
from grants.services.applications.paper import Scan, enter_on_paper
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.rounds.parts import the_round
from grants.views.signed_in import signed_in
from grants.views.uploads import bounded_upload


@login_required
@bounded_upload(MOST_BYTES)
def paper_application(request: HttpRequest, slug: str) -> HttpResponse:
    """Take over what came on paper."""
    grant_round = the_round(request, slug)
    require(request.user, "handle_applications", grant_round)
    if request.method != "POST":
        return _page(request, grant_round, PaperForm(grant_round))
    form = PaperForm(grant_round, request.POST.dict(), request.FILES)
    if not form.is_valid():
        return _page(request, grant_round, form, status=422)
    try:
        made = once(
            Application,
            lambda: _enter(request, grant_round, form),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, grant_round, form, refused=refused.sentence, status=409)
    messages.success(request, _told(made))
    return redirect("paper_application", slug)


def _enter(request: HttpRequest, grant_round: GrantRound, form: PaperForm) -> Application:
    scan = form.cleaned_data["scan"]
    return enter_on_paper(
        by=signed_in(request),
        grant_round=grant_round,
        name=form.cleaned_data["name"],
        kvk_number=form.cleaned_data["kvk_number"],
        content=form.content(),
        received_at=form.cleaned_data["received_at"],
        scan=None if scan is None else Scan(scan.name, scan.read()),
    )


def _told(made: Application) -> str:
    told = {"reference": made.reference, "name": made.organisation}
    if made.standing == Standing.LATE:
        return _("Aanvraag %(reference)s van %(name)s is bewaard, als te laat ontvangen.") % told
    return _("Aanvraag %(reference)s van %(name)s is bewaard.") % told


def _page(
    request: HttpRequest, grant_round: GrantRound, form: PaperForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {"round": grant_round, "form": form, "refused": refused}
    return render(request, "paper/form.html", context, status=status)
