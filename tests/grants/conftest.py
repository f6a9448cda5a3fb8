from collections.abc import Iterator
from os import environ
from uuid import uuid4

import pytest
from django.db import connections, transaction
from django.test import TransactionTestCase
from django.utils import translation
from pytest_django import DjangoDbBlocker, Settings

from grants.enums import Role
from grants.models import User
from tests.grants.persons import give, make_person, make_round


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Both roles on one test database per process: the owner makes it, the application works in it."""
    owner, application = connections["owner"], connections["default"]
    name = owner.settings_dict["NAME"]
    owner.settings_dict["TEST"]["NAME"] = f"test_{name}_{environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    with django_db_blocker.unblock():
        owner.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        application.close()  # what was opened on the way here is no test database
        application.close()  # `migrate` looked whether this role gets in, at the database of the settings
        application.creation.set_as_test_mirror(owner.settings_dict)
    yield
    with django_db_blocker.unblock():
        application.close()
        owner.creation.destroy_test_db(name, verbosity=0)


GUARDS = "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgname LIKE 'guard\\_%'"


def _flush_as_owner(_case: TransactionTestCase) -> None:
    """Empty every table after a test with transactions of its own, past the guards, as only the owner can."""
    connection = connections["owner"]
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    names = ", ".join(connection.ops.quote_name(name) for name in tables if name != "django_migrations")
    with transaction.atomic(using="owner"), connection.cursor() as cursor:
        cursor.execute(GUARDS)
        guards = cursor.fetchall()
        for table, trigger in guards:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")
        cursor.execute(f"TRUNCATE {names} RESTART IDENTITY CASCADE")
        for table, trigger in guards:
            cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {trigger}")


@pytest.fixture(autouse=True, scope="session")
def flush_as_owner() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", _flush_as_owner)
        yield


@pytest.fixture(autouse=True)
def own_cache(settings: Settings) -> None:
    """What one test counts, such as attempts to log in, is none of the next one's business."""
    cache = {**settings.CACHES["default"], "LOCATION": environ["REDIS_URL"], "KEY_PREFIX": uuid4().hex}
    settings.CACHES = {"default": cache}


@pytest.fixture
def official() -> User:
    return give(make_person("Aisha Groen"), make_round("een"), Role.OFFICIAL)


@pytest.fixture
def decider() -> User:
    return give(make_person("Henk Postma"), make_round("twee"), Role.DECIDER)


@pytest.fixture(autouse=True)
def dutch() -> None:
    """A page in English leaves its language behind in the process; each test begins in Dutch."""
    translation.activate("nl")
