"""Mails in plain text, from templates: `NAME_subject.txt` and `NAME_message.txt`."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from grants.models import Municipality


def mail_from(*, to: str, template: str, context: dict[str, object]) -> EmailMessage:
    """The mail that a job gives to the outbox, which sends it."""
    everything = {
        "municipality": Municipality.objects.first(),
        "site": settings.SITE_URL,
        **context,
    }
    subject = " ".join(render_to_string(f"{template}_subject.txt", everything).split())
    body = render_to_string(f"{template}_message.txt", everything).strip() + "\n"
    return EmailMessage(subject=subject, body=body, to=[to])
