"""Applications that came on paper: entered by an official, for someone, with the moment on the stamp."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants import clock
from grants.documents.content import Content
from grants.enums import Action, Channel
from grants.models import Application, GrantRound, Organisation, User
from grants.moments import moment
from grants.names import sort_key
from grants.services.applications.attachments import add_attachment, files_undone_on_failure
from grants.services.applications.events import require_no_interest
from grants.services.applications.receiving import receive
from grants.services.errors import Refused
from grants.services.imports.steps import require_takes_applications
from grants.services.keys import organisation_key
from grants.services.log import record
from grants.services.outbox import ask_for
from grants.services.rounds.rules import locked_round


@dataclass(frozen=True)
class Scan:
    """What was on paper, as a file."""

    name: str
    raw: bytes


@files_undone_on_failure()
@transaction.atomic
def enter_on_paper(  # noqa: PLR0913 - these are what comes in
    *,
    by: User,
    grant_round: GrantRound,
    name: str,
    kvk_number: str,
    content: Content,
    received_at: datetime,
    scan: Scan | None = None,
) -> Application:
    """Receive an application for the organisation with this number or name, which is made where it is not there.

    Late or on time follows from the moment on the stamp. With a mail address the applicant gets a mail that it was received, with a
    link to take it over.
    """
    current = locked_round(grant_round.pk)
    require_takes_applications(current)
    _require_possible(current, received_at)
    organisation, is_new = organisation_for(name=name, kvk_number=kvk_number)
    require_no_interest(by, organisation.pk)
    application = Application.objects.create(
        round=current,
        organisation=organisation,
        channel=Channel.PAPER,
        started_by=by,
    )
    if scan is not None:
        add_attachment(by=by, application=application, key="", name=scan.name, raw=scan.raw)
    submission = receive(by=by, application=application, content=content, received_at=received_at)
    if is_new:
        _record_made(by, organisation)
    if content.contact_email:
        ask_for("mail_claim_link", application=application.pk, person=by.pk)
    return submission.application


def organisation_for(*, name: str, kvk_number: str) -> tuple[Organisation, bool]:
    """The organisation with this number, or else with this name, and whether it was made: nobody acts for it then."""
    known = Organisation.objects.filter(kvk_number=kvk_number) if kvk_number else _named(name)
    found = list(known[:2])
    if len(found) > 1:
        raise Refused(
            _("Er zijn meer organisaties met de naam %(name)s. Vul het KvK-nummer in.") % {"name": name}
        )
    return (found[0], False) if found else _made(name, kvk_number)


def _named(name: str) -> QuerySet[Organisation]:
    return Organisation.objects.filter(sort_name=sort_key(name))


def _made(name: str, kvk_number: str) -> tuple[Organisation, bool]:
    """Someone may register the same number at this moment: then theirs is taken."""
    if kvk_number:
        return Organisation.objects.get_or_create(kvk_number=kvk_number, defaults={"name": name})
    return Organisation.objects.create(name=name), True


def _record_made(by: User, made: Organisation) -> None:
    """After the application was received: from the first line in the log on, all other acts wait."""
    data: dict[str, object] = {"name": made.name, "kvk_number": made.kvk_number}
    record(by=by, action=Action.ORGANISATION_REGISTERED, about=organisation_key(made), data=data)


def _require_possible(grant_round: GrantRound, received_at: datetime) -> None:
    if received_at > clock.now():
        raise Refused(_("Het moment van ontvangst is nog niet geweest. Neem het over van het stempel."))
    if grant_round.opens_at is not None and received_at < grant_round.opens_at:
        sentence = _("Op dat moment was de ronde nog niet open: die opende %(when)s. Kijk het stempel na.")
        raise Refused(sentence % {"when": moment(grant_round.opens_at)})
