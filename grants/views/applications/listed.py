"""The applications of a round as a list and as files, for who works in the round."""

from collections.abc import Iterable

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import FileResponse, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants import clock
from grants.documents.tables import Row, as_csv, as_xlsx
from grants.forms.applications.filter import ApplicationFilter
from grants.models import GrantRound
from grants.moments import moment
from grants.selectors.applications.export import header_of, rows_of
from grants.selectors.applications.terms import terms_of
from grants.services.applications.exports import record_export
from grants.views.applications.parts import applications_table
from grants.views.in_round import seen_round
from grants.views.signed_in import signed_in

PER_PAGE = 50
CSV, XLSX = "csv", "xlsx"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@login_required
def applications(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was sent in, as far as it passes the filters."""
    grant_round = seen_round(request, slug)
    chosen = ApplicationFilter(request.GET, grant_round)
    page = Paginator(chosen.qs.defer("answers", "facts"), PER_PAGE).get_page(request.GET.get("page"))
    shown = list(page)
    context = {
        "round": grant_round,
        "filter": chosen.form,
        "is_filtered": any(request.GET.get(name) for name in chosen.filters),
        "page": page,
        "table": applications_table(slug, shown, terms_of(grant_round, shown)),
    }
    return render(request, "rounds/work/applications.html", context)


@login_required
@require_POST
def applications_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    grant_round = seen_round(request, slug)
    rows = _exported(request, grant_round, CSV)
    lines = (line.encode() for line in as_csv(header_of(grant_round), rows))
    headers = {"Content-Disposition": _named(grant_round, CSV)}
    return StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8", headers=headers)


@login_required
@require_POST
def applications_xlsx(request: HttpRequest, slug: str) -> FileResponse:
    grant_round = seen_round(request, slug)
    rows = _exported(request, grant_round, XLSX)
    file = as_xlsx(_about(grant_round), header_of(grant_round), rows)
    headers = {"Content-Disposition": _named(grant_round, XLSX)}
    return FileResponse(file, content_type=XLSX_TYPE, headers=headers)


def _exported(request: HttpRequest, grant_round: GrantRound, form: str) -> Iterable[Row]:
    """The rows that pass the filters of the page; that they are taken stands in the log first."""
    chosen = ApplicationFilter(request.GET, grant_round)
    chosen.form.is_valid()  # what cannot be chosen changes nothing, and is no filter
    filters = {name: str(value) for name, value in chosen.form.cleaned_data.items() if value}
    record_export(by=signed_in(request), grant_round=grant_round, form=form, filters=filters)
    return rows_of(grant_round, chosen.qs)


def _named(grant_round: GrantRound, form: str) -> str:
    return f'attachment; filename="aanvragen-{grant_round.slug}.{form}"'


def _about(grant_round: GrantRound) -> list[str]:
    """What the file is about: the round, its regulation and the moment."""
    version = grant_round.regulation
    return [
        grant_round.title,
        _("%(title)s, versie %(number)s") % {"title": version.title, "number": version.number},
        _("Stand van %(when)s") % {"when": moment(clock.now())},
    ]
