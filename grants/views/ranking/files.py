"""A calculation as a file, which defends the ranking outside the site. That it is taken stands in the log first."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.documents.tables import Row, as_csv, as_xlsx
from grants.models import Calculation
from grants.moments import moment
from grants.selectors.ranking.export import ranking_header, ranking_rows
from grants.selectors.ranking.lists import Ranking, calculation_in, ranking_of
from grants.services.applications.exports import record_export
from grants.views.applications.listed import CSV, XLSX, XLSX_TYPE
from grants.views.in_round import seen_round
from grants.views.signed_in import signed_in


@login_required
@require_POST
def ranking_csv(request: HttpRequest, slug: str, number: int) -> StreamingHttpResponse:
    ranking = _ranking(request, slug, number)
    rows = _exported(request, ranking, CSV)
    lines = (line.encode() for line in as_csv(ranking_header(ranking.regulation), rows))
    headers = {"Content-Disposition": _named(ranking.calculation, CSV)}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@login_required
@require_POST
def ranking_xlsx(request: HttpRequest, slug: str, number: int) -> FileResponse:
    ranking = _ranking(request, slug, number)
    rows = _exported(request, ranking, XLSX)
    file = as_xlsx(_about(ranking.calculation), ranking_header(ranking.regulation), rows)
    headers = {"Content-Disposition": _named(ranking.calculation, XLSX)}
    return FileResponse(file, content_type=XLSX_TYPE, headers=headers)


def _ranking(request: HttpRequest, slug: str, number: int) -> Ranking:
    found = calculation_in(seen_round(request, slug), number)
    if found is None:
        raise Http404(str(number))
    return ranking_of(found)


def _exported(request: HttpRequest, ranking: Ranking, form: str) -> Iterable[Row]:
    told = {"what": "ranking", "number": str(ranking.calculation.number)}
    record_export(by=signed_in(request), grant_round=ranking.calculation.round, form=form, filters=told)
    return ranking_rows(ranking)


def _named(calculation: Calculation, form: str) -> str:
    return f'attachment; filename="rangschikking-{calculation.round.slug}-{calculation.number}.{form}"'


def _about(calculation: Calculation) -> list[str]:
    """What the file is about: the round, its regulation, which calculation, and its receipt."""
    version = calculation.round.regulation
    told = {
        "number": calculation.number,
        "when": moment(calculation.created_at),
        "by": calculation.by,
        "sha256": calculation.outcome_sha256,
    }
    return [
        _("Rangschikking: %(title)s") % {"title": calculation.round.title},
        _("%(title)s, versie %(number)s") % {"title": version.title, "number": version.number},
        _("Berekening %(number)s, %(when)s, gevraagd door %(by)s. Kwitantie %(sha256)s") % told,
        _("De uitkomst staat vast.")
        if calculation.can_be_decided
        else _("De uitkomst staat nog niet vast: er is nog een loting of beslissing nodig."),
    ]
