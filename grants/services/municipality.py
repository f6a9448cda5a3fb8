"""What this installation says about its municipality."""

from django.db import transaction

from grants.enums import Action
from grants.models import Municipality, User
from grants.selectors.municipality import THE_ONE
from grants.services.log import record
from grants.services.versions import save_version


@transaction.atomic
def change_municipality(*, by: User | None, version: int, **values: object) -> Municipality:
    """Fill in or change the one row. Conflict where someone else did so since this version was shown.

    An empty form shows version 1, so the row that is made from it is version 2.
    """
    first = {"version": 2, **values}
    row, is_new = Municipality.objects.get_or_create(pk=THE_ONE, defaults=first)
    if not is_new:
        row = save_version(row, version=version, **values)
    record(by=by, action=Action.MUNICIPALITY_CHANGED, about="municipality", data=dict(values))
    return row
