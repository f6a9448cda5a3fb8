"""A proposed version of a regulation, for who proposed it and for the second person, who decides."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.enums import Verdict
from grants.forms.regulations import VerdictForm
from grants.models import Proposal, User
from grants.permissions import may, require
from grants.regulations import read_back_in
from grants.selectors.regulations import regulation_proposals, version_with
from grants.services.errors import Refused
from grants.services.proposals import approve, refuse, withdraw
from grants.services.regulations import Proposed
from grants.views.regulations import compared, to_read
from grants.views.signed_in import signed_in


@login_required
def regulation_proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """A proposed version, for who proposed it and for who judges it."""
    require(request.user, "see_regulation_proposals")
    proposal = regulation_proposals().filter(pk=pk).first()
    if proposal is None:
        raise Http404(str(pk))
    if request.method != "POST":
        return _proposal(request, proposal, VerdictForm())
    form = VerdictForm(request.POST)
    if not form.is_valid():
        return _proposal(request, proposal, form, status=422)
    return _judged(request, proposal, form)


def _judged(request: HttpRequest, proposal: Proposal, form: VerdictForm) -> HttpResponse:
    try:
        said = _give(
            signed_in(request), proposal, Verdict(form.cleaned_data["verdict"]), form.cleaned_data["reason"]
        )
    except Refused as refused:
        return _proposal(request, proposal, form, refused=refused.sentence, status=409)
    messages.success(request, said)
    if form.cleaned_data["verdict"] == Verdict.APPROVED:
        return redirect("regulation", proposal.payload["slug"])
    return redirect("regulation_proposal", proposal.pk)


def _give(by: User, proposal: Proposal, verdict: Verdict, reason: str) -> str:
    match verdict:
        case Verdict.APPROVED:
            approve(by=by, proposal=proposal)
            return _("De nieuwe versie is vastgesteld. Nieuwe rondes kunnen haar gebruiken.")
        case Verdict.REFUSED:
            refuse(by=by, proposal=proposal, reason=reason)
            return _("U hebt het voorstel afgewezen. De indiener ziet uw reden.")
        case Verdict.WITHDRAWN:
            withdraw(by=by, proposal=proposal)
            return _("Het voorstel is ingetrokken. U kunt een nieuw document inladen.")


def _proposal(
    request: HttpRequest, proposal: Proposal, form: VerdictForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    proposed = Proposed.model_validate(proposal.payload)
    found = read_back_in(proposed.sha256, proposed.document)
    is_own = proposal.proposed_by == request.user
    context = {
        "proposal": proposal,
        "verdict": getattr(proposal, "verdict", None),
        "is_own": is_own,
        "may_approve": not is_own and may(request.user, "approve_regulation"),
        "form": form,
        "refused": refused,
        **compared(version_with(proposed.slug, proposal.object_state), proposed.document, found),
        **to_read(found),
    }
    return render(request, "regulations/proposal.html", context, status=status)
