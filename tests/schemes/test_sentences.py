"""Sentences for what seldom happens; the usual ones are kept whole in golden/regels.md."""

import pytest

from schemes.__main__ import main
from schemes.files.solving import outcome_of
from schemes.library import Shipped
from schemes.round import Outcome
from schemes.words.explain import explained_document
from schemes.words.reasons import sentences
from tests.schemes.documents import MINIMAL, loaded
from tests.schemes.small_rounds import MANTELZORG, ONTMOETING, SAMEN, Round


def _last(raw: Round, name: str) -> str:
    return _said(raw, name)[-1]


def _said(raw: Round, name: str) -> list[str]:
    outcome = outcome_of(Shipped(), raw)
    assert isinstance(outcome, Outcome), outcome
    line = next(line for line in outcome.lines if line.entry.id == name)
    return [str(sentence) for sentence in sentences(outcome, line)]


def _place(name: str, cents: int, scores: str, pool: str = "noord", **decisions: object) -> dict[str, object]:
    application: dict[str, object] = {
        "id": name,
        "pool": pool,
        "requested_cents": cents,
        "scores": {letter: int(score) for letter, score in zip("abcde", scores, strict=True)},
    }
    return {**application, "decisions": decisions} if decisions else application


def _places(*applications: dict[str, object], remainder: str = "partial", **pool: object) -> Round:
    return {
        "scheme": ONTMOETING,
        "options": {"remainder": remainder},
        "pools": [{"id": "noord", "kind": "area", "ceiling_cents": None, **pool}],
        "applications": list(applications),
    }


def test_where_all_fit_without_a_ceiling_no_ceiling_is_named() -> None:
    said = _last(_places(_place("A", 100, "44444"), max_places=1), "A")
    assert said.startswith("Alle aanvragen passen samen binnen wat beschikbaar is.")


def test_what_was_left_is_not_named_where_it_depends_on_a_decision() -> None:
    # skip, 100: A (60) may be refused, so 40 or 100 is left for B, who asks 200 and is refused either way.
    said = _last(
        _places(_place("A", 60, "04444"), _place("B", 200, "11111"), remainder="skip", ceiling_cents=100), "B"
    )
    assert said == (
        "Toen de aanvraag aan de beurt was, was er niet genoeg over voor € 2. De aanvraag wordt geweigerd. (zesde lid)"
    )


def test_shared_ceiling_that_ran_out_is_not_called_the_pools_own() -> None:
    raw = _places(_place("A", 100, "44444"), _place("B", 50, "22222"), ceiling_cents=500, ceiling_id="samen")
    raw["ceilings"] = [{"id": "samen", "ceiling_cents": 100}]
    assert _last(raw, "B").startswith("Toen de aanvraag aan de beurt was, was er niets meer over.")


def test_decision_that_can_no_longer_change_the_amount_is_still_asked() -> None:
    said = _last(_places(_place("A", 100, "44444"), _place("B", 100, "02222"), ceiling_cents=100), "B")
    assert said.endswith("wordt geweigerd. Het bedrag is in elk geval € 0. (vijfde lid)")


def test_ratio_without_a_unit_is_told_as_a_share_of_the_average() -> None:
    applications = [
        {
            "id": name,
            "pool": "p",
            "requested_cents": cents,
            "unique_participants": people,
            "total_costs_cents": 900,
            "scores": {"a": 12, "b": 6, "c": 6, "d": 6, "e": 6},
        }
        for name, cents, people in (("A", 600, 2), ("B", 300, 1))
    ]
    raw: Round = {
        "scheme": SAMEN,
        "options": {"cost_basis": "total_costs_per_requested", "cost_average": "mean_of_ratios"},
        "pools": [{"id": "p", "ceiling_cents": 1000}],
        "applications": applications,
    }
    # A: 900 / 2 / 600 = 3/4; B: 900 / 1 / 300 = 3; the mean is 15/8, so A is 2/5 of it and B 8/5.
    assert (
        _said(raw, "A")[1] == "De punten voor f zijn berekend: 40% van het gemiddelde. (tweede lid, onder f)"
    )
    assert (
        _said(raw, "B")[1] == "De punten voor f zijn berekend: 160% van het gemiddelde. (tweede lid, onder f)"
    )


def test_pool_that_stops_on_its_own_ceiling_stops_no_other_on_the_shared_one() -> None:
    # stop, together 300: noord has 50, so A (100) ends noord alone; B (100) in zuid is granted after it.
    applications = [
        {"id": name, "pool": pool, "requested_cents": cents, "scores": dict.fromkeys("abcdef", points)}
        for name, pool, cents, points in (
            ("A", "noord", 100, 4),
            ("B", "zuid", 100, 3),
            ("C", "zuid", 250, 2),
            ("D", "zuid", 10, 1),
        )
    ]
    raw: Round = {
        "scheme": MANTELZORG,
        "options": {"remainder": "stop", "ties": "exceeded"},
        "ceilings": [{"id": "samen", "ceiling_cents": 300}],
        "pools": [
            {"id": "noord", "ceiling_cents": 50, "ceiling_id": "samen"},
            {"id": "zuid", "ceiling_cents": 500, "ceiling_id": "samen"},
        ],
        "applications": applications,
    }
    assert "wordt verleend" in _last(raw, "B")
    assert "€ 2 over. Dat is te weinig voor € 2,50" in _last(raw, "C")
    assert _last(raw, "D").startswith("De verdeling is geëindigd bij een hoger geplaatste aanvraag")


def test_regulation_without_a_note_on_its_source_is_read_back_all_the_same(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Vingerafdruk" in explained_document(loaded(MINIMAL))
    assert main(["explain", SAMEN]) == 0
    assert "niet gezien" in capsys.readouterr().out


def test_reader_who_has_seen_enough_ends_the_command_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed:
        encoding = "utf-8"

        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("sys.stdout", Closed())
    assert main(["explain", SAMEN]) == 2
