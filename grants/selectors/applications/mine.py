"""Applications as those who apply see them."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet
from django.utils.timezone import localtime

from grants.enums import Channel, Happening, Standing
from grants.models import (
    Application,
    ApplicationEvent,
    Attachment,
    GrantRound,
    Organisation,
    Submission,
    User,
)
from grants.selectors.applications.decisions import Sent, sent_in


def applications_of(person: User) -> QuerySet[Application]:
    """Those of the organisations for which someone acts now; what was sent in last, and drafts, first."""
    found = Application.objects.filter(organisation__in=person.represents.current().values("organisation"))
    with_round = found.select_related("round__regulation", "organisation", "deelplafond", "saved_by")
    return with_round.defer("round__regulation__document", "facts").order_by("-started_at", "-pk")


def application_to_apply(person: User, pk: int) -> Application | None:
    """One of those, with the document of its regulation; None for any other."""
    return applications_of(person).defer(None).filter(pk=pk).first()


def drafts_of_organisations(
    organisations: list[Organisation], grant_round: GrantRound
) -> QuerySet[Application]:
    """What these organisations already have in this round."""
    found = Application.objects.filter(organisation__in=organisations, round=grant_round)
    return found.exclude(standing=Standing.WITHDRAWN).select_related("organisation").order_by("pk")


def earlier_of(person: User, grant_round: GrantRound) -> QuerySet[Application]:
    """Applications on the site under the same regulation in other rounds, whose answers can be used again."""
    found = applications_of(person).filter(round__regulation__slug=grant_round.regulation.slug)
    return found.filter(channel=Channel.SITE).exclude(round=grant_round).exclude(answers={})


def attachments_of(application: Application) -> list[Attachment]:
    """The files that are with it now."""
    return list(application.attachments.order_by("key", "pk"))


def last_submission(application: Application) -> Submission | None:
    """The last version that was sent in, with its contents where these are still there."""
    return application.submissions.select_related("payload", "submitted_by").order_by("-number").first()


@dataclass(frozen=True)
class Milestones:
    """What happened to an application after it was received, as far as the applicant must know."""

    complete_on: date | None
    asked_until: date | None
    withdrawn_on: date | None
    sent: Sent | None


def milestones_of(application: Application) -> Milestones:
    """From its events: the last of each kind."""
    last = {event.kind: event for event in application.events.select_related("payload").order_by("number")}
    asked, sent = last.get(Happening.COMPLETION_ASKED), last.get(Happening.DECISION_SENT)
    return Milestones(
        complete_on=_day(last, Happening.COMPLETE),
        asked_until=asked.until if asked and application.standing == Standing.TO_COMPLETE else None,
        withdrawn_on=_day(last, Happening.WITHDRAWN),
        sent=None if sent is None else sent_in(sent),
    )


def _day(last: dict[str, ApplicationEvent], kind: Happening) -> date | None:
    found = last.get(kind)
    return localtime(found.created_at).date() if found is not None else None
