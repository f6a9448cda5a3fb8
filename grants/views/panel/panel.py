"""How far the assessors of a round are, per person and per list; and a reminder for who still has something to do."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from grants.documents.stored import regulation_of
from grants.enums import Stage
from grants.forms.panel import EquallyForm
from grants.models import GrantRound
from grants.permissions import may
from grants.selectors.assessing.progress import ListProgress, Progress, lists_in, progress_of, short_of
from grants.selectors.assessing.reports import open_reports_in
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.selectors.rounds.stages import stage_of
from grants.services.assessing.reminders import remind
from grants.services.errors import Refused
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.panel.people import tabs_of, told
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in


@login_required
def panel(request: HttpRequest, slug: str) -> HttpResponse:
    return panel_page(request, seen_round(request, slug))


@login_required
@require_POST
def reminders(request: HttpRequest, slug: str) -> HttpResponse:
    """A mail to everyone who still has something to do, or to one of them."""
    grant_round, who = handled_round(request, slug), request.GET.get("assessor", "")
    only = {int(who)} if who.isascii() and who.isdigit() else None if not who else set()
    try:
        reminded = remind(by=signed_in(request), grant_round=grant_round, assessors=only)
    except Refused as refused:
        return panel_page(request, grant_round, refused=refused.sentence, status=409)
    names = ", ".join(str(each) for each in reminded)
    messages.success(request, _("De herinnering wordt gemaild aan: %(names)s.") % {"names": names})
    return redirect("panel", slug)


def panel_page(
    request: HttpRequest,
    grant_round: GrantRound,
    *,
    form: EquallyForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page, also where something on it was refused."""
    state, may_handle = assessing_of(grant_round), may(request.user, HANDLE, grant_round)
    people, lists = progress_of(state), lists_in(state)
    is_going_on = _is_going_on(grant_round, state)
    given, done = sum(each.given for each in lists), sum(each.done for each in lists)
    context = {
        "round": grant_round,
        "tabs": tabs_of(grant_round, "panel"),
        "people": _people_table(grant_round, people, may_act=may_handle and is_going_on),
        "lists": _lists_table(grant_round, lists, may_act=may_handle and is_going_on),
        "given": given,
        "done": done,
        "told": told(done, given),
        "gone": [each for each in people if each.is_gone],
        "short": short_of(state),
        "unruled": state.unruled(),
        "reports": len(open_reports_in(grant_round)),
        "may_act": may_handle and is_going_on,
        "may_remind": may_handle and is_going_on and any(each.waits and not each.is_gone for each in people),
        "form": form or EquallyForm(least=regulation_of(grant_round).assessment.least_assessors),
        "refused": refused,
    }
    return render(request, "panel/panel.html", context, status=status)


def _is_going_on(grant_round: GrantRound, state: Assessing) -> bool:
    return stage_of(grant_round) in (Stage.CLOSED, Stage.ASSESSING) and state.points is None


def _people_table(grant_round: GrantRound, people: list[Progress], *, may_act: bool) -> Table | None:
    columns = [Column(_("Naam"), "head"), Column(_("Belangen")), Column(_("Beoordeeld"))]
    rows = [[Cell(str(each.assessor)), _declared(each), _assessed(each)] for each in people]
    if may_act:
        columns += [Column(_("Herinneren")), Column(_("Vervangen"))]
        rows = [
            [*row, _remind(grant_round, each), _replace(grant_round, each)]
            for row, each in zip(rows, people, strict=True)
        ]
    return Table(_("Beoordelaars en hoe ver zij zijn"), columns, rows) if rows else None


def _declared(each: Progress) -> Cell:
    if each.is_gone:
        return Cell(_("Doet niet meer mee"), kind="error")
    if each.undeclared:
        words = ngettext("nog %(count)s op te geven", "nog %(count)s op te geven", each.undeclared)
        return Cell(words % {"count": each.undeclared}, kind="warn")
    return Cell(_("alles opgegeven"), kind="ok")


def _assessed(each: Progress) -> Cell:
    """Nothing of a number for who has nothing: a row of noughts would tell who is barred."""
    if not each.given:
        return Cell(_("geen aanvragen toegewezen"))
    return Cell(
        _("%(done)s van %(given)s") % {"done": each.done, "given": each.given},
        sub=_("nog niets ingediend") if not each.done else "",
    )


def _remind(grant_round: GrantRound, each: Progress) -> Cell:
    if each.is_gone or not each.waits:
        return Cell("–")
    address = reverse("assessors_remind", args=[grant_round.slug])
    return Cell(_("Herinner"), act=f"{address}?assessor={each.assessor.pk}", of=str(each.assessor))


def _replace(grant_round: GrantRound, each: Progress) -> Cell:
    if not each.to_do:
        return Cell("–")
    return Cell(
        _("Vervang %(name)s") % {"name": each.assessor},
        reverse("assessor_replace", args=[grant_round.slug, each.assessor.pk]),
    )


def _lists_table(grant_round: GrantRound, lists: list[ListProgress], *, may_act: bool) -> Table | None:
    columns = [
        Column(_("Lijst"), "head"),
        Column(_("Aanvragen"), "num"),
        Column(_("Beoordelingen binnen")),
        Column(_("Stand")),
    ]
    rows = [_list_row(each) for each in lists]
    if may_act:
        columns.append(Column(_("Eerder sluiten")))
        rows = [[*row, _close(grant_round, each)] for row, each in zip(rows, lists, strict=True)]
    return Table(_("Lijsten en hoe ver zij zijn"), columns, rows) if rows else None


def _list_row(each: ListProgress) -> list[Cell]:
    short = (
        ngettext(
            "%(count)s aanvraag heeft te weinig beoordelaars",
            "%(count)s aanvragen hebben te weinig beoordelaars",
            len(each.short),
        )
        % {"count": len(each.short)}
        if each.short
        else ""
    )
    counted = _("%(done)s van %(given)s") % {"done": each.done, "given": each.given}
    return [
        Cell(each.deelplafond.name, language="nl"),
        Cell(str(len(each.applications))),
        Cell(counted if each.given else _("nog niemand toegewezen"), sub=short),
        _state(each),
    ]


def _state(each: ListProgress) -> Cell:
    if each.is_ended:
        return Cell(_("Gesloten"), kind="neutral")
    return Cell(_("Alles is binnen"), kind="ok") if each.is_in else Cell(_("Loopt nog"), kind="info")


def _close(grant_round: GrantRound, each: ListProgress) -> Cell:
    if each.is_open:
        return Cell("–")
    return Cell(
        _("Sluit %(name)s") % {"name": each.deelplafond.name},
        reverse("list_close", args=[grant_round.slug, each.deelplafond.pk]),
    )
