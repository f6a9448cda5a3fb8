"""Rounds under real regulations, in the stage that a test needs, and applications in them."""

from datetime import datetime
from importlib.resources import files
from itertools import count
from zoneinfo import ZoneInfo

from grants import clock
from grants.documents.content import BudgetLine, Content
from grants.documents.stored import document_of
from grants.enums import RulesReason, Source, Stage
from grants.models import (
    Application,
    Deelplafond,
    GrantRound,
    Organisation,
    RegulationVersion,
    RoundRules,
    User,
)
from grants.services.applications.receiving import receive
from grants.services.canonical import fingerprint
from grants.services.rounds.rules import rules_of
from schemes.library import shipped

AMSTERDAM = ZoneInfo("Europe/Amsterdam")
OPENS = datetime(2027, 2, 1, 9, tzinfo=AMSTERDAM)
WHILE_OPEN = datetime(2027, 2, 15, 21, 47, tzinfo=AMSTERDAM)
CLOSES = datetime(2027, 3, 1, 12, tzinfo=AMSTERDAM)
numbers = count(1)

HAGUE = "den-haag-samen-sociaal-vitaal-2026"
CULTURE = "cultuurparticipatie"
FUND = "ooststellingwerf-het-fonds"
MEETING_PLACES = "apeldoorn-basisontmoetingsplekken"
VOLUNTEERS = "apeldoorn-vrijwilligers-mantelzorg"
LISTS = {
    HAGUE: [("subsidieplafond", "ceiling", "Subsidieplafond", 120_000_00)],
    CULTURE: [("deelplafond", "ceiling", "Deelplafond", 90_000_00)],
    FUND: [
        ("small", "track", "Kleine initiatieven", 50_000_00),
        ("large", "track", "Grote initiatieven", 95_000_00),
    ],
    MEETING_PLACES: [
        ("noordoost", "area", "Noordoost", 300_000_00),
        ("dorpen", "area", "Dorpen", 100_000_00),
    ],
    VOLUNTEERS: [
        ("vrijwilligers", "deelplafond", "Vrijwilligers", 80_000_00),
        ("mantelzorg", "deelplafond", "Mantelzorg", 60_000_00),
    ],
}
"""Of each regulation the lists of a small round: key, kind, name, ceiling in cents."""


def version_of(slug: str) -> RegulationVersion:
    document = shipped(slug)
    assert document is not None
    text = files("schemes").joinpath("regulations", f"{slug}.toml").read_text(encoding="utf-8")
    found, _ = RegulationVersion.objects.get_or_create(
        slug=slug,
        number=1,
        defaults={
            "title": document.chosen.title,
            "document": text,
            "sha256": document.sha256,
            "source": Source.SHIPPED,
        },
    )
    return found


def make_draft_round(regulation: str = CULTURE, slug: str = "") -> GrantRound:
    """A round that is set up whole and not published: open from 1 February to 1 March 2027, 12.00 uur."""
    slug = slug or f"ronde-{next(numbers)}"
    made = GrantRound.objects.create(
        slug=slug,
        title=f"Ronde {slug}",
        regulation=version_of(regulation),
        opens_at=OPENS,
        closes_at=CLOSES,
        ceiling_cents=sum(cents for *_, cents in LISTS[regulation]),
        gazette_number="gmb-2027-1",
        gazette_on=datetime(2027, 1, 15, tzinfo=AMSTERDAM).date(),
        term_weeks=13,
        term_from="closing",
        term_source="artikel 1:5",
        purpose="Voor activiteiten waarbij mensen elkaar ontmoeten.",
        audience="Verenigingen en stichtingen uit de gemeente.",
        contact="Bel 14 0123.",
        shares_money=False,
    )
    made.readings = {
        reading.id: {"choice": reading.chosen, "reason": ""}
        for reading in document_of(made.regulation).readings
    }
    made.save()
    for key, kind, name, cents in LISTS[regulation]:
        Deelplafond.objects.create(round=made, key=key, kind=kind, name=name, ceiling_cents=cents)
    return made


def make_open_round(regulation: str = CULTURE, slug: str = "") -> GrantRound:
    """The same, published; it is open at `WHILE_OPEN`."""
    made = make_draft_round(regulation, slug)
    made.stage, made.published_at = Stage.PUBLISHED, OPENS
    made.save()
    rules = rules_of(made)
    RoundRules(round=made, number=1, why=RulesReason.PUBLISHED, rules=rules, sha256=fingerprint(rules)).save()
    return made


def make_organisation(name: str = "") -> Organisation:
    return Organisation.objects.create(name=name or f"Stichting {next(numbers)}")


def make_draft(grant_round: GrantRound, organisation: Organisation, person: User) -> Application:
    return Application.objects.create(round=grant_round, organisation=organisation, started_by=person)


def content_for(grant_round: GrantRound, requested_cents: int = 5_000_00, **given: object) -> Content:
    """What an application could say, without the facts and answers that its regulation asks."""
    values: dict[str, object] = {
        "deelplafond": grant_round.deelplafonds.order_by("pk").first(),
        "title": "Samen eten in de Stationsbuurt",
        "requested_cents": requested_cents,
        "costs": (BudgetLine("Boodschappen", requested_cents),),
        "iban": "NL91ABNA0417164300",
        "contact_name": "Fatima Yilmaz",
        "contact_email": "fatima@voorbeeldstad.example",
    }
    return Content(**{**values, **given})  # type: ignore[arg-type]


def make_received(
    grant_round: GrantRound,
    organisation: Organisation,
    person: User,
    received_at: datetime = WHILE_OPEN,
    **content: object,
) -> Application:
    """An application that was sent in at this moment."""
    draft = make_draft(grant_round, organisation, person)
    with clock.at(received_at):
        receive(
            by=person, application=draft, content=content_for(grant_round, **content), received_at=received_at
        )  # type: ignore[arg-type]
    return Application.objects.get(pk=draft.pk)
