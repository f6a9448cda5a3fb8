"""The steps of the application form in which one types."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.forms.apply.draft import STEPS
from grants.forms.apply.money import MORE, rows_in
from grants.forms.apply.sheet import Sheet, Typed, sheet_of
from grants.forms.apply.steps import StepForm, new_page, page_in
from grants.models import Application
from grants.services.applications.drafts import hash_of, save_draft
from grants.services.errors import Conflict, Refused
from grants.views.apply.kept import NOT_SAVED, logged_out, saved_fragment, take_kept
from grants.views.apply.parts import frame, next_step, own_application, step_address
from grants.views.signed_in import signed_in

NEXT, LATER = "next", "later"


def apply_step(request: HttpRequest, pk: int, step: str) -> HttpResponseBase:
    """Show a step, save what was typed in it, and go on."""
    if not request.user.is_authenticated:
        return logged_out(request, pk)
    application = own_application(request, pk)
    if step not in STEPS:
        raise Http404(step)
    if not application.is_draft:
        return _sent_already(request, application)
    sheet = sheet_of(application)
    if request.method == "POST":
        return _save(request, application, sheet, step)
    return _page(request, application, step, _asked_for(request, application, sheet, step))


def _asked_for(request: HttpRequest, application: Application, sheet: Sheet, step: str) -> StepForm:
    """The form with what was typed before; with its mistakes where a link from the last page asks for them."""
    stored, page = sheet.typed(step), new_page(application.pk)
    marks = {"seen": hash_of(stored), "page": page}
    kept = take_kept(request)
    if kept is not None:
        messages.warning(request, str(NOT_SAVED))
        return STEPS[step](sheet, typed={**kept, "seen": kept.get("seen", ""), "page": page})
    if "nakijken" in request.GET:
        return STEPS[step](sheet, {**stored, **marks}, typed=stored)
    more = {name: request.GET[name] for name in MORE.values() if name in request.GET}
    return STEPS[step](sheet, typed={**stored, **more, **marks})


def _save(request: HttpRequest, application: Application, sheet: Sheet, step: str) -> HttpResponse:
    form = STEPS[step](sheet, request.POST.dict(), typed=sheet.typed(step))
    typed = form.typed()
    try:
        saved = save_draft(
            by=signed_in(request),
            application=application,
            step=step,
            typed=typed,
            seen=form.data.get("seen", ""),
            page=page_in(form.data.get("page", ""), application.pk),
        )
    except Conflict:
        return _conflict(request, own_application(request, application.pk), step, form)
    except Refused as refused:
        return _refused(request, application, refused)
    if request.headers.get("HX-Request"):
        return saved_fragment(request, {"application": saved, "seen": hash_of(typed)})
    return _go_on(request, saved, step, form)


def _go_on(request: HttpRequest, application: Application, step: str, form: StepForm) -> HttpResponse:
    """Where the button leads to. With mistakes the next step can wait: what was typed is kept either way."""
    go, here = request.POST.get("go", ""), step_address(application.pk, step)
    if go == LATER:
        messages.success(request, _("Uw concept is bewaard. U en uw collega’s kunnen er hier mee verder."))
        return redirect("my_applications")
    if go in MORE:
        rows = rows_in(form.data, go)
        return redirect(f"{here}?{MORE[go]}={rows + 1}#id_{go}-{rows}-what")
    if go != NEXT:
        messages.success(request, _("Uw concept is bewaard."))
        return redirect(here)
    if form.is_valid():
        return redirect(step_address(application.pk, next_step(step)))
    again = {**form.data, "seen": hash_of(form.typed())}
    return _page(request, application, step, type(form)(form.sheet, again, typed=form.typed()), status=422)


def _page(
    request: HttpRequest, application: Application, step: str, form: StepForm, *, status: int = 200
) -> HttpResponse:
    next_address = step_address(application.pk, next_step(step))
    context = {
        **frame(application, step),
        "form": form,
        "next_address": next_address,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
    }
    return render(request, f"apply/{step}.html", context, status=status)


def _conflict(request: HttpRequest, now: Application, step: str, form: StepForm) -> HttpResponse:
    """Someone else saved this step first: both texts beside each other, and on the page itself where it saved by itself."""
    stored: Typed = now.answers.get(step, {})
    if request.headers.get("HX-Request"):
        return saved_fragment(request, {"conflict": True, "application": now}, status=409)
    compared = form.beside(stored, hash_of(stored)).compared()
    context = {
        "form": form.beside(stored, hash_of(stored)),
        "row": now,
        "differing": [field for field in compared if field.differs],
        "equal": [field for field in compared if not field.differs],
    }
    return render(request, "errors/conflict.html", context, status=409)


def _refused(request: HttpRequest, application: Application, refused: Refused) -> HttpResponse:
    if request.headers.get("HX-Request"):
        return saved_fragment(request, {"refused": refused.sentence}, status=409)
    messages.error(request, refused.sentence)
    return redirect("my_application", application.pk)


def _sent_already(request: HttpRequest, application: Application) -> HttpResponse:
    sentence = _("Deze aanvraag is al ingediend. Hieronder ziet u hoever zij is.")
    if request.headers.get("HX-Request"):
        return saved_fragment(request, {"refused": sentence}, status=409)
    messages.info(request, sentence)
    return redirect(reverse("my_application", args=[application.pk]))
