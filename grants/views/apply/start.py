"""Beginning an application in a round: for which organisation, and with an earlier one or not."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from grants.enums import Stage
from grants.forms.apply.draft import ORDER
from grants.forms.apply.start import StartForm
from grants.models import Application, GrantRound
from grants.selectors.applications.mine import drafts_of_organisations, earlier_of
from grants.selectors.organisations import organisations_of
from grants.selectors.rounds.stages import stage_of
from grants.selectors.rounds.visible import round_called
from grants.services.applications.drafts import start_draft
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.apply.parts import deadline_of, step_address
from grants.views.signed_in import posted, signed_in


@login_required
def apply_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the organisation; then the form opens."""
    grant_round = round_called(slug)
    if grant_round is None or stage_of(grant_round) is Stage.DRAFT:
        raise Http404(slug)
    person = signed_in(request)
    organisations = list(organisations_of(person))
    form = StartForm(
        posted(request), organisations=organisations, earlier=list(earlier_of(person, grant_round))
    )
    if not form.is_valid():
        return _page(request, grant_round, form, status=422 if form.is_bound else 200)
    given = form.cleaned_data
    try:
        made = once(
            Application,
            lambda: start_draft(
                by=person, grant_round=grant_round, organisation=given["organisation"], like=given.get("like")
            ),
            by=person,
            token=given["token"],
        )
    except Refused as refused:
        return _page(request, grant_round, form, refused=refused.sentence, status=409)
    return redirect(step_address(made.pk, ORDER[0]))


def _page(
    request: HttpRequest, grant_round: GrantRound, form: StartForm, *, refused: str = "", status: int
) -> HttpResponse:
    organisations = list(organisations_of(signed_in(request)))
    context = {
        "round": grant_round,
        "form": form,
        "refused": refused,
        "organisations": organisations,
        "already": drafts_of_organisations(organisations, grant_round),
        "deadline": deadline_of(grant_round),
        "is_open": stage_of(grant_round) is Stage.OPEN,
    }
    return render(request, "apply/start.html", context, status=status)
