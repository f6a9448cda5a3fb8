"""Deciding about one application where the regulation leaves it to officials."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.enums import Said
from grants.forms.ranking.decision import DecisionForm
from grants.models import Application, OfficialDecision
from grants.permissions import may
from grants.selectors.ranking.grounds import discretion_of
from grants.selectors.ranking.lists import Shown, calculation_in, ranking_of
from grants.services.errors import Refused
from grants.services.ranking.deciding import decide_on, sayings
from grants.views.in_round import HANDLE, handled_application, seen_application
from grants.views.ranking.needs import ground_in_words
from grants.views.signed_in import posted, signed_in
from schemes.rules import Discretion


@dataclass(frozen=True)
class _Case:
    """An application, what can be decided about it, and what was."""

    application: Application
    discretion: Discretion
    past: list[OfficialDecision]

    @property
    def after(self) -> int:
        return self.past[0].number if self.past else 0

    @property
    def sayings(self) -> list[Said]:
        """Taking back needs something that holds."""
        is_open = bool(self.past) and self.past[0].said != Said.TAKEN_BACK
        return [each for each in sayings(self.discretion) if is_open or each is not Said.TAKEN_BACK]


@login_required
def decision(request: HttpRequest, slug: str, pk: int, key: str) -> HttpResponse:
    """The ground, what was decided before, and the form."""
    asked = handled_application if request.method == "POST" else seen_application
    case = _case(asked(request, slug, pk), key)
    if not may(request.user, HANDLE, case.application.round):
        return _page(request, case, None)
    form = DecisionForm(posted(request), sayings=case.sayings, after=case.after)
    if not form.is_valid():
        return _page(request, case, form, status=422 if form.is_bound else 200)
    try:
        decide_on(
            by=signed_in(request),
            application=case.application,
            key=key,
            answer=form.answer(),
            after=form.cleaned_data["after"],
        )
    except Refused as refused:
        return _page(request, _case(case.application, key), form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw beslissing is bewaard. Reken opnieuw om te zien wat zij verandert."))
    return redirect("ranking", slug)


def _case(application: Application, key: str) -> _Case:
    discretion = discretion_of(regulation_of(application.round), key)
    if discretion is None:
        raise Http404(key)
    past = application.official_decisions.filter(key=key).select_related("by", "payload").order_by("-number")
    return _Case(application, discretion, list(past))


def _page(
    request: HttpRequest, case: _Case, form: DecisionForm | None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "round": case.application.round,
        "application": case.application,
        "ground": ground_in_words(case.discretion),
        "past": case.past,
        "shown": _shown(case.application),
        "form": form,
        "refused": refused,
    }
    return render(request, "ranking/decision.html", context, status=status)


def _shown(application: Application) -> Shown | None:
    """Its line in the last calculation; None where there is none."""
    last = calculation_in(application.round)
    return None if last is None else ranking_of(last).lines_of([application.pk]).get(application.pk)
