"""What happens to an application after it was received: written down once, with the step that it takes."""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action, Happening, Stage, Standing
from grants.models import Application, ApplicationEvent, EventPayload, User
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.log import new_salt, payload_hash, record
from grants.standings import OVER, may_become

BEFORE_THE_DECISION = frozenset(Happening) - {
    Happening.VIEW_GIVEN,
    Happening.CLAIMED,
    Happening.WITHDRAWN,
}
"""What happens only until the round is decided; an applicant can still speak, take over and take back after it."""


@transaction.atomic
def happen(  # noqa: PLR0913 - these are what an event is
    *,
    by: User | None,
    application: Application,
    kind: Happening,
    data: Json,
    standing: Standing | None = None,
    until: date | None = None,
    amount_cents: int | None = None,
    seen: int | None = None,
) -> ApplicationEvent:
    """Write down what happened, and let the application come to stand there, where it can.

    `data` is what was written: reasons and answers. `seen` is the version of the application that was shown to who
    acts. Refused where the application changed since, or stands otherwise by now.
    """
    current = locked(application)
    if kind in BEFORE_THE_DECISION:
        _require_undecided(current)
    if standing is not None:
        _require_step(current, standing)
        current.standing = standing
    _require_seen(current, seen)
    current.version += 1
    current.save(update_fields=["standing", "version"])
    event = _kept(current, kind, data, by=by, until=until, amount_cents=amount_cents)
    record(
        by=by,
        action=Action.APPLICATION_HAPPENED,
        about=application_key(current),
        data={"event": event.number, "kind": kind.value, "standing": current.standing},
    )
    return event


def locked(application: Application) -> Application:
    """The application as it stands, with its round; nobody changes it before the transaction ends."""
    rows = Application.objects.select_for_update(of=("self",)).select_related("round")
    return rows.get(pk=application.pk)


def _require_undecided(application: Application) -> None:
    stage = Stage(application.round.stage)
    if stage in OVER:
        raise Refused(
            _("Deze ronde is %(stage)s. Aan de aanvraag kunt u nu niets meer veranderen.")
            % {"stage": stage.label}
        )


def _require_step(application: Application, standing: Standing) -> None:
    now = Standing(application.standing)
    if not may_become(now, standing):
        raise Refused(
            _(
                "Deze aanvraag heeft nu de stand «%(now)s», en kan niet «%(then)s» worden. Bekijk de aanvraag opnieuw."
            )
            % {"now": now.label, "then": standing.label}
        )


def _require_seen(application: Application, seen: int | None) -> None:
    if seen is not None and seen != application.version:
        raise Refused(
            _(
                "Deze aanvraag is veranderd nadat u deze pagina opende. Kijk wat er gebeurde, en doe het daarna opnieuw. "
                "Wat u typte, staat er nog."
            )
        )


def _kept(
    application: Application,
    kind: Happening,
    data: Json,
    *,
    by: User | None,
    until: date | None,
    amount_cents: int | None,
) -> ApplicationEvent:
    salt = new_salt()
    event = ApplicationEvent(
        application=application,
        number=application.events.count() + 1,
        kind=kind,
        by=by,
        until=until,
        amount_cents=amount_cents,
        payload_sha256=payload_hash(salt, data),
    )
    event.save()
    EventPayload.objects.create(event=event, salt=salt, data=data)
    return event
