"""Decisions on one application apart were sent: on which day, how, and who says so."""

from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Happening, Sending
from grants.models import Application, ApplicationEvent, User
from grants.selectors.applications.decisions import decided_on
from grants.selectors.applications.terms import today
from grants.services.applications.events import Step, happen_together
from grants.services.errors import Refused
from grants.standings import DECIDED_APART


@transaction.atomic
def record_sent(*, by: User, seen: Mapping[int, int], sent_on: date, how: Sending) -> ApplicationEvent:
    """Record of these applications, by key with the version that was shown, that the decision was sent.

    All or none: refused where one of them was not decided, was sent already, or was decided later than that day.
    """
    rows = Application.objects.select_for_update(of=("self",)).filter(pk__in=seen)
    together = list(rows.order_by("pk"))
    if not together:
        raise Refused(_("Kies eerst welke besluiten zijn verstuurd."))
    if sent_on > today():
        raise Refused(_("Die dag komt nog. Leg het vast als het besluit is verstuurd."))
    for each in together:
        _require_to_send(each, sent_on)
    data = {"sent_on": sent_on.isoformat(), "how": how.value}
    steps = [Step(each, Happening.DECISION_SENT, dict(data), seen=seen[each.pk]) for each in together]
    return happen_together(by=by, steps=steps)[0]


def _require_to_send(application: Application, sent_on: date) -> None:
    about = {"reference": application.reference}
    if application.standing not in DECIDED_APART:
        raise Refused(_("Over %(reference)s is nog niet apart besloten. Er is niets te versturen.") % about)
    if application.events.filter(kind=Happening.DECISION_SENT).exists():
        raise Refused(_("Van %(reference)s is al vastgelegd dat het besluit is verstuurd.") % about)
    decided = decided_on(application)
    if decided is not None and sent_on < decided:
        raise Refused(_("Over %(reference)s is pas na die dag besloten. Kijk de dag na.") % about)
