"""Applications that arrive in a round while it is open, some of them after it closed."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from django.db.models import F

from grants import clock
from grants.demo.applicants import ApplicantPlan, settle_applicants
from grants.demo.contents import content_of
from grants.documents.stored import regulation_of
from grants.enums import Action, Channel
from grants.models import Application, Deelplafond, GrantRound, Organisation, User
from grants.services.imports.bulk import BATCH, Arrival, Intake
from grants.services.keys import round_key
from grants.services.log import record

AFTER = timedelta(hours=20)
VARIETY = 2_000
"""From so many organisations those of the town are drawn, so that they are of every kind and quarter."""

PLACES = (0, 5, 6, 8, 9)
"""Where those whom a visitor can be stand among the others: each comes to stand differently."""


def arrive(
    grant_round: GrantRound, many: int, chance: Random, *, late: int = 0, first: Sequence[Organisation] = ()
) -> list[Application]:
    """So many applications, the last of them late: of these organisations, and else of others."""
    numbers = sorted(chance.sample(range(VARIETY), max(0, many - len(first))))
    organisations = settle_applicants([ApplicantPlan(number) for number in numbers])
    for place, organisation in zip(PLACES, first, strict=False):
        organisations.insert(place, organisation)
    return take_in(grant_round, organisations[:many], chance, late=late)


def take_in(
    grant_round: GrantRound, organisations: Sequence[Organisation], chance: Random, *, late: int = 0
) -> list[Application]:
    """One application of each of these, in the order of their arrival, with one line in the log."""
    intake, made = Intake(grant_round, Channel.SITE), []
    moments = _moments(grant_round, len(organisations), late, chance)
    for at in range(0, len(organisations), BATCH):
        made += intake.take(
            _arrivals(grant_round, organisations[at : at + BATCH], moments[at : at + BATCH], chance)
        )
    if made:
        record(
            by=None,
            action=Action.APPLICATIONS_IMPORTED,
            about=round_key(grant_round),
            data={"applications": intake.count, "sha256": intake.sha256},
        )
    return made


def _arrivals(
    grant_round: GrantRound,
    organisations: Sequence[Organisation],
    moments: Sequence[datetime],
    chance: Random,
) -> list[Arrival]:
    regulation, lists = regulation_of(grant_round), list(grant_round.deelplafonds.all())
    people = _who_acts_for(organisations)
    today = clock.now().date()
    return [
        Arrival(
            organisation=organisation,
            content=content_of(
                chance,
                regulation,
                _a_list(lists, chance),
                contact=people[organisation.pk].name,
                email=people[organisation.pk].email,
                today=today,
            ),
            received_at=moment,
            by=people[organisation.pk],
        )
        for organisation, moment in zip(organisations, moments, strict=True)
    ]


def _a_list(lists: Sequence[Deelplafond], chance: Random) -> Deelplafond:
    return lists[chance.randrange(len(lists))]


def _who_acts_for(organisations: Sequence[Organisation]) -> dict[int, User]:
    acting = User.objects.filter(represents__until=None, represents__organisation__in=organisations)
    return {each.acts_for: each for each in acting.annotate(acts_for=F("represents__organisation"))}


def _moments(grant_round: GrantRound, many: int, late: int, chance: Random) -> list[datetime]:
    """In order, from opening until closing or now; the last ones after closing."""
    now, opens_at, closes_at = clock.now(), grant_round.opens_at, grant_round.closes_at
    if opens_at is None or closes_at is None:
        raise LookupError(grant_round.slug)
    on_time = _between(opens_at, min(now, closes_at), many - late, chance)
    return on_time + (_between(closes_at, closes_at + AFTER, late, chance) if late else [])


def _between(first: datetime, last: datetime, many: int, chance: Random) -> list[datetime]:
    seconds = int((last - first).total_seconds())
    return sorted(first + timedelta(seconds=chance.randrange(seconds)) for _ in range(many))
