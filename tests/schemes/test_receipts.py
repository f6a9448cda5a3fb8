"""A round written as it was read, and a calculation that is repeated from its bundle."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from schemes.__main__ import main
from schemes.documents import Document
from schemes.files.reading import ReadRound, read_round
from schemes.files.receipts import (
    Receipt,
    Replayed,
    bundle_json,
    outcome_sha256,
    parts_of,
    receipt_of,
    replay,
    round_sha256,
)
from schemes.files.rounds import round_json
from schemes.files.writing import Json
from schemes.library import Shipped, shipped
from schemes.round import Outcome, RoundError
from schemes.run import run
from tests.schemes.cases import with_slug, worked_rounds
from tests.schemes.documents import MINIMAL, loaded
from tests.schemes.rounds import CULTURE, HAGUE, changed

READABLE = {
    name: read
    for name, case in worked_rounds().items()
    if isinstance(read := read_round(Shipped(), with_slug(case["input"])), ReadRound)
}


def written(read: ReadRound) -> dict[str, Json]:
    return round_json(read.document.slug, read.options, read.regulation, read.round_input)


def test_most_worked_rounds_can_be_read() -> None:
    assert len(READABLE) > 290


@pytest.mark.parametrize("name", READABLE)
def test_worked_round_that_is_written_is_read_back_as_the_same_values(name: str) -> None:
    back = read_round(Shipped(), json.loads(json.dumps(written(READABLE[name]))))
    assert isinstance(back, ReadRound)
    assert (back.regulation, back.round_input) == (READABLE[name].regulation, READABLE[name].round_input)


def test_shared_ceiling_unknown_facts_and_means_are_written_too() -> None:
    raw = changed(
        HAGUE,
        (("applications", 0, "participants_unknown"), True),
        (("applications", 0, "counts_in_average"), False),
        (("applications", 0, "grantable_cents"), 1_00),
        (("applications", 0, "scores", "a"), "17/2"),
        (("ceilings",), [{"id": "samen", "ceiling_cents": 9_00}]),
        (("pools", 0, "ceiling_id"), "samen"),
    )
    read = read_round(Shipped(), raw)
    assert isinstance(read, ReadRound)
    told = written(read)
    assert told["ceilings"] == [{"id": "samen", "ceiling_cents": 9_00}]
    applications = told["applications"]
    assert isinstance(applications, list)
    assert isinstance(applications[0], dict)
    assert {
        key: applications[0].get(key)
        for key in ("participants_unknown", "counts_in_average", "grantable_cents")
    } == {
        "participants_unknown": True,
        "counts_in_average": False,
        "grantable_cents": 1_00,
    }
    assert applications[0]["scores"]["a"] == "17/2"  # type: ignore[index, call-overload]
    back = read_round(Shipped(), told)
    assert isinstance(back, ReadRound)
    assert back.round_input == read.round_input


def test_several_draws_stay_apart() -> None:
    read = read_round(Shipped(), CULTURE)
    assert isinstance(read, ReadRound)
    twice = replace(read, round_input=replace(read.round_input, draws=(("B", "A"), ("A",))))
    assert written(twice)["lottery"] == [["B", "A"], ["A"]]
    back = read_round(Shipped(), written(twice))
    assert isinstance(back, ReadRound)
    assert back.round_input.draws == (("B", "A"), ("A",))


# ── Receipts ──────────────────────────────────────────────────────────────────────────────────────


def outcome_of(raw: dict[str, Json]) -> Outcome:
    read = read_round(Shipped(), raw)
    assert isinstance(read, ReadRound)
    outcome = run(read.regulation, read.round_input)
    assert isinstance(outcome, Outcome)
    return outcome


def document() -> Document:
    found = shipped(str(CULTURE["scheme"]))
    assert found is not None
    return found


def bundle(raw: dict[str, Json] = CULTURE) -> dict[str, Json]:
    receipt = receipt_of(document(), raw)
    assert isinstance(receipt, Receipt)
    text = (Path("schemes/regulations") / f"{document().slug}.toml").read_text("utf-8")
    return bundle_json(text, raw, receipt)


def test_outcome_has_one_fingerprint_whatever_the_order_of_the_input() -> None:
    applications = CULTURE["applications"]
    assert isinstance(applications, list)
    turned = {**CULTURE, "applications": applications[::-1]}
    assert len({outcome_sha256(parts_of(outcome_of(raw))) for raw in (CULTURE, turned)}) == 1


def test_another_amount_gives_another_fingerprint() -> None:
    richer = changed(CULTURE, (("pools", 0, "ceiling_cents"), 1))
    assert len({outcome_sha256(parts_of(outcome_of(raw))) for raw in (CULTURE, richer)}) == 2
    assert len({round_sha256(raw) for raw in (CULTURE, richer)}) == 2


def test_who_shares_a_place_counts_in_the_fingerprint() -> None:
    parts = list(parts_of(outcome_of(changed(CULTURE, (("lottery",), None)))))
    tied = [part["tied_with"] for part in parts if isinstance(part, dict) and "tied_with" in part]
    assert "A" in tied


def test_bundle_is_replayed_to_the_same_receipt() -> None:
    replayed = replay(json.loads(json.dumps(bundle())))
    assert isinstance(replayed, Replayed)
    assert replayed.differences == ()
    assert bundle()["receipt"] == {
        "regulation_sha256": document().sha256,
        "round_sha256": replayed.receipt.round_sha256,
        "outcome_sha256": replayed.receipt.outcome_sha256,
    }


@pytest.mark.parametrize(
    ("field", "name"),
    [
        ("regulation_sha256", "de regeling"),
        ("round_sha256", "wat erin ging"),
        ("outcome_sha256", "de uitkomst"),
    ],
)
def test_each_fingerprint_that_differs_is_named(field: str, name: str) -> None:
    replayed = replay(changed(bundle(), (("receipt", field), "0" * 64)))
    assert isinstance(replayed, Replayed)
    (said,) = replayed.differences
    assert said.startswith(f"De vingerafdruk van {name} is nu ")
    assert said.endswith(f"op de kwitantie staat {'0' * 64}.")


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {},
        {"receipt": {}},
        {"receipt": {}, "regulation": MINIMAL},
        {"receipt": {}, "regulation": "x = ", "round": {}},
    ],
)
def test_what_is_no_bundle_is_told_so(raw: object) -> None:
    found = replay(raw)
    assert isinstance(found, RoundError)
    assert "geen bundel" in found.sentence


def test_round_of_another_regulation_cannot_be_replayed() -> None:
    found = receipt_of(loaded(MINIMAL), CULTURE)
    assert isinstance(found, RoundError)
    assert found.code == "unknown_scheme"


def test_round_of_which_a_lot_is_missing_cannot_be_replayed() -> None:
    found = receipt_of(document(), changed(CULTURE, (("lottery",), ["A"])))
    assert isinstance(found, RoundError)
    assert found.code == "lottery_incomplete"


# ── The command ───────────────────────────────────────────────────────────────────────────────────


def told(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path.write_text(text, "utf-8")
    code = main(["replay", str(path)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_command_says_that_the_outcome_is_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(tmp_path / "bundel.json", json.dumps(bundle(), indent=1), capsys)
    assert (code, err) == (0, "")
    assert (
        out
        == f"{tmp_path / 'bundel.json'}: dezelfde uitkomst, {outcome_sha256(parts_of(outcome_of(CULTURE)))}\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            json.dumps(changed(bundle(), (("receipt", "outcome_sha256"), ""))),
            "De vingerafdruk van de uitkomst is nu",
        ),
        ("{}", "geen bundel"),
        ("{", "geen JSON"),
        ("", "Er staat niets in"),
        ('{"scheme": 1}\n{"scheme": 2}', "geen bundel"),
    ],
)
def test_command_says_what_is_wrong_and_ends_with_two(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = told(tmp_path / "bundel.json", text, capsys)
    assert (code, out) == (2, "")
    assert said in err


def test_command_says_that_a_file_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "is-er-niet.json"]) == 2
    assert "niet te lezen" in capsys.readouterr().err
