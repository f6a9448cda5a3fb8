"""Where assessors begin: their rounds, and their applications in one of them."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.enums import Stage
from grants.models import Application
from grants.moments import clock_time
from grants.permissions import require
from grants.selectors.assessing.mine import MyWork, my_work
from grants.selectors.assessing.mine_rounds import MyRound, my_rounds
from grants.selectors.assessing.state import Bar
from grants.selectors.rounds.stages import stage_of
from grants.views.assessing.place import assessed_round
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in


@login_required
def assessing(request: HttpRequest) -> HttpResponse:
    """The rounds in which somebody assesses."""
    require(request.user, "assess")
    rounds = my_rounds(signed_in(request))
    return render(request, "assessing/rounds.html", {"table": _rounds_table(rounds)})


@login_required
def assess_round(request: HttpRequest, slug: str) -> HttpResponse:
    """One's applications in their order, done or not. First come the interests."""
    work = my_work(assessed_round(request, slug), signed_in(request))
    if work.undeclared:
        return redirect("interests", slug)
    context = {
        "round": work.round,
        "work": work,
        "stage": stage_of(work.round),
        "next": work.next_to_do() if work.is_open else None,
        "is_early": stage_of(work.round) in (Stage.DRAFT, Stage.PUBLISHED, Stage.OPEN, Stage.CLOSED),
        "table": _applications_table(work) if work.applications else None,
        "own": _barred(work, Bar.OWN),
        "rivals": _barred(work, Bar.COMPETITOR),
    }
    return render(request, "assessing/round.html", context)


def _rounds_table(rounds: list[MyRound]) -> Table | None:
    if not rounds:
        return None
    columns = [Column(_("Ronde"), "head"), Column(_("Stand")), Column(_("Uw beoordelingen"))]
    rows = [
        [
            Cell(
                each.work.round.title,
                address=reverse("assess_round", args=[each.work.round.slug]),
                language="nl",
            ),
            Cell(str(each.stage.label).capitalize()),
            _progress(each),
        ]
        for each in rounds
    ]
    return Table(_("Uw rondes"), columns, rows)


def _progress(each: MyRound) -> Cell:
    work = each.work
    if work.undeclared:
        return Cell(_("Geef eerst uw belangen op"), kind="warn")
    if not work.applications:
        return Cell(_("Nog niets toegewezen"), kind="neutral")
    told = {"done": work.done, "total": len(work.applications)}
    return Cell(_("%(done)s van %(total)s klaar") % told, kind="info" if work.to_do else "ok")


def _applications_table(work: MyWork) -> Table:
    columns = [Column(_("Aanvraag"), "head"), Column(_("Aanvrager")), Column(_("Lijst")), Column(_("Stand"))]
    return Table(_("Uw aanvragen"), columns, [_row(work, each) for each in work.applications])


def _row(work: MyWork, each: Application) -> list[Cell]:
    can_open = work.is_open or work.submitted(each) is not None
    address = reverse("score", args=[work.round.slug, each.pk]) if can_open else ""
    return [
        Cell(f"{each.reference} {each.title}", address=address, language="nl"),
        Cell(str(each.organisation)),
        Cell(str(each.deelplafond or ""), language="nl"),
        _state(work, each),
    ]


def _state(work: MyWork, each: Application) -> Cell:
    draft = work.drafts.get(each.pk)
    if work.submitted(each) is not None:
        return Cell(_("Klaar"), kind="ok")
    if work.state.is_ended_for(each, work.assessor):
        return Cell(_("Gesloten"), kind="warn")
    if draft is not None and draft.saved_at is not None and draft.answers:
        sub = _("bewaard om %(time)s uur") % {"time": clock_time(draft.saved_at)}
        return Cell(_("Bezig"), kind="info", sub=sub)
    return Cell(_("Nog niet"), kind="neutral")


def _barred(work: MyWork, bar: Bar) -> list[Application]:
    """What this assessor does not assess: because of an interest, or of one in a competitor."""
    return [each for each in work.state.applications if work.state.bar(each, work.assessor) is bar]
