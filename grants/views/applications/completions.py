"""For applicants: adding what the municipality asked for, and giving a zienswijze."""

from collections import defaultdict

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.arrival import received_at
from grants.documents.files import ENDINGS, MOST_BYTES
from grants.forms.applications.completion import (
    CompletionForm,
    ViewAnswerForm,
    attachment_key,
    file_name,
    takes_file,
)
from grants.models import Application, ApplicationEvent, Submission
from grants.selectors.applications.completeness import Request, open_request
from grants.selectors.applications.sent_in import files_waiting
from grants.selectors.applications.terms import today
from grants.selectors.applications.views_asked import open_view
from grants.selectors.rounds.stages import is_late
from grants.services.applications.attachments import add_attachment
from grants.services.applications.completions import answer_request
from grants.services.applications.views_asked import give_view
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.apply.parts import own_application
from grants.views.signed_in import posted, signed_in
from grants.views.uploads import bounded_upload

MOST_AT_ONCE = 3 * MOST_BYTES


@login_required
@bounded_upload(MOST_AT_ONCE)
def application_complete(request: HttpRequest, pk: int) -> HttpResponse:
    """What was asked, and nothing else, can be given here."""
    found = own_application(request, pk)
    asked = open_request(found)
    if asked is None and request.method != "POST":
        messages.info(request, _("U hoeft deze aanvraag nu niet aan te vullen."))
        return redirect("my_application", pk)
    form = _form(request, found, asked)
    if asked is not None and form.is_bound:
        _keep_files(request, found, asked, form)
    if not form.is_valid():
        return _page(request, form, asked, status=422 if form.is_bound else 200)
    try:
        once(
            Submission,
            lambda: answer_request(
                by=signed_in(request),
                application=found,
                seen=form.cleaned_data["version"],
                answer=form.answer(),
                received_at=received_at(request),
            ),
            by=signed_in(request),
            token=form.cleaned_data["token"],
        )
    except Refused as refused:
        return _page(request, form, asked, refused=refused.sentence, status=409)
    messages.success(request, _("Wij hebben uw aanvulling ontvangen. U krijgt een ontvangstbewijs per mail."))
    return redirect("my_application", pk)


@login_required
def view_give(request: HttpRequest, pk: int) -> HttpResponse:
    """What the applicant thinks of data on which a refusal would rest."""
    found = own_application(request, pk)
    asked, form, refused = open_view(found), ViewAnswerForm(posted(request)), ""
    if asked is None and not form.is_bound:
        messages.info(request, _("Er wordt nu geen zienswijze van u gevraagd."))
        return redirect("my_application", pk)
    if form.is_valid():
        try:
            once(
                ApplicationEvent,
                lambda: give_view(by=signed_in(request), application=found, text=form.cleaned_data["text"]),
                by=signed_in(request),
                token=form.cleaned_data["token"],
            )
        except Refused as error:
            refused = error.sentence
        else:
            messages.success(request, _("Wij hebben uw reactie ontvangen. Dank u wel."))
            return redirect("my_application", pk)
    context = {"application": found, "asked": asked, "form": form, "refused": refused}
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "applications/view_give.html", context, status=status)


def _form(request: HttpRequest, found: Application, asked: Request | None) -> CompletionForm:
    there: dict[str, list[str]] = defaultdict(list)
    lacking = asked.lacking if asked else ()
    waiting = files_waiting(found)
    for each in lacking:
        if takes_file(each):
            there[each.key] = [file.name for file in waiting if file.key == attachment_key(each)]
    files = request.FILES if request.method == "POST" else None
    return CompletionForm(posted(request), files, application=found, lacking=lacking, there=there)


def _keep_files(request: HttpRequest, found: Application, asked: Request, form: CompletionForm) -> None:
    """Each file is kept as soon as it is here, so that a mistake elsewhere in the form costs no file."""
    for each in asked.lacking:
        file = request.FILES.get(file_name(each))
        if file is None or not takes_file(each):
            continue
        try:
            added = add_attachment(
                by=signed_in(request),
                application=found,
                key=attachment_key(each),
                name=file.name or "",
                raw=file.read(),
            )
        except Refused as refused:
            form.add_error(file_name(each), refused.sentence)
        else:
            form.there = {**form.there, each.key: [*form.there.get(each.key, ()), added.name]}


def _page(
    request: HttpRequest,
    form: CompletionForm,
    asked: Request | None,
    *,
    refused: str = "",
    status: int,
) -> HttpResponse:
    found = form.application
    if refused:
        form.on_version(Application.objects.values_list("version", flat=True).get(pk=found.pk))
    context = {
        "application": found,
        "form": form,
        "asked": asked,
        "is_over": asked is not None and today() > asked.until,
        "is_closed": is_late(found.round, received_at(request)),
        "endings": ", ".join(ending.removeprefix(".") for ending in ENDINGS),
        "megabytes": MOST_BYTES // 1_000_000,
        "refused": refused,
    }
    return render(request, "applications/complete.html", context, status=status)
