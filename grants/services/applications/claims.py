"""Applicants take over what was entered for them: by a link that is used once, in a mail or a letter."""

from base64 import b32encode
from collections.abc import Sequence
from hashlib import sha256
from secrets import token_bytes

from django.core.mail import EmailMessage
from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.enums import Action, Happening
from grants.models import Application, ClaimLink, GrantRound, Organisation, OutboxRow, Representative, User
from grants.selectors.applications.claims import (
    unclaimed,
    unclaimed_with_mail,
    unclaimed_without_mail,
    without_link,
)
from grants.services.applications.events import happen
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.keys import organisation_key, round_key
from grants.services.log import record
from grants.services.mailing import mail_from
from grants.services.outbox import ask_for

TOKEN_BYTES = 20
"""160 bits: nobody guesses it, and whoever has it on paper types 32 letters and digits."""
MAIL = "mail_claim_link"
BATCH = 1_000


@transaction.atomic
def send_claim_links(*, by: User, grant_round: GrantRound) -> int:
    """Let a link go by mail to each applicant that nobody represents and that has none yet; gives how many."""
    GrantRound.objects.select_for_update(of=("self",)).get(pk=grant_round.pk)
    applications, waiting = without_link(unclaimed_with_mail(grant_round)), _on_their_way()
    rows = [_mail_row(pk, by) for pk in applications.values_list("pk", flat=True) if pk not in waiting]
    OutboxRow.objects.bulk_create(rows, batch_size=BATCH)
    _record_made(by, grant_round, "mail", [row.arguments["application"] for row in rows])
    return len(rows)


@transaction.atomic
def send_claim_link(*, by: User, application: Application) -> None:
    """Let a new link go by mail to this applicant; the one before lapses."""
    current = unclaimed().filter(pk=application.pk).first()
    if current is None:
        raise Refused(_("Er treedt al iemand op voor deze aanvrager. Een link is niet meer nodig."))
    if not current.contact_email:
        raise Refused(_("Van deze aanvrager is geen e-mailadres bekend. Maak een brief."))
    ask_for(MAIL, application=current.pk, person=by.pk)
    _record_made(by, current.round, "mail", [current.pk])


@transaction.atomic
def make_letters(*, by: User, grant_round: GrantRound, again: bool = False) -> list[tuple[Application, str]]:
    """Codes for the letters to those who have no mail address and no code that works; the codes are nowhere kept.

    With `again` for those who have one as well: that one lapses.
    """
    GrantRound.objects.select_for_update(of=("self",)).get(pk=grant_round.pk)
    found = unclaimed_without_mail(grant_round)
    applications = list(found if again else without_link(found))
    codes = _make(applications, by)
    _record_made(by, grant_round, "letter", [each.pk for each in applications])
    return list(zip(applications, codes, strict=True))


@transaction.atomic
def claim(*, by: User, token: str) -> Application:
    """Represent the organisation from now on, if nobody does yet. Refused for a link that no longer works."""
    link = usable(token)
    organisation = Organisation.objects.select_for_update().get(pk=link.application.organisation_id)
    link = ClaimLink.objects.select_for_update().get(pk=link.pk)
    if not link.is_open():
        raise Refused(over())
    _require_may_claim(by, link.application, organisation)
    link.used_by, link.used_at = by, clock.now()
    link.save(update_fields=["used_by", "used_at"])
    is_new = _represent(by, organisation, link)
    happen(
        by=by, application=link.application, kind=Happening.CLAIMED, data={"organisation": organisation.pk}
    )
    if is_new:
        _record_representative(by, organisation, link)
    return link.application


def mail_claim_link(ids: dict[str, int]) -> EmailMessage | None:
    """The mail with a link; none where it was claimed by now. A job: sent again, it has a new link."""
    by = User.objects.get(pk=ids["person"])
    application = unclaimed().filter(pk=ids["application"]).exclude(contact_email="").first()
    if application is None:
        return None
    (token,) = _make([application], by)
    context: dict[str, object] = {
        "application": application,
        "token": token,
        "submission": application.submissions.first(),
    }
    return mail_from(to=application.contact_email, template="paper/mail/claim", context=context)


def usable(token: str) -> ClaimLink:
    """The link with this token, if it works. Refused, with why, if it did."""
    links = ClaimLink.objects.select_related("application__organisation", "application__round")
    link = links.filter(token_sha256=_hashed(token)).first()
    if link is None or not link.is_open():
        raise Refused(over())
    return link


def over() -> str:
    """What is said of a link that does not work, whatever the reason."""
    return _(
        "Deze link werkt niet: hij is al gebruikt, vervangen door een nieuwe, ouder dan 60 dagen, of niet goed overgenomen. "
        "Vraag de gemeente om een nieuwe."
    )


def _record_made(by: User, grant_round: GrantRound, way: str, applications: list[int]) -> None:
    if applications:
        data: Json = {"way": way, "applications": list(applications)}
        record(by=by, action=Action.CLAIM_LINKS_MADE, about=round_key(grant_round), data=data)


def _mail_row(application_pk: int, by: User) -> OutboxRow:
    return OutboxRow(task=MAIL, arguments={"application": application_pk, "person": by.pk})


def _on_their_way() -> set[int]:
    """The applications for which a mail with a link waits to be sent."""
    waiting = OutboxRow.objects.filter(task=MAIL, done_at=None, failed="")
    return {arguments["application"] for arguments in waiting.values_list("arguments", flat=True)}


def _make(applications: Sequence[Application], by: User) -> list[str]:
    """A new link for each of these, in place of the one before."""
    now = clock.now()
    open_links = ClaimLink.objects.filter(application__in=applications, used_at=None, replaced_at=None)
    open_links.update(replaced_at=now)
    tokens = [_new_token() for _application in applications]
    ClaimLink.objects.bulk_create(
        [
            ClaimLink(
                application=application,
                token_sha256=_hashed(token),
                email=application.contact_email,
                made_by=by,
                made_at=now,
            )
            for application, token in zip(applications, tokens, strict=True)
        ],
        batch_size=BATCH,
    )
    return tokens


def _represent(by: User, organisation: Organisation, link: ClaimLink) -> bool:
    """Whether this person did not act for it yet."""
    _representative, is_new = Representative.objects.get_or_create(
        organisation=organisation, user=by, until=None, defaults={"added_by": link.made_by}
    )
    return is_new


def _record_representative(by: User, organisation: Organisation, link: ClaimLink) -> None:
    """After what happened to the application: from the first line in the log on, all other acts wait."""
    record(
        by=by,
        action=Action.REPRESENTATIVE_ADDED,
        about=organisation_key(organisation),
        data={"person": by.pk, "claim": link.pk},
    )


def _require_may_claim(by: User, application: Application, organisation: Organisation) -> None:
    acting = organisation.representatives.current()
    if acting.exists() and not acting.filter(user=by).exists():
        raise Refused(
            _(
                "Er treedt al iemand op voor %(name)s. Vraag die persoon om u uit te nodigen; "
                "dan ziet u deze aanvraag ook."
            )
            % {"name": organisation}
        )
    if by.round_roles.current().filter(round=application.round_id).exists():
        raise Refused(_("U werkt zelf aan deze ronde. Laat iemand van de organisatie de aanvraag overnemen."))


def _new_token() -> str:
    """Thirty-two bytes in letters and digits that can be read aloud: no 0, 1, 8 or 9."""
    return b32encode(token_bytes(TOKEN_BYTES)).decode().rstrip("=").lower()


def _hashed(token: str) -> str:
    """The hash of a token, however it was copied: in groups, in capitals."""
    return sha256("".join(sign for sign in token.lower() if sign.isalnum()).encode()).hexdigest()
