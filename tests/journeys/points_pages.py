"""The pages on which points are established, each with something on it."""

from django.urls import reverse

from grants import clock
from grants.enums import Role
from grants.models import User
from grants.services.assessing.establishing import Chosen
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import give, make_person
from tests.grants.points import choose, confirm, sign
from tests.grants.rounds import FUND, HAGUE, MEETING_PLACES

Address = tuple[str, str]


def establishing_pages(official: User) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    with clock.at(ASSESSING):
        hague = _hague(official)
        fund, places = _by_mean(official, hague), _weighed(official, hague)
    who = official.email.partition("@")[0]
    differing, agreed, few = (each.pk for each in hague.applications)
    slug, other = hague.closed.round.slug, fund.closed.round.slug
    pages = {
        "points": ("points", [slug]),
        "application_points": ("application_points", [slug, differing]),
        "points_agreed": ("application_points", [slug, agreed]),
        "points_few": ("application_points", [slug, few]),
        "points_fewer": ("points_fewer", [slug, few]),
        "points_note": ("points_note", [slug, differing]),
        "points_sign": ("points_sign", [other]),
        "points_mean": ("application_points", [other, fund.applications[0].pk]),
        "points_weighed": ("application_points", [places.closed.round.slug, places.applications[0].pk]),
    }
    return {name: (who, reverse(route, args=args)) for name, (route, args) in pages.items()}


def _hague(official: User) -> Panel:
    """One on which they differ, one on which they agree, and one that only one person could judge."""
    panel = make_panel(HAGUE, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    for name in ("Els Vos", "Bram van der Kok", "Ine Mol"):
        panel.assessors.append(give(make_person(name), panel.closed.round, Role.ASSESSOR))
    for people, cents in ((100, 15_000_00), (1_250, 197_600_00), (40, 9_000_00)):
        asked = {"facts": {"unique_participants": people}, "requested_cents": cents}
        panel.applications.append(add_application(panel, **asked))
    _all_submit(panel, ({"a": 1, "d": 0}, {"a": 1, "d": 1}, {"d": 2}), at=0)
    _all_submit(panel, (1, 1, 1), at=1)
    _all_submit(panel, ({"b": None}, {"b": None}, 0), at=2)
    return panel


def _by_mean(official: User, others: Panel) -> Panel:
    panel = make_panel(FUND, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    _people_of(panel, others)
    panel.applications = [add_application(panel) for _ in range(2)]
    for at in range(2):
        _all_submit(panel, (0, {"a": 1}, {"a": 1, "c": 3}), at=at)
    confirm(panel)
    sign(panel)
    return panel


def _weighed(official: User, others: Panel) -> Panel:
    panel = make_panel(MEETING_PLACES, assessors=0, applications=0)
    give(official, panel.closed.round, Role.OFFICIAL)
    _people_of(panel, others)
    panel.applications = [add_application(panel)]
    _all_submit(panel, (0, 0, 1), at=0)
    chosen = {letter: Chosen(panel.levels(letter)[0], "De meesten zien het zo.") for letter in panel.letters}
    choose(panel, chosen)
    return panel


def _people_of(panel: Panel, others: Panel) -> None:
    """The same three people assess every round."""
    for each in others.assessors:
        panel.assessors.append(give(each, panel.closed.round, Role.ASSESSOR))


def _all_submit(panel: Panel, choices: tuple[object, ...], at: int) -> None:
    application = panel.applications[at]
    for assessor, choice in zip(panel.assessors, choices, strict=True):
        panel.declare(assessor)
        panel.assign(application, assessor)
        panel.submit(assessor, application, choice)  # type: ignore[arg-type]
