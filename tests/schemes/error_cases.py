from math import inf, nan

from tests.schemes.rounds import CARE, CULTURE, FUND, HAGUE, MISSING, SPOTS, Path, Round, changed

NUMBERLESS: dict[str, object] = {
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
SHAPELESS: dict[str, object] = {
    "number": 5,
    "float": 0.5,
    "nan": nan,
    "true": True,
    "text": "tekst",
    "empty text": "",
    "surrogate": "\ud800",
    "huge": 10**4000,
}
NAMELESS: dict[str, object] = {
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

Case = tuple[str, str | None, Round, str]
cases: list[Case] = []
names: list[str] = []


def case(
    code: str, application: str | None, change: tuple[Round, Path, object], words: str, name: str = ""
) -> None:
    round_, place, value = change
    cases.append((code, application, changed(round_, (place, value)), words))
    names.append(f"{code}: {'.'.join(map(str, place))} {name or ascii(value)[:40]}")


def each(
    code: str, application: str | None, change: tuple[Round, Path, dict[str, object]], words: str
) -> None:
    round_, place, values = change
    for name, value in values.items():
        case(code, application, (round_, place, value), words, name)


A, B, C = ("applications", 0), ("applications", 1), ("applications", 2)
POOL = ("pools", 0)
TWICE_A = changed(CULTURE, ((*B, "id"), "A"), (("lottery",), None))
SHARED = changed(SPOTS, (("ceilings",), [{"id": "samen", "ceiling_cents": 900}]))
TIED = changed(CULTURE, (("lottery",), ["A"]))
OUT = changed(HAGUE, ((*A, "admissible"), False), ((*A, "unique_participants"), MISSING))

# ── The round ─────────────────────────────────────────────────────────────────────────────────────

each("unknown_scheme", None, CULTURE, ("scheme",), NAMELESS, "«scheme»")
for unknown in ("002", "Cultuurparticipatie", "cultuurparticipatie ", "é", "\ud800", "x" * 10_000):
    case("unknown_scheme", None, CULTURE, ("scheme",), unknown, "«scheme»")
for field in ("pools", "applications"):
    each("invalid_input", None, CULTURE, (field,), {**SHAPELESS, "null": None, "object": {}}, f"«{field}»")
    case("invalid_input", None, CULTURE, (field,), MISSING, f"«{field}»", "missing")
each("invalid_input", None, CULTURE, ("options",), {**SHAPELESS, "list": []}, "«options»")
each("invalid_input", None, CULTURE, ("lottery",), {**SHAPELESS, "object": {}}, "«lottery»")
each("invalid_input", None, CULTURE, ("lottery", 0), {"number": 1, "null": None, "list": ["A"]}, "«lottery»")
each("invalid_input", None, SPOTS, ("distances_m",), {**SHAPELESS, "object": {}}, "«distances_m»")
each("invalid_input", None, SPOTS, ("ceilings",), {**SHAPELESS, "object": {}}, "«ceilings»")
each("invalid_input", None, CULTURE, A, {**SHAPELESS, "null": None, "list": []}, "aanvraag")
each("invalid_input", None, CULTURE, (*A, "id"), NAMELESS, "«id»")
each(
    "invalid_input",
    "A",
    CULTURE,
    (*A, "admissible"),
    {"number": 1, "text": "true", "nan": nan},
    "«admissible»",
)
each(
    "invalid_input",
    "A",
    HAGUE,
    (*A, "counts_in_average"),
    {"number": 0, "text": "nee"},
    "«counts_in_average»",
)
each("invalid_input", "A", HAGUE, (*A, "participants_unknown"), {"number": 1}, "«participants_unknown»")
for field in ("round", "Scheme", "", "\ud800", "naïve"):
    case("unknown_field", None, CULTURE, (field,), 1, f"«{field}»", ascii(field))
    case("unknown_field", "A", CULTURE, (*A, field), None, f"«{field}»", ascii(field))
case("unknown_field", None, CULTURE, ("distances_m",), [], "«distances_m»")
for round_, field in ((CULTURE, "unique_participants"), (CULTURE, "counts_in_average"), (SPOTS, "stadsdeel")):
    case("unknown_field", "A", round_, (*A, field), 5, f"«{field}»")

# ── Readings ──────────────────────────────────────────────────────────────────────────────────────

for option in ("cost_basis", "Ties", "", "\ud800", "x" * 1000):
    case("unknown_option", None, CULTURE, ("options",), {option: "partial"}, option[:60], ascii(option)[:20])
for value in ("soms", "", "Always", "\ud800", 0, 1.0, nan, True, None, [], {}, 10**5000):
    case("invalid_option", None, CULTURE, ("options",), {"ties": value}, "«ties»", ascii(type(value)))
for value in (2, -1, "0", True, False, 0.0):
    case(
        "invalid_option",
        None,
        SPOTS,
        ("options",),
        {"insufficient_max_score": value},
        "«insufficient_max_score»",
    )
case(
    "invalid_option",
    None,
    HAGUE,
    ("options",),
    {"cost_basis": "total_costs_per_requested"},
    "«cost_average» = «mean_of_ratios»",
)

# ── Pools and ceilings ────────────────────────────────────────────────────────────────────────────

each("invalid_pool", None, CULTURE, POOL, {**SHAPELESS, "null": None, "list": []}, "deelplafond")
each("invalid_pool", None, CULTURE, (*POOL, "id"), NAMELESS, "«id»")
ceilingless = {**NUMBERLESS, "null": None, "missing": MISSING}
each("invalid_pool", None, CULTURE, (*POOL, "ceiling_cents"), ceilingless, "Het plafond van «plafond»")
each("invalid_pool", None, SPOTS, (*POOL, "ceiling_cents"), NUMBERLESS, "Het plafond van «noord»")
each("invalid_pool", None, SPOTS, (*POOL, "max_places"), NUMBERLESS, "Het aantal van «noord»")
each("invalid_pool", None, SPOTS, (*POOL, "kind"), {**NAMELESS, "other": "Area"}, "«kind»")
case("invalid_pool", None, CULTURE, (*POOL, "kind"), "ceiling", "«kind»")
case("invalid_pool", None, CULTURE, (*POOL, "max_places"), 1, "«max_places»")
case("invalid_pool", None, SPOTS, ("pools", 1, "max_places"), 1, "«max_places»")
case("invalid_pool", None, CULTURE, (*POOL, "Ceiling_cents"), 1, "«Ceiling_cents»")
case("invalid_pool", None, FUND, (*POOL, "id"), "Small", "small, large")
case("invalid_pool", None, CULTURE, ("pools",), [], "«pools»")
case("invalid_pool", None, CULTURE, ("pools", 1), {"id": "q", "ceiling_cents": 1}, "«pools»")
each(
    "invalid_pool",
    None,
    SHARED,
    (*POOL, "ceiling_id"),
    {"number": 1, "other": "Samen", "list": []},
    "«ceilings»",
)
each("invalid_pool", None, SHARED, ("ceilings", 0), {**SHAPELESS, "null": None}, "gedeeld plafond")
each("invalid_pool", None, SHARED, ("ceilings", 0, "id"), NAMELESS, "«id»")
each("invalid_pool", None, SHARED, ("ceilings", 0, "ceiling_cents"), ceilingless, "Het plafond van «samen»")
case("invalid_pool", None, SHARED, ("ceilings", 0, "max_places"), 1, "«max_places»")
case("duplicate_pool", None, SPOTS, ("pools", 1, "id"), "noord", "«noord»")
case("duplicate_pool", None, SHARED, ("ceilings", 1), {"id": "samen", "ceiling_cents": 1}, "«samen»")
for limits in ({}, {"ceiling_cents": None}, {"max_places": None}, {"ceiling_id": None}):
    case("pool_without_limit", None, SPOTS, POOL, {"id": "noord", "kind": "area", **limits}, "«noord»")

# ── Applications ──────────────────────────────────────────────────────────────────────────────────

for name in ("A", "é", "\ud800"):
    case("duplicate_application", name, changed(TWICE_A, ((*A, "id"), name)), (*B, "id"), name, "«id»")
each("unknown_pool", "A", CULTURE, (*A, "pool"), {**NAMELESS, "other": "Plafond"}, "plafond")
requestless = {**NUMBERLESS, "zero": 0, "null": None, "missing": MISSING}
each("invalid_amount", "A", CULTURE, (*A, "requested_cents"), requestless, "Het bedrag van «A»")
grantless = {**NUMBERLESS, "zero": 0, "more than requested": 601}
each("invalid_amount", "A", CULTURE, (*A, "grantable_cents"), grantless, "subsidiabel")
peopleless = {**NUMBERLESS, "zero": 0, "null": None, "missing": MISSING}
each("invalid_participants", "A", HAGUE, (*A, "unique_participants"), peopleless, "«unique_participants»")
case("invalid_participants", "A", OUT, ("options",), {"cost_pool": "all"}, "«unique_participants»")
case("invalid_participants", "A", OUT, (*A, "counts_in_average"), True, "«unique_participants»")
costless = {**NUMBERLESS, "zero": 0}
each("invalid_total_costs", "A", HAGUE, (*A, "total_costs_cents"), costless, "«total_costs_cents»")
case("invalid_total_costs", "A", HAGUE, ("options",), {"cost_basis": "total_costs"}, "«total_costs_cents»")

# ── Scores ────────────────────────────────────────────────────────────────────────────────────────

for absent in (MISSING, None, {}):
    for round_ in (CULTURE, SPOTS, CARE, HAGUE):
        case("missing_score", "A", round_, (*A, "scores"), absent, "punten", ascii(absent)[:8])
case("missing_score", "A", CULTURE, (*A, "scores", "c"), MISSING, "«c»")
for letter in ("f", "A", "", "\ud800", "é"):
    case("unknown_criterion", "A", CULTURE, (*A, "scores", letter), 3, f"«{letter}»", ascii(letter))
case("unknown_criterion", "A", HAGUE, (*A, "scores", "f"), 3, "«f»")
each("invalid_score", "A", CULTURE, (*A, "scores"), {**SHAPELESS, "list": []}, "«scores»")
scoreless = {**NUMBERLESS, "null": None, "between": 5, "one too many": 7, "huge": 10**4000}
each("invalid_score", "A", CULTURE, (*A, "scores", "a"), scoreless, "Kies uit: 0, 3, 6.")
for text in ("7", "-1", "6.01", "13/2", "1/0", "6,0", " 6", "６", "1e0", "0x6", "1_0", "½", "9" * 41):
    case("invalid_score", "A", CULTURE, (*A, "scores", "b"), text, "«b»")

# ── Decisions, distances, lots ────────────────────────────────────────────────────────────────────

each("invalid_decision", "B", SPOTS, (*B, "decisions"), {**SHAPELESS, "list": []}, "«decisions»")
for key in ("insufficient", "too_close"):
    for value in ("Refuse", "", True, None, 1, [], {"cap_cents": 1}, 10**5000):
        case("invalid_decision", "B", SPOTS, (*B, "decisions", key), value, f"«{key}»", ascii(type(value)))
for value in ("keep", "declined", 300, None, []):
    case("invalid_decision", "B", SPOTS, (*B, "decisions", "spread"), value, "«spread»")
capless = {**NUMBERLESS, "zero": 0, "null": None, "not lower": 600, "higher": 10**4000}
each("invalid_decision", "B", SPOTS, (*B, "decisions", "spread", "cap_cents"), capless, "lagere bedrag")
case("invalid_decision", "B", SPOTS, (*B, "decisions", "spread"), {}, "lagere bedrag")
case("invalid_decision", "B", SPOTS, (*B, "decisions", "spread", "cents"), 1, "«cents»")
case("invalid_decision", "A", CULTURE, (*A, "decisions"), {"remainder": "accepted"}, "«remainder»")
for key in ("spread", "Remainder", ""):
    case("invalid_decision", "A", CULTURE, (*A, "decisions"), {key: "refuse"}, f"«{key}»")
case("invalid_decision", "A", CARE, (*A, "decisions"), {"too_close": "refuse"}, "«too_close»")

each("invalid_distance", None, SPOTS, ("distances_m", 0), {**SHAPELESS, "null": None}, "afstand")
pairless = ["A", ["A"], ["A", "B", "C"], ["A", "A"], ["A", 1], [None, "B"], {}, None, [], MISSING]
for value in pairless:
    case("invalid_distance", None, SPOTS, ("distances_m", 0, "between"), value, "«between»")
for value in ("Z", "a", "", "\ud800"):
    case("invalid_distance", value, SPOTS, ("distances_m", 0, "between", 1), value, f"«{value}»")
metreless = {**NUMBERLESS, "null": None, "missing": MISSING}
each("invalid_distance", "A", SPOTS, ("distances_m", 0, "metres"), metreless, "meters")
case("invalid_distance", "B", SPOTS, ("distances_m", 1), {"between": ["B", "A"], "metres": 9}, "twee keer")
case("invalid_distance", None, SPOTS, ("distances_m", 0, "unit"), "m", "«unit»")

for name in ("Z", "a", "", "A ", "\ud800"):
    case("lottery_unknown_id", name, CULTURE, ("lottery",), ["A", "B", name], f"«{name}»", ascii(name))
case("lottery_duplicate_id", "B", CULTURE, ("lottery",), ["B", "A", "B"], "«B»")
case("lottery_incomplete", "B", TIED, ("lottery",), ["A"], "loting")
case("lottery_incomplete", "A", TIED, ("lottery",), ["B"], "loting")
