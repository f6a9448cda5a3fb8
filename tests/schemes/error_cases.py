from collections.abc import Mapping
from math import inf, nan
from typing import NamedTuple

from tests.schemes.rounds import CARE, CULTURE, FUND, HAGUE, MISSING, SPOTS, Path, Round, changed


class Wrong(NamedTuple):
    """A right round, and the values that make it wrong at one place; `words` stand in the sentence."""

    code: str
    application: str | None
    round_: Round
    place: Path
    values: Mapping[str, object]
    words: str


def among(*values: object) -> dict[str, object]:
    """The values, each with a name for the test."""
    return {"huge" if value == 10**5000 else ascii(value)[:30]: value for value in values}


NO_WHOLE_NUMBER: dict[str, object] = {
    "float": 600.0,
    "fraction of a cent": 600.5,
    "nan": nan,
    "infinite": inf,
    "true": True,
    "false": False,
    "text": "600",
    "empty text": "",
    "list": [600],
    "object": {"cents": 600},
    "negative": -1,
    "very negative": -(10**4000),
    "too large": 10**4000 + 1,
    "far too large": 10**5000,
}
NO_CENTS = {**NO_WHOLE_NUMBER, "null": None, "missing": MISSING}
NO_AMOUNT = {**NO_CENTS, "zero": 0}
NO_LIST: dict[str, object] = {
    "number": 5,
    "float": 0.5,
    "nan": nan,
    "true": True,
    "text": "tekst",
    "empty text": "",
    "surrogate": "\ud800",
    "huge": 10**4000,
    "object": {},
}
NO_OBJECT = {name: value for name, value in NO_LIST.items() if name != "object"} | {"list": []}
NO_NAME: dict[str, object] = {
    "missing": MISSING,
    "null": None,
    "empty": "",
    "number": 7,
    "float": 1.5,
    "true": True,
    "huge": 10**5000,
    "list": ["A"],
    "object": {},
}
NO_FLAG = among(0, 1, "true", "nee", nan, [], {})
NULL: dict[str, object] = {"null": None}

A, B = ("applications", 0), ("applications", 1)
POOL, CEILING, DISTANCE = ("pools", 0), ("ceilings", 0), ("distances_m", 0)
SCORES, DECIDED = (*A, "scores"), (*B, "decisions")
SHARED = changed(SPOTS, (("ceilings",), [{"id": "samen", "ceiling_cents": 900}]))
OUT = changed(HAGUE, ((*A, "admissible"), False), ((*A, "unique_participants"), MISSING))
UNDRAWN = changed(CULTURE, (("lottery",), MISSING))

WRONG = [
    Wrong("unknown_scheme", None, CULTURE, ("scheme",), NO_NAME, "«scheme»"),
    Wrong(
        "unknown_scheme",
        None,
        CULTURE,
        ("scheme",),
        among("002", "Cultuurparticipatie", "x" * 999),
        "«scheme»",
    ),
    *(
        Wrong("invalid_input", None, CULTURE, (field,), {**NO_LIST, **NULL, "missing": MISSING}, f"«{field}»")
        for field in ("pools", "applications")
    ),
    Wrong("invalid_input", None, CULTURE, ("options",), NO_OBJECT, "«options»"),
    Wrong("invalid_input", None, CULTURE, ("lottery",), NO_LIST, "«lottery»"),
    Wrong("invalid_input", None, CULTURE, ("lottery", 0), among(1, None, True, 1.5, ["A"], {}), "«lottery»"),
    Wrong("invalid_input", None, SPOTS, ("distances_m",), NO_LIST, "«distances_m»"),
    Wrong("invalid_input", None, SPOTS, ("ceilings",), NO_LIST, "«ceilings»"),
    Wrong("invalid_input", None, CULTURE, A, {**NO_OBJECT, **NULL}, "aanvraag"),
    Wrong("invalid_input", None, CULTURE, (*A, "id"), NO_NAME, "«id»"),
    Wrong("invalid_input", None, CULTURE, (*A, "id"), {"nul": "A\0"}, "NUL"),
    Wrong("invalid_input", "A", CULTURE, (*A, "admissible"), NO_FLAG, "«admissible»"),
    Wrong("invalid_input", "A", HAGUE, (*A, "counts_in_average"), NO_FLAG, "«counts_in_average»"),
    Wrong("invalid_input", "A", HAGUE, (*A, "participants_unknown"), NO_FLAG, "«participants_unknown»"),
    *(
        Wrong("unknown_field", application, CULTURE, (*place, field), among(None, 1), f"«{field}»")
        for field in (
            "round",
            "Scheme",
            "Id",
            "",
            "\ud800",
            "naïve",
            "unique_participants",
            "counts_in_average",
        )
        for application, place in ((None, ()), ("A", A))
    ),
    Wrong("unknown_field", None, CULTURE, ("distances_m",), among(None, []), "«distances_m»"),
    Wrong("unknown_field", "A", SPOTS, (*A, "stadsdeel"), among("noord"), "«stadsdeel»"),
    *(
        Wrong("unknown_option", None, CULTURE, ("options",), {"": {name: "partial"}}, f"«{name[:60]}")
        for name in ("cost_basis", "Ties", "", "\ud800", "x" * 999)
    ),
    *(
        Wrong("invalid_option", None, CULTURE, ("options",), {"": {"ties": value}}, "«ties»")
        for value in ("soms", "", "Always", "\ud800", 0, 1.0, nan, True, None, [], {}, 10**5000)
    ),
    *(
        Wrong("invalid_option", None, SPOTS, ("options",), {"": {"insufficient_max_score": value}}, "0, 1")
        for value in (2, -1, "0", True, False, 0.0)
    ),
    Wrong(
        "invalid_option",
        None,
        HAGUE,
        ("options",),
        {"not combinable": {"cost_basis": "total_costs_per_requested"}},
        "«cost_average» = «mean_of_ratios»",
    ),
    Wrong("invalid_pool", None, CULTURE, POOL, {**NO_OBJECT, **NULL}, "deelplafond"),
    Wrong("invalid_pool", None, CULTURE, (*POOL, "id"), NO_NAME, "«id»"),
    Wrong("invalid_pool", None, CULTURE, (*POOL, "ceiling_cents"), NO_CENTS, "Het plafond van «plafond»"),
    Wrong("invalid_pool", None, SPOTS, (*POOL, "ceiling_cents"), NO_WHOLE_NUMBER, "Het plafond van «noord»"),
    Wrong("invalid_pool", None, SPOTS, (*POOL, "max_places"), NO_WHOLE_NUMBER, "Het aantal van «noord»"),
    Wrong("invalid_pool", None, SPOTS, (*POOL, "kind"), {**NO_NAME, "other": "Area"}, "«kind»"),
    Wrong("invalid_pool", None, CULTURE, (*POOL, "kind"), among("ceiling", "area", 1), "«kind»"),
    Wrong("invalid_pool", None, CULTURE, (*POOL, "max_places"), among(1, None), "«max_places»"),
    Wrong("invalid_pool", None, SPOTS, ("pools", 1, "max_places"), among(1, None), "«max_places»"),
    Wrong("invalid_pool", None, CULTURE, (*POOL, "Ceiling_cents"), among(1, None), "«Ceiling_cents»"),
    Wrong("invalid_pool", None, FUND, (*POOL, "id"), among("Small", "plafond"), "small, large"),
    Wrong("invalid_pool", None, CULTURE, ("pools",), among([]), "«pools»"),
    Wrong("invalid_pool", None, CULTURE, ("pools", 1), among({"id": "q", "ceiling_cents": 1}), "«pools»"),
    Wrong("invalid_pool", None, SHARED, (*POOL, "ceiling_id"), among(1, "Samen", "", True, []), "«ceilings»"),
    Wrong("invalid_pool", None, SHARED, CEILING, {**NO_OBJECT, **NULL}, "gedeeld plafond"),
    Wrong("invalid_pool", None, SHARED, (*CEILING, "id"), NO_NAME, "«id»"),
    Wrong("invalid_pool", None, SHARED, (*CEILING, "ceiling_cents"), NO_CENTS, "Het plafond van «samen»"),
    Wrong("invalid_pool", None, SHARED, (*CEILING, "max_places"), among(1), "«max_places»"),
    Wrong("duplicate_pool", None, SPOTS, ("pools", 1, "id"), among("noord"), "«noord»"),
    Wrong(
        "duplicate_pool", None, SHARED, ("ceilings", 1), among({"id": "samen", "ceiling_cents": 1}), "«samen»"
    ),
    *(
        Wrong(
            "pool_without_limit",
            None,
            SPOTS,
            POOL,
            among({"id": "noord", "kind": "area"} | limits),
            "«noord»",
        )
        for limits in ({}, {"ceiling_cents": None}, {"max_places": None}, {"ceiling_id": None})
    ),
    *(
        Wrong(
            "duplicate_application",
            name,
            changed(UNDRAWN, ((*A, "id"), name)),
            (*B, "id"),
            among(name),
            "«id»",
        )
        for name in ("A", "é", "\ud800")
    ),
    Wrong("unknown_pool", "A", CULTURE, (*A, "pool"), {**NO_NAME, "other": "Plafond"}, "plafond"),
    Wrong("invalid_amount", "A", CULTURE, (*A, "requested_cents"), NO_AMOUNT, "Het bedrag van «A»"),
    Wrong(
        "invalid_amount",
        "A",
        CULTURE,
        (*A, "grantable_cents"),
        {**NO_WHOLE_NUMBER, "zero": 0, "more than requested": 601},
        "subsidiabel",
    ),
    Wrong(
        "invalid_participants", "A", HAGUE, (*A, "unique_participants"), NO_AMOUNT, "«unique_participants»"
    ),
    Wrong(
        "invalid_participants", "A", OUT, ("options",), among({"cost_pool": "all"}), "«unique_participants»"
    ),
    Wrong("invalid_participants", "A", OUT, (*A, "counts_in_average"), among(True), "«unique_participants»"),
    Wrong(
        "invalid_total_costs",
        "A",
        HAGUE,
        (*A, "total_costs_cents"),
        {**NO_WHOLE_NUMBER, "zero": 0},
        "«total_costs_cents»",
    ),
    Wrong(
        "invalid_total_costs",
        "A",
        HAGUE,
        ("options",),
        among({"cost_basis": "total_costs"}),
        "«total_costs_cents»",
    ),
    *(
        Wrong("missing_score", "A", round_, SCORES, {"missing": MISSING, "null": None, "empty": {}}, "punten")
        for round_ in (FUND, HAGUE, CULTURE, SPOTS, CARE)
    ),
    Wrong("missing_score", "A", CULTURE, (*SCORES, "c"), {"missing": MISSING}, "«c»"),
    *(
        Wrong("unknown_criterion", "A", CULTURE, (*SCORES, letter), among(3, None), f"«{letter}»")
        for letter in ("f", "A", "", "\ud800", "é")
    ),
    Wrong("unknown_criterion", "A", HAGUE, (*SCORES, "f"), among(3), "«f»"),
    Wrong("invalid_score", "A", CULTURE, SCORES, NO_OBJECT, "«scores»"),
    Wrong("invalid_score", "A", CULTURE, (*SCORES, "a"), {**NO_WHOLE_NUMBER, **NULL}, "Kies uit: 0, 3, 6."),
    Wrong("invalid_score", "A", CULTURE, (*SCORES, "a"), among(1, 5, 7), "Kies uit: 0, 3, 6."),
    Wrong(
        "invalid_score", "A", CULTURE, (*SCORES, "b"), among("7", "-1", "6.01", "13/2", "1/0", "6,0"), "«b»"
    ),
    Wrong(
        "invalid_score", "A", CULTURE, (*SCORES, "b"), among(" 6", "６", "1e0", "0x6", "1_0", "9" * 41), "«b»"
    ),
    Wrong("invalid_decision", "B", SPOTS, DECIDED, NO_OBJECT, "«decisions»"),
    *(
        Wrong(
            "invalid_decision",
            "B",
            SPOTS,
            (*DECIDED, key),
            among("Refuse", "", True, None, 1, [], {"cap_cents": 1}, 10**5000),
            f"beslissing «{key}»",
        )
        for key in ("insufficient", "too_close", "remainder")
    ),
    Wrong("invalid_decision", "B", SPOTS, (*DECIDED, "spread"), among("keep", 300, None, []), "cap_cents"),
    Wrong("invalid_decision", "B", SPOTS, (*DECIDED, "spread", "cap_cents"), NO_AMOUNT, "lagere bedrag"),
    Wrong(
        "invalid_decision", "B", SPOTS, (*DECIDED, "spread", "cap_cents"), among(600, 601), "lagere bedrag"
    ),
    Wrong("invalid_decision", "B", SPOTS, (*DECIDED, "spread", "cents"), among(1), "«cents»"),
    *(
        Wrong("invalid_decision", "B", CULTURE, DECIDED, {"": {key: "refuse"}}, f"«{key}»")
        for key in ("spread", "Remainder", "", "\ud800")
    ),
    Wrong("invalid_decision", "B", CARE, DECIDED, among({"too_close": "refuse"}), "spread, remainder"),
    Wrong("invalid_distance", None, SPOTS, DISTANCE, {**NO_OBJECT, **NULL}, "afstand"),
    Wrong("invalid_distance", None, SPOTS, (*DISTANCE, "between"), {**NO_OBJECT, **NULL}, "«between»"),
    Wrong(
        "invalid_distance",
        None,
        SPOTS,
        (*DISTANCE, "between"),
        among(["A"], ["A", "B", "C"], ["A", "A"], ["A", 1], [None, "B"]),
        "«between»",
    ),
    *(
        Wrong("invalid_distance", name, SPOTS, (*DISTANCE, "between", 1), among(name), f"«{name}»")
        for name in ("Z", "a", "", "\ud800")
    ),
    Wrong("invalid_distance", "A", SPOTS, (*DISTANCE, "metres"), NO_CENTS, "«B» in meters"),
    Wrong(
        "invalid_distance",
        "B",
        SPOTS,
        ("distances_m", 1),
        among({"between": ["B", "A"], "metres": 9}),
        "twee keer",
    ),
    Wrong("invalid_distance", None, SPOTS, (*DISTANCE, "unit"), among("m"), "«unit»"),
    *(
        Wrong("lottery_unknown_id", name, CULTURE, ("lottery",), among(["A", "B", name]), f"«{name}»")
        for name in ("Z", "a", "", "A ", "\ud800")
    ),
    Wrong("lottery_duplicate_id", "B", CULTURE, ("lottery",), among(["B", "A", "B"], ["B", "B", "A"]), "«B»"),
    Wrong("lottery_incomplete", "B", CULTURE, ("lottery",), among(["A"]), "loting"),
    Wrong("lottery_incomplete", "A", CULTURE, ("lottery",), among(["B"]), "loting"),
]

ERRORS = {
    f"{wrong.code}: {'.'.join(map(str, wrong.place))} {number} {name}": (
        wrong,
        changed(wrong.round_, (wrong.place, value)),
    )
    for number, wrong in enumerate(WRONG)
    for name, value in wrong.values.items()
}
