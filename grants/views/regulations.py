"""Regulations for everyone: which there are, and one lid by lid beside what the system does with it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.documents.changes import changes, document_lines
from grants.documents.criteria import criteria_to_read
from grants.documents.stored import read_back_of
from grants.models import RegulationVersion
from grants.moments import day
from grants.permissions import may
from grants.selectors.regulations import (
    latest_version,
    latest_versions,
    one_version,
    versions_of,
)
from grants.views.parts import Cell, Column, Table
from schemes.words.readback import ReadBack


def regulation_list(request: HttpRequest) -> HttpResponse:
    context = {
        "regulations": _regulations(list(latest_versions())),
        "may_load": may(request.user, "propose_regulation"),
    }
    return render(request, "regulations/list.html", context)


def regulation(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponse:
    """A version, or without its number the one that holds now."""
    version = _found(slug, number)
    versions = list(versions_of(slug))
    context = {
        "version": version,
        "latest": versions[0],
        "versions": _versions(versions, with_names=may(request.user, "act_for_municipality")),
        **to_read(read_back_of(version)),
    }
    return render(request, "regulations/detail.html", context)


def regulation_document(_request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The document itself, as it was published."""
    version = _found(slug, number)
    name = f"{version.slug}-versie-{version.number}.toml"
    return HttpResponse(
        version.document,
        content_type="application/toml; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def to_read(found: ReadBack) -> dict[str, object]:
    """What regulations/read_back.html shows."""
    return {"found": found, "criteria": criteria_to_read(found.regulation)}


def compared(before: RegulationVersion | None, text: str, found: ReadBack) -> dict[str, object]:
    """What regulations/changes.html shows: how a document differs from the version before it, if there is one."""
    if before is None:
        return {"before": None}
    lines = document_lines(before.document, text)
    return {"before": before, "changes": changes(read_back_of(before), found), "lines": lines}


def _found(slug: str, number: int | None) -> RegulationVersion:
    version = latest_version(slug) if number is None else one_version(slug, number)
    if version is None:
        raise Http404(slug)
    return version


def _regulations(versions: list[RegulationVersion]) -> Table | None:
    columns = (Column(_("Regeling"), "head"), Column(_("Versie"), "num"), Column(_("Vastgesteld")))
    rows = [
        (
            Cell(version.title, reverse("regulation", args=[version.slug]), language="nl"),
            Cell(str(version.number)),
            Cell(day(version.created_at)),
        )
        for version in versions
    ]
    return Table(_("Regelingen van deze gemeente"), columns, rows) if rows else None


def _versions(versions: list[RegulationVersion], *, with_names: bool) -> Table:
    """Who proposed and who approved is for the people of the municipality; the fingerprint is for everyone."""
    columns = [
        Column(_("Versie"), "head"),
        Column(_("Vastgesteld")),
        Column(_("Bron")),
        Column(_("Vingerafdruk (SHA-256)"), "wide"),
    ]
    rows = [
        (
            Cell(str(version.number), reverse("regulation_version", args=[version.slug, version.number])),
            Cell(day(version.created_at)),
            Cell(version.get_source_display(), sub=_names(version) if with_names else ""),
            Cell(in_fours(version.sha256)),
        )
        for version in versions
    ]
    return Table(_("Versies"), columns, rows)


def _names(version: RegulationVersion) -> str:
    if version.published_by is None:
        return ""
    names = {"proposed": version.published_by, "approved": version.approved_by}
    return _("voorgesteld door %(proposed)s, goedgekeurd door %(approved)s") % names


def in_fours(sha256: str) -> str:
    """A fingerprint as people compare it: in groups of four."""
    return " ".join(sha256[at : at + 4] for at in range(0, len(sha256), 4))
