"""Whether an application is complete: the requirements one by one, and what is then asked of the applicant."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.applications.completeness import CompletenessForm
from grants.models import Application, ApplicationEvent, User
from grants.moments import date_in_words
from grants.selectors.applications.addressed import addressed_of
from grants.selectors.applications.completeness import last_request, requirements_for
from grants.selectors.applications.terms import today
from grants.services.applications.completeness import ask_completion, find_complete
from grants.services.errors import Refused
from grants.services.once import once
from grants.terms import days_later
from grants.views.in_round import handled_application
from grants.views.signed_in import posted, signed_in


@login_required
def application_completeness(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = handled_application(request, slug, pk)
    form = CompletenessForm(posted(request), application=found, requirements=requirements_for(found))
    if request.POST.get("decision") == CompletenessForm.BACK:
        return _page(request, form.typed_anew(), status=200)
    if not form.is_valid():
        return _page(request, form, status=422 if form.is_bound else 200)
    if form.cleaned_data["decision"] == CompletenessForm.ASK:
        return _preview(request, form)
    try:
        done = once(
            ApplicationEvent,
            lambda: _decide(signed_in(request), found, form),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, form, refused=refused.sentence, status=409)
    messages.success(request, _told(done))
    return redirect("application", slug, pk)


def _decide(by: User, found: Application, form: CompletenessForm) -> ApplicationEvent:
    seen = form.cleaned_data["version"]
    if form.cleaned_data["decision"] == CompletenessForm.COMPLETE:
        return find_complete(by=by, application=found, seen=seen, judged=form.judged())
    return ask_completion(
        by=by,
        application=found,
        seen=seen,
        lacking=form.lacking(),
        days=form.cleaned_data["days"],
        message=form.cleaned_data["message"],
    )


def _told(done: ApplicationEvent) -> str:
    if done.until is None:
        return _("De aanvraag is compleet.")
    return _("De vraag is verstuurd. De aanvrager kan aanvullen tot en met %(day)s.") % {
        "day": date_in_words(done.until)
    }


def _preview(request: HttpRequest, form: CompletenessForm) -> HttpResponse:
    """What will be asked, of whom and until when, before it is sent."""
    found = form.application
    context = {
        "round": found.round,
        "application": found,
        "kept": form.kept(),
        "lacking": form.lacking(),
        "message": form.cleaned_data["message"],
        "last_day": days_later(today(), form.cleaned_data["days"]),
        "addressed": addressed_of(found),
    }
    return render(request, "rounds/work/completeness_preview.html", context)


def _page(request: HttpRequest, form: CompletenessForm, *, refused: str = "", status: int) -> HttpResponse:
    found = form.application
    if refused:
        form.on_version(Application.objects.values_list("version", flat=True).get(pk=found.pk))
    context = {
        "round": found.round,
        "application": found,
        "form": form,
        "request_before": last_request(found),
        "last_day": days_later(today(), found.round.completion_days),
        "refused": refused,
    }
    return render(request, "rounds/work/completeness.html", context, status=status)
