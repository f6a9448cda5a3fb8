"""The pages of a ranking: nothing yet, at work, with a draw to hold, an earlier one, and a list on which all fits."""

from django.db import transaction
from django.urls import reverse

from grants import clock
from grants.enums import Role, Standing
from grants.models import Application, Deelplafond, GrantRound, User
from grants.services.ranking.calculating import ask_for_calculation
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import give, make_person
from tests.grants.points import confirm, sign
from tests.grants.ranking import worked_out
from tests.grants.rounds import CULTURE, FUND, HAGUE, MEETING_PLACES

Address = tuple[str, str]
CENTRE = 120_000_00
ASKED = (
    (0, 14_400_00, 130),
    ({"b": 1}, 12_750_00, 90),
    ({"c": 1}, 9_800_00, 60),
    ({"a": 1}, 26_300_00, 150),
    ({"a": 1, "b": 1}, 25_750_00, 140),
    (1, 15_000_00, 100),
    (1, 15_000_00, 100),
    (1, 15_000_00, 100),
    ({"a": 2, "b": 1, "c": 1, "d": 1, "e": 1}, 12_400_00, 70),
    ({"a": 2, "b": 1, "c": 2, "d": 1, "e": 1}, 8_600_00, 50),
    (2, 3_100_00, 9),
)
"""How each was assessed (levels below the highest), what it asks in cents, and how many people take part."""


def ranking_pages(official: User) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    with clock.at(ASSESSING):
        hague = _hague(official)
        places = _places(official, hague)
        fund, culture, waiting = (_small(official, each, hague) for each in (FUND, CULTURE, CULTURE))
        worked_out(hague.round, official.pk)
        Application.objects.filter(pk=hague.applications[1].pk).update(standing=Standing.WITHDRAWN)
        worked_out(hague.round, official.pk)
        worked_out(fund.round, official.pk)
        with transaction.atomic():
            ask_for_calculation(by=official, grant_round=waiting.round)
        worked_out(places.round, official.pk)
    who = official.email.partition("@")[0]
    pages = {
        "ranking": ("ranking", [hague]),
        "calculation": ("calculation", [hague, 1]),
        "comparison": ("comparison", [hague, 2, 1]),
        "ranking_decision": ("ranking", [places]),
        "decision": ("decision", [places, places.applications[1].pk, "insufficient"]),
        "ranking_fits": ("ranking", [fund]),
        "ranking_none": ("ranking", [culture]),
        "ranking_waiting": ("ranking", [waiting]),
    }
    return {
        name: (who, reverse(route, args=[panel.closed.round.slug, *more]))
        for name, (route, (panel, *more)) in pages.items()
    }


def _hague(official: User) -> Panel:
    panel = make_panel(HAGUE, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    panel.assessors = [
        give(make_person(name), panel.closed.round, Role.ASSESSOR) for name in ("Sanne Bos", "Kees Prins")
    ]
    for _choice, cents, people in ASKED:
        asked = {"facts": {"unique_participants": people}, "requested_cents": cents}
        panel.applications.append(add_application(panel, **asked))
    GrantRound.objects.filter(pk=panel.round.pk).update(ceiling_cents=CENTRE)
    Deelplafond.objects.filter(round=panel.round).update(ceiling_cents=CENTRE)
    _establish(panel, [choice for choice, *_ in ASKED])
    return panel


def _places(official: User, others: Panel) -> Panel:
    """Two on one list that do not both fit, of which the second has no points on a criterion of weight 3."""
    panel = make_panel(MEETING_PLACES, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    panel.assessors = [give(each, panel.closed.round, Role.ASSESSOR) for each in others.assessors]
    panel.applications = [add_application(panel) for _ in range(2)]
    Deelplafond.objects.filter(pk=panel.applications[0].deelplafond_id).update(ceiling_cents=6_000_00)
    _establish(panel, [0, {"a": 4}])
    return panel


def _small(official: User, regulation: str, others: Panel) -> Panel:
    panel = make_panel(regulation, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    panel.assessors = [give(each, panel.closed.round, Role.ASSESSOR) for each in others.assessors]
    panel.applications = [add_application(panel) for _ in range(2)]
    _establish(panel, [0, 1])
    return panel


def _establish(panel: Panel, choices: list[object]) -> None:
    for assessor in panel.assessors:
        panel.declare(assessor)
    for application, choice in zip(panel.applications, choices, strict=True):
        panel.assign(application, *panel.assessors)
        for assessor in panel.assessors:
            panel.submit(assessor, application, choice)  # type: ignore[arg-type]
    confirm(panel)
    sign(panel)
