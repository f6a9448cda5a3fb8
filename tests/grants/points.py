"""A panel whose assessments are in, and the acts of its official in one line each."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

from django.test import Client

from grants import clock
from grants.documents.stored import regulation_of
from grants.models import Application, Establishment, RoundPoints
from grants.selectors.assessing.matrix import Matrix, matrices_of
from grants.selectors.assessing.standing import Seen, clear_ones, seen_of, seen_together
from grants.services.assessing.establishing import Chosen, establish, establish_clear
from grants.services.assessing.signing import establish_round, fingerprint_of
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import client_of
from tests.grants.rounds import CULTURE

LATER = datetime(2027, 3, 16, 9, tzinfo=ASSESSING.tzinfo)

Choice = int | Mapping[str, int | None]
"""What one assessor gives: see `Panel.given`."""


def assessed(regulation: str = CULTURE, *choices: Choice, applications: int = 1) -> Panel:
    """Every application assessed by as many assessors as there are choices, each with the same choice for all."""
    panel = make_panel(regulation, assessors=len(choices), applications=applications)
    for application in panel.applications:
        for assessor, choice in zip(panel.assessors, choices, strict=True):
            panel.submit(assessor, application, choice)
    return panel


def matrix_of(panel: Panel, at: int = 0) -> Matrix:
    (found,) = matrices_of(panel.state, regulation_of(panel.round), [panel.applications[at]])
    return found


def seen(panel: Panel, at: int = 0) -> Seen:
    return seen_of(panel.state, matrix_of(panel, at))


def choose(panel: Panel, chosen: Mapping[str, Chosen], at: int = 0, correction: str = "") -> Establishment:
    return establish(
        by=panel.official,
        application=panel.applications[at],
        chosen=chosen,
        seen=seen(panel, at),
        correction=correction,
    )


def confirm(panel: Panel) -> int:
    """Everything where nothing is to be chosen."""
    state, regulation = panel.state, regulation_of(panel.round)
    together = seen_together(state, clear_ones(state, regulation))
    return establish_clear(by=panel.official, grant_round=panel.round, seen=together)


def sign(panel: Panel) -> RoundPoints:
    return establish_round(by=panel.official, grant_round=panel.round, seen=fingerprint_of(panel.round))


def established(panel: Panel, at: int = 0) -> dict[str, Fraction | None]:
    """The points of the last establishment of an application."""
    last = panel.applications[at].establishments.latest("number")
    return {each.letter: each.points for each in last.scores.all()}


def address(panel: Panel, part: str = "") -> str:
    return f"/rondes/{panel.closed.round.slug}/punten/{part}"


def page_of(panel: Panel, at: int = 0) -> str:
    return address(panel, f"{panel.applications[at].pk}/")


def shown(client: Client, where: str, status: int = 200) -> str:
    """The text of a page."""
    with clock.at(ASSESSING):
        answer = client.get(where)
    assert answer.status_code == status
    return answer.content.decode()


def hidden_in(text: str) -> dict[str, str]:
    """What the form of a page sends by itself."""
    found = {}
    for name in ("seen", "page", "counted", "number"):
        start = text.index('value="', text.index(f'name="{name}"')) + len('value="')
        found[name] = text[start : text.index('"', start)]
    return found


def form_of(panel: Panel, at: int = 0, *, query: str = "") -> dict[str, str]:
    return hidden_in(shown(client_of(panel.official), page_of(panel, at) + query))


def first(panel: Panel) -> Application:
    return panel.applications[0]
