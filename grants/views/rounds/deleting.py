"""Throwing away a draft of a round, after asking whether that is meant."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.models import GrantRound
from grants.permissions import require
from grants.selectors.roles import roles_in
from grants.services.errors import Refused
from grants.services.rounds.deleting import delete_draft_round, require_can_be_deleted
from grants.views.rounds.parts import lists_table, the_round
from grants.views.signed_in import signed_in


@login_required
def round_delete(request: HttpRequest, slug: str) -> HttpResponse:
    """What goes along, and the button; or what stands in the way."""
    grant_round = the_round(request, slug)
    require(request.user, "delete_draft_round", grant_round)
    try:
        if request.method != "POST":
            require_can_be_deleted(grant_round)
            return _page(request, grant_round)
        delete_draft_round(by=signed_in(request), grant_round=grant_round)
    except Refused as refused:
        return _page(request, grant_round, refused=refused.sentence, status=409)
    messages.success(request, _("De ronde «%(title)s» is verwijderd.") % {"title": grant_round.title})
    return redirect("rounds")


def _page(
    request: HttpRequest, grant_round: GrantRound, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "round": grant_round,
        "lists": lists_table(grant_round, list(grant_round.deelplafonds.all())),
        "held": [role for role in roles_in(grant_round) if role.until is None],
        "refused": refused,
    }
    return render(request, "rounds/delete.html", context, status=status)
