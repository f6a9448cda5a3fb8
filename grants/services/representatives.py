"""Who acts for an organisation: invited by mail, accepted by themselves, and never fewer than one."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants import clock
from grants.enums import Action
from grants.models import Invitation, Organisation, Representative, User
from grants.models.organisations import TERM
from grants.permissions import may
from grants.services.errors import Refused
from grants.services.keys import organisation_key
from grants.services.log import record
from grants.services.mailing import mail_from
from grants.services.outbox import ask_for

MOST_BY_ONE = 20
MOST_TO_ONE = 3
OVER = gettext_lazy("Deze uitnodiging geldt niet meer. Vraag zo nodig om een nieuwe.")


@transaction.atomic
def invite_representative(*, by: User, organisation: Organisation, email: str) -> Invitation:
    """Ask whoever has this mail address to act for the organisation. Tells nobody whether there is such an account."""
    address = email.strip().lower()
    acting = organisation.representatives.current().values("user")
    if EmailAddress.objects.filter(user__in=acting, email=address, verified=True).exists():
        raise Refused(_("%(email)s treedt al op voor deze organisatie.") % {"email": address})
    _require_moderation(by, address)
    lapsed = organisation.invitations.filter(email=address, until=None, since__lte=clock.now() - TERM)
    lapsed.update(until=F("since") + TERM)
    invitation, is_new = Invitation.objects.get_or_create(
        organisation=organisation, email=address, until=None, defaults={"invited_by": by}
    )
    if not is_new:
        raise Refused(_("%(email)s is al uitgenodigd en heeft nog niet geantwoord.") % {"email": address})
    ask_for("mail_invitation", invitation=invitation.pk)
    record(
        by=by,
        action=Action.REPRESENTATIVE_INVITED,
        about=organisation_key(organisation),
        data={"email": address},
    )
    return invitation


@transaction.atomic
def accept_invitation(*, by: User, invitation: Invitation) -> Representative:
    """Act for the organisation from now on, if who asked still has a say in it."""
    organisation = Organisation.objects.select_for_update().get(pk=invitation.organisation_id)
    if not may(invitation.invited_by, "manage_representatives", organisation):
        raise Refused(str(OVER))
    _end(invitation)
    representative, _is_new = Representative.objects.get_or_create(
        organisation=organisation, user=by, until=None, defaults={"added_by": invitation.invited_by}
    )
    record(
        by=by,
        action=Action.REPRESENTATIVE_ADDED,
        about=organisation_key(organisation),
        data={"person": by.pk},
    )
    return representative


@transaction.atomic
def decline_invitation(*, by: User, invitation: Invitation) -> None:
    """Do not act for the organisation."""
    _end(invitation)
    _record(by, Action.INVITATION_DECLINED, invitation)


@transaction.atomic
def withdraw_invitation(*, by: User, invitation: Invitation) -> None:
    """Take the invitation back."""
    _end(invitation)
    _record(by, Action.INVITATION_WITHDRAWN, invitation)


@transaction.atomic
def end_representative(*, by: User, representative: Representative) -> None:
    """The person no longer acts for the organisation; somebody else still does."""
    organisation = Organisation.objects.select_for_update().get(pk=representative.organisation_id)
    acting = organisation.representatives.current()
    if not acting.exclude(pk=representative.pk).exists():
        raise Refused(
            _(
                "Er moet altijd iemand voor de organisatie optreden. Nodig eerst iemand anders uit. Zegt die persoon ja, dan kan dit wel."
            )
        )
    if not acting.filter(pk=representative.pk).end():
        raise Refused(_("Deze persoon trad al niet meer op voor de organisatie."))
    organisation.invitations.filter(invited_by=representative.user_id).end()
    about = organisation_key(organisation)
    record(by=by, action=Action.REPRESENTATIVE_ENDED, about=about, data={"person": representative.user_id})


def mail_invitation(ids: dict[str, int]) -> EmailMessage | None:
    """The mail that asks someone to act for an organisation; none where that is over. A job."""
    asked = Invitation.objects.select_related("organisation", "invited_by").get(pk=ids["invitation"])
    if not asked.is_open():
        return None
    return mail_from(to=asked.email, template="organisations/mail/invitation", context={"invitation": asked})


def _end(invitation: Invitation) -> None:
    if not Invitation.objects.open().filter(pk=invitation.pk).end():
        raise Refused(str(OVER))


def _require_moderation(by: User, address: str) -> None:
    """Refuse mail without end to people who asked for nothing. What was taken back counts as well."""
    User.objects.select_for_update().get(pk=by.pk)
    today = Invitation.objects.filter(since__gt=clock.now() - timedelta(days=1))
    if today.filter(invited_by=by).count() >= MOST_BY_ONE:
        raise Refused(_("U hebt vandaag al veel mensen uitgenodigd. Ga morgen verder."))
    if today.filter(email=address).count() >= MOST_TO_ONE:
        raise Refused(
            _("%(email)s is vandaag al vaak uitgenodigd. Probeer het morgen opnieuw.") % {"email": address}
        )


def _record(by: User, action: Action, invitation: Invitation) -> None:
    record(
        by=by,
        action=action,
        about=organisation_key(invitation.organisation),
        data={"email": invitation.email},
    )
