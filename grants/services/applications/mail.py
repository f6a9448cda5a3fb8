"""Mail about an application: to the person it names, and to everyone who acts for its applicant."""

from django.core.mail import EmailMessage

from grants.enums import Happening
from grants.models import ApplicationEvent, User
from grants.selectors.applications.addressed import CONTACT, addressed_of
from grants.services.mailing import mail_from
from grants.services.outbox import ask_for

TEMPLATES: dict[str, str] = {
    Happening.COMPLETION_ASKED: "applications/mail/completion",
    Happening.VIEW_ASKED: "applications/mail/view",
    Happening.TERM_POSTPONED: "applications/mail/postponed",
}


def ask_for_mails(event: ApplicationEvent) -> None:
    """Let the workers tell this to the contact person and to each representative, once per address."""
    for each in addressed_of(event.application):
        ask_for("mail_about_application", event=event.pk, person=each.person)


def mail_about_application(ids: dict[str, int]) -> EmailMessage | None:
    """The mail about this event to this person; none where that person is not there any more. A job."""
    event = ApplicationEvent.objects.select_related(
        "payload", "application__organisation", "application__round"
    ).get(pk=ids["event"])
    to = _address(event, ids["person"])
    if not to or not event.data:
        return None
    context: dict[str, object] = {
        "event": event,
        "application": event.application,
        "data": event.data,
        "lacking": event.data.get("items", ()),
    }
    return mail_from(to=to, template=TEMPLATES[event.kind], context=context)


def _address(event: ApplicationEvent, person: int) -> str:
    if person == CONTACT:
        return event.application.contact_email
    acting = event.application.organisation.representatives.current().filter(user=person)
    return (
        User.objects.filter(pk__in=acting.values("user"), is_active=True)
        .values_list("email", flat=True)
        .first()
        or ""
    )
