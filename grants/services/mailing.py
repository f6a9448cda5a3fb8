"""Mails in plain text, from templates: `NAME_subject.txt` and `NAME_message.txt`."""

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from grants.models import Municipality


def send_mail(*, to: str, template: str, context: dict[str, object]) -> None:
    """Send one mail now. A mail server that does not answer raises OSError; the outbox tries again."""
    everything = {
        "municipality": Municipality.objects.first(),
        "site": settings.SITE_URL,
        **context,
    }
    subject = " ".join(render_to_string(f"{template}_subject.txt", everything).split())
    body = render_to_string(f"{template}_message.txt", everything).strip() + "\n"
    EmailMessage(subject=subject, body=body, to=[to]).send()
