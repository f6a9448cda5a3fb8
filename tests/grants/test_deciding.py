"""Decisions that the regulation leaves to officials: with reasons, on a ground, and lapsed once that is gone."""

from collections.abc import Iterator

import pytest
from django.http import HttpResponse

from grants import clock
from grants.enums import LineStatus, NeedKind, Said
from grants.models import Application, Calculation, Deelplafond, OfficialDecision
from grants.services.assessing.establishing import Chosen
from grants.services.errors import Refused
from grants.services.ranking.deciding import Answer, decide_on
from tests.grants.assessing import ASSESSING, Panel, add_application, make_panel
from tests.grants.persons import client_of
from tests.grants.points import choose, confirm, sign
from tests.grants.ranking import work_out
from tests.grants.rounds import MEETING_PLACES, VOLUNTEERS

pytestmark = pytest.mark.django_db
LOW, SPREAD = "insufficient", "spread"


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def exceeded(regulation: str = MEETING_PLACES) -> Panel:
    """Two applications on one list, of which one and a half fit. The second has 0 points on a, which weighs 3."""
    panel = make_panel(regulation, applications=2)
    for application, choice in zip(panel.applications, ({}, {"a": 4}), strict=True):
        for assessor in panel.assessors:
            panel.submit(assessor, application, choice)
    confirm(panel)
    sign(panel)
    half = (panel.applications[0].requested_cents or 0) * 3 // 2
    Deelplafond.objects.filter(pk=panel.applications[0].deelplafond_id).update(ceiling_cents=half)
    return panel


def decide(
    panel: Panel, said: Said, *, at: int = 1, key: str = LOW, after: int = 0, **more: object
) -> OfficialDecision:
    answer = Answer(said, str(more.get("reason", "De impact is er niet.")), more.get("cap"))  # type: ignore[arg-type]
    application = Application.objects.get(pk=panel.applications[at].pk)
    return decide_on(by=panel.official, application=application, key=key, answer=answer, after=after)


def status(calculation: Calculation, application: Application) -> str:
    return calculation.lines.get(application=application).status


def test_low_score_is_asked_of_the_official_and_refused_as_decided() -> None:
    panel = exceeded()
    first = work_out(panel)
    assert [(need.kind, need.code) for need in first.needs.all()] == [
        (NeedKind.DECISION, "insufficient_on_weight_3")
    ]
    decide(panel, Said.REFUSE)
    second = work_out(panel)
    assert status(second, panel.applications[1]) == LineStatus.REFUSED_DISCRETIONARY
    assert (second.number, second.can_be_decided) == (2, True)


def test_low_score_that_is_kept_competes_for_what_is_left() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.KEEP)
    calculation = work_out(panel)
    assert status(calculation, panel.applications[1]) == LineStatus.PARTIALLY_GRANTED
    assert calculation.can_be_decided


def test_decision_lapses_when_its_ground_is_gone() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.REFUSE)
    better = {"a": Chosen(panel.levels("a")[0], "De beoordelaars lazen verkeerd.")}
    choose(panel, better, at=1, correction="De beoordelaars lazen verkeerd.")
    calculation = work_out(panel)
    assert not calculation.needs.filter(kind=NeedKind.DECISION).exists()
    assert status(calculation, panel.applications[1]) != LineStatus.REFUSED_DISCRETIONARY


def test_decision_that_is_taken_back_is_owed_anew() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.KEEP)
    work_out(panel)
    decide(panel, Said.TAKEN_BACK, after=1)
    assert work_out(panel).needs.get().kind == NeedKind.DECISION
    assert [each.number for each in OfficialDecision.objects.all()] == [1, 2]


def test_spread_lowers_or_refuses_on_a_list_that_was_ranked() -> None:
    panel = exceeded(VOLUNTEERS)
    work_out(panel)
    decide(panel, Said.CAP, at=0, key=SPREAD, cap=1_000_00)
    calculation = work_out(panel)
    assert calculation.lines.get(application=panel.applications[0]).granted_cents == 1_000_00
    decide(panel, Said.REFUSE, at=0, key=SPREAD, after=1)
    assert status(work_out(panel), panel.applications[0]) == LineStatus.REFUSED_DISCRETIONARY


@pytest.mark.parametrize(
    ("said", "more", "sentence"),
    [
        (Said.CAP, {"cap": 1}, "Dat kan de regeling hier niet"),
        (Said.REFUSE, {"reason": "  "}, "Geef redenen"),
        (Said.REFUSE, {"at": 0}, "de grond daarvoor is er niet"),
        (Said.REFUSE, {"key": "elders"}, "valt hier niets te beslissen"),
        (Said.REFUSE, {"after": 1}, "Een collega heeft intussen hierover beslist"),
        (Said.KEEP, {"key": SPREAD}, "Dat kan de regeling hier niet"),
        (Said.CAP, {"key": SPREAD}, "Het lagere bedrag ligt tussen nul en het gevraagde bedrag"),
        (
            Said.CAP,
            {"key": SPREAD, "cap": 10**12},
            "Het lagere bedrag ligt tussen nul en het gevraagde bedrag",
        ),
    ],
)
def test_what_cannot_be_decided_is_refused_with_a_sentence(
    said: Said, more: dict[str, object], sentence: str
) -> None:
    panel = exceeded()
    work_out(panel)
    with pytest.raises(Refused, match=sentence):
        decide(panel, said, **more)  # type: ignore[arg-type]
    assert not OfficialDecision.objects.exists()


def test_round_that_changed_is_worked_out_before_anything_is_decided() -> None:
    panel = exceeded()
    with pytest.raises(Refused, match="Reken eerst opnieuw"):
        decide(panel, Said.REFUSE)
    work_out(panel)
    panel.round.rules.all()
    Application.objects.filter(pk=panel.applications[0].pk).update(standing="withdrawn")
    late = add_application(panel)
    Application.objects.filter(pk=late.pk).update(standing="inadmissible")
    with pytest.raises(Refused, match="Reken eerst opnieuw"):
        decide(panel, Said.REFUSE)


def test_spread_is_not_decided_where_everything_fits() -> None:
    panel = exceeded(VOLUNTEERS)
    Deelplafond.objects.filter(pk=panel.applications[0].deelplafond_id).update(ceiling_cents=10**9)
    work_out(panel)
    with pytest.raises(Refused, match="de grond daarvoor is er niet"):
        decide(panel, Said.REFUSE, at=0, key=SPREAD)


def test_two_findings_are_decided_one_after_the_other_on_one_calculation() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.KEEP)
    decide(panel, Said.CAP, at=0, key=SPREAD, cap=1_000_00)
    assert work_out(panel).can_be_decided


def test_who_acts_for_the_applicant_decides_nothing_about_it() -> None:
    panel = exceeded()
    work_out(panel)
    applicant = panel.applications[1].organisation
    applicant.representatives.create(user=panel.official, added_by=panel.official)
    with pytest.raises(Refused, match="U hebt hierbij een belang"):
        decide(panel, Said.REFUSE)


# ── The page ──────────────────────────────────────────────────────────────────────────────────────


def address(panel: Panel, at: int = 1, key: str = LOW) -> str:
    return f"/rondes/{panel.closed.round.slug}/rangschikking/beslissen/{panel.applications[at].pk}/{key}/"


def post(panel: Panel, **typed: object) -> HttpResponse:
    return client_of(panel.official).post(address(panel), {"after": 0, **typed})


def test_official_decides_on_the_page_that_the_ranking_leads_to() -> None:
    panel = exceeded()
    work_out(panel)
    client = client_of(panel.official)
    assert address(panel) in client.get(f"/rondes/{panel.closed.round.slug}/rangschikking/").content.decode()
    page = client.get(address(panel)).content.decode()
    assert "checked" not in page
    assert post(panel, said="refuse", reason="De impact is er niet.").status_code == 302
    work_out(panel)
    page = client.get(address(panel)).content.decode()
    assert ("De impact is er niet." in page, "Teruggenomen" in page) == (True, True)
    ranking = client.get(f"/rondes/{panel.closed.round.slug}/rangschikking/").content.decode()
    assert "Het college heeft daartoe besloten. De impact is er niet." in ranking


def test_what_was_typed_is_still_there_when_it_is_refused() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.KEEP)
    answer = post(panel, said="refuse", reason="Mijn lange reden.")
    assert answer.status_code == 409
    assert "Mijn lange reden." in answer.content.decode()
    assert post(panel, said="", reason="").status_code == 422


def test_who_only_looks_reads_and_decides_nothing() -> None:
    panel = exceeded()
    work_out(panel)
    decide(panel, Said.KEEP)
    client = client_of(panel.decider)
    page = client.get(address(panel)).content.decode()
    assert ("De impact is er niet." in page, "Leg deze beslissing vast" in page) == (True, False)
    assert client.post(address(panel), {"said": "refuse", "reason": "x"}).status_code == 403


def test_power_that_the_regulation_does_not_give_is_not_there() -> None:
    panel = exceeded()
    assert client_of(panel.official).get(address(panel, key="elders")).status_code == 404
