"""Files with applications: uploaded, their columns told, tried, and brought in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from grants.documents.imports.files import MOST_BYTES, Unreadable
from grants.documents.imports.values import Cell as FileCell
from grants.documents.imports.values import text_in
from grants.enums import ImportState, SameName
from grants.forms.imports import ColumnsForm, ImportFileForm
from grants.models import ApplicationImport, GrantRound
from grants.moments import moment
from grants.permissions import require
from grants.selectors.imports import Preview, imports_of, preview_of, sources_of
from grants.services.errors import Refused
from grants.services.imports.steps import bring_in, choose_columns, upload_import
from grants.services.imports.trial import progress_of
from grants.views.parts import Cell, Column, Table
from grants.views.rounds.parts import the_round
from grants.views.signed_in import posted, signed_in
from grants.views.uploads import bounded_upload

AT_WORK = (ImportState.CHECKING, ImportState.BRINGING)
MOST_WIDE = 8
"""How many columns of the file are shown: more do not fit beside each other."""


@login_required
@bounded_upload(MOST_BYTES)
def application_imports(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a file; below it the files that came before."""
    grant_round = _round(request, slug)
    if request.method != "POST":
        return _upload_page(request, grant_round, ImportFileForm())
    form = ImportFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, grant_round, form, status=422)
    try:
        uploaded = upload_import(
            by=signed_in(request),
            grant_round=grant_round,
            source=form.cleaned_data["source"],
            name=form.cleaned_data["file"].name,
            file=form.cleaned_data["file"].file,
        )
    except Refused as refused:
        return _upload_page(request, grant_round, form, refused=refused.sentence, status=409)
    return redirect("import_columns", slug, uploaded.pk)


@login_required
def import_columns(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say which column is what."""
    found = _import(request, slug, pk)
    if found.state not in (ImportState.UPLOADED, ImportState.CHECKED):
        return redirect("application_import", slug, pk)
    try:
        preview = preview_of(found)
    except Unreadable as unreadable:
        return _upload_page(request, found.round, ImportFileForm(), refused=str(unreadable), status=409)
    form = ColumnsForm(posted(request), preview=preview)
    if not form.is_valid():
        return _columns_page(request, found, form, status=422 if form.is_bound else 200)
    try:
        choose_columns(
            by=signed_in(request),
            application_import=found,
            columns=form.columns(),
            received_at=form.cleaned_data["received"],
            same_name=SameName(form.cleaned_data["same_name"]),
        )
    except Refused as refused:
        return _columns_page(request, found, form, refused=refused.sentence, status=409)
    return redirect("application_import", slug, pk)


@login_required
def application_import(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far a file is: being tried, what is wrong in it, ready to be brought in, or done."""
    return _state_page(request, _import(request, slug, pk))


@login_required
@require_POST
def import_bring_in(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = _import(request, slug, pk)
    try:
        done = bring_in(by=signed_in(request), application_import=found)
    except Refused as refused:
        return _state_page(request, found, refused=refused.sentence, status=409)
    if done.state == ImportState.DONE:
        made = done.applications_made or 0
        sentence = ngettext("%(made)s aanvraag is ingelezen.", "%(made)s aanvragen zijn ingelezen.", made)
        messages.success(request, sentence % {"made": made})
    return redirect("application_import", slug, pk)


@login_required
def import_problems(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """Every error as a file for a spreadsheet."""
    found = _import(request, slug, pk)
    if not found.problems_file:
        raise Http404
    try:
        opened = found.problems_file.open("rb")
    except OSError:
        messages.error(
            request, _("De lijst met fouten is niet meer bij ons. Controleer het bestand opnieuw.")
        )
        return redirect("application_import", slug, pk)
    return FileResponse(
        opened,
        as_attachment=True,
        filename=f"fouten-{found.round.slug}-{found.pk}.csv",
        content_type="text/csv; charset=utf-8",
    )


def _round(request: HttpRequest, slug: str) -> GrantRound:
    grant_round = the_round(request, slug)
    require(request.user, "handle_applications", grant_round)
    return grant_round


def _import(request: HttpRequest, slug: str, pk: int) -> ApplicationImport:
    grant_round = _round(request, slug)
    found = get_object_or_404(ApplicationImport, round=grant_round, pk=pk)
    found.round = grant_round
    return found


def _upload_page(
    request: HttpRequest,
    grant_round: GrantRound,
    form: ImportFileForm,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "round": grant_round,
        "form": form,
        "refused": refused,
        "sources": sources_of(grant_round),
        "before": _before(grant_round),
    }
    return render(request, "imports/upload.html", context, status=status)


def _before(grant_round: GrantRound) -> Table | None:
    columns = (
        Column(_("Bestand"), "head"),
        Column(_("Bron")),
        Column(_("Stand")),
        Column(_("Aanvragen"), "num"),
    )
    rows = [
        (
            Cell(each.name, reverse("application_import", args=[grant_round.slug, each.pk]), sub=_sent(each)),
            Cell(each.source),
            Cell(each.get_state_display(), kind="ok" if each.state == ImportState.DONE else "neutral"),
            Cell("–" if each.applications_made is None else str(each.applications_made)),
        )
        for each in imports_of(grant_round)
    ]
    return Table(_("Eerdere bestanden"), columns, rows) if rows else None


def _sent(each: ApplicationImport) -> str:
    return _("door %(name)s, %(when)s") % {"name": each.uploaded_by, "when": moment(each.uploaded_at)}


def _columns_page(
    request: HttpRequest, found: ApplicationImport, form: ColumnsForm, *, refused: str = "", status: int = 200
) -> HttpResponse:
    context = {
        "round": found.round,
        "import": found,
        "form": form,
        "refused": refused,
        "preview": form.preview,
        "sample": _sample(form.preview),
    }
    return render(request, "imports/columns.html", context, status=status)


def _sample(preview: Preview) -> Table:
    headings = preview.headings[:MOST_WIDE]
    columns = [Column(_("Rij"), "num"), *(Column(heading) for heading in headings)]
    rows = [
        [
            Cell(str(number)),
            *(Cell(_shown(cells[at]) if at < len(cells) else "") for at in range(len(headings))),
        ]
        for number, cells in preview.first
    ]
    return Table(_("Het begin van het bestand"), columns, rows)


def _shown(cell: FileCell) -> str:
    text = text_in(cell)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _state_page(
    request: HttpRequest, found: ApplicationImport, *, refused: str = "", status: int = 200
) -> HttpResponse:
    if found.state == ImportState.UPLOADED:
        return redirect("import_columns", found.round.slug, found.pk)
    context = {
        "round": found.round,
        "import": found,
        "refused": refused,
        "is_at_work": found.state in AT_WORK,
        "done": progress_of(found),
        "problems": _problems(found),
        "more": found.problems_count - len(found.problems),
        "warnings": _warnings(found),
        "more_warnings": found.warnings_count - len(found.warnings),
    }
    response = render(request, "imports/state.html", context, status=status)
    if request.headers.get("HX-Request") and not context["is_at_work"]:
        response["HX-Refresh"] = "true"
    return response


def _problems(found: ApplicationImport) -> Table | None:
    return _told(_("Wat er nog niet klopt"), found.problems)


def _warnings(found: ApplicationImport) -> Table | None:
    return _told(_("Waar u op let"), found.warnings)


def _told(caption: str, lines: list[tuple[int, str, str, str]]) -> Table | None:
    columns = (
        Column(_("Rij")),
        Column(_("Kolom"), "head"),
        Column(_("Waarde")),
        Column(_("Wat is er, en wat kunt u doen"), "wide"),
    )
    rows = [
        (Cell(str(row)), Cell(column), Cell(value or "–"), Cell(sentence))
        for row, column, value, sentence in lines
    ]
    return Table(caption, columns, rows) if rows else None
