"""What the engine takes of the rows of a round, and the worked rounds as rows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from grants.enums import Standing
from grants.models import Application, Deelplafond, GrantRound
from grants.scheme_input import Beside, Missing, MissingKind, prepare
from schemes.files.writing import Json, error_json, outcome_json
from schemes.round import Ceiling, Outcome, RoundError
from tests.grants.case_rounds import load
from tests.grants.persons import make_person
from tests.grants.rounds import (
    FUND,
    HAGUE,
    MEETING_PLACES,
    make_draft_round,
    make_open_round,
    make_organisation,
    make_received,
)
from tests.schemes.cases import FOLDER, worked_rounds

pytestmark = pytest.mark.django_db
BY_HAND = {path.stem for path in FOLDER.glob("hand/*.json")}
CASES = {name: case for name, case in worked_rounds().items() if name in BY_HAND}
NO_ROWS = {
    "002-17-error-lottery-unknown-id": "Z",  # a draw is of applications that are there
    "004-17-error-unknown-deelplafond": "elsewhere",  # an application is on a list that is there
}
"""The rounds of which the rows cannot even be made, with what they name that is not there."""


def test_every_hand_case_is_here() -> None:
    assert len(CASES) == len(BY_HAND) == 70


@pytest.mark.parametrize("name", sorted(set(CASES) - set(NO_ROWS)))
def test_worked_round_as_rows_gives_its_outcome(name: str) -> None:
    loaded = load(CASES[name])
    found = prepare(loaded.grant_round, loaded.beside()).outcome()
    assert loaded.told_back(told(found)) == without(CASES[name]["expected"])


@pytest.mark.parametrize(("name", "what"), NO_ROWS.items())
def test_round_that_names_what_is_not_there_makes_no_rows(name: str, what: str) -> None:
    with pytest.raises(KeyError, match=what):
        load(CASES[name]).beside()


def told(found: Outcome | RoundError | tuple[Missing, ...]) -> dict[str, Json]:
    """The outcome in the file format, without what the worked rounds do not have."""
    match found:
        case Outcome():
            return without(outcome_json(found, "", {}))
        case RoundError():
            return error_json(found)
        case _:
            codes = {MissingKind.FACTS: "invalid_participants", MissingKind.POINTS: "missing_score"}
            (only,) = found
            return {"error": {"code": codes[only.kind], "application": only.applications[0]}}


def without(outcome: dict[str, Json]) -> dict[str, Json]:
    kept = {name: value for name, value in outcome.items() if name not in {"scheme", "options", "needs"}}
    rows = kept.get("applications")
    if isinstance(rows, list):
        kept["applications"] = [
            {key: value for key, value in row.items() if key != "reasons"} for row in rows
        ]  # type: ignore[union-attr]
    return kept


BORDER = "Op de lijst large vraagt u ten minste € 10.000,01. Vraag meer, of kies een andere lijst."
REFUSED = {
    "000-11-separate-tracks": {"L1": [BORDER]},
    "000-15-two-lottery-groups-in-two-tracks": {"C": [BORDER], "D": [BORDER]},
    "001-07-error-no-participants": {"B": ["Vul een getal in van ten minste 1."]},
}
"""What form and import refuse in the worked rounds, and why: a large initiative that asks too little, and nobody who takes part."""


def test_form_refuses_some_applications_of_worked_rounds_and_says_why() -> None:
    refused = {
        name: {
            each: [fault.sentence for fault in faults] for each, faults in load(CASES[name]).faults.items()
        }
        for name in sorted(set(CASES) - {"004-17-error-unknown-deelplafond"})
    }
    assert {name: each for name, each in refused.items() if each} == REFUSED


def received(grant_round: GrantRound, standing: Standing) -> Application:
    made = make_received(grant_round, make_organisation(), make_person())
    Application.objects.filter(pk=made.pk).update(standing=standing)
    return made


@pytest.mark.parametrize(
    ("standing", "admissible"),
    [
        (Standing.SUBMITTED, [True]),
        (Standing.TO_COMPLETE, [True]),
        (Standing.COMPLETED, [True]),
        (Standing.COMPLETE, [True]),
        (Standing.LATE, [False]),
        (Standing.NOT_HANDLED, [False]),
        (Standing.INADMISSIBLE, [False]),
        (Standing.WITHDRAWN, []),
    ],
)
def test_standing_says_who_competes(standing: Standing, admissible: list[bool]) -> None:
    grant_round = make_open_round()
    received(grant_round, standing)
    assert [entry.admissible for entry in prepare(grant_round).round_input.entries] == admissible


def test_withdrawn_application_that_still_counts_in_the_average_comes_along_without_competing() -> None:
    grant_round = make_open_round(HAGUE)
    gone = received(grant_round, Standing.WITHDRAWN)
    beside = Beside(counts_in_average={str(gone.reference): True})
    (entry,) = prepare(grant_round, beside).round_input.entries
    assert (entry.id, entry.admissible, entry.counts_in_average) == (gone.reference, False, True)


def test_draft_is_no_entry() -> None:
    grant_round = make_open_round()
    Application.objects.create(round=grant_round, organisation=make_organisation(), started_by=make_person())
    assert prepare(grant_round).round_input.entries == ()


def test_grantable_amount_is_what_was_found_and_else_what_was_asked() -> None:
    grant_round = make_open_round()
    first, second = (received(grant_round, Standing.COMPLETE) for _ in range(2))
    Application.objects.filter(pk=first.pk).update(grantable_cents=4_000_00)
    entries = prepare(grant_round).round_input.entries
    assert [(entry.requested_cents, entry.grantable_cents) for entry in entries] == [
        (5_000_00, 4_000_00),
        (second.requested_cents, second.requested_cents),
    ]


def test_round_without_points_says_whose_are_missing_and_is_not_worked_out() -> None:
    grant_round = make_open_round()
    made = [received(grant_round, Standing.COMPLETE) for _ in range(2)]
    beside = Beside(scores={str(made[0].reference): (6, 6, 6, 6, 2)})
    assert prepare(grant_round, beside).outcome() == (Missing(MissingKind.POINTS, (str(made[1].reference),)),)


def test_round_without_facts_says_whose_are_missing() -> None:
    grant_round = make_open_round(HAGUE)
    made = received(grant_round, Standing.COMPLETE)
    beside = Beside(scores={str(made.reference): (12, 6, 6, 6, 6)})
    Application.objects.update(facts={})
    assert prepare(grant_round, beside).missing == (Missing(MissingKind.FACTS, (str(made.reference),)),)
    known = Beside(scores=beside.scores, facts_unknown={str(made.reference)})
    assert isinstance(prepare(grant_round, known).outcome(), Outcome)


def test_lists_that_share_money_draw_on_one_ceiling() -> None:
    grant_round = make_draft_round(MEETING_PLACES)
    Deelplafond.objects.filter(round=grant_round).update(draws_on_shared=True, ceiling_cents=None)
    grant_round.shared_ceiling_cents = 400_000_00
    found = prepare(grant_round).round_input
    assert found.ceilings == (Ceiling("gedeeld", 400_000_00),)
    assert [(pool.id, pool.ceiling_cents, pool.ceiling_id) for pool in found.pools] == [
        ("dorpen", None, "gedeeld"),
        ("noordoost", None, "gedeeld"),
    ]


def test_round_takes_as_many_queries_for_few_as_for_many() -> None:
    grant_round = make_open_round(FUND)
    taken = []
    for many in (1, 3):
        for _ in range(many):
            received(grant_round, Standing.COMPLETE)
        with CaptureQueriesContext(connection) as captured:
            prepare(grant_round)
        taken.append(len(captured))
    assert taken == [3, 3]
