"""Answering what assessors reported: a file that did not open, or an application that was handed back."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import RemarkKind
from grants.models import Application, Remark, User
from grants.selectors.assessing.reports import SOLVES, reports_in
from grants.services.assessing.remarks import say
from grants.services.errors import Refused


@transaction.atomic
def answer_report(*, by: User, report: Remark, words: str) -> Remark:
    """Say what was done about it, to whoever assesses the application. Refused where somebody did so already."""
    if not words.strip():
        raise Refused(_("Vertel wat u deed. Dat blijft bij de melding staan."))
    application = Application.objects.select_for_update(of=("self",)).get(pk=report.application_id)
    found = next((each for each in reports_in(application.round) if each.remark.pk == report.pk), None)
    if found is None or not found.is_open:
        raise Refused(_("Deze melding is al afgehandeld. Open de pagina opnieuw om te zien hoe."))
    kind = SOLVES[RemarkKind(report.kind)]
    return say(by=by, application=application, kind=kind, words=words.strip(), attachment=report.attachment)
