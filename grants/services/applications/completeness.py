"""Completeness: found, or asked for with a term; and what happens to what was not completed (Awb 4:5)."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Happening, Standing
from grants.models import Application, ApplicationEvent, User
from grants.moments import date_in_words
from grants.selectors.applications.completeness import Lacking, answered_at, last_request
from grants.selectors.applications.terms import last_day_unhandled, today
from grants.services.applications.events import happen, locked
from grants.services.applications.mail import ask_for_mails
from grants.services.errors import Refused
from grants.terms import days_later


@transaction.atomic
def find_complete(
    *, by: User, application: Application, seen: int, judged: Mapping[str, str]
) -> ApplicationEvent:
    """Find an application complete. `judged` keeps what was remarked about each requirement."""
    return happen(
        by=by,
        application=application,
        kind=Happening.COMPLETE,
        data={"judged": dict(judged)},
        standing=Standing.COMPLETE,
        seen=seen,
    )


@transaction.atomic
def ask_completion(
    *,
    by: User,
    application: Application,
    seen: int,
    lacking: Sequence[Lacking],
    days: int,
    message: str,
) -> ApplicationEvent:
    """Ask the applicant to add what lacks, within so many days, by mail to all who act for it.

    The term begins the day after today, and ends on no Saturday, Sunday or holiday.
    """
    if not lacking:
        raise Refused(_("Zeg eerst wat er ontbreekt. Zonder dat weet de aanvrager niet wat er nodig is."))
    data = {"items": [each.as_data() for each in lacking], "days": days, "message": message}
    event = happen(
        by=by,
        application=application,
        kind=Happening.COMPLETION_ASKED,
        data=data,
        standing=Standing.TO_COMPLETE,
        until=days_later(today(), days),
        seen=seen,
    )
    ask_for_mails(event)
    return event


@transaction.atomic
def leave_unhandled(*, by: User, application: Application, seen: int, reason: str) -> ApplicationEvent:
    """Leave an application unhandled that was not completed in its term, or not enough.

    Refused before the term ended without an answer, and after the four weeks of Awb 4:5 lid 4.
    """
    _require_chance_over(locked(application))
    return happen(
        by=by,
        application=application,
        kind=Happening.NOT_HANDLED,
        data={"reason": reason},
        standing=Standing.NOT_HANDLED,
        seen=seen,
    )


def _require_chance_over(application: Application) -> None:
    request = last_request(application)
    if request is None:
        raise Refused(
            _(
                "Vraag de aanvrager eerst om aan te vullen. Pas daarna kunt u de aanvraag buiten behandeling laten (Awb 4:5)."
            )
        )
    answered = answered_at(application, request)
    if answered is None and today() <= request.until:
        raise Refused(
            _("De aanvrager kan nog aanvullen tot en met %(day)s. Wacht tot die dag voorbij is.")
            % {"day": date_in_words(request.until)}
        )
    last = last_day_unhandled(request.until, answered)
    if today() > last:
        raise Refused(
            _(
                "Dit kon tot en met %(day)s: vier weken na de termijn (Awb 4:5 lid 4). Beoordeel de aanvraag zoals zij is."
            )
            % {"day": date_in_words(last)}
        )
