"""A zienswijze: asked before a refusal on data that differ from what the applicant supplied (Awb 4:7), and given."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Happening, Standing
from grants.models import Application, ApplicationEvent, User
from grants.selectors.applications.terms import today
from grants.selectors.applications.views_asked import open_view
from grants.services.applications.events import happen, locked
from grants.services.applications.mail import ask_for_mails
from grants.services.errors import Refused
from grants.standings import DECIDED_APART
from grants.terms import days_later


@transaction.atomic
def ask_view(*, by: User, application: Application, seen: int, text: str, days: int) -> ApplicationEvent:
    """Ask what the applicant thinks of the data on which a refusal would rest, by mail to all who act for it."""
    if locked(application).standing in {*DECIDED_APART, Standing.WITHDRAWN}:
        raise Refused(_("Deze aanvraag doet niet meer mee. Een zienswijze verandert daar niets aan."))
    asked = open_view(application)
    if asked is not None and (asked.until is None or today() <= asked.until):
        raise Refused(
            _("Er is al een zienswijze gevraagd. Wacht op het antwoord, of tot de termijn voorbij is.")
        )
    event = happen(
        by=by,
        application=application,
        kind=Happening.VIEW_ASKED,
        data={"text": text, "days": days},
        until=days_later(today(), days),
        seen=seen,
    )
    ask_for_mails(event)
    return event


@transaction.atomic
def give_view(*, by: User, application: Application, text: str) -> ApplicationEvent:
    """What the applicant says. Accepted as long as nothing was decided, and once for each time it was asked."""
    locked(application)
    asked = open_view(application)
    if asked is None:
        raise Refused(_("U hebt al geantwoord, of er wordt nu geen zienswijze van u gevraagd."))
    return happen(
        by=by,
        application=application,
        kind=Happening.VIEW_GIVEN,
        data={"text": text, "asked": asked.number},
    )
