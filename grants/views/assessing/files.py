"""The files of an application, for who assesses it; and telling that one does not open."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from grants.forms.assessing.words import report_form
from grants.models import Remark
from grants.selectors.applications.sent_in import attachments_sent
from grants.services.assessing.remarks import report_file
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.applications.attachments import file_answer
from grants.views.assessing.place import readable_place
from grants.views.signed_in import posted, signed_in


@login_required
def assessed_file(request: HttpRequest, slug: str, pk: int, attachment: int) -> HttpResponseBase:
    """A file that was sent in, to keep: never shown by the browser itself."""
    place = readable_place(request, slug, pk)
    return file_answer(get_object_or_404(attachments_sent(place.application), pk=attachment))


@login_required
def assessed_file_report(request: HttpRequest, slug: str, pk: int, attachment: int) -> HttpResponse:
    """The official looks at it, and the assessor goes on."""
    place = readable_place(request, slug, pk)
    found = get_object_or_404(attachments_sent(place.application), pk=attachment)
    form, refused, by = report_form(posted(request)), "", signed_in(request)
    if form.is_valid():
        words, token = str(form.cleaned_data["words"]), form.cleaned_data["token"]
        try:
            once(Remark, lambda: report_file(by=by, attachment=found, words=words), by=by, token=token)
        except Refused as error:
            refused = error.sentence
        else:
            messages.success(
                request, _("De behandelaar weet dat «%(name)s» niet opengaat.") % {"name": found.name}
            )
            return redirect("score", slug, pk)
    context = {
        "round": place.work.round,
        "application": place.application,
        "attachment": found,
        "form": form,
        "refused": refused,
    }
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "assessing/report.html", context, status=status)
