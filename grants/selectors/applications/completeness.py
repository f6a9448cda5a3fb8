"""Whether an application has what it must have, and what its applicant was asked to add."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q
from django.utils.timezone import localtime

from grants.documents.content import content_in
from grants.documents.requirements import Filed, Required, requirements_of
from grants.documents.stored import regulation_of
from grants.enums import Channel, Happening, Standing
from grants.models import Application, ApplicationEvent, Representative, Submission


@dataclass(frozen=True)
class Lacking:
    """Something that the applicant was asked to add: what it is, where it is demanded, and what exactly lacks."""

    key: str
    question: str
    rule: str
    note: str = ""
    is_formal: bool = False

    def as_data(self) -> dict[str, object]:
        """As it stands in the event."""
        return {
            "key": self.key,
            "question": self.question,
            "rule": self.rule,
            "note": self.note,
            "formal": self.is_formal,
        }


@dataclass(frozen=True)
class Request:
    """A request to complete an application, until and including this day. Nothing is left of one that was purged."""

    event: ApplicationEvent
    until: date
    lacking: tuple[Lacking, ...]
    message: str


def filed_of(application: Application) -> Filed | None:
    """What was last sent in; None where that was removed under its term of retention."""
    sent = submissions_of(application)
    if not sent or not hasattr(sent[-1], "payload"):
        return None
    last = sent[-1]
    told = last.payload.data
    lists = {each.key: each for each in application.round.deelplafonds.all()}
    return Filed(
        content=content_in(told, lists),
        attachments={str(each["bijlage"]) for each in told["bijlagen"]},
        channel=Channel(application.channel),
        signed_by=_signed_by(last),
    )


def requirements_for(application: Application) -> list[Required]:
    """What this application must have, with what is there; nothing where what was sent in was removed."""
    filed = filed_of(application)
    return [] if filed is None else requirements_of(regulation_of(application.round), filed)


def last_request(application: Application) -> Request | None:
    """What the applicant was last asked to add, whether or not it answered."""
    asked = application.events.filter(kind=Happening.COMPLETION_ASKED).select_related("payload")
    event = asked.order_by("number").last()
    return None if event is None else request_of(event)


def open_request(application: Application) -> Request | None:
    """What the applicant is asked to add, and did not yet."""
    return last_request(application) if application.standing == Standing.TO_COMPLETE else None


def request_of(event: ApplicationEvent) -> Request:
    """The request that this event says was made."""
    lacking = tuple(lacking_in(event.data))
    until = event.until or localtime(event.created_at).date()
    return Request(event, until, lacking, str(event.data.get("message", "")))


def lacking_in(data: Mapping[str, object]) -> Iterator[Lacking]:
    """What lacks, as an event names it."""
    items = data.get("items")
    for each in items if isinstance(items, list) else []:
        yield Lacking(each["key"], each["question"], each["rule"], each["note"], each["formal"])


def submissions_of(application: Application) -> list[Submission]:
    """Every version that was sent in, the first one first."""
    found = application.submissions.select_related("payload", "submitted_by")
    return list(found.order_by("number"))


def _signed_by(submission: Submission) -> str:
    """Who sent this in, if that person acted for the applicant at that moment."""
    if submission.submitted_by is None:
        return ""
    acted = Representative.objects.filter(
        Q(until=None) | Q(until__gt=submission.received_at),
        organisation=submission.application.organisation_id,
        user=submission.submitted_by,
        since__lte=submission.received_at,
    )
    return str(submission.submitted_by) if acted.exists() else ""


def answered_at(application: Application, request: Request) -> datetime | None:
    """When the applicant answered this request."""
    answers = application.events.filter(kind=Happening.COMPLETION_RECEIVED, number__gt=request.event.number)
    return answers.order_by("number").values_list("created_at", flat=True).first()
