"""What happens to an application after it was received: written down once, with the step that it takes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
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
    Happening.LATE_REFUSED,
    Happening.DECISION_SENT,
}
"""What happens only until the round is decided.

After it an applicant can still speak, take over and take back, what came too late is still answered, and what was
decided before is sent.
"""

BY_THE_MUNICIPALITY = frozenset(Happening) - {
    Happening.COMPLETION_RECEIVED,
    Happening.VIEW_GIVEN,
    Happening.CLAIMED,
    Happening.WITHDRAWN,
    Happening.LATE_ADMITTED,  # also of all that came late, where the round closes later for everyone
}
"""What nobody does about an application of their own."""


@dataclass(frozen=True)
class Step:
    """Something that happens to one application.

    `data` is what was written: reasons and answers. `seen` is the version of the application that was shown to who
    acts; `at` the moment at which it reached us, where that counts.
    """

    application: Application
    kind: Happening
    data: Json
    standing: Standing | None = None
    until: date | None = None
    amount_cents: int | None = None
    seen: int | None = None
    at: datetime | None = None


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
    at: datetime | None = None,
) -> ApplicationEvent:
    """Write down what happened, and let the application come to stand there, where it can.

    Refused where the application changed since it was seen, or stands otherwise by now.
    """
    step = Step(application, kind, data, standing, until, amount_cents, seen, at)
    return happen_together(by=by, steps=[step])[0]


@transaction.atomic
def happen_together(*, by: User | None, steps: Iterable[Step]) -> list[ApplicationEvent]:
    """Write down several steps, all of them or none. Give applications in the order of their keys: each is locked."""
    events = [_written(by, step) for step in steps]
    for event in events:
        record(
            by=by,
            action=Action.APPLICATION_HAPPENED,
            about=application_key(event.application),
            data={
                "event": event.number,
                "kind": Happening(event.kind).value,
                "standing": event.application.standing,
            },
        )
    return events


def _written(by: User | None, step: Step) -> ApplicationEvent:
    current = locked(step.application)
    if step.kind in BEFORE_THE_DECISION:
        _require_undecided(current)
    if step.kind in BY_THE_MUNICIPALITY and by is not None:
        require_no_interest(by, current.organisation_id)
    if step.standing is not None:
        _require_step(current, step.standing)
        current.standing = step.standing
    _require_seen(current, step.seen)
    current.version += 1
    current.save(update_fields=["standing", "version"])
    return _kept(current, step, by)


def locked(application: Application) -> Application:
    """The application as it stands, with its round; nobody changes it before the transaction ends."""
    rows = Application.objects.select_for_update(of=("self",)).select_related("round")
    return rows.get(pk=application.pk)


def require_no_interest(by: User, organisation: int) -> None:
    """Refused for who acts for this applicant: nobody decides on what is their own (Awb 2:4 lid 2)."""
    if by.represents.current().filter(organisation=organisation).exists():
        raise Refused(
            _(
                "U treedt zelf op voor deze aanvrager. Laat een collega deze aanvraag behandelen (Awb 2:4 lid 2)."
            )
        )


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


def _kept(application: Application, step: Step, by: User | None) -> ApplicationEvent:
    salt = new_salt()
    event = ApplicationEvent(
        application=application,
        number=application.events.count() + 1,
        kind=step.kind,
        created_at=step.at or clock.now(),
        by=by,
        until=step.until,
        amount_cents=step.amount_cents,
        payload_sha256=payload_hash(salt, step.data),
    )
    event.save()
    EventPayload.objects.create(event=event, salt=salt, data=step.data)
    return event
