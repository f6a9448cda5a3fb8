"""Files with applications that leave the site: who took them stands in the log."""

from django.db import transaction

from grants.enums import Action
from grants.models import GrantRound, User
from grants.services.keys import round_key
from grants.services.log import record


@transaction.atomic
def record_export(*, by: User, grant_round: GrantRound, form: str, filters: dict[str, str]) -> None:
    """Write down that someone exported the applications of a round, as which kind of file and which of them."""
    record(
        by=by,
        action=Action.APPLICATIONS_EXPORTED,
        about=round_key(grant_round),
        data={"form": form, "filters": filters},
    )
