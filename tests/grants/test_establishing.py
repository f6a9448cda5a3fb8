from collections.abc import Iterator
from fractions import Fraction

import pytest

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Basis
from grants.models import EstablishedScore
from grants.selectors.assessing.matrix import matrices_of
from grants.selectors.assessing.points import beside_of
from grants.services.assessing.establishing import (
    Chosen,
    establish,
    establish_clear,
    establish_round,
    seen_of,
)
from grants.services.errors import Refused
from tests.grants.assessing import ASSESSING, Panel, make_panel
from tests.grants.rounds import FUND

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def seen(panel: Panel, at: int = 0) -> str:
    state = panel.state
    return seen_of(state, matrices_of(state, regulation_of(panel.round), [state.applications[at]])[0])


def test_what_everyone_gave_is_established_in_one_go() -> None:
    panel = make_panel(applications=2)
    for application in panel.applications:
        for assessor in panel.assessors:
            panel.submit(assessor, application)
    assert establish_clear(by=panel.official, grant_round=panel.round) == 2
    assert set(EstablishedScore.objects.values_list("basis", flat=True)) == {Basis.AGREED}
    establish_round(by=panel.official, grant_round=panel.round)
    beside = beside_of(panel.round, regulation_of(panel.round))
    assert beside.scores == {
        str(each.reference): tuple(panel.levels(letter)[0] for letter in panel.letters)
        for each in panel.applications
    }


def test_who_differ_need_a_choice_with_a_reason() -> None:
    panel = make_panel()
    first, second = panel.assessors
    panel.submit(first, panel.applications[0])
    panel.submit(second, panel.applications[0], {"a": 1})
    assert establish_clear(by=panel.official, grant_round=panel.round) == 0
    chosen = {"a": Chosen(panel.levels("a")[1], "")}
    with pytest.raises(Refused, match="Vertel waarom u dit aantal kiest, bij criterium a"):
        establish(by=panel.official, application=panel.applications[0], chosen=chosen, seen=seen(panel))
    chosen = {"a": Chosen(panel.levels("a")[1], "Het plan is dun.")}
    made = establish(by=panel.official, application=panel.applications[0], chosen=chosen, seen=seen(panel))
    assert {each.letter: each.basis for each in made.scores.all()}["a"] == Basis.CHOSEN
    assert made.scores.get(letter="a").points == panel.levels("a")[1]


@pytest.mark.parametrize(
    ("given", "mean"),
    [((4, 3), Fraction(7, 2)), ((4, 4, 3), Fraction(11, 3)), ((4, None, 1), Fraction(5, 2))],
)
def test_mean_is_exact_and_leaves_out_who_could_not_judge(
    given: tuple[int | None, ...], mean: Fraction
) -> None:
    panel = make_panel(FUND, assessors=len(given))
    for assessor, points in zip(panel.assessors, given, strict=True):
        panel.submit(assessor, panel.applications[0], {"a": None if points is None else 4 - points})
    assert establish_clear(by=panel.official, grant_round=panel.round) == 1
    assert EstablishedScore.objects.get(letter="a").points == mean
