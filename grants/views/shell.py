"""What stands around every page: the municipality, the navigation and the other language."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from grants.enums import Role
from grants.models import Municipality, Theme, User
from grants.permissions import Person, may
from grants.selectors.municipality import the_municipality


@dataclass(frozen=True)
class Destination:
    """An entry of the navigation, for whoever passes the test."""

    label: str | Promise
    name: str
    is_for: Callable[["Reader"], bool]


@dataclass(frozen=True)
class NavItem:
    """An entry as this page shows it: `page` where it is this one, `true` where this one lies under it."""

    label: str | Promise
    address: str
    current: str


@dataclass(frozen=True)
class Reader:
    """Who reads a page, with the roles that they have in any round: asked for once."""

    person: Person

    @cached_property
    def roles(self) -> frozenset[str]:
        if not isinstance(self.person, User):
            return frozenset()
        return frozenset(self.person.round_roles.current().values_list("role", flat=True))


def with_permission(permission: str) -> Callable[[Reader], bool]:
    """Those who have this permission, whatever it is about."""
    return lambda reader: may(reader.person, permission)


def everyone(_reader: Reader) -> bool:
    return True


def logged_in(reader: Reader) -> bool:
    return reader.person.is_authenticated


def is_assessor(reader: Reader) -> bool:
    return Role.ASSESSOR in reader.roles


def is_applicant(reader: Reader) -> bool:
    """Those who apply for somebody, or could: not who acts for the municipality alone."""
    person = reader.person
    if not isinstance(person, User):
        return False
    acts_for_municipality = person.is_administrator or bool(reader.roles)
    return not acts_for_municipality or may(person, "apply_for_some_organisation")


DESTINATIONS = (
    Destination(_("Rondes"), "rounds", everyone),
    Destination(_("Regelingen"), "regulations", everyone),
    Destination(_("Beoordelen"), "assessing", is_assessor),
    Destination(_("Mijn aanvragen"), "my_applications", is_applicant),
    Destination(_("Organisaties"), "organisations", logged_in),
    Destination(_("Voorstellen"), "proposals", with_permission("see_proposals")),
    Destination(_("Personen"), "people", with_permission("manage_people")),
    Destination(_("Taken"), "tasks", with_permission("manage_tasks")),
    Destination(_("Gemeente"), "municipality", with_permission("change_municipality")),
)

OF_ASSESSORS = re.compile(r"/rondes/[^/]+/beoordelen/")


class Shell:
    """Asks the database only for what the template shows, and once."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request

    @cached_property
    def municipality(self) -> Municipality:
        """The municipality, or one without a name before its settings were filled in."""
        return the_municipality() or Municipality(theme=Theme.VOORBEELDSTAD)

    @property
    def here(self) -> str:
        """Where the reader stays when the language changes. What was sent cannot be opened: then where it came from."""
        if self._request.method in {"GET", "HEAD"}:
            return self._request.get_full_path()
        came_from = self._request.headers.get("referer", "")
        is_ours = came_from.startswith(f"{settings.SITE_URL}/")
        return came_from.removeprefix(settings.SITE_URL) if is_ours else reverse("front")

    @property
    def navigation(self) -> list[NavItem]:
        # a request may be refused before anyone asked who sent it
        person = getattr(self._request, "user", AnonymousUser())
        reader = Reader(person)
        return [self._item(each) for each in DESTINATIONS if each.is_for(reader)]

    def _item(self, destination: Destination) -> NavItem:
        address, path = reverse(destination.name), self._request.path
        is_under = self._under.startswith(address)
        current = "page" if path == address else "true" if is_under else ""
        return NavItem(destination.label, address, current)

    @property
    def _under(self) -> str:
        """Under which entry the page lies: what assessors do stands in a round, and belongs to assessing."""
        path = self._request.path
        return reverse("assessing") if OF_ASSESSORS.match(path) else path


def shell(request: HttpRequest) -> dict[str, Shell]:
    """The context processor."""
    return {"shell": Shell(request)}
