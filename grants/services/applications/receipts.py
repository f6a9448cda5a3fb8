"""The receipt by mail, to who sent an application in and to its contact person."""

from django.core.mail import EmailMessage

from grants.documents.receipt import file_name, grouped
from grants.models import Submission, User
from grants.services.mailing import mail_from


def mail_receipt(ids: dict[str, int]) -> EmailMessage | None:
    """The mail that says that an application was received; none where its contents are gone by now. A job.

    `person` is who sent it in; without it the mail is for the contact person.
    """
    submission = Submission.objects.select_related(
        "application__round", "application__organisation", "payload"
    ).get(pk=ids["submission"])
    person = User.objects.filter(pk=ids.get("person", 0)).first()
    to = person.email if person else str(submission.payload.data["aanvraag"]["e_mail"])
    context: dict[str, object] = {
        "submission": submission,
        "application": submission.application,
        "sha256": grouped(submission.sha256),
        "file": file_name(submission),
    }
    return mail_from(to=to, template="applications/mail/receipt", context=context) if to else None
