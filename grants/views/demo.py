"""Being somebody of Voorbeeldstad with one click. Outside the demo nothing of this answers."""

from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from grants.demo.shown import people_of_the_town
from grants.enums import Role
from grants.login.second_factor import enter_demo
from grants.models import User


@dataclass(frozen=True)
class RoleCard:
    """What somebody with this role does, and who they are."""

    role: str
    sign: str
    title: str | Promise
    does: str | Promise
    people: tuple[User, ...] = ()


CARDS = (
    RoleCard("applicant", "person", _("Aanvrager"), _("Vraagt subsidie aan voor een organisatie.")),
    RoleCard(Role.ASSESSOR, "people", _("Beoordelaar"), _("Leest aanvragen en geeft punten met een reden.")),
    RoleCard(Role.OFFICIAL, "briefcase", _("Behandelaar"), _("Leidt de ronde en doet voorstellen.")),
    RoleCard(Role.DECIDER, "scales", _("Beslisser"), _("Keurt voorstellen goed en neemt het besluit.")),
    RoleCard(Role.AUDITOR, "eye", _("Controleur"), _("Kijkt mee, en verandert niets.")),
    RoleCard("witness", "dice", _("Getuige bij de loting"), _("Kijkt of het eerlijk gaat.")),
    RoleCard("administrator", "key", _("Beheerder"), _("Regelt wie wat mag, en hoe de gemeente heet.")),
)


def become(request: HttpRequest, pk: int) -> HttpResponse:
    """Log in as this person of the town."""
    if not settings.DEMO:
        raise Http404
    return _become(request, pk)


@require_POST
def _become(request: HttpRequest, pk: int) -> HttpResponse:
    enter_demo(request, get_object_or_404(people_of_the_town(), pk=pk))
    return redirect("front")


def role_cards() -> list[RoleCard]:
    """The roles that somebody of the town has, with who has them."""
    people = [(person, _roles(person)) for person in people_of_the_town()]
    cards = [
        RoleCard(
            card.role,
            card.sign,
            card.title,
            card.does,
            tuple(who for who, held in people if card.role in held),
        )
        for card in CARDS
    ]
    return [card for card in cards if card.people]


def _roles(person: User) -> set[str]:
    """What someone is, from what was fetched with them."""
    roles = {each.role for each in person.round_roles.all()}
    if person.represents.all():
        roles.add("applicant")
    if person.is_administrator:
        roles.add("administrator")
    return roles or {"witness"}
