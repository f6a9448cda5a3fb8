"""The pages about the people who assess, each with something on it."""

from django.urls import reverse

from grants import clock
from grants.enums import RemarkKind, Role
from grants.models import User
from grants.services.assessing.remarks import say
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import give

Address = tuple[str, str]


def panel_pages(official: User) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    with clock.at(ASSESSING):
        panel = make_panel(assessors=4, applications=5)
        give(official, panel.round, Role.OFFICIAL)
        _let_live(panel)
        report = say(
            by=panel.assessors[1],
            application=panel.applications[0],
            kind=RemarkKind.FILE,
            words="De begroting gaat niet open.",
        )
    slug, who = panel.round.slug, official.email.partition("@")[0]
    second, application = panel.assessors[1], panel.applications[1]
    routes = {
        **{name: [slug] for name in ("panel", "assignments", "interests_declared", "reports", "spread")},
        "assessor_replace": [slug, second.pk],
        "assessment_take_off": [slug, second.pk, application.pk],
        "competitors_propose": [slug, panel.assessors[0].pk],
        "report": [slug, report.pk],
        "list_close": [slug, application.deelplafond_id],
    }
    return {name: (who, reverse(name, args=args)) for name, args in routes.items()}


def _let_live(panel: Panel) -> None:
    """One has an interest, one submitted everything, one a part of it."""
    first, second, third, _fourth = panel.assessors
    panel.declare(first, [panel.applications[0]])
    for at, application in enumerate(panel.applications):
        panel.submit(third, application, at % 2)
        if at < 2:
            panel.submit(second, application)
