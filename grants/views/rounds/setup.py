"""Setting a round up: its steps in any order, everything on one page, and the proposal to publish it."""

from urllib.parse import quote, urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.documents.of_rounds import document_read_by
from grants.forms.rounds.changes import ProposalReasonForm
from grants.forms.rounds.money import MoneyForm
from grants.forms.rounds.readings import ReadingsForm
from grants.forms.rounds.setup import MomentsForm, RegulationForm, TermForm, TextsForm
from grants.forms.versioned import VersionedForm
from grants.models import GrantRound, Proposal
from grants.permissions import may, require
from grants.selectors.roles import roles_in
from grants.selectors.rounds.gaps import Gap, gaps_of, is_confirmed
from grants.selectors.rounds.visible import open_proposal_about, round_for
from grants.services.errors import Conflict, Refused
from grants.services.keys import round_key
from grants.services.rounds.publication import propose_publication
from grants.services.rounds.setup import change_round, set_lists
from grants.views.conflict import conflict_page
from grants.views.rounds.parts import (
    CHECK,
    STEPS,
    deciding_day_of,
    lists_table,
    next_step,
    steps_at,
    the_round,
)
from grants.views.signed_in import posted, signed_in
from schemes.words.statements import division

PEOPLE = "mensen"
FORMS: dict[str, type[VersionedForm[GrantRound]]] = {
    "regeling": RegulationForm,
    "lezingen": ReadingsForm,
    "geld": MoneyForm,
    "momenten": MomentsForm,
    "termijn": TermForm,
    "teksten": TextsForm,
}


@login_required
def round_setup(request: HttpRequest, slug: str, step: str) -> HttpResponse:
    """One step. What is filled in can be left half done; the check page says what is missing."""
    grant_round = the_round(request, slug)
    require(request.user, "set_up_round", grant_round)
    if step == PEOPLE:
        return _people(request, grant_round)
    if step not in FORMS:
        raise Http404(step)
    if request.method != "POST" and not grant_round.is_draft:
        return render(request, "rounds/setup/frozen.html", {"round": grant_round}, status=409)
    form = _form_in(request, step, grant_round)
    if not form.is_valid():
        return _form(request, slug, step, form, status=422 if form.is_bound else 200)
    return _saved(request, slug, step, form)


@login_required
def round_check(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything of a round on one page, what is missing, and the button that proposes to publish it."""
    grant_round = the_round(request, slug)
    require(request.user, "see_round_whole", grant_round)
    return _check(request, grant_round)


@login_required
@require_POST
def round_propose(request: HttpRequest, slug: str) -> HttpResponse:
    grant_round = the_round(request, slug)
    require(request.user, "propose_for_round", grant_round)
    form = ProposalReasonForm(request.POST)
    if not form.is_valid():
        return _check(request, grant_round, form, status=422)
    try:
        proposal = propose_publication(
            by=signed_in(request), grant_round=grant_round, reason=form.cleaned_data["reason"]
        )
    except Refused as refused:
        return _check(request, grant_round, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw voorstel is bewaard. Een beslisser keurt het goed of wijst het af."))
    return redirect("proposal", proposal.pk)


def _form_in(request: HttpRequest, step: str, grant_round: GrantRound) -> VersionedForm[GrantRound]:
    if FORMS[step] is MoneyForm:
        return MoneyForm(posted(request), instance=grant_round, more=request.GET.get("more", ""))
    return FORMS[step](posted(request), instance=grant_round)


def _saved(request: HttpRequest, slug: str, step: str, form: VersionedForm[GrantRound]) -> HttpResponse:
    try:
        _save(request, form)
    except Conflict:
        return conflict_page(request, form)
    except Refused as refused:
        return _form(request, slug, step, form, refused=refused.sentence, status=409)
    messages.success(request, _("Dit is bewaard."))
    if isinstance(form, MoneyForm) and "more" in request.POST:
        return redirect(f"{request.path}?{_more_lists(form, request.POST['more'])}")
    then = next_step(step) if "next" in request.POST else step
    return redirect("round_check", slug) if then == CHECK else redirect("round_setup", slug, then)


def _more_lists(form: MoneyForm, kind: str) -> str:
    """What asks for more empty rows of this kind, and leads to the first of them."""
    first = sum(each.kind == kind for each in form.lists())
    return f"{urlencode({'more': kind})}#id_{quote(kind)}-{first}-name"


def _save(request: HttpRequest, form: VersionedForm[GrantRound]) -> GrantRound:
    by, version = signed_in(request), form.cleaned_data["version"]
    if isinstance(form, MoneyForm):
        return set_lists(
            by=by, grant_round=form.instance, version=version, lists=form.lists(), **form.values()
        )
    return change_round(by=by, grant_round=form.instance, version=version, **form.values())


def _form(
    request: HttpRequest,
    slug: str,
    step: str,
    form: VersionedForm[GrantRound],
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    # as it stands there: the one in the form already has what was typed, and is all that is left of a deleted draft
    stored = round_for(request.user, slug) or form.instance
    context = {
        **_around(stored, step),
        "form": form,
        "refused": refused,
        "deciding_day": deciding_day_of(stored),
    }
    return render(request, f"rounds/setup/{step}.html", context, status=status)


def _people(request: HttpRequest, grant_round: GrantRound) -> HttpResponse:
    held = [role for role in roles_in(grant_round) if role.until is None]
    context = {
        **_around(grant_round, PEOPLE),
        "held": held,
        "may_manage": may(request.user, "manage_roles"),
        "missing": [gap for gap in gaps_of(grant_round) if gap.step == PEOPLE],
    }
    return render(request, "rounds/setup/mensen.html", context)


def _around(grant_round: GrantRound, step: str) -> dict[str, object]:
    """What stands around each step."""
    gaps = gaps_of(grant_round)
    return {
        "round": grant_round,
        "step": step,
        "label": STEPS[step],
        "steps": steps_at(step, gaps),
        "gaps": gaps,
        "waiting": _waiting(grant_round),
    }


def _check(
    request: HttpRequest,
    grant_round: GrantRound,
    form: ProposalReasonForm | None = None,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    around = _around(grant_round, CHECK)
    gaps: list[Gap] = gaps_of(grant_round) if grant_round.is_draft else []
    may_propose = grant_round.is_draft and may(request.user, "propose_for_round", grant_round)
    document = document_read_by(grant_round)
    context = {
        **around,
        "blocking": [gap for gap in gaps if gap.blocks],
        "warnings": [gap for gap in gaps if not gap.blocks],
        "lists": lists_table(grant_round, list(grant_round.deelplafonds.all())),
        "readings": [
            each
            for each in document.readings
            if not grant_round.is_draft or is_confirmed(grant_round, each.id)
        ],
        "division": division(document.chosen),
        "deciding_day": deciding_day_of(grant_round),
        "held": [role for role in roles_in(grant_round) if role.until is None],
        "may_change": grant_round.is_draft and may(request.user, "set_up_round", grant_round),
        "may_propose": may_propose,
        "form": form or ProposalReasonForm(),
        "refused": refused,
    }
    return render(request, "rounds/setup/controle.html", context, status=status)


def _waiting(grant_round: GrantRound) -> Proposal | None:
    return open_proposal_about(round_key(grant_round))
