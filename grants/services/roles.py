"""Roles in a round: given and ended by administrators."""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action, Role
from grants.models import GrantRound, RoundRole, User
from grants.selectors.roles import roles_to_copy
from grants.services.assessing.assignments import release
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.people import require_open
from grants.services.rounds.rules import locked_round


@transaction.atomic
def give_role(*, by: User, grant_round: GrantRound, person: User, role: Role) -> RoundRole:
    """Let someone do this in this round. Nobody gives themselves a role."""
    if person == by:
        raise Refused(_("U kunt uzelf geen rol geven. Vraag een andere beheerder."))
    _require_known(person)
    locked_round(grant_round.pk)  # a draft that is deleted meanwhile takes no role
    given, is_new = RoundRole.objects.get_or_create(
        round=grant_round, user=person, role=role, until=None, defaults={"given_by": by}
    )
    if not is_new:
        sentence = _("%(name)s is al %(role)s in deze ronde.")
        raise Refused(sentence % {"name": person, "role": role.label})
    record(by=by, action=Action.ROLE_GIVEN, about=round_key(given.round), data=_data(given))
    return given


@transaction.atomic
def copy_roles(*, by: User, source: GrantRound, grant_round: GrantRound) -> list[RoundRole]:
    """Let the people of one round do the same in another, as far as they still have an account.

    Whoever copies gets no role by it, because nobody gives themselves one; an auditor is asked for each round anew.
    """
    given = [
        RoundRole.objects.create(round=grant_round, user=held.user, role=held.role, given_by=by)
        for held in roles_to_copy(by, source)
    ]
    for each in given:
        record(by=by, action=Action.ROLE_GIVEN, about=round_key(grant_round), data=_data(each))
    return given


@transaction.atomic
def end_role(*, by: User, role: RoundRole) -> None:
    """From now on the person no longer does this in this round. What was done stays done.

    What an assessor did not submit yet is taken from them: an official finds others for it.
    """
    grant_round = locked_round(role.round_id)
    if not RoundRole.objects.filter(pk=role.pk).end():
        raise Refused(_("Deze rol was al beëindigd."))
    if role.role == Role.ASSESSOR:
        release(by=by, grant_round=grant_round, assessor=role.user)
    record(by=by, action=Action.ROLE_ENDED, about=round_key(role.round), data=_data(role))


def _require_known(person: User) -> None:
    require_open(person)
    if not EmailAddress.objects.filter(user=person, verified=True).exists():
        raise Refused(
            _(
                "Deze persoon heeft het e-mailadres nog niet bevestigd. Nodig de persoon uit op de pagina Personen."
            )
        )


def _data(role: RoundRole) -> dict[str, object]:
    return {"person": role.user_id, "role": role.role}
