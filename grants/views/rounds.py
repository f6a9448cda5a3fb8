"""Rounds for everyone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.models import GrantRound
from grants.permissions import may
from grants.selectors.rounds import round_called, rounds
from grants.views.parts import Cell, Column, Table


def round_list(request: HttpRequest) -> HttpResponse:
    return render(request, "rounds/list.html", {"rounds": _rounds(list(rounds()))})


def grant_round(request: HttpRequest, slug: str) -> HttpResponse:
    found = round_called(slug)
    if found is None:
        raise Http404(slug)
    may_see_roles = may(request.user, "see_roles", found)
    return render(request, "rounds/detail.html", {"round": found, "may_see_roles": may_see_roles})


def _rounds(found: list[GrantRound]) -> Table | None:
    columns = (Column(_("Ronde"), "head"), Column(_("Regeling"), "wide"), Column(_("Versie"), "num"))
    rows = [
        (
            Cell(each.title, reverse("round", args=[each.slug]), language="nl"),
            Cell(each.regulation.title, _regulation_address(each), language="nl"),
            Cell(str(each.regulation.number)),
        )
        for each in found
    ]
    return Table(_("Rondes van deze gemeente"), columns, rows) if rows else None


def _regulation_address(found: GrantRound) -> str:
    return reverse("regulation_version", args=[found.regulation.slug, found.regulation.number])
