"""One application as officials, deciders and auditors see it: what was sent in, and what happened since."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.documents.requirements import Found, Required
from grants.enums import Standing
from grants.models import Application
from grants.moments import date_in_words
from grants.permissions import may
from grants.selectors.applications.completeness import answered_at, last_request, requirements_for
from grants.selectors.applications.decisions import is_sent
from grants.selectors.applications.history import history_of
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.sent_in import Version, attachments_sent, versions_of
from grants.selectors.applications.terms import Term, last_day_unhandled, term_of, today
from grants.selectors.applications.views_asked import open_view
from grants.standings import DECIDED_APART, IN_THE_RUNNING, OVER, TO_DO, may_become
from grants.views.applications.attachments import file_answer
from grants.views.applications.parts import LOOKS
from grants.views.applications.receipts import application_to_read, last_kept
from grants.views.in_round import HANDLE, seen_application


@dataclass(frozen=True)
class Button:
    """An act that can be done now."""

    label: str
    address: str
    is_first: bool = False


@login_required
def application(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = seen_application(request, slug, pk)
    versions, requirements = versions_of(found), requirements_for(found)
    buttons = acts_for(found) if may(request.user, HANDLE, found.round) else []
    context: dict[str, object] = {
        "round": found.round,
        "application": found,
        "standing_kind": LOOKS[Standing(found.standing)],
        "versions": versions[::-1],
        "attachments": attachments_sent(found),
        "history": history_of(found)[::-1],
        "warnings": warnings_for(found, versions, requirements, term := term_of(found)),
        "term": term,
        "buttons": buttons,
        "grantable_cents": found.requested_cents if found.grantable_cents is None else found.grantable_cents,
    }
    return render(request, "rounds/work/application.html", context)


@login_required
def application_attachment(request: HttpRequest, slug: str, pk: int, attachment: int) -> HttpResponseBase:
    """A file that was sent in, to keep: never shown by the browser itself."""
    found = seen_application(request, slug, pk)
    return file_answer(get_object_or_404(attachments_sent(found), pk=attachment))


@login_required
def application_pdf(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """All that was sent in, the last version, to read and to print."""
    return application_to_read(last_kept(seen_application(request, slug, pk).pk))


def acts_for(found: Application) -> list[Button]:
    """What an official can do with it, the most likely first."""
    standing = Standing(found.standing)
    if standing in DECIDED_APART:
        return [] if is_sent(found) else [_sending(found)]
    possible = [
        (standing is Standing.LATE, _("Beantwoord de te late aanvraag"), "application_late"),
        (
            may_become(standing, Standing.COMPLETE) or may_become(standing, Standing.TO_COMPLETE),
            _("Controleer de volledigheid"),
            "application_completeness",
        ),
        (may_become(standing, Standing.NOT_HANDLED), _("Laat buiten behandeling"), "application_not_handled"),
        (standing in IN_THE_RUNNING, _("Corrigeer het subsidiabele bedrag"), "application_grantable"),
        (standing in IN_THE_RUNNING, _("Vraag een zienswijze"), "application_view"),
        (standing in IN_THE_RUNNING, _("Verleng de beslistermijn"), "application_term"),
        (
            standing is not Standing.LATE and may_become(standing, Standing.INADMISSIBLE),
            _("Verklaar niet ontvankelijk"),
            "application_inadmissible",
        ),
    ]
    args = [found.round.slug, found.pk]
    now = possible[:1] if found.round.stage in OVER else possible  # what came too late is still answered
    open_ones = [(label, reverse(name, args=args)) for is_open, label, name in now if is_open]
    return [
        Button(label, address, is_first=at == 0 and standing is not Standing.COMPLETE)
        for at, (label, address) in enumerate(open_ones)
    ]


def _sending(found: Application) -> Button:
    address = reverse("application_decision_sent", args=[found.round.slug, found.pk])
    return Button(_("Leg vast dat het besluit is verstuurd"), address, is_first=True)


def warnings_for(
    found: Application, versions: list[Version], requirements: list[Required], term: Term | None
) -> list[str]:
    """What an official must know before doing anything."""
    return [
        *_about_sending(found),
        *_about_receipt(found, versions),
        *_about_terms(found, term),
        *_about_missing(found, requirements),
    ]


def _about_sending(found: Application) -> list[str]:
    if found.standing not in DECIDED_APART or is_sent(found):
        return []
    return [_("Het besluit is nog niet verstuurd. Het geldt pas als de aanvrager het kreeg (Awb 3:40).")]


def _about_missing(found: Application, requirements: list[Required]) -> list[str]:
    missing = sum(each.found is Found.MISSING for each in requirements)
    if not missing or found.standing not in TO_DO:
        return []
    sentence = ngettext(
        "Volgens het systeem ontbreekt %(count)s ding.",
        "Volgens het systeem ontbreken %(count)s dingen.",
        missing,
    )
    return [sentence % {"count": missing}]


def _about_receipt(found: Application, versions: list[Version]) -> list[str]:
    if not versions:
        return [_("Van wat is ingediend, is de inhoud verwijderd onder de bewaartermijn.")]
    said = []
    if versions[0].is_late:
        said.append(_("Deze aanvraag kwam na sluiting binnen."))
    if applications_in(found.round).filter(organisation=found.organisation).exclude(pk=found.pk).exists():
        said.append(_("De aanvrager deed in deze ronde nog een aanvraag."))
    return said


def _about_terms(found: Application, term: Term | None) -> list[str]:
    said = []
    if term is not None and term.is_passed:
        said.append(_("De beslistermijn is voorbij."))
    elif term is not None and term.is_near:
        said.append(_("De beslistermijn loopt binnen twee weken af."))
    request = last_request(found)
    if request is not None and found.standing in (Standing.TO_COMPLETE, Standing.COMPLETED):
        answered = answered_at(found, request)
        if answered is not None or today() > request.until:
            last = last_day_unhandled(request.until, answered)
            sentence = _("Buiten behandeling laten kan tot en met %(day)s (Awb 4:5 lid 4).")
            said.append(sentence % {"day": date_in_words(last)})
    if open_view(found) is not None:
        said.append(_("Er is een zienswijze gevraagd die nog niet is gegeven."))
    return said
