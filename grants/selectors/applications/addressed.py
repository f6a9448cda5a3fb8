"""Where mail about an application goes: to the person it names, and to everyone who acts for its applicant."""

from dataclasses import dataclass

from grants.models import Application

CONTACT = 0
"""In the place of a person: the contact person that the application names."""


@dataclass(frozen=True)
class Addressed:
    """Someone who gets mail: the key of an account or `CONTACT`, a name and an address."""

    person: int
    name: str
    email: str


def addressed_of(application: Application) -> list[Addressed]:
    """The contact person and each representative, once per address."""
    acting = application.organisation.representatives.current().select_related("user").order_by("pk")
    people = [
        Addressed(each.user.pk, each.user.name, each.user.email) for each in acting if each.user.is_active
    ]
    named = Addressed(CONTACT, application.contact_name, application.contact_email)
    by_address = {each.email.lower(): each for each in (named, *people) if each.email}
    return list(by_address.values())
