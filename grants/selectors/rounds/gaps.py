"""What is still missing in a round before it can be published, each in a sentence with the step that mends it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants import clock
from grants.documents.of_rounds import choices_of
from grants.documents.stored import document_of
from grants.enums import Role
from grants.models import GrantRound, RoundRole
from grants.moments import moment
from grants.selectors.regulations import latest_version
from grants.selectors.rounds.money import money_sentences
from schemes.documents import Document
from schemes.publication import publication_problems

READINGS, MONEY, MOMENTS, TERM, PEOPLE, TEXTS = (
    "lezingen", "geld", "momenten", "termijn", "mensen", "teksten",
)  # fmt: skip
REGULATION = "regeling"


@dataclass(frozen=True)
class Gap:
    """What is missing, and in which step it is mended. What does not block is there to be thought over."""

    step: str
    sentence: str
    blocks: bool = True


def gaps_of(grant_round: GrantRound) -> list[Gap]:
    """Everything, in the order of the steps."""
    document = document_of(grant_round.regulation)
    return [
        *_regulation(grant_round, document),
        *_readings(grant_round, document),
        *(Gap(MONEY, sentence) for sentence in money_sentences(grant_round, document)),
        *_moments(grant_round),
        *_term(grant_round),
        *_people(grant_round, document),
        *_texts(grant_round),
    ]


def _regulation(grant_round: GrantRound, document: Document) -> Iterator[Gap]:
    for problem in publication_problems(document):
        sentence = _("De regeling zelf klopt niet, bij %(place)s: %(problem)s.")
        yield Gap(REGULATION, sentence % {"place": problem.place, "problem": problem.sentence})
    latest = latest_version(grant_round.regulation.slug)
    if latest is not None and latest.number > grant_round.regulation.number:
        yield Gap(
            REGULATION,
            _(
                "Van deze regeling is er een nieuwere versie: versie %(number)s. Deze ronde volgt versie %(own)s."
            )
            % {"number": latest.number, "own": grant_round.regulation.number},
            blocks=False,
        )


def _readings(grant_round: GrantRound, document: Document) -> Iterator[Gap]:
    count = sum(not is_confirmed(grant_round, reading.id) for reading in document.readings)
    if count:
        yield Gap(
            READINGS,
            ngettext(
                "%(count)s lezing is nog niet bevestigd.",
                "%(count)s lezingen zijn nog niet bevestigd.",
                count,
            )
            % {"count": count},
        )
    if (problem := document.option_problem(choices_of(grant_round))) is not None:
        yield Gap(READINGS, problem)


def is_confirmed(grant_round: GrantRound, reading: str) -> bool:
    """Whether the round confirmed this reading, or chose another one."""
    own = grant_round.readings.get(reading)
    return own is not None and bool(own.get("confirmed", True))


def _moments(grant_round: GrantRound) -> Iterator[Gap]:
    opens_at, closes_at = grant_round.opens_at, grant_round.closes_at
    if opens_at is None:
        yield Gap(MOMENTS, _("Vul in wanneer de ronde opent."))
    if closes_at is None:
        yield Gap(MOMENTS, _("Vul in wanneer de ronde sluit."))
    if opens_at is None or closes_at is None:
        return
    if opens_at <= clock.now():
        yield Gap(
            MOMENTS,
            _(
                "De ronde zou al open zijn: op %(moment)s. Kies een later moment, zodat iedereen het kan weten."
            )
            % {"moment": moment(opens_at)},
        )
    if closes_at <= opens_at:
        yield Gap(MOMENTS, _("De ronde sluit voordat zij opent. Kies een later moment van sluiten."))
    if grant_round.assessed_by is not None and grant_round.assessed_by < localtime(closes_at).date():
        yield Gap(MOMENTS, _("De beoordeling zou klaar zijn voordat de ronde sluit. Kies een latere dag."))
    yield from _gazette(grant_round, opens_at)


def _gazette(grant_round: GrantRound, opens_at: datetime) -> Iterator[Gap]:
    if grant_round.gazette_on is not None and grant_round.gazette_on >= localtime(opens_at).date():
        yield Gap(
            MONEY,
            _(
                "Het subsidieplafond wordt bekendgemaakt op of na de dag waarop de ronde opent. Dat moet ervoor "
                "(Awb 4:27 lid 1). Maak eerder bekend, of open later."
            ),
        )


def _term(grant_round: GrantRound) -> Iterator[Gap]:
    if not (grant_round.term_weeks and grant_round.term_from):
        yield Gap(TERM, _("Vul in binnen hoeveel weken het college beslist, en vanaf wanneer dat telt."))
    if not grant_round.term_source:
        yield Gap(TERM, _("Vul in waar de beslistermijn staat, bijvoorbeeld in welk artikel."))


def _people(grant_round: GrantRound, document: Document) -> Iterator[Gap]:
    held = list(RoundRole.objects.current().filter(round=grant_round).values_list("role", "user"))
    who = {role: {user for each, user in held if each == role} for role in Role}
    if not who[Role.OFFICIAL]:
        yield Gap(PEOPLE, _("Er is nog geen behandelaar."))
    if not who[Role.DECIDER]:
        yield Gap(PEOPLE, _("Er is nog geen beslisser: iemand anders dan u keurt het publiceren goed."))
    elif len(who[Role.OFFICIAL] | who[Role.DECIDER]) == 1:
        yield Gap(PEOPLE, _("De behandelaar en de beslisser zijn één persoon. Er zijn er twee nodig."))
    least = document.chosen.assessment.least_assessors
    if len(who[Role.ASSESSOR]) < least:
        sentence = ngettext(
            "Er is minder dan %(count)s beoordelaar. Dat kan nu nog, maar niet als de ronde sluit.",
            "Er zijn minder dan %(count)s beoordelaars. Dat kan nu nog, maar niet als de ronde sluit.",
            least,
        )
        yield Gap(PEOPLE, sentence % {"count": least}, blocks=False)


def _texts(grant_round: GrantRound) -> Iterator[Gap]:
    if not grant_round.purpose.strip():
        yield Gap(TEXTS, _("Schrijf op waar het geld voor is."))
    if not grant_round.audience.strip():
        yield Gap(TEXTS, _("Schrijf op wie subsidie kan aanvragen."))
    if not grant_round.contact.strip():
        yield Gap(TEXTS, _("Schrijf op waar mensen met vragen terechtkunnen."))
