"""Believable rounds of any size, the same for the same seed, made in bulk."""

from dataclasses import dataclass
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.demo.applicants import ApplicantPlan, settle_applicants
from grants.demo.arrivals import take_in
from grants.demo.assessing import let_be_assessed
from grants.demo.people import DOMAIN, INHABITANTS
from grants.demo.set_up import Window, let_publish, set_up, well_before
from grants.enums import Role
from grants.models import GrantRound, Organisation, RegulationVersion, RoundRole, User
from grants.selectors.regulations import latest_version
from grants.selectors.rounds.visible import round_called
from grants.services.errors import Refused
from grants.services.rounds.making import make_round

STAGES = ("draft", "published", "open", "closed", "assessing", "ranked", "decided", "announced", "archived")
REACHED = ("draft", "published", "open", "closed", "assessing")
"""The stages that this application can bring a round to."""

DAYS = {"published": (14, 42), "open": (-14, 14), "closed": (-42, -2), "assessing": (-56, -16)}
"""From when until when a round is open, in days from now."""

TEXTS = {
    "purpose": "Om te zien hoe een ronde van deze grootte werkt.",
    "audience": "Organisaties in Voorbeeldstad.",
    "contact": "Bel de gemeente: 14 0123.",
}
A_GRANT = 2_000_00
"""What there is for each applicant on average: far less than what is asked."""

LATE_ONE_IN = 40
MOST = 100_000
MOST_ASSESSED = 300
"""Each assessment is submitted by itself, as by its assessor."""

LARGEST_SEED = 999_999_999


@dataclass(frozen=True)
class MadeRound:
    """A round that was made, with those who will apply in it."""

    round: GrantRound
    applicants: tuple[Organisation, ...]
    is_new: bool


@transaction.atomic
def make_believable_round(*, regulation: str, size: int, stage: str, seed: int) -> MadeRound:
    """A round under the version of this regulation that holds now; asked for again, the one that is there.

    From the stage `open` on, each of its applicants has sent something in.
    """
    _require_stage(stage)
    _require_between("size", size, MOST_ASSESSED if stage == "assessing" else MOST)
    _require_between("seed", seed, LARGEST_SEED)
    version = _version(regulation)
    chance = Random(f"{regulation}/{size}/{seed}")  # noqa: S311 - believable, not secret
    numbers = sorted(chance.sample(range(2 * size), size))
    applicants = tuple(settle_applicants([ApplicantPlan(number) for number in numbers]))
    slug = f"{regulation[:50]}-{size}-{seed}" + ("" if stage == "draft" else f"-{stage}")
    if found := round_called(slug):
        return MadeRound(found, applicants, is_new=False)
    made = make_round(by=None, slug=slug, title=f"{version.title[:150]} ({size}, {seed})", regulation=version)
    _staff(made, chance)
    if stage != "draft":
        made = _publish(made, stage, size)
    if stage in ("open", "closed", "assessing"):
        late = size // LATE_ONE_IN if stage != "open" else 0
        take_in(made, applicants, chance, late=late)
    if stage == "assessing":
        made = let_be_assessed(made, _first(made, Role.OFFICIAL), chance)
    return MadeRound(made, applicants, is_new=True)


def _publish(made: GrantRound, stage: str, size: int) -> GrantRound:
    """Set up and published by an official and a decider of the town, before it opened."""
    now = clock.now()
    window = Window.around(now, *DAYS[stage])
    official, decider = _first(made, Role.OFFICIAL), _first(made, Role.DECIDER)
    with clock.at(well_before(window, now)):
        whole = set_up(
            grant_round=made,
            official=official,
            window=window,
            ceiling_cents=max(size, 10) * A_GRANT,
            texts=TEXTS,
        )
        return let_publish(grant_round=whole, official=official, decider=decider)


def _first(made: GrantRound, role: Role) -> User:
    return made.roles.filter(role=role).earliest("pk").user


def _require_between(name: str, value: int, most: int) -> None:
    if not 0 <= value <= most:
        sentence = _("%(name)s is %(value)s. Geef een getal van 0 tot en met %(most)s.")
        raise Refused(sentence % {"name": name, "value": value, "most": most})


def _require_stage(stage: str) -> None:
    if stage not in STAGES:
        raise Refused(
            _("De fase «%(stage)s» is onbekend. Kies een van: %(known)s.")
            % {"stage": stage, "known": ", ".join(STAGES)}
        )
    if stage not in REACHED:
        raise Refused(
            _("Rondes in de fase «%(stage)s» kan het systeem nog niet maken. Kies: %(known)s.")
            % {"stage": stage, "known": ", ".join(REACHED)}
        )


def _version(slug: str) -> RegulationVersion:
    version = latest_version(slug)
    if version is None:
        sentence = _("De regeling «%(slug)s» is hier niet. Laad die in, of begin met: manage.py make_town")
        raise Refused(sentence % {"slug": slug})
    return version


def _staff(made: GrantRound, chance: Random) -> None:
    """The people of the town in their roles; of the assessors three, drawn by the seed."""
    people = {person.email: person for person in User.objects.filter(email__endswith=f"@{DOMAIN}")}
    held = [(people.get(each.email), role) for each in INHABITANTS for role in each.roles]
    if any(person is None for person, _role in held):
        raise Refused(_("Voorbeeldstad is er nog niet. Begin met: manage.py make_town"))
    assessors = chance.sample([person for person, role in held if role is Role.ASSESSOR], 3)
    giver = people[next(each.email for each in INHABITANTS if each.is_administrator)]
    RoundRole.objects.bulk_create(
        RoundRole(round=made, user=person, role=role, given_by=giver)
        for person, role in held
        if person is not None and (role is not Role.ASSESSOR or person in assessors)
    )
