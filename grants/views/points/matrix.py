"""The points of one application: what everyone gave beside each other, what is chosen of it, and its correction."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.apply.sheet import Typed
from grants.forms.apply.steps import page_in
from grants.forms.points.matrix import CORRECTION, MatrixForm
from grants.models import EstablishmentDraft
from grants.permissions import may
from grants.selectors.assessing.history import typed_as_established
from grants.selectors.assessing.matrix import matrices_of
from grants.selectors.assessing.standing import Progress, progress_of
from grants.selectors.assessing.state import assessing_of
from grants.services.applications.drafts import hash_of
from grants.services.assessing.establishing import establish, require_seen, require_visible
from grants.services.assessing.establishment_drafts import save_establishment_draft
from grants.services.errors import Conflict, Refused
from grants.views.in_round import HANDLE, handled_application, seen_application
from grants.views.points.sight import Sight, neighbours, shown_in, sight_of
from grants.views.signed_in import signed_in

ESTABLISH, LATER = "establish", "later"
CHANGE = "wijzigen"


@login_required
def application_points(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the points, keep what is typed about them, and establish them."""
    if request.method == "POST":
        return _post(request, sight_of(handled_application(request, slug, pk)))
    sight = sight_of(seen_application(request, slug, pk))
    return _page(request, sight, _asked_for(request, sight))


def _asked_for(request: HttpRequest, sight: Sight) -> MatrixForm | None:
    """The form with what was typed before; none for who only looks, and none yet where the points stand."""
    if not may(request.user, HANDLE, sight.state.round) or sight.progress is Progress.HIDDEN:
        return None
    if sight.is_established and CHANGE not in request.GET and not sight.stored:
        return None
    typed = sight.stored
    if not typed and sight.is_established:
        typed = typed_as_established(sight.regulation, sight.state.established[sight.application.pk])
    return sight.form(None, {**typed, **sight.marks()})


def _post(request: HttpRequest, sight: Sight) -> HttpResponse:
    form = sight.form({name: str(text) for name, text in request.POST.items()}, sight.stored)
    typed, seen = form.typed(), form.shown()
    try:
        require_visible(sight.state, sight.application)
        draft = save_establishment_draft(
            by=signed_in(request),
            application=sight.application,
            typed=typed,
            seen=str(form.data.get("seen", "")),
            number=seen.number,
            page=page_in(str(form.data.get("page", "")), sight.application.pk),
        )
    except Conflict:
        return _conflict(request, sight_of(sight.application), form)
    except Refused as refused:
        return _stale(request, sight, typed, refused)
    if request.headers.get("HX-Request"):
        return _saved(request, {"draft": draft, "seen": hash_of(typed)})
    if request.POST.get("go") != ESTABLISH:
        return _kept(request, sight)
    return _establish(request, sight, form, draft)


def _establish(
    request: HttpRequest, sight: Sight, form: MatrixForm, draft: EstablishmentDraft
) -> HttpResponse:
    again = {**form.data, "seen": hash_of(form.typed())}
    form = sight.form(again, form.typed())
    try:
        # what changed since comes first: mistakes are those of a choice that was made on something else
        require_seen(sight.state, sight.matrix, form.shown())
        if not form.is_valid():
            return _page(request, sight, form, status=422)
        establish(
            by=signed_in(request),
            application=sight.application,
            chosen=form.chosen(),
            seen=form.shown(),
            correction=str(form.cleaned_data.get(CORRECTION, "")),
            draft=draft.version,
        )
    except Conflict:
        return _conflict(request, sight_of(sight.application), form)
    except Refused as refused:
        return _stale(request, sight_of(sight.application), form.typed(), refused)
    sentence = _("De punten van %(reference)s zijn vastgesteld.")
    messages.success(request, sentence % {"reference": sight.application.reference})
    return _next(sight)


def _next(sight: Sight) -> HttpResponse:
    """On to the first of the others that waits for an official, beginning after this one; else back to the list."""
    slug, state = sight.state.round.slug, assessing_of(sight.state.round)
    at = next(n for n, each in enumerate(state.applications) if each.pk == sight.application.pk)
    others = [*state.applications[at + 1 :], *state.applications[:at]]
    waiting = (Progress.DIFFERS, Progress.AGAIN)
    for matrix in matrices_of(state, sight.regulation, others, with_reasons=False):
        if progress_of(state, sight.regulation, matrix) in waiting:
            return redirect("application_points", slug, matrix.application.pk)
    return redirect("points", slug)


def _kept(request: HttpRequest, sight: Sight) -> HttpResponse:
    messages.success(request, _("Wat u koos en typte, is bewaard. Er is nog niets vastgesteld."))
    if request.POST.get("go") == LATER:
        return redirect("points", sight.state.round.slug)
    return redirect("application_points", sight.state.round.slug, sight.application.pk)


def _stale(request: HttpRequest, sight: Sight, typed: Typed, refused: Refused) -> HttpResponse:
    """Something changed meanwhile: the page as it is now, with what was typed still in it."""
    if request.headers.get("HX-Request"):
        return _saved(request, {"refused": refused.sentence}, status=409)
    form = None if sight.progress is Progress.HIDDEN else sight.form(None, {**typed, **sight.marks()})
    return _page(request, sight, form, refused=refused.sentence, typed=typed, status=409)


def _conflict(request: HttpRequest, now: Sight, form: MatrixForm) -> HttpResponse:
    """A colleague typed first: both texts beside each other, and on the page itself where it saved by itself."""
    if request.headers.get("HX-Request"):
        return _saved(request, {"conflict": True, "draft": now.draft}, status=409)
    shown = form.beside(now.stored, hash_of(now.stored))
    compared = shown.compared()
    context = {
        "form": shown,
        "row": now.draft,
        "differing": [each for each in compared if each.differs],
        "equal": [each for each in compared if not each.differs],
    }
    return render(request, "errors/conflict.html", context, status=409)


def _saved(request: HttpRequest, context: dict[str, object], *, status: int = 200) -> HttpResponse:
    return render(request, "points/saved.html", context, status=status)


def _page(
    request: HttpRequest,
    sight: Sight,
    form: MatrixForm | None,
    *,
    refused: str = "",
    typed: Typed | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, object] = {
        "round": sight.state.round,
        "application": sight.application,
        "refused": refused,
        "may_handle": may(request.user, HANDLE, sight.state.round),
        **neighbours(sight),
    }
    if sight.progress is Progress.HIDDEN:
        context["is_running"] = sight.application.pk in sight.state.by_id
        context["lost"] = typed
        return render(request, "points/hidden.html", context, status=status)
    context |= {"form": form, "csrf_cookie": settings.CSRF_COOKIE_NAME, **shown_in(sight, form)}
    return render(request, "points/application.html", context, status=status)
