"""Decisions on one application apart, and whether they were sent: without that they have no effect (Awb 3:40)."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Exists, OuterRef, QuerySet

from grants.enums import Happening, Sending
from grants.models import Application, ApplicationEvent, GrantRound
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.terms import day_of, last_day_unhandled
from grants.standings import DECIDED_APART

DECIDED = (Happening.NOT_HANDLED, Happening.INADMISSIBLE, Happening.LATE_REFUSED)


@dataclass(frozen=True)
class Sent:
    """When a decision was sent, and how."""

    day: date
    how: Sending


@dataclass(frozen=True)
class Unsent:
    """A decision that waits to be sent: what and when it was, and for Awb 4:5 until when it can be told."""

    application: Application
    what: str
    decided_on: date
    tell_by: date | None


def to_send_in(grant_round: GrantRound) -> QuerySet[Application]:
    """What was decided apart and not sent yet."""
    sent = ApplicationEvent.objects.filter(application=OuterRef("pk"), kind=Happening.DECISION_SENT)
    return applications_in(grant_round).filter(~Exists(sent), standing__in=DECIDED_APART)


def unsent_of(applications: Iterable[Application]) -> list[Unsent]:
    """The decision on each of these, in one query."""
    together = list(applications)
    kinds = (*DECIDED, Happening.COMPLETION_ASKED, Happening.COMPLETION_RECEIVED)
    events: dict[int, list[ApplicationEvent]] = defaultdict(list)
    for event in ApplicationEvent.objects.filter(application__in=together, kind__in=kinds).order_by("number"):
        events[event.application_id].append(event)
    return [_unsent(each, events[each.pk]) for each in together if events[each.pk]]


def is_sent(application: Application) -> bool:
    """Whether it was recorded that the decision was sent."""
    return application.events.filter(kind=Happening.DECISION_SENT).exists()


def sent_in(event: ApplicationEvent) -> Sent | None:
    """What this event says of it."""
    data = event.data
    return Sent(date.fromisoformat(str(data["sent_on"])), Sending(str(data["how"]))) if data else None


def decided_on(application: Application) -> date | None:
    """The day on which it was decided apart."""
    events = application.events.filter(kind__in=DECIDED).order_by("number")
    moment: datetime | None = events.values_list("created_at", flat=True).last()
    return None if moment is None else day_of(moment)


def _unsent(application: Application, events: list[ApplicationEvent]) -> Unsent:
    decided = [each for each in events if each.kind in DECIDED]
    last = decided[-1] if decided else events[-1]
    tell_by = _tell_by(events) if last.kind == Happening.NOT_HANDLED else None
    return Unsent(application, str(Happening(last.kind).label), day_of(last.created_at), tell_by)


def _tell_by(events: list[ApplicationEvent]) -> date | None:
    """Four weeks after the term to complete, or after the answer (Awb 4:5 lid 4)."""
    asked = [each for each in events if each.kind == Happening.COMPLETION_ASKED]
    if not asked or asked[-1].until is None:
        return None
    answers = [
        each
        for each in events
        if each.kind == Happening.COMPLETION_RECEIVED and each.number > asked[-1].number
    ]
    return last_day_unhandled(asked[-1].until, answers[0].created_at if answers else None)
