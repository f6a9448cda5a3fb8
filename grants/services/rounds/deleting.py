"""Throwing away a round that was made by mistake, as long as nobody outside its own people could know of it."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action
from grants.models import GrantRound, User
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.publication import require_none_waits
from grants.services.rounds.rules import locked_round


@transaction.atomic
def delete_draft_round(*, by: User, grant_round: GrantRound) -> None:
    """Delete a draft, with its lists and the roles in it.

    Refused once it was published, and as long as a proposal about it waits. What was proposed about it before stays.
    """
    current = locked_round(grant_round.pk)
    require_can_be_deleted(current)
    key, title = round_key(current), current.title
    people = [[*each] for each in current.roles.current().values_list("user", "role")]
    current.roles.all().delete()
    current.deelplafonds.all().delete()
    current.delete()
    record(by=by, action=Action.ROUND_DELETED, about=key, data={"title": title, "roles": people})


def require_can_be_deleted(grant_round: GrantRound) -> None:
    """Refused with what stands in the way."""
    if not grant_round.is_draft:
        raise Refused(
            _(
                "Deze ronde is gepubliceerd. Zij kan niet worden verwijderd, alleen ingetrokken door twee mensen."
            )
        )
    require_none_waits(grant_round)
