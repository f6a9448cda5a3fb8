"""The points of a round as a whole: read once more, signed, and told when they were."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.forms.points.signing import SignForm
from grants.models import GrantRound
from grants.permissions import may
from grants.selectors.assessing.overview import Line, Listed, overview_of
from grants.selectors.assessing.standing import Progress
from grants.selectors.assessing.state import assessing_of
from grants.services.assessing.signing import establish_round, fingerprint_of
from grants.services.errors import Refused
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in
from schemes.exact import lowest_terms
from schemes.regulation import Regulation
from schemes.words.dutch import number


@login_required
def points_sign(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all points of the round, and establish them as a whole."""
    if request.method != "POST":
        return _page(request, seen_round(request, slug), SignForm())
    grant_round = handled_round(request, slug)
    form = SignForm(request.POST)
    if not form.is_valid():
        return _page(request, grant_round, form, status=422)
    try:
        establish_round(by=signed_in(request), grant_round=grant_round, seen=form.cleaned_data["seen"])
    except Refused as refused:
        return _page(request, grant_round, SignForm(), refused=refused.sentence, status=409)
    messages.success(request, _("De punten van deze ronde zijn vastgesteld."))
    return redirect("points_sign", slug)


def _page(
    request: HttpRequest, grant_round: GrantRound, form: SignForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    state, regulation = assessing_of(grant_round), regulation_of(grant_round)
    overview = overview_of(state, regulation)
    is_ready = overview.is_done and not overview.sums.missing and state.points is None
    form.initial["seen"] = fingerprint_of(grant_round)
    context = {
        "round": grant_round,
        "refused": refused,
        "form": form if is_ready and may(request.user, HANDLE, grant_round) else None,
        "lists": [(each, _table(regulation, each)) for each in overview.lists if each.is_open],
        "open_ones": [line.application for line in overview.lines if line.progress is not Progress.DONE],
        "sums_missing": overview.sums.missing,
        "signed": list(grant_round.round_points.select_related("by").order_by("-number")),
        "is_whole": overview.is_done,
    }
    return render(request, "points/sign.html", context, status=status)


def _table(regulation: Regulation, listed: Listed) -> Table:
    return Table(
        caption=_("Punten na weging, per criterium"),
        columns=[
            Column(_("Aanvraag"), "head"),
            *(Column(each.letter, "num") for each in regulation.criteria),
            Column(_("Totaal"), "num"),
        ],
        rows=[_cells(regulation, line) for line in listed.lines],
    )


def _cells(regulation: Regulation, line: Line) -> list[Cell]:
    weighed = [
        number(lowest_terms(line.points[each.letter] * each.weight)) if each.letter in line.points else "–"
        for each in regulation.criteria
    ]
    whole = "–" if line.total is None else number(line.total)
    name = Cell(line.application.organisation.name, sub=str(line.application.reference))
    return [name, *map(Cell, weighed), Cell(whole)]
