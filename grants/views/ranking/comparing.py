"""Two calculations side by side: who moved, and what came in between."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.models import Calculation, GrantRound
from grants.selectors.ranking.comparing import Comparison, Moved, compared
from grants.selectors.ranking.lists import Shown, calculation_in
from grants.views.in_round import seen_round
from grants.views.parts import Cell, Column, Table
from schemes.words.dutch import euros

NOTHING = "–"


@login_required
def comparison(request: HttpRequest, slug: str, number: int, before: int) -> HttpResponse:
    """Whose outcome differs between an earlier calculation and a later one."""
    grant_round = seen_round(request, slug)
    if before >= number:
        raise Http404(str(before))
    found = compared(_calculation(grant_round, before), _calculation(grant_round, number))
    context = {
        "round": grant_round,
        "comparison": found,
        "between": _between(found),
        "table": _table(found) if found.moved else None,
        "more": found.total - len(found.moved),
    }
    return render(request, "ranking/comparison.html", context)


def _calculation(grant_round: GrantRound, number: int) -> Calculation:
    found = calculation_in(grant_round, number)
    if found is None:
        raise Http404(str(number))
    return found


def _between(found: Comparison) -> list[str]:
    """What came in between the two, in words."""
    words = {
        "applications": _("Er kwam een aanvraag bij."),
        "events": _(
            "Er gebeurde iets met een aanvraag, zoals een intrekking of een ander subsidiabel bedrag."
        ),
        "points": _("De punten van de ronde zijn opnieuw vastgesteld."),
        "rules": _("De regels van de ronde zijn gewijzigd."),
        "decisions": _("Een behandelaar heeft over een aanvraag beslist."),
    }
    ceilings = [
        _("Het plafond van %(list)s ging van %(before)s naar %(now)s.")
        % {"list": each.name, "before": _amount(each.before), "now": _amount(each.now)}
        for each in found.ceilings
    ]
    return [*(words[name] for name in found.marks if name in words), *ceilings]


def _table(found: Comparison) -> Table:
    columns = [
        Column(_("Aanvraag"), "head"),
        Column(_("Plaats")),
        Column(_("Totaal")),
        Column(_("Te verlenen")),
        Column(_("Waarom nu"), "wide"),
    ]
    return Table(_("Wie anders uitkomt"), columns, [_row(each) for each in found.moved])


def _row(moved: Moved) -> list[Cell]:
    row = moved.shown.row
    address = reverse("application", args=[row.calculation.round.slug, row.application_id])
    return [
        Cell(row.application.organisation.name, address, sub=str(row.application.reference)),
        Cell(_changed(moved, lambda shown: shown.places or NOTHING)),
        Cell(_changed(moved, lambda shown: shown.total or NOTHING)),
        Cell(_changed(moved, _outcome)),
        Cell(
            str(moved.now.sentences[-1]) if moved.now else _("Doet niet meer mee."),
            language="nl" if moved.now else "",
        ),
    ]


def _changed(moved: Moved, told: Callable[[Shown], str]) -> str:
    """What it was and what it is; once where that is the same."""
    was, now = (NOTHING if each is None else told(each) for each in (moved.before, moved.now))
    return now if was == now else f"{was} → {now}"


def _outcome(shown: Shown) -> str:
    row = shown.row
    return str(row.get_status_display()) if row.granted_cents is None else _amount(row.granted_cents)


def _amount(cents: int | None) -> str:
    return NOTHING if cents is None else euros(cents).replace(" ", "\N{NO-BREAK SPACE}")
