"""Proposals: what waits for a second person, and the page on which that person decides."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.enums import ProposalKind, Verdict
from grants.forms.proposals import VerdictForm
from grants.models import Proposal, User
from grants.moments import moment
from grants.permissions import may, require
from grants.selectors.proposals import open_proposals_for, proposals_for
from grants.services.acts import act_of, title_of
from grants.services.errors import Refused
from grants.services.proposals import approve, refuse, withdraw
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in


@login_required
def proposals(request: HttpRequest) -> HttpResponse:
    require(request.user, "see_proposals")
    waiting = list(open_proposals_for(signed_in(request)))
    return render(request, "proposals/list.html", {"table": _table(waiting) if waiting else None})


@login_required
def proposal(request: HttpRequest, pk: int) -> HttpResponse:
    require(request.user, "see_proposals")
    found = proposals_for(signed_in(request)).filter(pk=pk).first()
    if found is None:
        raise Http404(str(pk))
    if request.method != "POST":
        return _page(request, found, VerdictForm())
    form = VerdictForm(request.POST)
    if not form.is_valid():
        return _page(request, found, form, status=422)
    return _judged(request, found, form)


def _judged(request: HttpRequest, found: Proposal, form: VerdictForm) -> HttpResponse:
    verdict, reason = Verdict(form.cleaned_data["verdict"]), form.cleaned_data["reason"]
    try:
        said = _give(signed_in(request), found, verdict, reason)
    except Refused as refused:
        return _page(request, found, form, refused=refused.sentence, status=409)
    messages.success(request, said)
    return redirect("proposals")


def _give(by: User, found: Proposal, verdict: Verdict, reason: str) -> str:
    match verdict:
        case Verdict.APPROVED:
            approve(by=by, proposal=found)
            return _("U hebt het voorstel goedgekeurd. Het is meteen uitgevoerd.")
        case Verdict.REFUSED:
            refuse(by=by, proposal=found, reason=reason)
            return _("U hebt het voorstel afgewezen. Wie het deed, ziet uw reden.")
        case Verdict.WITHDRAWN:
            withdraw(by=by, proposal=found)
            return _("Uw voorstel is ingetrokken. Er is niets uitgevoerd.")


def _page(
    request: HttpRequest, found: Proposal, form: VerdictForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    act = act_of(found)
    is_own, verdict = found.proposed_by == request.user, getattr(found, "verdict", None)
    context = {
        "proposal": found,
        "about": None if found.is_purged else act.about(found),
        "title": title_of(found),
        "language": _language_of_title(found),
        "what_is_proposed": f"proposals/acts/{found.kind}.html",
        "verdict": verdict,
        "is_own": is_own,
        "may_approve": verdict is None
        and not is_own
        and may(request.user, act.permission_to_approve, act.about(found)),
        "form": form,
        "refused": refused,
    }
    return render(request, "proposals/proposal.html", context, status=status)


def _table(waiting: list[Proposal]) -> Table:
    columns = (
        Column(_("Voorstel"), "head"),
        Column(_("Gaat over"), "wide"),
        Column(_("Voorgesteld door")),
        Column(_("Sinds")),
    )
    return Table(_("Voorstellen die wachten"), columns, [_row(each) for each in waiting])


def _row(each: Proposal) -> tuple[Cell, ...]:
    address = reverse("proposal", args=[each.pk])
    return (
        Cell(each.get_kind_display().capitalize(), address),
        Cell(title_of(each), language=_language_of_title(each)),
        Cell(str(each.proposed_by)),
        Cell(moment(each.created_at)),
    )


def _language_of_title(each: Proposal) -> str:
    """The titles of regulations and rounds are Dutch on English pages too."""
    return "" if each.is_purged or each.kind == ProposalKind.MAKE_ADMINISTRATOR else "nl"
