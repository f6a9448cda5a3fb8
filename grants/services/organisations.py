"""Organisations, registered and renamed by who acts for them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction

from grants.enums import Action
from grants.models import Organisation, Representative, User
from grants.models.organisations import KVK_NUMBER_TAKEN
from grants.services.errors import Refused
from grants.services.keys import organisation_key
from grants.services.log import record
from grants.services.versions import save_version


@transaction.atomic
def register_organisation(*, by: User, name: str, kvk_number: str = "") -> Organisation:
    """A new organisation, or an initiative of residents without a KvK number; who registers it acts for it."""
    with _once_per_number():
        organisation = Organisation.objects.create(name=name, kvk_number=kvk_number)
    Representative.objects.create(organisation=organisation, user=by, added_by=by)
    record(
        by=by,
        action=Action.ORGANISATION_REGISTERED,
        about=organisation_key(organisation),
        data=_data(organisation),
    )
    return organisation


@transaction.atomic
def change_organisation(
    *, by: User, organisation: Organisation, version: int, name: str, kvk_number: str
) -> Organisation:
    """Another name or number, unless someone changed them since this version was shown."""
    with _once_per_number():
        row = save_version(organisation, version=version, name=name, kvk_number=kvk_number)
    record(by=by, action=Action.ORGANISATION_CHANGED, about=organisation_key(row), data=_data(row))
    return row


@contextmanager
def _once_per_number() -> Iterator[None]:
    """What the form already looked at, for two who register at the same moment."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise Refused(str(KVK_NUMBER_TAKEN)) from None


def _data(organisation: Organisation) -> dict[str, object]:
    return {"name": organisation.name, "kvk_number": organisation.kvk_number}
