"""A round of the town while it is assessed: interests declared, applications divided, and half of it submitted."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from random import Random

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import InterestKind, Standing
from grants.models import Application, GrantRound, User
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.applications.admissibility import refuse_late
from grants.services.applications.completeness import find_complete
from grants.services.assessing.assessments import Given, submit_assessment
from grants.services.assessing.assignments import assign_equally
from grants.services.assessing.interests import Declared, declare_interests
from grants.services.rounds.stages import start_assessment
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion

PER_APPLICATION = 2
EVENING = timedelta(hours=20)
WHY = (
    "Het plan zegt precies wie wat doet, en wanneer. De partners bevestigen dat zelf.",
    "De doelgroep is goed beschreven. Hoe zij wordt bereikt, blijft vaag.",
    "Er is een begroting per activiteit, maar de aantallen zijn niet onderbouwd.",
    "De aanvrager deed dit eerder en laat zien wat het opleverde.",
    "Dit staat in één zin, zonder voorbeeld of getal.",
)
INTEREST = "Mijn zus zit in het bestuur van deze aanvrager."
LATE = "De aanvraag kwam na het sluiten van de ronde."


def let_be_assessed(grant_round: GrantRound, official: User, chance: Random) -> GrantRound:
    """Everything in the order in which it happens, from the day after closing on.

    The last assessor has an interest in the last application. The first list is done, the others are half way.
    """
    if grant_round.closes_at is None:
        raise LookupError(grant_round.slug)
    closed = grant_round.closes_at
    with clock.at(_day(closed, 3)):
        _look_through(grant_round, official)
    with clock.at(_day(closed, 5)):
        start_assessment(by=official, grant_round=grant_round)
    begun = GrantRound.objects.select_related("regulation").get(pk=grant_round.pk)
    with clock.at(_day(closed, 6)):
        _declare(begun)
    with clock.at(_day(closed, 7)):
        assign_equally(by=official, grant_round=begun, per_application=PER_APPLICATION)
    with clock.at(_day(closed, 9)):
        _assess(begun, chance)
    return begun


def _day(closed: datetime, after: int) -> datetime:
    """That many days later, and never later than now."""
    return min(clock.now(), closed + timedelta(days=after) + EVENING - timedelta(hours=closed.hour))


def _look_through(grant_round: GrantRound, official: User) -> None:
    """What came in time is complete; what was late is not handled."""
    for each in grant_round.applications.exclude(standing=Standing.DRAFT).order_by("position"):
        if each.standing == Standing.LATE:
            refuse_late(by=official, application=each, seen=each.version, reason=LATE)
        else:
            find_complete(by=official, application=each, seen=each.version, judged={})


def _declare(grant_round: GrantRound) -> None:
    state = assessing_of(grant_round)
    for assessor in state.assessors:
        declared = {each.pk: Declared(InterestKind.NONE) for each in state.applications}
        if assessor == state.assessors[-1] and state.applications:
            declared[state.applications[-1].pk] = Declared(InterestKind.OWN, INTEREST)
        declare_interests(by=assessor, grant_round=grant_round, declared=declared)


def _assess(grant_round: GrantRound, chance: Random) -> None:
    state, regulation = assessing_of(grant_round), regulation_of(grant_round)
    for application, assessor in _who_submits(state):
        given = {
            each.letter: Given(_points(regulation, each, chance), chance.choice(WHY))
            for each in scored_criteria(regulation)
        }
        submit_assessment(by=assessor, application=application, given=given)


def _who_submits(state: Assessing) -> Sequence[tuple[Application, User]]:
    """Everyone on the first list, and of the others every second one."""
    given = [(each, one.assessor) for each in state.applications for one in state.assigned_to(each)]
    if not given:
        return []
    first = given[0][0].deelplafond_id
    rest = [each for each in given if each[0].deelplafond_id != first]
    return [each for each in given if each[0].deelplafond_id == first] + rest[::2]


def _points(regulation: Regulation, criterion: Criterion, chance: Random) -> Fraction:
    """One of the levels, the better ones more often; where any number goes, one between its ends."""
    levels = sorted(Fraction(level.points) for level in regulation.levels(criterion))
    if levels:
        return levels[max(chance.randrange(len(levels)), chance.randrange(len(levels)))]
    least = Fraction(criterion.any_number_from or 0)
    most = Fraction(criterion.any_number_to or least + 10)
    return least + (most - least) * chance.randrange(5) / 4
