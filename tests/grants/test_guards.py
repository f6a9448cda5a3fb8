import pytest
from django.db import DatabaseError, connection, connections

from grants.models import User


@pytest.mark.django_db
def test_application_is_not_the_owner_of_the_tables() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, tableowner FROM pg_tables WHERE tablename = 'grants_logentry'")
        role, owner = cursor.fetchone()
    assert role != owner


@pytest.mark.django_db
def test_users_can_be_made() -> None:
    user = User.objects.create_user(email="A.Groen@voorbeeldstad.example", name="Aïsha Groen")
    assert (user.email, user.sort_name) == ("a.groen@voorbeeldstad.example", "aisha groen")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE grants_logentry SET number = 2",
        "DELETE FROM grants_logentry",
        "TRUNCATE grants_logentry CASCADE",
    ],
)
def test_application_may_not_change_the_log(statement: str) -> None:
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_flush_works() -> None:
    User.objects.create_user(email="b@voorbeeldstad.example", name="B")
    assert connections["owner"].settings_dict["NAME"] == connection.settings_dict["NAME"]
