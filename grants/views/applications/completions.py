"""For applicants: adding what the municipality asked for, and giving a zienswijze."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.arrival import received_at
from grants.documents.files import ENDINGS, MOST_BYTES
from grants.enums import Standing
from grants.forms.applications.completion import (
    CompletionForm,
    ViewAnswerForm,
    attachment_key,
    file_name,
    takes_file,
)
from grants.forms.apply.steps import new_page, page_in
from grants.models import Application, ApplicationEvent, Attachment, Submission
from grants.selectors.applications.completeness import Request, last_request, open_request
from grants.selectors.applications.sent_in import files_waiting
from grants.selectors.applications.terms import today
from grants.selectors.applications.views_asked import open_view
from grants.selectors.rounds.stages import is_late
from grants.services.applications.attachments import add_attachment, remove_attachment
from grants.services.applications.completions import answer_request, save_completion
from grants.services.applications.drafts import COMPLETION, hash_of
from grants.services.applications.views_asked import give_view
from grants.services.errors import Conflict, Refused
from grants.services.once import once
from grants.views.apply.kept import NOT_SAVED, logged_out, take_kept
from grants.views.apply.parts import own_application
from grants.views.signed_in import posted, signed_in
from grants.views.uploads import bounded_upload

MOST_AT_ONCE = 3 * MOST_BYTES


@bounded_upload(MOST_AT_ONCE)
def application_complete(request: HttpRequest, pk: int) -> HttpResponseBase:
    """What was asked, and nothing else, can be given here. The page saves what is typed by itself."""
    if not request.user.is_authenticated:
        return logged_out(request, pk)
    found = own_application(request, pk)
    asked = open_request(found)
    if request.method == "POST":
        return _take(request, found, asked)
    if asked is None:
        messages.info(request, _("U hoeft deze aanvraag nu niet aan te vullen."))
        return redirect("my_application", pk)
    return _page(request, _form(request, found, asked), asked, status=200)


def _take(request: HttpRequest, found: Application, asked: Request | None) -> HttpResponse:
    """Keep what came, and do what the button says."""
    form = _form(request, found, asked or last_request(found))
    if request.headers.get("HX-Request"):
        return _save_by_itself(request, form)
    if asked is None:
        return _send(request, form, asked)
    try:
        _save(request, form)
    except Conflict as conflict:
        return _conflict(request, form, asked, conflict)
    except Refused as refused:
        return _page(request, form, asked, refused=refused.sentence, status=409)
    form.that_saw(hash_of(form.typed()))
    is_kept = _keep_files(request, asked, form)
    if is_kept and "remove" in request.POST:
        return _remove(request, found)
    if is_kept and "later" in request.POST:
        messages.success(request, _("Wat u invulde, is bewaard. Verstuur het voordat de termijn voorbij is."))
        return redirect("my_application", found.pk)
    return _send(request, form, asked)


def _send(request: HttpRequest, form: CompletionForm, asked: Request | None) -> HttpResponse:
    found = form.application
    if not form.is_valid():
        return _page(request, form, asked, status=422)
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
    return redirect("my_application", found.pk)


def _save(request: HttpRequest, form: CompletionForm) -> Application:
    return save_completion(
        by=signed_in(request),
        application=form.application,
        typed=form.typed(),
        seen=str(form.data.get("seen", "")),
        page=page_in(str(form.data.get("page", "")), form.application.pk),
    )


def _save_by_itself(request: HttpRequest, form: CompletionForm) -> HttpResponse:
    """What the page says below the form after it was saved by itself, or was not."""
    status, context = 200, dict[str, object]()
    try:
        context = {"application": _save(request, form), "seen": hash_of(form.typed())}
    except Conflict as conflict:
        status, context = 409, {"conflict": True, "application": conflict.row}
    except Refused as refused:
        status, context = 409, {"refused": refused.sentence}
    return render(request, "applications/saved.html", context, status=status)


def _conflict(request: HttpRequest, form: CompletionForm, asked: Request, conflict: Conflict) -> HttpResponse:
    """Somebody else saved something first: that stands beside what was typed, which can then be sent once more."""
    now = Application.objects.select_related("saved_by").get(pk=conflict.row.pk)
    stored: dict[str, str] = now.answers.get(COMPLETION, {})
    sentence = _(
        "%(name)s vulde hier intussen ook iets in. Dat staat nu naast wat u typte. Kijk wat u wilt versturen, en doe het opnieuw."
    )
    refused = sentence % {"name": now.saved_by}
    return _page(request, form.beside(stored, hash_of(stored)), asked, refused=refused, status=409)


def _remove(request: HttpRequest, found: Application) -> HttpResponse:
    """Take a file back that was not sent yet."""
    pk = request.POST["remove"]
    for file in files_waiting(found):
        if str(file.pk) == pk:
            remove_attachment(attachment=file)
            messages.success(request, _("%(name)s is weggehaald.") % {"name": file.name})
    return redirect("application_complete", found.pk)


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
    there: dict[str, list[Attachment]] = {}
    lacking = asked.lacking if asked else ()
    waiting = files_waiting(found)
    for each in filter(takes_file, lacking):
        there[each.key] = [file for file in waiting if file.key == attachment_key(each)]
    files = request.FILES if request.method == "POST" else None
    return CompletionForm(
        posted(request),
        files,
        application=found,
        lacking=lacking,
        there=there,
        typed=_typed_before(request, found),
    )


def _typed_before(request: HttpRequest, found: Application) -> dict[str, str]:
    """What was saved, or else what was typed while the log-in had lapsed."""
    stored, page = dict(found.answers.get(COMPLETION, {})), new_page(found.pk)
    kept = take_kept(request) if request.method != "POST" else None
    if kept is not None:
        messages.warning(request, str(NOT_SAVED))
        return {**kept, "page": page}
    return {**stored, "seen": hash_of(stored), "page": page}


def _keep_files(request: HttpRequest, asked: Request, form: CompletionForm) -> bool:
    """Each file is kept as soon as it is here, so that a mistake elsewhere in the form costs no file; whether all were."""
    is_kept = True
    for each in filter(takes_file, asked.lacking):
        file = request.FILES.get(file_name(each))
        if file is None:
            continue
        try:
            added = add_attachment(
                by=signed_in(request),
                application=form.application,
                key=attachment_key(each),
                name=file.name or "",
                raw=file.read(),
            )
        except Refused as refused:
            form.add_error(file_name(each), refused.sentence)
            is_kept = False
        else:
            form.there = {**form.there, each.key: [*form.there.get(each.key, ()), added]}
    return is_kept


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
        "is_open": found.standing == Standing.TO_COMPLETE,
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "is_over": asked is not None and today() > asked.until,
        "is_closed": is_late(found.round, received_at(request)),
        "endings": ", ".join(ending.removeprefix(".") for ending in ENDINGS),
        "megabytes": MOST_BYTES // 1_000_000,
        "refused": refused,
    }
    return render(request, "applications/complete.html", context, status=status)
