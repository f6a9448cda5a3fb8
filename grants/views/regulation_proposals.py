"""A proposed version of a regulation, to read before deciding about it on the page of its proposal."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from grants.documents.stored import read_back_in
from grants.enums import ProposalKind
from grants.permissions import require
from grants.selectors.proposals import proposals_for
from grants.selectors.regulations import version_with
from grants.services.regulations import Proposed
from grants.views.regulations import compared, to_read
from grants.views.signed_in import signed_in


@login_required
def regulation_proposal(request: HttpRequest, pk: int) -> HttpResponse:
    """Compared with the version before it, which stays the same also after a verdict."""
    require(request.user, "see_proposals")
    kind = ProposalKind.PUBLISH_REGULATION
    proposal = proposals_for(signed_in(request)).filter(kind=kind, pk=pk).first()
    if proposal is None:
        raise Http404(str(pk))
    if proposal.is_purged:
        return redirect("proposal", pk)
    proposed = Proposed.model_validate(proposal.payload)
    found = read_back_in(proposed.sha256, proposed.document)
    before = version_with(proposed.slug, proposal.object_state)
    context = {"proposal": proposal, **compared(before, proposed.document, found), **to_read(found)}
    return render(request, "regulations/proposal.html", context)
