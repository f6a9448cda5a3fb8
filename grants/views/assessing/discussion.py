"""Once one's own assessment is in: what colleagues gave, and a place to talk about it. Officials come where they may."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.db.models import prefetch_related_objects
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.forms.assessing.words import remark_form
from grants.models import Application, GrantRound, Remark
from grants.permissions import may
from grants.selectors.assessing.discussion import discussion_of
from grants.selectors.assessing.matrix import Given, Matrix, matrices_of
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.remarks import discuss
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.assessing.parts import told_by
from grants.views.assessing.place import Place, my_place
from grants.views.in_round import HANDLE, SEE
from grants.views.signed_in import posted, signed_in
from schemes.exact import lowest_terms
from schemes.words.dutch import number, rule_in_words


@dataclass(frozen=True)
class Seat:
    """Somebody who may see the points of an application. `place` is an assessor's; the others only read or handle."""

    state: Assessing
    application: Application
    place: Place | None
    can_speak: bool


@dataclass(frozen=True)
class Said:
    """What one assessor gave on a criterion, and why."""

    name: str
    points: str
    reason: str
    is_own: bool


@login_required
def application_discuss(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    seat = _seat(request, slug, pk)
    if seat is None:
        return redirect("score", slug, pk)
    form, refused = remark_form(posted(request)), ""
    if form.is_valid():
        try:
            _speak(request, seat, str(form.cleaned_data["words"]), form.cleaned_data["token"])
        except Refused as error:
            refused = error.sentence
        else:
            return redirect("discuss", slug, pk)
    status = 409 if refused else 422 if form.is_bound else 200
    context = {**_context(request, seat), "form": form, "refused": refused}
    return render(request, "assessing/discuss.html", context, status=status)


def _speak(request: HttpRequest, seat: Seat, words: str, token: UUID) -> None:
    by = signed_in(request)
    once(Remark, lambda: discuss(by=by, application=seat.application, words=words), by=by, token=token)


def _seat(request: HttpRequest, slug: str, pk: int) -> Seat | None:
    """Who submitted sees it, and officials where they may; None for an assessor who did not submit yet."""
    found = get_object_or_404(GrantRound.objects.select_related("regulation"), slug=slug)
    if may(request.user, "assess", found):
        place = my_place(request, slug, pk) if _is_mine(request, found, pk) else None
        if place is not None:
            return _assessors_seat(place)
    if not may(request.user, SEE, found):
        raise Http404(slug)
    state = assessing_of(found)
    application = state.by_id.get(pk)
    if application is None or not state.is_open_to_officials(application):
        raise Http404(pk)
    application.round = found
    can_speak = may(request.user, HANDLE, found) and state.points is None
    return Seat(state, application, None, can_speak)


def _is_mine(request: HttpRequest, grant_round: GrantRound, pk: int) -> bool:
    return grant_round.applications.filter(pk=pk, assignments__assessor=signed_in(request)).exists()


def _assessors_seat(place: Place) -> Seat | None:
    if place.submitted is None or not place.can_read:
        return None
    return Seat(assessing_of(place.work.round), place.application, place, place.work.is_open)


def _context(request: HttpRequest, seat: Seat) -> dict[str, object]:
    found, state = seat.application, seat.state
    running = state.by_id.get(found.pk, found)
    matrix = matrices_of(state, regulation_of(state.round), [running])[0]
    waiting = state.waiting_for(running)
    beside = seat.place.work.beside(found) if seat.place else (None, None)
    return {
        "round": state.round,
        "application": found,
        "work": seat.place.work if seat.place else None,
        "before": beside[0],
        "after": beside[1],
        "next": seat.place.work.next_to_do(found) if seat.place else None,
        "rows": _rows(matrix, signed_in(request).pk),
        **told_by(found, signed_in(request)),
        "discussion": discussion_of(found),
        "corrections": _corrections(matrix),
        "total": len(matrix.counted) + len(waiting),
        "inside": len(matrix.counted),
        "can_speak": seat.can_speak,
        "can_correct": seat.place is not None and not seat.place.work.why_not(found),
    }


def _rows(matrix: Matrix, reader: int) -> list[dict[str, object]]:
    return [
        {
            "criterion": row.criterion,
            "rule": rule_in_words(row.criterion.rule),
            "differs": bool(row.points) and not row.is_agreed,
            "said": [_said(each, reader) for each in row.given],
        }
        for row in matrix.rows
    ]


def _said(given: Given, reader: int) -> Said:
    assessor = given.assessment.assessor
    points = _("niet te beoordelen") if given.points is None else number(lowest_terms(given.points))
    return Said(str(assessor), points, given.reason, assessor.pk == reader)


def _corrections(matrix: Matrix) -> list[tuple[str, str]]:
    """Who changed an assessment after it was submitted, and why."""
    prefetch_related_objects(matrix.counted, "payload")
    told = [(str(each.assessor), str(each.data.get("correction", ""))) for each in matrix.counted]
    return [(name, why) for name, why in told if why]
