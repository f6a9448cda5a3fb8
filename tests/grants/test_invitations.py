from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail

from grants import clock
from grants.models import Invitation, Organisation, OutboxRow, Representative, User
from grants.services.errors import Refused
from grants.services.organisations import register_organisation
from grants.services.outbox import carry_out
from grants.services.people import close_account
from grants.services.representatives import (
    accept_invitation,
    end_representative,
    invite_representative,
    withdraw_invitation,
)
from grants.tasks import JOBS
from tests.grants.persons import client_of, make_person

pytestmark = pytest.mark.django_db

NOW = datetime(2027, 3, 1, 12, tzinfo=UTC)
TERM = timedelta(days=30)


@pytest.fixture
def organisation() -> Organisation:
    return register_organisation(by=make_person("Anna"), name="De Brug")


def acting() -> User:
    return Representative.objects.latest("pk").user


def test_invitation_can_be_answered_until_thirty_days_have_passed(organisation: Organisation) -> None:
    asked = make_person()
    with clock.at(NOW):
        invitation = invite_representative(by=acting(), organisation=organisation, email=asked.email)
        carry_out(OutboxRow.objects.get().pk, JOBS)
    assert "U kunt antwoorden tot woensdag 31 maart 2027, 14.00 uur." in mail.outbox[0].body
    address = f"/uitnodigingen/{invitation.pk}/"
    with clock.at(NOW + TERM - timedelta(seconds=1)):
        assert client_of(asked).get(address).status_code == 200
        assert address in client_of(asked).get("/mijn-gegevens/").content.decode()
    with clock.at(NOW + TERM):
        assert client_of(asked).get(address).status_code == 403
        assert address not in client_of(asked).get("/mijn-gegevens/").content.decode()
        with pytest.raises(Refused, match="geldt niet meer"):
            accept_invitation(by=asked, invitation=invitation)


def test_who_let_the_invitation_lapse_is_invited_again(organisation: Organisation) -> None:
    with clock.at(NOW):
        first = invite_representative(by=acting(), organisation=organisation, email="n@elders.example")
    with clock.at(NOW + TERM):
        invite_representative(by=acting(), organisation=organisation, email="n@elders.example")
    first.refresh_from_db()
    assert first.until == NOW + TERM


def test_invitation_ends_with_the_right_of_who_sent_it(organisation: Organisation) -> None:
    inviter, other, asked = acting(), make_person(), make_person()
    organisation.representatives.create(user=other, added_by=inviter)
    invitation = invite_representative(by=inviter, organisation=organisation, email=asked.email)
    end_representative(by=other, representative=Representative.objects.get(user=inviter))
    assert not Invitation.objects.open().exists()
    with pytest.raises(Refused, match="geldt niet meer"):
        accept_invitation(by=asked, invitation=invitation)
    assert not Representative.objects.filter(user=asked).exists()


def test_invitation_of_a_closed_account_is_not_accepted(organisation: Organisation) -> None:
    asked = make_person()
    invitation = invite_representative(by=acting(), organisation=organisation, email=asked.email)
    close_account(by=make_person(administrator=True), person=acting())
    with pytest.raises(Refused, match="geldt niet meer"):
        accept_invitation(by=asked, invitation=Invitation.objects.get(pk=invitation.pk))


def test_one_address_is_invited_three_times_a_day_also_when_each_was_taken_back(
    organisation: Organisation,
) -> None:
    def invite() -> None:
        withdraw_invitation(
            by=acting(),
            invitation=invite_representative(
                by=acting(), organisation=organisation, email="n@elders.example"
            ),
        )

    with clock.at(NOW):
        for _time in range(3):
            invite()
        with pytest.raises(Refused, match="is vandaag al vaak uitgenodigd"):
            invite()
    with clock.at(NOW + timedelta(days=1)):
        invite()


def test_one_person_invites_twenty_addresses_a_day(organisation: Organisation) -> None:
    for number in range(20):
        invite_representative(by=acting(), organisation=organisation, email=f"n{number}@elders.example")
    with pytest.raises(Refused, match="vandaag al veel mensen"):
        invite_representative(by=acting(), organisation=organisation, email="nog@elders.example")
