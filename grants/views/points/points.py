"""The points of a round: which applications are done, which differ, what can be confirmed at once; and as files."""

from collections.abc import Iterable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from grants import clock
from grants.documents.stored import regulation_of
from grants.documents.tables import Row, as_csv, as_xlsx
from grants.forms.points.signing import SeenForm
from grants.models import GrantRound
from grants.moments import moment
from grants.permissions import may
from grants.selectors.assessing.export import points_header, points_rows
from grants.selectors.assessing.overview import Line, Listed, overview_of
from grants.selectors.assessing.standing import Progress, clear_ones, seen_together
from grants.selectors.assessing.state import assessing_of
from grants.services.applications.exports import record_export
from grants.services.assessing.establishing import establish_clear
from grants.services.errors import Conflict, Refused
from grants.views.applications.listed import CSV, XLSX, XLSX_TYPE
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in
from schemes.words.dutch import number

BY_TOTAL = "totaal"


@login_required
def points(request: HttpRequest, slug: str) -> HttpResponse:
    """Every application, list by list, with how far it is."""
    return _page(request, seen_round(request, slug))


@login_required
@require_POST
def points_confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Establish at once where nothing is to be chosen."""
    grant_round = handled_round(request, slug)
    try:
        made = establish_clear(
            by=signed_in(request), grant_round=grant_round, seen=request.POST.get("seen", "")
        )
    except Refused as refused:
        return _page(request, grant_round, refused=refused.sentence, status=409)
    except Conflict:
        sentence = _("Een collega typt nu bij een van deze aanvragen. Bekijk de lijst, en bevestig opnieuw.")
        return _page(request, grant_round, refused=sentence, status=409)
    if made:
        sentence = ngettext(
            "Van %(count)s aanvraag zijn de punten vastgesteld.",
            "Van %(count)s aanvragen zijn de punten vastgesteld.",
            made,
        )
        messages.success(request, sentence % {"count": made})
    else:
        messages.info(request, _("Er was niets te bevestigen."))
    return redirect("points", slug)


@login_required
@require_POST
def points_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    grant_round = seen_round(request, slug)
    lines = (line.encode() for line in as_csv(points_header(), _exported(request, grant_round, CSV)))
    headers = {"Content-Disposition": _named(grant_round, CSV)}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@login_required
@require_POST
def points_xlsx(request: HttpRequest, slug: str) -> FileResponse:
    grant_round = seen_round(request, slug)
    file = as_xlsx(_about(grant_round), points_header(), _exported(request, grant_round, XLSX))
    headers = {"Content-Disposition": _named(grant_round, XLSX)}
    return FileResponse(file, content_type=XLSX_TYPE, headers=headers)


def _exported(request: HttpRequest, grant_round: GrantRound, form: str) -> Iterable[Row]:
    """The rows; that they are taken stands in the log first."""
    record_export(by=signed_in(request), grant_round=grant_round, form=form, filters={"what": "points"})
    return points_rows(assessing_of(grant_round), regulation_of(grant_round))


def _named(grant_round: GrantRound, form: str) -> str:
    return f'attachment; filename="punten-{grant_round.slug}.{form}"'


def _about(grant_round: GrantRound) -> list[str]:
    """What the file is about: the round, its regulation, whether the points are final, and the moment."""
    version, last = grant_round.regulation, grant_round.round_points.order_by("number").last()
    return [
        _("Vastgestelde punten: %(title)s") % {"title": grant_round.title},
        _("%(title)s, versie %(number)s") % {"title": version.title, "number": version.number},
        _("De punten van de ronde zijn nog niet vastgesteld.")
        if last is None
        else _("Vastgesteld door %(name)s, %(when)s. Vingerafdruk %(sha256)s")
        % {"name": last.by, "when": moment(last.created_at), "sha256": last.sha256},
        _("Stand van %(when)s") % {"when": moment(clock.now())},
    ]


def _page(
    request: HttpRequest, grant_round: GrantRound, *, refused: str = "", status: int = 200
) -> HttpResponse:
    state, regulation = assessing_of(grant_round), regulation_of(grant_round)
    is_by_total = request.GET.get("volgorde") == BY_TOTAL
    overview = overview_of(state, regulation, by_total=is_by_total)
    clear = clear_ones(state, regulation)
    context = {
        "round": grant_round,
        "refused": refused,
        "lists": [(each, _table(grant_round, each)) for each in overview.lists],
        "done": overview.count(Progress.DONE),
        "total": len(overview.lines),
        "is_done": overview.is_done,
        "is_by_total": is_by_total,
        "by_total": BY_TOTAL,
        "sums_missing": overview.sums.missing,
        "clear": len(clear),
        "confirm": SeenForm(initial={"seen": seen_together(state, clear)}),
        "is_mean": regulation.assessment.aggregation == "mean",
        "signed": state.points,
        "has_points": bool(state.established),
        "may_handle": may(request.user, HANDLE, grant_round),
    }
    return render(request, "points/list.html", context, status=status)


def _table(grant_round: GrantRound, listed: Listed) -> Table | None:
    """The applications of a list; none as long as officials see no points of it."""
    if not listed.is_open:
        return None
    return Table(
        caption=_("Aanvragen met hun punten"),
        columns=[
            Column(_("Aanvraag"), "head"),
            Column(_("Titel")),
            Column(_("Beoordelingen"), "num"),
            Column(_("Stand")),
            Column(_("Totaal"), "num"),
        ],
        rows=[_cells(grant_round, line) for line in listed.lines],
    )


def _cells(grant_round: GrantRound, line: Line) -> list[Cell]:
    application, (kind, text) = line.application, _told(line)
    address = reverse("application_points", args=[grant_round.slug, application.pk])
    return [
        Cell(application.organisation.name, address, sub=str(application.reference)),
        Cell(application.title),
        Cell(str(line.assessments)),
        Cell(text, kind=kind, sub=_("een collega typte hier") if line.is_being_typed else ""),
        Cell("–" if line.total is None else number(line.total)),
    ]


def _told(line: Line) -> tuple[str, str]:
    match line.progress:
        case Progress.DONE:
            return "ok", _("Vastgesteld")
        case Progress.AGAIN:
            return "warn", _("Opnieuw vaststellen")
        case Progress.FEW:
            return "error", _("Te weinig beoordelingen")
        case Progress.CLEAR:
            return "info", _("Klaar om te bevestigen")
        case Progress.DIFFERS | Progress.HIDDEN:
            words = ngettext(
                "Verschil op %(count)s criterium", "Verschil op %(count)s criteria", line.differing
            )
            return "warn", words % {"count": line.differing}
