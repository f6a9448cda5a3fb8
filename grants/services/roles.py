"""Roles in a round: given and ended by administrators."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.enums import Role
from grants.models import GrantRound, RoundRole, User
from grants.services.errors import Refused
from grants.services.log import record


@transaction.atomic
def give_role(*, by: User, grant_round: GrantRound, person: User, role: Role) -> RoundRole:
    """Let someone do this in this round. Nobody gives themselves a role."""
    if person == by:
        raise Refused(_("U kunt uzelf geen rol geven. Vraag een andere beheerder."))
    _require_known(person)
    given, is_new = RoundRole.objects.get_or_create(
        round=grant_round, user=person, role=role, until=None, defaults={"given_by": by}
    )
    if not is_new:
        sentence = _("%(name)s is al %(role)s in deze ronde.")
        raise Refused(sentence % {"name": person, "role": role.label})
    record(by=by, action="role_given", about=_key(given), data=_data(given))
    return given


@transaction.atomic
def end_role(*, by: User, role: RoundRole) -> None:
    """From now on the person no longer does this in this round. What was done stays done."""
    if not RoundRole.objects.filter(pk=role.pk, until=None).update(until=clock.now()):
        raise Refused(_("Deze rol was al beëindigd."))
    record(by=by, action="role_ended", about=_key(role), data=_data(role))


def _require_known(person: User) -> None:
    if not person.is_active:
        raise Refused(_("Dit account is gesloten. Open het eerst weer."))
    if not EmailAddress.objects.filter(user=person, verified=True).exists():
        raise Refused(
            _(
                "Deze persoon heeft het e-mailadres nog niet bevestigd. Nodig de persoon uit op de pagina Personen."
            )
        )


def _key(role: RoundRole) -> str:
    return f"round:{role.round.slug}"


def _data(role: RoundRole) -> dict[str, object]:
    return {"person": role.user_id, "role": role.role}
