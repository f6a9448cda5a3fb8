"""The ranking of a round: what a calculation found, list by list, and what must still happen."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from grants.models import Calculation, GrantRound, ListOutcome
from grants.permissions import may
from grants.selectors.ranking.inputs import marks_of, obstacle_in, prepared_for
from grants.selectors.ranking.lists import Part, RankedList, Ranking, Shown, calculation_in, ranking_of
from grants.selectors.ranking.progress import failed_in, waiting_in
from grants.services.errors import Refused
from grants.services.ranking.calculating import ask_for_calculation
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.ranking.needs import needs_of
from grants.views.ranking.picture import MOST, Picture, picture_of
from grants.views.signed_in import signed_in
from schemes.rules import Spread

SHOWN_NEEDS = 20
COLUMNS = 6
"""Those of the table beside one for each criterion."""


@login_required
def ranking(request: HttpRequest, slug: str) -> HttpResponse:
    """The last calculation; where there is none, what must come first."""
    return _page(request, seen_round(request, slug))


@login_required
def calculation(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A calculation by its number."""
    grant_round = seen_round(request, slug)
    found = calculation_in(grant_round, number)
    if found is None:
        raise Http404(number)
    return _shown(request, grant_round, found)


@login_required
@require_POST
def ranking_calculate(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the workers to work the round out."""
    grant_round = handled_round(request, slug)
    try:
        ask_for_calculation(by=signed_in(request), grant_round=grant_round)
    except Refused as refused:
        return _page(request, grant_round, refused=refused.sentence, status=409)
    return redirect("ranking", slug)


def _page(
    request: HttpRequest, grant_round: GrantRound, *, refused: str = "", status: int = 200
) -> HttpResponse:
    if waiting_in(grant_round) is not None:
        context = {"round": grant_round, "refused": refused}
        return render(request, "ranking/waiting.html", context, status=status)
    found = calculation_in(grant_round)
    if found is not None:
        response = _shown(request, grant_round, found, refused=refused, status=status)
    else:
        context = {
            "round": grant_round,
            "refused": refused,
            "failed": failed_in(grant_round),
            "obstacle": obstacle_in(grant_round, prepared_for(grant_round)),
            "may_handle": may(request.user, HANDLE, grant_round),
        }
        response = render(request, "ranking/none.html", context, status=status)
    if request.headers.get("HX-Request"):
        response["HX-Refresh"] = "true"
    return response


def _shown(
    request: HttpRequest, grant_round: GrantRound, found: Calculation, *, refused: str = "", status: int = 200
) -> HttpResponse:
    ranking = ranking_of(found)
    outcome = _chosen(ranking, request.GET.get("lijst"))
    listed, needs = ranking.page_of(outcome, request.GET.get("page")), needs_of(ranking)
    context = {
        "round": grant_round,
        "calculation": found,
        "is_last": not grant_round.calculations.filter(number__gt=found.number).exists(),
        "is_stale": found.marks != marks_of(grant_round),
        "failed": failed_in(grant_round),
        "earlier": range(1, found.number),
        "before": found.number - 1,
        "needs": needs[:SHOWN_NEEDS],
        "more_needs": len(needs) - SHOWN_NEEDS,
        "tabs": [(each, each is outcome) for each in ranking.lists] if len(ranking.lists) > 1 else [],
        "listed": listed,
        "criteria": ranking.regulation.criteria,
        "parts": _parts(listed),
        "width": len(ranking.regulation.criteria) + COLUMNS,
        "spread": next((each for each in ranking.regulation.discretions if isinstance(each, Spread)), None),
        "picture": _picture(ranking, listed),
        "refused": refused,
        "may_handle": may(request.user, HANDLE, grant_round),
    }
    return render(request, "ranking/ranking.html", context, status=status)


def _chosen(ranking: Ranking, key: str | None) -> ListOutcome:
    """The list that was asked for; else the first on which anybody competes."""
    first = next((each for each in ranking.lists if each.requested_cents), ranking.lists[0])
    return ranking.by_key.get(key or "", first)


def _parts(listed: RankedList) -> list[tuple[Part, list[Shown]]]:
    return [(part, found) for part in Part if (found := listed.in_part(part))]


def _picture(ranking: Ranking, listed: RankedList) -> Picture | None:
    """On the first page of a list with a ceiling of its own."""
    outcome = listed.outcome
    if listed.page.number > 1 or not outcome.ranked or outcome.ceiling_cents is None:
        return None
    return picture_of(ranking.on_list(outcome, MOST), outcome.ceiling_cents, listed.ranked)
