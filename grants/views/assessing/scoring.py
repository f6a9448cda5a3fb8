"""Giving points: what is typed is kept at once, and submitted once; a correction goes the same way."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.forms.apply.sheet import Typed
from grants.forms.apply.steps import new_page, page_in
from grants.forms.assessing.score import CorrectionForm, ScoreForm, sheet_for, typed_of
from grants.models import AssessmentDraft
from grants.selectors.assessing.mine import earlier_scores
from grants.services.applications.drafts import hash_of
from grants.services.assessing.assessments import save_assessment_draft, submit_assessment
from grants.services.errors import Conflict, Refused
from grants.views.apply.kept import take_kept
from grants.views.assessing.parts import asked_in, states_in, told_by, total_of
from grants.views.assessing.place import Place

SUBMIT, LATER = "submit", "later"


@dataclass(frozen=True)
class Scoring:
    """A page on which points are given: for the first time, or once more."""

    request: HttpRequest
    place: Place
    kind: type[ScoreForm]

    @property
    def slug(self) -> str:
        return self.place.work.round.slug

    @property
    def draft(self) -> AssessmentDraft | None:
        return self.place.work.drafts.get(self.place.application.pk)

    @property
    def stored(self) -> Typed:
        """What was typed and kept."""
        return self.draft.answers if self.draft else {}

    @property
    def shown(self) -> Typed:
        """What was typed; where that is nothing, what was submitted before."""
        before = self.place.submitted
        if self.stored or before is None or self.kind is ScoreForm:
            return self.stored
        return typed_of(sheet_for(self.place.work.round).regulation, before)

    def form(self, data: Typed | None = None, *, typed: Typed) -> ScoreForm:
        return self.kind(sheet_for(self.place.work.round), data, typed=typed)

    def here(self) -> HttpResponse:
        return redirect(self.request.path)


def show(scoring: Scoring) -> HttpResponse:
    """The page with what was typed before, also where that was while the log-in had expired."""
    request, application = scoring.request, scoring.place.application
    before = scoring.place.submitted
    marks = {
        "seen": hash_of(scoring.stored),
        "page": new_page(application.pk),
        "after": str(before.number if before and scoring.kind is CorrectionForm else 0),
    }
    kept = take_kept(request)
    if kept is None:
        return page(scoring, scoring.form(typed={**scoring.shown, **marks}))
    messages.warning(
        request,
        _(
            "U was uitgelogd. Wat u typte, staat hieronder, maar is nog niet bewaard. Ga verder om het te bewaren."
        ),
    )
    told = {name: kept.get(name, "") for name in ("seen", "after")}
    return page(scoring, scoring.form(typed={**kept, **told, "page": marks["page"]}))


def save(scoring: Scoring) -> HttpResponse:
    """Keep what was typed; then go where the button leads."""
    request, application = scoring.request, scoring.place.application
    form = scoring.form(request.POST.dict(), typed=scoring.shown)
    try:
        kept = save_assessment_draft(
            by=scoring.place.work.assessor,
            application=application,
            typed=form.typed(),
            seen=form.data.get("seen", ""),
            page=page_in(form.data.get("page", ""), application.pk),
            after=form.number_before,
        )
    except Conflict as conflict:
        return _conflict(scoring, form, conflict)
    except Refused as refused:
        return _refused(scoring, form, refused.sentence)
    if request.headers.get("HX-Request"):
        return fragment(request, {"draft": kept, "seen": hash_of(form.typed()), **_told(form)})
    return _go_on(scoring, form)


def fragment(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    """What the page says after it was saved by itself, or was not."""
    return render(request, "assessing/saved.html", context, status=status)


def page(scoring: Scoring, form: ScoreForm, *, status: int = 200) -> HttpResponse:
    """The application beside the criteria."""
    work, application = scoring.place.work, scoring.place.application
    before, after = work.beside(application)
    context = {
        "round": work.round,
        "work": work,
        "application": application,
        "before": before,
        "after": after,
        "form": form,
        "asked": asked_in(form, earlier_scores(work, application)),
        **told_by(application, work.assessor),
        "draft": scoring.draft,
        "is_correction": scoring.kind is CorrectionForm,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        **_told(form),
    }
    return render(scoring.request, "assessing/score.html", context, status=status)


def stopped(scoring: Scoring, sentence: str, typed: Typed, *, status: int = 200) -> HttpResponse:
    """Why it cannot be done (any more), with what was typed, to copy."""
    form = scoring.form(typed=typed)
    said = [(asked, asked.reason.value() or "") for asked in asked_in(form, {}) if asked.reason is not None]
    context = {
        "round": scoring.place.work.round,
        "application": scoring.place.application,
        "submitted": scoring.place.submitted,
        "sentence": sentence,
        "said": said if typed else [],
        "correction": typed.get("correction", ""),
    }
    return render(scoring.request, "assessing/stopped.html", context, status=status)


def _told(form: ScoreForm) -> dict[str, object]:
    return {"total": total_of(form), "states": states_in(form)}


def _go_on(scoring: Scoring, form: ScoreForm) -> HttpResponse:
    request, work = scoring.request, scoring.place.work
    go = request.POST.get("go", "")
    if go == LATER:
        messages.success(request, _("Uw concept is bewaard. U kunt er hier mee verder."))
        return redirect("assess_round", scoring.slug)
    if go != SUBMIT:
        messages.success(request, _("Uw concept is bewaard."))
        return scoring.here()
    if work.undeclared:
        messages.warning(
            request, _("Er kwam een aanvraag bij. Geef eerst uw belangen op. Wat u typte, is bewaard.")
        )
        return redirect("interests", scoring.slug)
    sentence = work.why_not(scoring.place.application)
    if sentence:
        return stopped(scoring, sentence, form.typed(), status=409)
    return _submit(scoring, form)


def _submit(scoring: Scoring, form: ScoreForm) -> HttpResponse:
    request, place = scoring.request, scoring.place
    if not form.is_valid():
        again = {**form.data, "seen": hash_of(form.typed())}
        return page(scoring, scoring.form(again, typed=form.typed()), status=422)
    try:
        submit_assessment(
            by=place.work.assessor,
            application=place.application,
            given=form.given(),
            correction=str(form.cleaned_data.get("correction", "")),
            after=form.number_before,
        )
    except Refused as refused:
        return stopped(scoring, refused.sentence, form.typed(), status=409)
    messages.success(request, _("%(reference)s is ingediend.") % {"reference": place.application.reference})
    return _next(scoring)


def _next(scoring: Scoring) -> HttpResponse:
    """The next application that is not done; the list where all are, and what colleagues gave after a correction."""
    place = scoring.place
    if scoring.kind is CorrectionForm:
        return redirect("discuss", scoring.slug, place.application.pk)
    others = [each for each in place.work.to_do if each.pk != place.application.pk]
    if not others:
        return redirect("assess_round", scoring.slug)
    later = [each for each in others if (each.position or 0) > (place.application.position or 0)]
    return redirect(reverse("score", args=[scoring.slug, (later or others)[0].pk]))


def _conflict(scoring: Scoring, form: ScoreForm, conflict: Conflict) -> HttpResponse:
    """It was saved elsewhere first: both beside each other, and on the page itself where it saved by itself."""
    if scoring.request.headers.get("HX-Request"):
        return fragment(scoring.request, {"conflict": True}, status=409)
    stored: Typed = conflict.row.answers if isinstance(conflict.row, AssessmentDraft) else {}
    beside = form.beside(stored, hash_of(stored))
    compared = beside.compared()
    context = {
        "form": beside,
        "row": scoring.place.application.reference,
        "round": scoring.place.work.round,
        "application": scoring.place.application,
        "differing": [each for each in compared if each.differs],
        "equal": [each for each in compared if not each.differs],
    }
    return render(scoring.request, "assessing/conflict.html", context, status=409)


def _refused(scoring: Scoring, form: ScoreForm, sentence: str) -> HttpResponse:
    if scoring.request.headers.get("HX-Request"):
        return fragment(scoring.request, {"refused": sentence}, status=409)
    before = scoring.place.submitted
    is_same = before is not None and typed_of(form.sheet.regulation, before) == form.typed()
    if is_same and scoring.place.can_read:
        return _next(scoring)  # the same form, sent twice
    return stopped(scoring, sentence, form.typed(), status=409)
