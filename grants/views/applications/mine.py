"""Applications as those who apply see them: the list, how far each is, and taking one back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.enums import Standing
from grants.forms.applications.withdrawal import WithdrawalForm
from grants.forms.apply.draft import ORDER
from grants.models import Application
from grants.moments import moment, short_day
from grants.selectors.applications.mine import (
    applications_of,
    attachments_of,
    last_submission,
    milestones_of,
)
from grants.selectors.applications.terms import terms_of
from grants.selectors.applications.views_asked import open_view
from grants.selectors.assessing.progress import committee_of
from grants.selectors.rounds.stages import stage_of
from grants.services.applications.drafts import delete_draft, withdraw_application
from grants.services.errors import Refused
from grants.standings import may_become
from grants.templatetags.rangorde import euro
from grants.views.apply.parts import deadline_of, own_application, step_address
from grants.views.parts import Cell, Column, Table
from grants.views.progress import timeline
from grants.views.signed_in import posted, signed_in

KINDS = {
    Standing.DRAFT: "neutral",
    Standing.SUBMITTED: "info",
    Standing.LATE: "warn",
    Standing.TO_COMPLETE: "warn",
    Standing.COMPLETED: "info",
    Standing.COMPLETE: "ok",
    Standing.NOT_HANDLED: "error",
    Standing.INADMISSIBLE: "error",
    Standing.WITHDRAWN: "neutral",
}


@login_required
def my_applications(request: HttpRequest) -> HttpResponse:
    """Everything of the organisations that someone acts for."""
    found = list(applications_of(signed_in(request)))
    context = {
        "drafts": _table([each for each in found if each.is_draft], _("Concepten")),
        "sent": _table([each for each in found if not each.is_draft], _("Ingediende aanvragen")),
    }
    return render(request, "applications/mine.html", context)


@login_required
def my_application(request: HttpRequest, pk: int) -> HttpResponse:
    """How far an application is; a draft opens where one types."""
    application = own_application(request, pk)
    if application.is_draft:
        return redirect(step_address(pk, ORDER[0]))
    standing = Standing(application.standing)
    term = terms_of(application.round, [application]).get(application.pk)
    context = {
        "application": application,
        "submission": last_submission(application),
        "attachments": attachments_of(application),
        "kind": KINDS[standing],
        "timeline": timeline(
            application,
            stage_of(application.round),
            milestones_of(application),
            term.last if term else None,
            committee_of(application.round),
        ),
        "may_withdraw": may_become(standing, Standing.WITHDRAWN),
        "view_asked": open_view(application),
    }
    return render(request, "applications/mine_one.html", context)


@login_required
def application_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back what was sent in, after asking whether that is meant."""
    application = own_application(request, pk)
    form, refused = WithdrawalForm(posted(request)), ""
    if form.is_valid():
        try:
            withdraw_application(
                by=signed_in(request), application=application, reason=form.cleaned_data["reason"]
            )
        except Refused as answer:
            refused = answer.sentence
        else:
            messages.success(request, _("Uw aanvraag is ingetrokken. Zij doet niet meer mee."))
            return redirect("my_application", pk)
    context = {"application": application, "form": form, "refused": refused}
    status = 409 if refused else 422 if form.is_bound else 200
    return render(request, "applications/mine_withdraw.html", context, status=status)


@login_required
def draft_delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Throw a draft away, after asking whether that is meant."""
    application = own_application(request, pk)
    if request.method == "POST":
        try:
            delete_draft(by=signed_in(request), application=application)
        except Refused as refused:
            messages.error(request, refused.sentence)
            return redirect("my_application", pk)
        messages.success(request, _("Het concept is verwijderd."))
        return redirect("my_applications")
    return render(request, "applications/mine_delete.html", {"application": application})


def _table(found: list[Application], caption: str) -> Table | None:
    columns = (
        Column(_("Aanvraag"), "head"),
        Column(_("Ronde"), "wide"),
        Column(_("Gevraagd"), "num"),
        Column(_("Stand")),
        Column(_("Wanneer")),
    )
    rows = [_row(each) for each in found]
    return Table(caption, columns, rows) if rows else None


def _row(application: Application) -> tuple[Cell, ...]:
    standing, asked = Standing(application.standing), application.requested_cents
    return (
        Cell(
            _name(application),
            reverse("my_application", args=[application.pk]),
            sub=str(application.organisation),
        ),
        Cell(application.round.title, reverse("round", args=[application.round.slug]), language="nl"),
        Cell("–" if asked is None else euro(asked)),
        Cell(str(standing.label), kind=KINDS[standing]),
        Cell(_when(application)),
    )


def _name(application: Application) -> str:
    typed = application.answers.get("activiteit", {}).get("title", "")
    title = application.title or " ".join(typed.split())[:80] or _("Concept zonder titel")
    return f"{application.reference} {title}" if application.reference else title


def _when(application: Application) -> str:
    """When it was received; of a draft until when it can be sent in, and who saved it last."""
    if application.received_at is not None:
        return moment(application.received_at)
    left = deadline_of(application.round).left
    still = _("nog %(left)s om in te dienen") % {"left": left} if left else ""
    if application.saved_at is None or application.saved_by is None:
        return still
    saved = _("bewaard op %(day)s door %(name)s") % {
        "day": short_day(application.saved_at),
        "name": application.saved_by,
    }
    return f"{saved}; {still}" if still else saved
