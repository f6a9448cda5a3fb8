"""Who acts for an organisation: invited by mail, accepted by themselves, and never fewer than one."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.models import Invitation, Organisation, Representative, User
from grants.services.errors import Refused
from grants.services.log import record
from grants.services.mailing import send_mail
from grants.services.organisations import key_of
from grants.services.outbox import ask_for


@transaction.atomic
def invite_representative(*, by: User, organisation: Organisation, email: str) -> Invitation:
    """Ask whoever has this mail address to act for the organisation. Tells nobody whether there is such an account."""
    address = email.strip().lower()
    acting = organisation.representatives.filter(until=None).values("user")
    if EmailAddress.objects.filter(user__in=acting, email=address, verified=True).exists():
        raise Refused(_("%(email)s treedt al op voor deze organisatie.") % {"email": address})
    invitation, is_new = Invitation.objects.get_or_create(
        organisation=organisation, email=address, until=None, defaults={"invited_by": by}
    )
    if not is_new:
        raise Refused(_("%(email)s is al uitgenodigd en heeft nog niet geantwoord.") % {"email": address})
    ask_for("mail_invitation", invitation=invitation.pk)
    record(by=by, action="representative_invited", about=key_of(organisation), data={"email": address})
    return invitation


@transaction.atomic
def accept_invitation(*, by: User, invitation: Invitation) -> Representative:
    """Act for the organisation from now on."""
    _end(invitation)
    organisation = invitation.organisation
    representative, _is_new = Representative.objects.get_or_create(
        organisation=organisation, user=by, until=None, defaults={"added_by": invitation.invited_by}
    )
    record(by=by, action="representative_added", about=key_of(organisation), data={"person": by.pk})
    return representative


@transaction.atomic
def decline_invitation(*, by: User, invitation: Invitation) -> None:
    """Do not act for the organisation, or take the invitation back."""
    _end(invitation)
    about = key_of(invitation.organisation)
    record(by=by, action="representative_not_added", about=about, data={"email": invitation.email})


@transaction.atomic
def end_representative(*, by: User, representative: Representative) -> None:
    """The person no longer acts for the organisation; somebody else still does."""
    organisation = Organisation.objects.select_for_update().get(pk=representative.organisation_id)
    acting = organisation.representatives.filter(until=None)
    if not acting.exclude(pk=representative.pk).exists():
        raise Refused(
            _(
                "Er moet altijd iemand voor de organisatie optreden. Nodig eerst iemand anders uit; als die heeft aangenomen, kan dit wel."
            )
        )
    if not acting.filter(pk=representative.pk).update(until=clock.now()):
        raise Refused(_("Deze persoon trad al niet meer op voor de organisatie."))
    about = key_of(organisation)
    record(by=by, action="representative_ended", about=about, data={"person": representative.user_id})


def mail_invitation(ids: dict[str, int]) -> None:
    """The mail that asks someone to act for an organisation. A job."""
    asked = Invitation.objects.select_related("organisation", "invited_by").get(pk=ids["invitation"])
    if asked.until is None:
        send_mail(to=asked.email, template="organisations/mail/invitation", context={"invitation": asked})


def _end(invitation: Invitation) -> None:
    if not Invitation.objects.filter(pk=invitation.pk, until=None).update(until=clock.now()):
        raise Refused(_("Deze uitnodiging geldt niet meer. Vraag zo nodig om een nieuwe."))
