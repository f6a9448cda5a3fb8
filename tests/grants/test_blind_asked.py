"""Blind as well where something is asked for: by search, order, page or filter, in a file, and once a list is closed.

As in `test_blind`, worlds are compared in which a colleague gave other points with other words; planted leaks are found.
"""

from collections.abc import Callable, Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from grants import clock
from grants.enums import Role, RulingKind
from grants.forms.applications import filter as listing
from grants.models import Application, Assessment, Ruling, User
from grants.selectors.assessing.state import Assessing
from grants.services.assessing.assessments import Given, submit_assessment
from grants.views.assessing import home
from grants.views.points import points
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.persons import client_of, give
from tests.grants.test_blind import MUNICIPALITY, addresses, answer_of, differences, everything, person_with

pytestmark = pytest.mark.django_db

WORLDS = ((0, "Sterk plan."), (1, "Zwakker."))
QUERIES = (
    "?words=Sterk",
    "?order=-number&page=2&instead=1&assessor=1",
    "?order=-points&sort=points&volgorde=totaal&wijzigen=1&words=8",
)
"""What is asked for at every address: what the forms of some of them take, and what none of them may take."""
FILES = ("applications_csv", "applications_xlsx", "points_csv", "points_xlsx")

Look = Callable[[Panel, User], dict[str, object]]


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def asked(panel: Panel, person: User) -> dict[str, object]:
    """What this person gets at every address of the round with every query; only pages that there are."""
    client, found = client_of(person), dict[str, object]()
    for address in (each for each in addresses(panel) if panel.closed.round.slug in each):
        if client.get(address).status_code == 200:
            found |= {address + query: answer_of(client.get(address + query)) for query in QUERIES}
    return found


def files(panel: Panel, person: User) -> dict[str, object]:
    """Every file that a button makes. A workbook says when it was made: of that its sheets are compared."""
    client, slug = client_of(person), panel.closed.round.slug
    addresses_of_files = [reverse(each, args=[slug]) + query for each in FILES for query in ("", *QUERIES)]
    found = {each: answer_of(client.post(each)) for each in addresses_of_files}
    assert {each.status for each in found.values()} == {200}
    return {each: sheets_in(got.body) if ".xlsx" in each else got for each, got in found.items()}


def sheets_in(workbook: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(workbook)) as parts:
        return {each: parts.read(each) for each in parts.namelist() if not each.startswith("docProps/")}


def close(panel: Panel, *covered: Application) -> None:
    """Two people closed the list of these."""
    Ruling(
        round=panel.round,
        kind=RulingKind.TERM_ENDED,
        deelplafond=covered[0].deelplafond,
        allowed=True,
        covers=[each.pk for each in covered],
        proposed_by=panel.official,
        approved_by=panel.decider,
    ).save()


def worlds(
    panel: Panel, person: User, look: Look, closed: tuple[Application, ...] = ()
) -> list[dict[str, object]]:
    """What this person gets in each of two worlds. Nothing of either stays."""
    found = []
    for choice, words in WORLDS:
        with transaction.atomic():
            given = {letter: Given(each.points, words) for letter, each in panel.given(choice).items()}
            submit_assessment(by=panel.assessors[1], application=panel.applications[0], given=given)
            if closed:
                close(panel, *closed)
            found.append(look(panel, person))
            transaction.set_rollback(True)
    return found


@pytest.mark.parametrize("role", MUNICIPALITY)
def test_municipality_finds_no_points_by_asking_for_them(role: Role) -> None:
    panel = make_panel(applications=2)
    person = person_with(panel, role)
    assert differences(*worlds(panel, person, files)) == []
    if role == Role.OFFICIAL:  # the others get the same pages, with fewer buttons
        assert differences(*worlds(panel, person, asked)) == []


@pytest.mark.parametrize("look", [asked, files])
def test_who_is_official_and_assessor_finds_no_points_by_asking(look: Look) -> None:
    panel = make_panel(applications=2)
    both = give(panel.assessors[0], panel.round, Role.OFFICIAL)
    assert differences(*worlds(panel, both, look)) == []


def test_assessor_finds_no_points_by_asking() -> None:
    panel = make_panel(applications=2)
    one, other = worlds(panel, panel.assessors[0], asked)
    assert any("/beoordelen/" in each for each in one)
    assert differences(one, other) == []


@pytest.mark.parametrize("is_closed", [False, True], ids=["open", "closed"])
def test_applicant_sees_the_same_whatever_was_given(is_closed: bool) -> None:
    panel = make_panel(applications=2)
    applicant, closed = panel.closed.applicant, tuple(panel.applications) if is_closed else ()
    panel.applications[0].organisation.representatives.create(user=applicant, added_by=applicant)
    assert differences(*worlds(panel, applicant, everything, closed)) == []


@pytest.mark.parametrize("role", MUNICIPALITY)
def test_municipality_sees_what_was_given_once_two_people_closed_the_list(role: Role) -> None:
    panel = make_panel(applications=2)
    first, here = panel.applications[0], f"/rondes/{panel.closed.round.slug}"
    found = differences(*worlds(panel, person_with(panel, role), everything, tuple(panel.applications)))
    assert {f"{here}/punten/{first.pk}/", f"{here}/beoordelen/{first.pk}/bespreken/"} <= set(found)


@pytest.mark.parametrize("role", MUNICIPALITY)
def test_municipality_sees_nothing_of_what_came_after_the_list_was_closed(role: Role) -> None:
    panel = make_panel(applications=2)
    late = panel.applications[0]
    closed = tuple(each for each in panel.applications if each != late)
    assert differences(*worlds(panel, person_with(panel, role), everything, closed)) == []


# ── Planted ───────────────────────────────────────────────────────────────────────────────────────


def told_strong() -> list[int]:
    """The applications of which a colleague wrote this."""
    return [each.application_id for each in Assessment.objects.all() if "Sterk" in str(each.data)]


def _search(patch: pytest.MonkeyPatch) -> None:
    search = listing.with_words

    def in_reasons(found: QuerySet[Application], words: str) -> QuerySet[Application]:
        return found.filter(pk__in=told_strong()) if words == "Sterk" else search(found, words)

    patch.setattr(listing, "with_words", in_reasons)


def _order(patch: pytest.MonkeyPatch) -> None:
    def by_points(
        _form: listing.ApplicationFilter, found: QuerySet[Application], _name: str, _order: str
    ) -> QuerySet[Application]:
        return found.order_by("position" if told_strong() else "-position")

    patch.setattr(listing.ApplicationFilter, "filter_order", by_points)


def _open(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Assessing, "is_open_to_officials", lambda _state, _application: True)


def _export(patch: pytest.MonkeyPatch) -> None:
    def rows(state: Assessing, _regulation: object) -> list[list[str]]:
        return [[str(each.data)] for each in state.latest.values()]

    patch.setattr(points, "points_rows", rows)


def _cached(patch: pytest.MonkeyPatch) -> None:
    render = home.render

    def rendered(request: HttpRequest, template: str, context: dict[str, object]) -> HttpResponse:
        answer = render(request, template, context)
        if told_strong():
            answer["Vary"] = "Cookie, Accept-Language, X-Scored"
        return answer

    patch.setattr(home, "render", rendered)


@pytest.mark.parametrize(
    ("leak", "look", "is_assessor"),
    [
        (_search, asked, False),
        (_order, asked, False),
        (_open, asked, False),
        (_export, files, False),
        (_cached, asked, True),
    ],
    ids=["a search", "an order", "a page that is open too early", "a file", "what may be cached"],
)
def test_comparison_of_worlds_finds_a_leak(
    leak: Callable[[pytest.MonkeyPatch], None], look: Look, is_assessor: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    panel = make_panel(applications=2)
    person = panel.assessors[0] if is_assessor else panel.official
    assert differences(*worlds(panel, person, look)) != []
