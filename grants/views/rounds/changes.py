"""Changes after publication: each proposed with a reason, and done once a decider approves."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.forms.rounds.changes import SHARED, CeilingForm, ChangeForm, ClosingForm, WithdrawalForm
from grants.models import GrantRound, Proposal, User
from grants.permissions import require
from grants.selectors.rounds.history import changes_of
from grants.selectors.rounds.visible import open_proposal_about
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.rounds.changes import propose_ceiling, propose_later_closing, propose_withdrawal
from grants.services.rounds.changing import require_undecided
from grants.views.rounds.parts import lists_table, the_round
from grants.views.signed_in import posted, signed_in


def _ceiling(by: User, grant_round: GrantRound, form: Form) -> Proposal:
    key = form.cleaned_data["list_key"]
    return propose_ceiling(
        by=by,
        grant_round=grant_round,
        list_key="" if key == SHARED else key,
        ceiling_cents=form.cleaned_data["ceiling_cents"],
        reason=form.cleaned_data["reason"],
    )


def _closing(by: User, grant_round: GrantRound, form: Form) -> Proposal:
    data = form.cleaned_data
    return propose_later_closing(
        by=by, grant_round=grant_round, closes_at=data["closes_at"], reason=data["reason"]
    )


def _withdrawal(by: User, grant_round: GrantRound, form: Form) -> Proposal:
    return propose_withdrawal(by=by, grant_round=grant_round, reason=form.cleaned_data["reason"])


@dataclass(frozen=True)
class Kind:
    """A kind of change: its form, and what proposes it."""

    title: Promise
    form: type[ChangeForm]
    propose: Callable[[User, GrantRound, Form], Proposal]


KINDS = {
    "plafond": Kind(gettext_lazy("Een plafond wijzigen"), CeilingForm, _ceiling),
    "sluiting": Kind(gettext_lazy("Later sluiten"), ClosingForm, _closing),
    "intrekken": Kind(gettext_lazy("De ronde intrekken"), WithdrawalForm, _withdrawal),
}


@login_required
def round_changes(request: HttpRequest, slug: str) -> HttpResponse:
    """What can still change, and what did."""
    grant_round = _theirs(request, slug)
    context = {
        "round": grant_round,
        "kinds": KINDS,
        "obstacle": _obstacle(grant_round),
        "waiting": open_proposal_about(round_key(grant_round)),
        "lists": lists_table(grant_round, list(grant_round.deelplafonds.all())),
        "changes": changes_of(grant_round),
    }
    return render(request, "rounds/changes.html", context)


@login_required
def round_change(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Propose one change."""
    grant_round = _theirs(request, slug)
    if kind not in KINDS:
        raise Http404(kind)
    form = KINDS[kind].form(posted(request), grant_round=grant_round)
    if obstacle := _obstacle(grant_round):
        return _page(request, grant_round, kind, form, refused=obstacle, status=409)
    if not form.is_valid():
        return _page(request, grant_round, kind, form, status=422 if form.is_bound else 200)
    try:
        proposal = KINDS[kind].propose(signed_in(request), grant_round, form)
    except Refused as refused:
        return _page(request, grant_round, kind, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw voorstel is bewaard. Een beslisser keurt het goed of wijst het af."))
    return redirect("proposal", proposal.pk)


def _theirs(request: HttpRequest, slug: str) -> GrantRound:
    grant_round = the_round(request, slug)
    require(request.user, "propose_for_round", grant_round)
    return grant_round


def _obstacle(grant_round: GrantRound) -> str:
    try:
        require_undecided(grant_round)
    except Refused as refused:
        return refused.sentence
    return ""


def _page(
    request: HttpRequest,
    grant_round: GrantRound,
    kind: str,
    form: ChangeForm,
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    context = {
        "round": grant_round,
        "kind": kind,
        "title": KINDS[kind].title,
        "form": form,
        "refused": refused,
    }
    return render(request, "rounds/change.html", context, status=status)
