from uuid import uuid4

import pytest
from django.core import mail

from grants.models import Invitation, LogEntry, Organisation, OutboxRow, Representative, User
from grants.services.errors import Refused
from grants.services.organisations import change_organisation, register_organisation
from grants.services.outbox import carry_out
from grants.services.representatives import (
    accept_invitation,
    decline_invitation,
    end_representative,
    invite_representative,
)
from grants.tasks import JOBS
from tests.grants.persons import client_of, make_person
from tests.grants.queries import assert_constant_queries

pytestmark = pytest.mark.django_db


def acting_for(organisation: Organisation) -> set[User]:
    return {one.user for one in organisation.representatives.current()}


def test_organisation_is_registered_by_who_acts_for_it() -> None:
    person = make_person()
    answer = client_of(person).post(
        "/organisaties/registreren/",
        {"version": 1, "name": "Stichting De Brug", "kvk_number": "12 34.56-78", "token": str(uuid4())},
    )
    organisation = Organisation.objects.get()
    assert answer.headers["Location"] == f"/organisaties/{organisation.pk}/"
    assert (organisation.name, organisation.kvk_number) == ("Stichting De Brug", "12345678")
    assert acting_for(organisation) == {person}
    assert LogEntry.objects.latest("number").action == "organisation_registered"


def test_initiatives_without_a_number_are_registered_side_by_side() -> None:
    for name in ("Straatfeest Linde", "Buurttuin Akkers"):
        register_organisation(by=make_person(), name=name)
    assert Organisation.objects.filter(kvk_number="").count() == 2


@pytest.mark.parametrize("number", ["1234567", "123456789", "00000000", "1234567a"])
def test_kvk_number_without_its_form_is_refused_and_what_was_typed_stays(number: str) -> None:
    typed = {"version": 1, "name": "Stichting De Brug", "kvk_number": number, "token": str(uuid4())}
    answer = client_of(make_person()).post("/organisaties/registreren/", typed)
    text = answer.content.decode()
    assert (answer.status_code, Organisation.objects.count()) == (422, 0)
    assert "Een KvK-nummer heeft acht cijfers." in text
    assert f'value="{number}"' in text


def test_kvk_number_is_registered_once() -> None:
    register_organisation(by=make_person(), name="Stichting De Brug", kvk_number="12345678")
    typed = {"version": 1, "name": "De Brug", "kvk_number": "12345678", "token": str(uuid4())}
    answer = client_of(make_person()).post("/organisaties/registreren/", typed)
    assert (answer.status_code, Organisation.objects.count()) == (409, 1)
    with pytest.raises(Refused, match="Er is al een organisatie met dit KvK-nummer"):
        register_organisation(by=make_person(), name="De Brug", kvk_number="12345678")
    assert "Vraag wie ervoor optreedt om u uit te nodigen" in answer.content.decode()


def test_change_raises_the_version_and_an_older_form_meets_the_page_of_conflicts() -> None:
    person = make_person()
    organisation = register_organisation(by=person, name="Stichting De Brug")
    client, address = client_of(person), f"/organisaties/{organisation.pk}/wijzigen/"
    client.post(address, {"version": 1, "name": "De Brug", "kvk_number": "12345678"})
    late = client.post(address, {"version": 1, "name": "Brug", "kvk_number": ""})
    organisation.refresh_from_db()
    assert (late.status_code, organisation.version, organisation.name) == (409, 2, "De Brug")
    assert 'value="Brug"' in late.content.decode()


def test_change_to_a_number_that_is_taken_is_refused() -> None:
    person = make_person()
    register_organisation(by=make_person(), name="De Wissel", kvk_number="12345678")
    organisation = register_organisation(by=person, name="De Brug")
    answer = client_of(person).post(
        f"/organisaties/{organisation.pk}/wijzigen/",
        {"version": 1, "name": "De Brug", "kvk_number": "12345678"},
    )
    organisation.refresh_from_db()
    assert (answer.status_code, organisation.kvk_number, organisation.version) == (422, "", 1)
    with pytest.raises(Refused, match="Er is al een organisatie met dit KvK-nummer"):
        change_organisation(by=person, organisation=organisation, version=1, name="B", kvk_number="12345678")


def test_invited_person_sees_the_invitation_accepts_and_acts() -> None:
    first, second = make_person(), make_person("Noor Nieuw")
    organisation = register_organisation(by=first, name="Stichting De Brug")
    client_of(first).post(f"/organisaties/{organisation.pk}/uitnodigen/", {"email": second.email})
    carry_out(OutboxRow.objects.get().pk, JOBS)
    invitation = Invitation.objects.get()
    assert mail.outbox[0].subject == "Wilt u optreden voor Stichting De Brug?"
    assert f"http://localhost:8000/uitnodigingen/{invitation.pk}/" in mail.outbox[0].body
    assert acting_for(organisation) == {first}
    client = client_of(second)
    assert f"/uitnodigingen/{invitation.pk}/" in client.get("/organisaties/").content.decode()
    client.post(f"/uitnodigingen/{invitation.pk}/", {"answer": "yes"})
    assert acting_for(organisation) == {first, second}
    assert client.get(f"/organisaties/{organisation.pk}/").status_code == 200


def test_invitation_answers_the_same_whether_there_is_an_account_or_not() -> None:
    first, known = make_person(), make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    client, address = client_of(first), f"/organisaties/{organisation.pk}/uitnodigen/"
    answers = [client.post(address, {"email": email}) for email in (known.email, "nieuw@elders.example")]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert set(Invitation.objects.values_list("email", flat=True)) == {known.email, "nieuw@elders.example"}


def test_declined_invitation_is_over() -> None:
    first, second = make_person(), make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    invitation = invite_representative(by=first, organisation=organisation, email=second.email)
    decline_invitation(by=second, invitation=invitation)
    with pytest.raises(Refused, match="Deze uitnodiging geldt niet meer"):
        accept_invitation(by=second, invitation=invitation)
    assert acting_for(organisation) == {first}


def test_nobody_is_invited_twice_or_while_acting() -> None:
    first = make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    invite_representative(by=first, organisation=organisation, email="nieuw@elders.example")
    with pytest.raises(Refused, match="is al uitgenodigd"):
        invite_representative(by=first, organisation=organisation, email="Nieuw@elders.example")
    with pytest.raises(Refused, match="treedt al op"):
        invite_representative(by=first, organisation=organisation, email=first.email)


def test_representative_is_ended_but_never_the_last() -> None:
    first, second = make_person(), make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    accept_invitation(
        by=second, invitation=invite_representative(by=first, organisation=organisation, email=second.email)
    )
    client = client_of(second)
    rows = {one.user: one for one in Representative.objects.all()}
    client.post(f"/organisaties/{organisation.pk}/vertegenwoordigers/{rows[first].pk}/beeindigen/")
    assert acting_for(organisation) == {second}
    answer = client.post(f"/organisaties/{organisation.pk}/vertegenwoordigers/{rows[second].pk}/beeindigen/")
    assert (answer.status_code, acting_for(organisation)) == (409, {second})
    assert "Er moet altijd iemand voor de organisatie optreden." in answer.content.decode()


def test_representative_who_ended_sees_the_organisation_no_more() -> None:
    first, second = make_person(), make_person()
    organisation = register_organisation(by=first, name="Stichting De Brug")
    accept_invitation(
        by=second, invitation=invite_representative(by=first, organisation=organisation, email=second.email)
    )
    client = client_of(first)
    assert "Stichting De Brug" in client.get("/organisaties/").content.decode()
    end_representative(by=first, representative=Representative.objects.get(user=first))
    assert "Stichting De Brug" not in client.get("/organisaties/").content.decode()
    assert client.get(f"/organisaties/{organisation.pk}/").status_code == 403


def test_row_of_another_organisation_is_not_found() -> None:
    first, other = make_person(), make_person()
    own = register_organisation(by=first, name="Stichting De Brug")
    elsewhere = register_organisation(by=other, name="De Wissel")
    invitation = invite_representative(by=other, organisation=elsewhere, email="nieuw@elders.example")
    client = client_of(first)
    addresses = (
        f"/organisaties/{own.pk}/vertegenwoordigers/{elsewhere.representatives.get().pk}/beeindigen/",
        f"/organisaties/{own.pk}/uitnodigingen/{invitation.pk}/intrekken/",
    )
    assert [client.post(address).status_code for address in addresses] == [404, 404]


def test_organisations_take_the_same_queries_however_many() -> None:
    person = make_person()
    client = client_of(person)
    assert_constant_queries(
        client, "/organisaties/", lambda: register_organisation(by=person, name="De Brug"), queries=7
    )


def test_administrator_searches_all_organisations() -> None:
    client = client_of(make_person(administrator=True))
    register_organisation(by=make_person(), name="Café De Brug", kvk_number="12345678")
    register_organisation(by=make_person(), name="Buurthuis De Wissel")
    for words in ("cafe", "3456"):
        text = client.get("/organisaties/", {"words": words}).content.decode()
        assert ("Café De Brug" in text, "Buurthuis De Wissel" in text) == (True, False)
