"""Loading a regulation: a file with every error that it has, its read-back, a proposal, and a second person."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.documents.stored import Checked, checked
from grants.forms.regulations import RegulationFileForm, RegulationProposalForm
from grants.permissions import require
from grants.selectors.regulations import latest_version
from grants.services.errors import Refused
from grants.services.regulation_proposals import obstacle, propose_regulation
from grants.views.parts import Cell, Column, Table
from grants.views.regulations import compared, to_read
from grants.views.signed_in import signed_in
from grants.views.uploads import bounded_upload
from schemes.documents import Document
from schemes.parsing import MAX_BYTES
from schemes.problems import Problem
from schemes.words.readback import read_back

MOST_ROWS = 500
"""Whoever has more to repair sees the rest after these."""


@login_required
@bounded_upload(MAX_BYTES)
def regulation_load(request: HttpRequest) -> HttpResponse:
    """Choose a file; see what is wrong with it, or how it reads."""
    require(request.user, "propose_regulation")
    if request.method != "POST":
        return render(request, "regulations/load.html", {"form": RegulationFileForm()})
    form = RegulationFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return render(request, "regulations/load.html", {"form": form}, status=422)
    return _looked_at(request, form, checked(form.cleaned_data["file"].read()))


@login_required
@require_POST
def regulation_propose(request: HttpRequest) -> HttpResponse:
    """Propose the document that was looked at."""
    require(request.user, "propose_regulation")
    form = RegulationProposalForm(request.POST)
    looked_at = checked(str(request.POST.get("document", "")).replace("\r\n", "\n").encode())
    if looked_at.sound is None:
        return _looked_at(request, RegulationFileForm(), looked_at)
    if not form.is_valid():
        return _preview(request, looked_at, looked_at.sound, form, status=422)
    try:
        proposal = propose_regulation(
            by=signed_in(request), text=looked_at.text, reason=form.cleaned_data["reason"]
        )
    except Refused as refused:
        return _preview(request, looked_at, looked_at.sound, form, refused=refused.sentence, status=409)
    messages.success(request, _("Uw voorstel is bewaard. Een collega keurt het goed of wijst het af."))
    return redirect("proposal", proposal.pk)


def _looked_at(request: HttpRequest, form: RegulationFileForm, found: Checked) -> HttpResponse:
    if found.sound is None:
        context = {
            "form": form,
            "problems": _problems(found.problems),
            "count": len(found.problems),
            "most": MOST_ROWS,
        }
        return render(request, "regulations/load.html", context, status=422)
    if refused := obstacle(found.sound):
        return render(request, "regulations/load.html", {"form": form, "refused": refused}, status=409)
    return _preview(request, found, found.sound, RegulationProposalForm(initial={"document": found.text}))


def _preview(
    request: HttpRequest,
    found: Checked,
    document: Document,
    form: RegulationProposalForm,
    *,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    read = read_back(document)
    context = {
        "form": form,
        "refused": refused,
        **compared(latest_version(document.slug), found.text, read),
        **to_read(read),
    }
    return render(request, "regulations/preview.html", context, status=status)


def _problems(problems: tuple[Problem, ...]) -> Table:
    columns = (Column(_("Waar"), "head"), Column(_("Wat is er, en wat kunt u doen"), "wide"))
    shown = problems[:MOST_ROWS]
    rows = [(_place(problem), Cell(problem.sentence, language="nl")) for problem in shown]
    return Table(_("Wat er nog niet klopt"), columns, rows)


def _place(problem: Problem) -> Cell:
    """The place as the document has it, or the file as a whole."""
    return Cell(problem.place, language="nl") if problem.place else Cell(_("het bestand"))
