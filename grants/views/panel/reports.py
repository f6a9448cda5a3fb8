"""What assessors reported: a file that does not open, an application handed back; and what was done about it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.forms.panel import AnswerForm
from grants.models import Remark
from grants.permissions import may
from grants.selectors.assessing.reports import reports_in, waiting_among
from grants.services.assessing.reports import answer_report
from grants.services.errors import Refused
from grants.services.once import once
from grants.views.in_round import HANDLE, handled_round, seen_round
from grants.views.panel.people import tabs_of
from grants.views.signed_in import posted, signed_in


@login_required
def reports(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that wait first, then what was done."""
    grant_round = seen_round(request, slug)
    everything = reports_in(grant_round)
    waiting = waiting_among(everything)
    still = {each.remark.pk for each in waiting}
    context = {
        "round": grant_round,
        "tabs": tabs_of(grant_round, "reports"),
        "waiting": waiting,
        "done": [each for each in everything if each.remark.pk not in still],
        "may_handle": may(request.user, HANDLE, grant_round),
    }
    return render(request, "panel/reports.html", context)


@login_required
def report(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Say what was done about one of them."""
    grant_round = handled_round(request, slug)
    found = next((each for each in reports_in(grant_round) if each.remark.pk == pk), None)
    if found is None:
        raise Http404(str(pk))
    form, refused = AnswerForm(posted(request)), ""
    if form.is_valid():
        try:
            once(
                Remark,
                lambda: answer_report(
                    by=signed_in(request), report=found.remark, words=form.cleaned_data["words"]
                ),
                by=signed_in(request),
                token=form.cleaned_data["token"],
            )
        except Refused as answer:
            refused = answer.sentence
        else:
            messages.success(request, _("Afgehandeld. Wat u deed, staat bij de melding."))
            return redirect("reports", slug)
    context = {"round": grant_round, "report": found, "form": form, "refused": refused}
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "panel/report.html", context, status=status)
