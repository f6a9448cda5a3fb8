"""Mail about a change in a round: one to each person whom it concerns, however many applications they have in it."""

from collections.abc import Iterator

from django.core.mail import EmailMessage
from django.db.models import Q, QuerySet

from grants.enums import RulesReason, Standing
from grants.models import Application, OutboxRow, Representative, RoundRules
from grants.selectors.rounds.history import change_of
from grants.services.mailing import mail_from
from grants.services.outbox import Ids, ask_for

BATCH = 500
TEMPLATES: dict[str, str] = {
    RulesReason.CEILING_RAISED: "rounds/mail/ceiling",
    RulesReason.CEILING_LOWERED: "rounds/mail/ceiling",
    RulesReason.CLOSING_LATER: "rounds/mail/closing",
    RulesReason.WITHDRAWN: "rounds/mail/withdrawn",
}


def tell_of_change(laid_down: RoundRules) -> None:
    """Let the workers tell whom these rules concern: there can be thousands, so that they find out who, too."""
    ask_for("tell_of_change", rules=laid_down.pk)


def ask_for_each(ids: Ids) -> None:
    """Ask for a mail to each address: of who acts for an applicant, and of the contact persons. A job."""
    laid_down = RoundRules.objects.get(pk=ids["rules"])
    found = _concerned(laid_down)
    contacts = found.exclude(contact_email="").order_by("pk").values_list("contact_email", "pk")
    people = _acting_for(found).values_list("user__email", "user")
    addressed = {email.lower(): {"application": pk} for email, pk in contacts}
    addressed |= {email.lower(): {"person": pk} for email, pk in people}
    rows = [
        OutboxRow(task="mail_about_round", arguments={"rules": laid_down.pk, **who})
        for who in addressed.values()
    ]
    OutboxRow.objects.bulk_create(rows, batch_size=BATCH)  # beat sends them


def mail_about_round(ids: Ids) -> EmailMessage | None:
    """The mail about this change to this person; none to who acts no more for an applicant. A job."""
    laid_down = RoundRules.objects.select_related("round").get(pk=ids["rules"])
    to = next(_address(_concerned(laid_down), ids), "")
    if not to:
        return None
    context: dict[str, object] = {
        "round": laid_down.round,
        "rules": laid_down,
        "change": change_of(laid_down),
    }
    return mail_from(to=to, template=TEMPLATES[laid_down.why], context=context)


def _concerned(laid_down: RoundRules) -> QuerySet[Application]:
    """What had been begun by then and was not taken back; of a later closing what was no draft any more was late."""
    begun = Application.objects.filter(round=laid_down.round_id, started_at__lte=laid_down.created_at)
    found = begun.exclude(standing=Standing.WITHDRAWN)
    if laid_down.why != RulesReason.CLOSING_LATER:
        return found
    return found.filter(Q(received_at=None) | Q(submissions__number=1, submissions__late=True))


def _acting_for(applications: QuerySet[Application]) -> QuerySet[Representative]:
    acting = Representative.objects.current().filter(organisation__in=applications.values("organisation"))
    return acting.filter(user__is_active=True)


def _address(concerned: QuerySet[Application], ids: Ids) -> Iterator[str]:
    if "person" in ids:
        acting = _acting_for(concerned).filter(user=ids["person"])
        yield from acting.values_list("user__email", flat=True)
    else:
        yield from concerned.filter(pk=ids["application"]).values_list("contact_email", flat=True)
