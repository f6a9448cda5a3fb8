"""Calculations: what is established becomes lines, needs and groups, with a receipt that anyone can check."""

import json
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Action, LineStatus, NeedKind, Stage, Standing
from grants.models import (
    Application,
    Calculation,
    CalculationInput,
    Deelplafond,
    GrantRound,
    LogEntry,
    OutboxRow,
    User,
)
from grants.scheme_input import prepare
from grants.scheme_output import stored_parts
from grants.selectors.ranking import replaying
from grants.selectors.ranking.inputs import marks_of
from grants.selectors.ranking.lists import ranking_of
from grants.selectors.ranking.replaying import bundle_of, check_of
from grants.services.errors import Refused
from grants.services.ranking.calculating import keep_outcome
from grants.tasks import JOBS
from schemes.__main__ import main
from schemes.files.writing import Json
from schemes.round import NeedKind as EngineNeed
from schemes.round import Outcome, Status
from schemes.words.reasons import sentences
from tests.grants.assessing import ASSESSING, add_application, make_panel
from tests.grants.case_rounds import Loaded, load
from tests.grants.owners import as_owner, past_the_guard
from tests.grants.persons import make_person
from tests.grants.points import assessed, confirm, sign
from tests.grants.ranking import ask, with_points, work_out
from tests.grants.rounds import CULTURE
from tests.grants.test_points_pages import hague_panel
from tests.grants.test_scheme_input import CASES, NO_ROWS, without

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def evening() -> Iterator[None]:
    with clock.at(ASSESSING):
        yield


def kept(loaded: Loaded, by: User) -> Calculation:
    with transaction.atomic():
        return keep_outcome(
            by=by, grant_round=loaded.grant_round, prepared=prepare(loaded.grant_round, loaded.beside())
        )


def errs(name: str) -> bool:
    return "error" in CASES[name]["expected"]


@pytest.mark.parametrize("name", sorted(name for name in CASES if name not in NO_ROWS and not errs(name)))
def test_worked_round_kept_as_rows_is_read_back_as_its_outcome(name: str) -> None:
    loaded = load(CASES[name])
    calculation = kept(loaded, make_person())
    assert loaded.told_back(read_back(calculation)) == without(CASES[name]["expected"])
    assert check_of(calculation).differences == ()


@pytest.mark.parametrize("name", sorted(name for name in CASES if name not in NO_ROWS and not errs(name)))
def test_line_that_is_read_back_is_explained_in_the_same_sentences(name: str) -> None:
    loaded = load(CASES[name])
    outcome = prepare(loaded.grant_round, loaded.beside()).outcome()
    assert isinstance(outcome, Outcome)
    ranking = ranking_of(kept(loaded, make_person()))
    told = {
        each.line.entry.id: tuple(each.sentences)
        for listed in ranking.lists
        for each in ranking.page_of(listed, None).shown
    }
    assert told == {line.entry.id: sentences(outcome, line) for line in outcome.lines}


@pytest.mark.parametrize("name", sorted(name for name in CASES if name not in NO_ROWS and errs(name)))
def test_worked_round_with_an_error_is_refused_with_a_sentence_and_leaves_nothing(name: str) -> None:
    loaded = load(CASES[name])
    with pytest.raises(Refused) as refused:
        kept(loaded, make_person())
    assert refused.value.sentence.endswith(".")
    assert not Calculation.objects.exists()


def read_back(calculation: Calculation) -> dict[str, Json]:
    """The rows in the file format, as the worked rounds give it: with everyone who shares a place."""
    tied: dict[tuple[str, str], list[str]] = {}
    for line in calculation.lines.select_related("application"):
        if line.tie:
            tied.setdefault((line.deelplafond.key, line.tie), []).append(line.application.reference or "")
    found: dict[str, list[Json]] = {"pools": [], "applications": [], "lottery_groups": [], "warnings": []}
    for part in stored_parts(calculation, regulation_of(calculation.round)):
        assert isinstance(part, dict)
        if "total_points" in part:
            row = {key: value for key, value in part.items() if key != "reasons"}
            group = [
                each for (_, first), names in tied.items() if first == part["tied_with"] for each in names
            ]
            row["tied_with"] = sorted(each for each in group if each != part["id"])
            found["applications"].append(row)
        elif "places" in part:
            found["lottery_groups"].append(part)
        elif "ranked" in part:
            found["pools"].append(part)
        elif "decision" in part:
            found["warnings"].append(part)
    return {name: list(parts) for name, parts in found.items()}


def test_rows_know_the_words_of_the_engine() -> None:
    assert [status.value for status in Status] == LineStatus.values
    assert [kind.value for kind in EngineNeed] == NeedKind.values


def test_calculation_keeps_a_line_for_each_application_with_its_running_sum() -> None:
    # 002: a ceiling of € 20.000 and three requests of € 5.000, all with the most points
    panel = with_points(CULTURE, applications=3)
    calculation = work_out(panel)
    lines = list(calculation.lines.select_related("application"))
    assert [line.application for line in lines] == panel.applications
    assert {line.status for line in lines} == {LineStatus.GRANTED}
    asked = [each.requested_cents or 0 for each in panel.applications]
    assert [line.running_cents for line in lines] == [sum(asked)] * 3  # together, for they share a place
    assert [line.rank for line in lines] == [1, 1, 1]
    assert {line.tie for line in lines} == {panel.applications[0].reference}
    assert [line.tied_count for line in lines] == [3, 3, 3]


def test_tie_that_the_ceiling_cuts_is_a_need_and_has_no_running_sum() -> None:
    panel = with_points(CULTURE, applications=3)
    requested = panel.applications[0].requested_cents or 0
    GrantRound.objects.filter(pk=panel.round.pk).update(ceiling_cents=requested)
    Deelplafond.objects.filter(round=panel.round).update(ceiling_cents=requested)
    calculation = work_out(panel)
    assert not calculation.can_be_decided
    assert [(need.kind, need.blocking, len(need.applications)) for need in calculation.needs.all()] == [
        (NeedKind.DRAW, True, 3)
    ]
    assert calculation.draw_groups.get().drawn is False
    assert {line.running_cents for line in calculation.lines.all()} == {None}
    assert {line.status for line in calculation.lines.all()} == {LineStatus.AWAITING_LOTTERY}


def test_calculation_is_asked_for_once_at_a_time() -> None:
    panel = with_points()
    ask(panel)
    with pytest.raises(Refused, match="Er wordt al gerekend"):
        ask(panel)
    assert OutboxRow.objects.filter(task="calculate").count() == 1


def test_calculation_of_the_very_same_is_not_made_twice() -> None:
    panel = with_points()
    assert [work_out(panel).number, work_out(panel).number] == [1, 1]
    assert LogEntry.objects.filter(action=Action.CALCULATION_MADE).count() == 1


def test_what_came_in_afterwards_is_in_the_next_calculation_and_its_marks() -> None:
    panel = with_points(CULTURE, applications=2)
    first = work_out(panel)
    assert first.marks == marks_of(panel.round)
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    second = work_out(panel)
    assert (second.number, second.lines.count(), first.lines.count()) == (2, 1, 2)
    assert second.round_sha256 != first.round_sha256


def test_job_is_known_to_the_workers() -> None:
    panel = with_points()
    row = ask(panel)
    JOBS[row.task](row.arguments)
    assert panel.round.calculations.get().by == panel.official


def test_application_without_points_is_named_to_who_asks() -> None:
    panel = assessed(CULTURE, 0, 0)
    with pytest.raises(
        Refused, match=f"Van {panel.applications[0].reference} zijn nog geen punten vastgesteld"
    ):
        ask(panel)


def test_points_that_are_not_established_as_a_whole_are_no_ground_to_calculate() -> None:
    panel = assessed(CULTURE, 0, 0)
    confirm(panel)
    with pytest.raises(Refused, match="De punten van de ronde zijn nog niet vastgesteld"):
        ask(panel)


def test_participants_that_are_missing_are_named() -> None:
    panel = hague_panel()
    confirm(panel)
    sign(panel)
    late = add_application(panel)
    Application.objects.filter(pk=late.pk).update(facts={})
    with pytest.raises(Refused, match=f"Bij {late.reference} ontbreekt een gegeven"):
        ask(panel)


@pytest.mark.parametrize("stage", [Stage.DECIDED, Stage.WITHDRAWN])
def test_round_is_worked_out_from_assessing_until_it_is_decided(stage: Stage) -> None:
    panel = with_points()
    GrantRound.objects.filter(pk=panel.round.pk).update(stage=stage)
    with pytest.raises(Refused, match="Rekenen kan zodra zij wordt beoordeeld, en tot het besluit"):
        ask(panel)


def test_round_is_not_worked_out_before_it_is_assessed() -> None:
    panel = make_panel(is_begun=False)
    with pytest.raises(Refused, match="Deze ronde is nu gesloten"):
        ask(panel)


def test_what_became_missing_while_it_waited_is_told_and_nothing_is_kept() -> None:
    panel = with_points()
    add_application(panel)
    with pytest.raises(Refused, match="zijn nog geen punten vastgesteld"):
        work_out(panel)
    assert not Calculation.objects.exists()


def test_round_with_nobody_in_it_gives_an_empty_list() -> None:
    panel = with_points()
    Application.objects.update(standing=Standing.WITHDRAWN)
    calculation = work_out(panel)
    assert (calculation.lines.count(), calculation.can_be_decided) == (0, True)
    assert [(each.requested_cents, each.granted_cents) for each in calculation.lists.all()] == [(0, 0)]


def test_ceiling_of_nothing_grants_nothing() -> None:
    panel = with_points(applications=2)
    GrantRound.objects.filter(pk=panel.round.pk).update(ceiling_cents=0)
    Deelplafond.objects.filter(round=panel.round).update(ceiling_cents=0)
    calculation = work_out(panel)
    assert {(line.status, line.granted_cents) for line in calculation.lines.all()} == {
        (LineStatus.REFUSED_CEILING, 0)
    }


@pytest.mark.parametrize("many", [1, 3])
def test_number_of_queries_is_the_same_for_three_applications_and_for_one(many: int) -> None:
    panel = with_points(CULTURE, applications=many)
    with CaptureQueriesContext(connection) as captured:
        work_out(panel)
    assert len(captured.captured_queries) == 30


# ── Replaying ─────────────────────────────────────────────────────────────────────────────────────


def replayed(*arguments: str) -> tuple[str, str, bool]:
    out, err = StringIO(), StringIO()
    try:
        call_command("replay", *arguments, stdout=out, stderr=err)
    except CommandError as error:
        return out.getvalue(), err.getvalue() + str(error), False
    return out.getvalue(), err.getvalue(), True


def test_every_calculation_is_replayed_to_the_same_outcome() -> None:
    first = work_out(with_points(CULTURE, applications=2))
    second = kept(load(CASES["003-01-fits-exactly-no-ranking"]), first.by)
    said, wrong, is_fine = replayed()
    assert is_fine
    assert wrong == ""
    assert {first.outcome_sha256 in said, second.outcome_sha256 in said} == {True}


def test_calculation_that_is_not_there_is_said_to_be_not_there() -> None:
    panel = with_points()
    work_out(panel)
    assert "Deze berekening is er niet" in replayed(panel.round.slug, "2")[1]


def test_bundle_is_repeated_elsewhere_without_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    panel = hague_panel()
    confirm(panel)
    sign(panel)
    calculation = work_out(panel)
    file = tmp_path / "berekening.json"
    said, _, is_fine = replayed(panel.round.slug, "1", "--bundel", str(file))
    assert is_fine
    assert f"python -m schemes replay {file}" in said
    assert main(["replay", str(file)]) == 0
    assert calculation.outcome_sha256 in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda bundle: bundle["round"]["pools"][0].update(ceiling_cents=1), "wat erin ging"),
        (lambda bundle: bundle["receipt"].update(outcome_sha256="0" * 64), "de uitkomst"),
        (lambda bundle: bundle.update(regulation=bundle["regulation"] + "\n# anders\n"), ""),
        (lambda bundle: bundle["round"].update(scheme="elders"), "niet bekend"),
        (lambda bundle: bundle.pop("receipt"), "geen bundel"),
        (lambda bundle: bundle.update(regulation=""), "geen bundel"),
    ],
)
def test_bundle_that_was_changed_is_found(
    change: Callable[[dict[str, dict[str, object]]], object],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bundle = bundle_of(work_out(with_points()))
    change(bundle)  # type: ignore[arg-type]
    file = tmp_path / "berekening.json"
    file.write_text(json.dumps(bundle))
    assert main(["replay", str(file)]) == (2 if said else 0)
    assert said in capsys.readouterr().err


def test_bundle_that_cannot_be_written_is_told_with_its_reason(tmp_path: Path) -> None:
    panel = with_points()
    work_out(panel)
    assert "niet te schrijven" in replayed(panel.round.slug, "1", "--bundel", str(tmp_path))[1]


def test_bundle_is_of_one_calculation() -> None:
    panel = with_points(applications=2)
    work_out(panel)
    Application.objects.filter(pk=panel.applications[0].pk).update(standing=Standing.WITHDRAWN)
    work_out(panel)
    assert "Noem bij --bundel één berekening" in replayed("--bundel", "x.json")[1]


ALONE = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@ALONE
def test_line_that_the_owner_changed_is_found() -> None:
    panel = with_points()
    calculation = work_out(panel)
    with past_the_guard("grants_outcomeline"):
        as_owner("UPDATE grants_outcomeline SET least_cents = least_cents - 1")
    assert check_of(calculation).differences == ("De regels die zijn bewaard, passen niet bij de kwitantie.",)
    assert "1 berekeningen komen anders uit" in replayed(panel.round.slug)[1]


@ALONE
def test_input_that_was_removed_after_its_term_leaves_its_fingerprint() -> None:
    panel = with_points()
    calculation = work_out(panel)
    as_owner("DELETE FROM grants_calculationinput")
    said, _, is_fine = replayed(panel.round.slug)
    assert is_fine
    assert "verwijderd onder de bewaartermijn, vingerafdruk bekend" in said
    assert calculation.outcome_sha256 in said
    assert "er is geen bundel te maken" in replayed(panel.round.slug, "1", "--bundel", "x.json")[1]


def test_input_cannot_be_changed_by_the_application() -> None:
    work_out(with_points())
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        CalculationInput.objects.update(data={})


def test_calculation_with_other_code_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = with_points()
    work_out(panel)
    monkeypatch.setattr(replaying, "code_sha256", lambda: "0" * 64)
    said, _, is_fine = replayed(panel.round.slug)
    assert is_fine
    assert "met een andere versie van het rekenprogramma" in said
