"""The files of an application: brought to a draft, taken away, and read by who may."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from grants.documents.files import ENDINGS, MOST_BYTES, MOST_FILES
from grants.documents.receipt import size_in_words
from grants.forms.apply.draft import ATTACHMENTS, missing_attachments
from grants.forms.apply.files import FileForm
from grants.forms.apply.sheet import sheet_of
from grants.models import Application, Attachment
from grants.selectors.applications.mine import attachments_of
from grants.services.applications.attachments import add_attachment, remove_attachment
from grants.services.errors import Refused
from grants.views.apply.parts import frame, next_step, own_application, step_address
from grants.views.signed_in import signed_in
from grants.views.uploads import bounded_upload


@login_required
@bounded_upload(MOST_BYTES)
def apply_attachments(request: HttpRequest, pk: int) -> HttpResponse:
    """What must be brought, what is there already, and room for another file."""
    application = own_application(request, pk)
    if not application.is_draft:
        return redirect("my_application", pk)
    if request.method != "POST":
        there = {each.key for each in attachments_of(application)}
        return _page(request, application, FileForm(sheet_of(application), there=there))
    form = FileForm(sheet_of(application), request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, application, form, status=422)
    file = form.cleaned_data["file"]
    try:
        added = add_attachment(
            by=signed_in(request),
            application=application,
            key=form.cleaned_data["key"],
            name=file.name,
            raw=file.read(),
        )
    except Refused as refused:
        form.add_error("file", refused.sentence)
        return _page(request, application, form, status=422)
    messages.success(request, _("%(name)s is toegevoegd.") % {"name": added.name})
    return redirect("apply_attachments", pk)


@login_required
@require_POST
def attachment_remove(request: HttpRequest, pk: int, attachment: int) -> HttpResponse:
    """Take a file away from a draft."""
    found = _attachment(own_application(request, pk), attachment)
    try:
        remove_attachment(attachment=found)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("my_application", pk)
    messages.success(request, _("%(name)s is weggehaald.") % {"name": found.name})
    return redirect("apply_attachments", pk)


@login_required
def attachment_file(request: HttpRequest, pk: int, attachment: int) -> HttpResponseBase:
    """A file of one's own application."""
    return file_answer(_attachment(own_application(request, pk), attachment))


def file_answer(attachment: Attachment) -> HttpResponseBase:
    """The file itself: to keep, and never to be opened by the browser as a page of ours."""
    try:
        opened = attachment.file.open("rb")
    except OSError:
        raise Http404(attachment.pk) from None
    answer = FileResponse(opened, as_attachment=True, filename=attachment.name, content_type=attachment.kind)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "no-store"
    return answer


def _attachment(application: Application, pk: int) -> Attachment:
    return get_object_or_404(application.attachments, pk=pk)


def _page(
    request: HttpRequest, application: Application, form: FileForm, *, status: int = 200
) -> HttpResponse:
    there, sheet = attachments_of(application), sheet_of(application)
    missing = {each.key for each in missing_attachments(sheet, {each.key for each in there})}
    asked = {each.key for each in sheet.attachments()}
    context = {
        **frame(application, ATTACHMENTS),
        "form": form,
        "asked": [
            (each, sheet.is_required(each), each.key in missing, _shown(there, {each.key}))
            for each in sheet.attachments()
        ],
        "others": [(each, size_in_words(each.size)) for each in there if each.key not in asked],
        "is_full": len(there) >= MOST_FILES,
        "most": MOST_FILES,
        "endings": ", ".join(ending.removeprefix(".") for ending in ENDINGS),
        "megabytes": MOST_BYTES // 1_000_000,
        "next_address": step_address(application.pk, next_step(ATTACHMENTS)),
    }
    return render(request, "apply/bijlagen.html", context, status=status)


def _shown(there: list[Attachment], keys: set[str]) -> list[tuple[Attachment, str]]:
    return [(each, size_in_words(each.size)) for each in there if each.key in keys]
