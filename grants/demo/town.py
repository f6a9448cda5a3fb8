"""Making Voorbeeldstad: its settings, its people and organisations, the regulations, and a round under each."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import encrypt
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants.demo.people import DOMAIN, INHABITANTS, PASSWORD, QUARTERS, Inhabitant
from grants.demo.town_rounds import ROUNDS, hold
from grants.enums import Action
from grants.models import Organisation, Theme, User
from grants.selectors.municipality import the_municipality
from grants.selectors.people import person_with
from grants.services.errors import Refused
from grants.services.keys import person_key
from grants.services.log import record
from grants.services.municipality import change_municipality
from grants.services.organisations import register_organisation
from grants.services.people import add_person
from grants.services.regulations import publish_shipped

MUNICIPALITY: dict[str, object] = {
    "name": "Voorbeeldstad",
    "visiting_address": "Raadhuisplein 1, 1234 AB Voorbeeldstad",
    "objection_address": (
        "Het college van burgemeester en wethouders van Voorbeeldstad\n"
        "Afdeling Bezwaar\nPostbus 1\n1234 ZZ Voorbeeldstad"
    ),
    "telephone": "14 0123, maandag tot en met vrijdag van 9.00 tot 17.00 uur",
    "email": f"subsidies@{DOMAIN}",
    "mandate": "namens het college van burgemeester en wethouders van Voorbeeldstad,\nHenk Postma, teamleider Subsidies",
    "theme": Theme.VOORBEELDSTAD,
}


@transaction.atomic
def make_town() -> None:
    """Make what is not there yet; what was changed since stays changed.

    Refused, but in the demo, where there are people of another town. Outside the demo nobody here has a password, and
    so nobody here is an administrator: the first two are made by hand.
    """
    if not settings.DEMO and strangers().exists():
        raise Refused(
            _(
                "In deze database staan al mensen die niet in Voorbeeldstad wonen. "
                "Gebruik een lege database, of zet DEMO=1 als dit een proefomgeving is."
            )
        )
    if the_municipality() is None:
        change_municipality(by=None, version=1, **MUNICIPALITY)
    publish_shipped()
    password = make_password(PASSWORD if settings.DEMO else None)
    people = {inhabitant: _settle(inhabitant, password) for inhabitant in INHABITANTS}
    administrator = next(person for each, person in people.items() if each.is_administrator)
    for town_round in ROUNDS:
        hold(town_round, people, administrator)


def strangers() -> QuerySet[User]:
    """People who are not of Voorbeeldstad."""
    return User.objects.exclude(email__endswith=f"@{DOMAIN}").exclude(email__endswith=f"@{QUARTERS}")


def _settle(inhabitant: Inhabitant, password: str) -> User:
    """The account, with this password as it is stored: hashing one for each takes seconds."""
    if found := person_with(inhabitant.email):
        return found
    person = add_person(by=None, email=inhabitant.email, name=inhabitant.name)
    person.password, person.is_administrator = password, settings.DEMO and inhabitant.is_administrator
    person.save()
    if person.is_administrator:
        record(by=None, action=Action.ADMINISTRATOR_MADE, about=person_key(person), data={})
    if settings.DEMO and inhabitant.needs_second_factor:
        data = {"secret": encrypt(inhabitant.totp_secret)}
        Authenticator.objects.create(user=person, type=Authenticator.Type.TOTP, data=data)
    if inhabitant.organisation and not Organisation.objects.filter(name=inhabitant.organisation).exists():
        register_organisation(by=person, name=inhabitant.organisation, kvk_number=inhabitant.kvk_number)
    return person
