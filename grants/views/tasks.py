"""Work that failed, for administrators: what, why, and once more."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from grants.models import OutboxRow
from grants.moments import moment
from grants.permissions import require
from grants.selectors.outbox import failed_tasks
from grants.services.errors import Refused
from grants.services.outbox import try_again
from grants.views.parts import Cell, Column, Table
from grants.views.signed_in import signed_in

PER_PAGE = 50
NAMES = {
    "bring_in_import": gettext_lazy("Aanvragen uit een bestand inlezen"),
    "calculate": gettext_lazy("Een ronde uitrekenen"),
    "check_import": gettext_lazy("Een bestand met aanvragen controleren"),
    "mail_about_application": gettext_lazy("Mail over een aanvraag"),
    "mail_about_round": gettext_lazy("Mail over een wijziging in een ronde"),
    "mail_reminder": gettext_lazy("Herinnering aan een beoordelaar"),
    "mail_account": gettext_lazy("Mail om een wachtwoord te kiezen"),
    "mail_claim_link": gettext_lazy("Mail met een link om een aanvraag over te nemen"),
    "mail_invitation": gettext_lazy("Mail met een uitnodiging van een organisatie"),
    "mail_receipt": gettext_lazy("Mail met een ontvangstbewijs"),
    "tell_of_change": gettext_lazy("Mails klaarzetten over een wijziging in een ronde"),
}


@login_required
def tasks(request: HttpRequest) -> HttpResponse:
    require(request.user, "manage_tasks")
    return _page(request)


@login_required
@require_POST
def task_again(request: HttpRequest, pk: int) -> HttpResponse:
    require(request.user, "manage_tasks")
    try:
        try_again(by=signed_in(request), row=get_object_or_404(OutboxRow, pk=pk))
    except Refused as refused:
        return _page(request, refused=refused.sentence, status=409)
    messages.success(request, _("De taak is opnieuw begonnen. Mislukt die weer, dan staat die hier weer."))
    return redirect("tasks")


def _page(request: HttpRequest, *, refused: str = "", status: int = 200) -> HttpResponse:
    page = Paginator(failed_tasks(), PER_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "table": _table(list(page)), "refused": refused}
    return render(request, "tasks/list.html", context, status=status)


def _table(rows: list[OutboxRow]) -> Table | None:
    columns = [
        Column(_("Taak"), "head"),
        Column(_("Stand")),
        Column(_("Waarom"), "wide"),
        Column(_("Sinds")),
        Column(_("Opnieuw")),
    ]
    return Table(_("Taken die zijn mislukt"), columns, [_row(row) for row in rows]) if rows else None


def _row(row: OutboxRow) -> list[Cell]:
    name, since = str(NAMES.get(row.task, row.task)), moment(row.created_at)
    stand = Cell(_("onzeker"), kind="warn") if row.is_uncertain else Cell(_("mislukt"), kind="error")
    again = Cell(_("Probeer opnieuw"), act=reverse("task_again", args=[row.pk]), of=f"{name}, {since}")
    return [Cell(name), stand, Cell(row.failed), Cell(since), again]
