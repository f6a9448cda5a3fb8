"""The receipt of an application, and what was sent in, to keep."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from grants.documents.application import application_pdf
from grants.documents.bundle import bundle
from grants.documents.receipt import file_name, grouped, late_words, receipt_pdf, sent_files, size_in_words
from grants.models import Submission
from grants.selectors.municipality import the_municipality
from grants.services.canonical import canonical
from grants.views.apply.parts import own_application


@login_required
def receipt(request: HttpRequest, pk: int) -> HttpResponse:
    """That it was received, when, and how anyone can check what."""
    application = own_application(request, pk)
    if application.is_draft:
        return redirect("my_application", pk)
    submission = _last(request, pk)
    context = {
        "application": application,
        "submission": submission,
        "sha256": grouped(submission.sha256),
        "salt": grouped(submission.payload.salt),
        "file": file_name(submission),
        "files": [(each, size_in_words(each.size), grouped(each.sha256)) for each in sent_files(submission)],
        "late": late_words(application.round.closes_at) if submission.came_too_late else "",
    }
    return render(request, "applications/mine_receipt.html", context)


@login_required
def receipt_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The receipt as a PDF."""
    submission = _last(request, pk)
    return _pdf_answer(_receipt(submission), f"ontvangstbewijs-{submission.application.reference}")


@login_required
def my_application_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """One's own application, to read and to print."""
    return application_to_read(_last(request, pk))


@login_required
def sent_in(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """`indiening.json`, to the byte that its hash was taken over."""
    own_application(request, pk)
    found = get_object_or_404(
        Submission.objects.select_related("payload", "application"), application=pk, number=number
    )
    answer = HttpResponse(canonical(_payload(found)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{file_name(found)}"'
    return answer


@login_required
def application_bundle(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The whole application in one file: what was sent in, its attachments, and the receipt."""
    submission = _last(request, pk)
    name = f"aanvraag-{submission.application.reference}.zip"
    try:
        packed = bundle(
            submission,
            read=application_pdf(submission, municipality=_municipality()),
            receipt=_receipt(submission),
            told=canonical(_payload(submission)),
        )
    except OSError:
        messages.error(
            request,
            _(
                "Wij kunnen dit niet bij elkaar zetten: een bijlage is niet meer bij ons. Bel of mail de gemeente."
            ),
        )
        return redirect("my_application", pk)
    return FileResponse(packed, as_attachment=True, filename=name, content_type="application/zip")


def _last(request: HttpRequest, pk: int) -> Submission:
    """The last version of one's own application that was sent in."""
    own_application(request, pk)
    return last_kept(pk)


def last_kept(pk: int) -> Submission:
    """The last version of an application of which the contents are there: not what retention took away."""
    found = Submission.objects.filter(application=pk, payload__isnull=False).order_by("-number")
    submission = found.select_related("payload", "application__round__regulation").first()
    if submission is None:
        raise Http404(pk)
    return submission


def application_to_read(submission: Submission) -> HttpResponse:
    """All that this version says as a PDF, for who may read it."""
    made = application_pdf(submission, municipality=_municipality())
    return _pdf_answer(made, f"aanvraag-{submission.application.reference}")


def _payload(submission: Submission) -> object:
    if not hasattr(submission, "payload"):
        raise Http404(submission.pk)
    return submission.payload.data


def _receipt(submission: Submission) -> bytes:
    closes_at = submission.application.round.closes_at
    return receipt_pdf(submission, municipality=_municipality(), closes_at=closes_at)


def _municipality() -> str:
    municipality = the_municipality()
    return "De gemeente" if municipality is None else f"Gemeente {municipality.name}"


def _pdf_answer(made: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return HttpResponse(made, content_type="application/pdf", headers=headers)
