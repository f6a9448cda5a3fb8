"""Scoring an application, and correcting what was submitted."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect

from grants.forms.assessing.score import CorrectionForm, ScoreForm
from grants.views.apply.kept import logged_out
from grants.views.assessing.place import my_place
from grants.views.assessing.scoring import Scoring, save, show, stopped


def score(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """The application beside the criteria. What was submitted is read beside what colleagues gave."""
    if not request.user.is_authenticated:
        return logged_out(request, pk)
    place = my_place(request, slug, pk)
    scoring = Scoring(request, place, ScoreForm)
    if request.method == "POST":
        return save(scoring)
    if place.work.undeclared:
        return redirect("interests", slug)
    if place.submitted is not None and place.can_read:
        return redirect("discuss", slug, pk)
    return _open_or_stopped(scoring)


def correct(request: HttpRequest, slug: str, pk: int) -> HttpResponseBase:
    """What was submitted once more, with why it changes."""
    if not request.user.is_authenticated:
        return logged_out(request, pk)
    place = my_place(request, slug, pk)
    scoring = Scoring(request, place, CorrectionForm)
    if request.method == "POST":
        return save(scoring)
    if place.work.undeclared:
        return redirect("interests", slug)
    if place.submitted is None:
        return redirect("score", slug, pk)
    return _open_or_stopped(scoring)


def _open_or_stopped(scoring: Scoring) -> HttpResponseBase:
    sentence = scoring.place.work.why_not(scoring.place.application)
    return stopped(scoring, sentence, scoring.stored) if sentence else show(scoring)
