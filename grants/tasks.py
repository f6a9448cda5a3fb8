"""What the workers do. A job takes ids and calls one service; `ask_for(name, **ids)` asks for it by its name here.

It runs in one transaction with the mark that it is done. A failure that may pass is a `TemporaryFailure`: it is tried
again later. Any other failure ends it, with its reason. A job that comes to a mail gives it back, to be sent.
"""

from celery import shared_task

from grants.services import outbox, people, representatives
from grants.services.applications import claims, mail, receipts
from grants.services.assessing import reminders
from grants.services.imports.steps import bring_in_import, check_import
from grants.services.ranking.calculating import calculate
from grants.services.rounds import mail as round_mail
from grants.services.tidy import tidy as throw_away

JOBS: dict[str, outbox.Job] = {
    "bring_in_import": bring_in_import,
    "calculate": calculate,
    "check_import": check_import,
    "mail_about_application": mail.mail_about_application,
    "mail_about_round": round_mail.mail_about_round,
    "mail_account": people.mail_account,
    "mail_claim_link": claims.mail_claim_link,
    "mail_invitation": representatives.mail_invitation,
    "mail_reminder": reminders.mail_reminder,
    "mail_receipt": receipts.mail_receipt,
    "tell_of_change": round_mail.ask_for_each,
}


@shared_task(name="grants.tasks.carry_out")  # type: ignore[untyped-decorator]
def carry_out(row_id: int) -> None:
    outbox.carry_out(row_id, JOBS)


@shared_task(name="grants.tasks.send_outbox")  # type: ignore[untyped-decorator]
def send_outbox() -> None:
    outbox.send_left_behind()


@shared_task(name="grants.tasks.tidy")  # type: ignore[untyped-decorator]
def tidy() -> None:
    throw_away()
