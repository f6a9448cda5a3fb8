"""Until when each application must be decided, from the round's term and what happened since."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils.timezone import localtime

from grants import clock
from grants.enums import Happening, Standing
from grants.models import Application, ApplicationEvent, GrantRound
from grants.standings import DECIDED_APART
from grants.terms import USUAL_WEEKS, Pause, Postponement, decide_by, is_near, not_handled_by

FROM_RECEIPT = "receipt"
ABOUT_TERMS = (
    Happening.COMPLETION_ASKED,
    Happening.COMPLETION_RECEIVED,
    Happening.COMPLETE,
    Happening.TERM_POSTPONED,
)


@dataclass(frozen=True)
class Event:
    """What counts of an event for the term."""

    kind: str
    day: date
    until: date | None


@dataclass(frozen=True)
class Term:
    """The last day to decide on an application, and how it came about."""

    last: date
    paused_days: int
    is_postponed: bool
    today: date

    @property
    def is_passed(self) -> bool:
        return self.today > self.last

    @property
    def is_near(self) -> bool:
        """Within two weeks, or passed."""
        return is_near(self.last, self.today)


def terms_of(grant_round: GrantRound, applications: Iterable[Application]) -> dict[int, Term]:
    """The term of each application that still waits for a decision, in one query."""
    waiting = [each for each in applications if has_term(each)]
    rows = ApplicationEvent.objects.filter(application__in=waiting, kind__in=ABOUT_TERMS)
    found: dict[int, list[Event]] = defaultdict(list)
    for pk, kind, moment, until in rows.order_by("application", "number").values_list(
        "application", "kind", "created_at", "until"
    ):
        found[pk].append(Event(kind, day_of(moment), until))
    return {each.pk: _term(grant_round, each, found[each.pk]) for each in waiting}


def term_of(application: Application) -> Term | None:
    """The term of one application, or None where nothing is left to decide."""
    return terms_of(application.round, [application]).get(application.pk)


def has_term(application: Application) -> bool:
    """Whether a decision is still to come."""
    return (
        application.received_at is not None
        and application.standing not in DECIDED_APART
        and application.standing != Standing.WITHDRAWN
    )


def last_day_unhandled(until: date, answered_at: datetime | None) -> date:
    """Awb 4:5 lid 4: until when an application can be left unhandled. An answer after the term begins no new one."""
    return not_handled_by(until if answered_at is None else min(until, day_of(answered_at)))


def today() -> date:
    """What day it is in the Netherlands."""
    return day_of(clock.now())


def day_of(moment: datetime) -> date:
    return localtime(moment).date()


def closing_day(closes_at: datetime) -> date:
    """The last day on which one could apply: what closes at 00.00 uur, closed with the day before."""
    return day_of(closes_at - timedelta(microseconds=1))


def _term(grant_round: GrantRound, application: Application, events: Sequence[Event]) -> Term:
    pauses = list(_pauses(events))
    postponed = [
        Postponement(each.day, each.until)
        for each in events
        if each.kind == Happening.TERM_POSTPONED and each.until is not None
    ]
    last = decide_by(
        _start(grant_round, application), grant_round.term_weeks or USUAL_WEEKS, pauses, postponed
    )
    return Term(last, sum(each.days for each in pauses), bool(postponed), today())


def _start(grant_round: GrantRound, application: Application) -> date:
    """Closing or receipt, as the round says; what came later than closing counts from its receipt."""
    days = [] if application.received_at is None else [day_of(application.received_at)]
    if grant_round.closes_at is not None and grant_round.term_from != FROM_RECEIPT:
        days.append(closing_day(grant_round.closes_at))
    return max(days, default=today())


def _pauses(events: Sequence[Event]) -> Iterable[Pause]:
    """From each request until it was answered or the application was complete, and at most until its term ended."""
    for at, asked in enumerate(events):
        if asked.kind == Happening.COMPLETION_ASKED and asked.until is not None:
            ends = [each.day for each in events[at + 1 :] if each.kind != Happening.TERM_POSTPONED]
            yield Pause(asked.day, min([asked.until, *ends[:1]]))
