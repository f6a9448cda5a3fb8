import json
from copy import deepcopy

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemes.documents import Document, load_document
from schemes.files.solving import solve, solve_one
from schemes.files.writing import Json, error_json
from schemes.library import Shipped
from schemes.round import RoundError
from tests.schemes.cases import with_slug, worked_rounds
from tests.schemes.documents import WITH_READING
from tests.schemes.rounds import VALID

LIBRARY = Shipped()
ROUNDS: list[object] = [*VALID, *(with_slug(case["input"]) for case in worked_rounds().values())]
BRISK = settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])

# Values that mean something in some place, so that a change is not always the same error.
TELLING: list[Json] = [
    "A",
    "B",
    "C",
    "small",
    "noord",
    "plafond",
    "area",
    "refuse",
    "keep",
    "declined",
    "always",
    "skip",
    "stop",
    "mean_of_ratios",
    "17/2",
    "7.50",
    0,
    1,
    2,
    3,
    -1,
    400,
    10**40,
    10**4000,
    10**4200,
    None,
    True,
    False,
    "",
    "\ud800",
    [],
    {},
    ["A", "B"],
    {"cap_cents": 1},
    {"between": ["A", "B"], "metres": 1},
]
values = st.recursive(
    st.sampled_from(TELLING) | st.integers() | st.floats() | st.text(max_size=5) | st.none() | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


def bytes_of(raw: object) -> bytes:
    """What the engine answers, as it is written: an outcome or an error, and never an exception."""
    found = solve_one(LIBRARY, raw)
    assert isinstance(found, dict | RoundError)
    return json.dumps(error_json(found) if isinstance(found, RoundError) else found).encode()


@st.composite
def spoilt_rounds(draw: st.DrawFn) -> object:
    """A right round in which a few things were changed, left out, doubled or added."""
    spoilt = deepcopy(draw(st.sampled_from(ROUNDS)))
    for _ in range(draw(st.integers(1, 4))):
        place = _somewhere(draw, spoilt)
        if isinstance(place, list):
            _spoil_list(draw, place)
        elif isinstance(place, dict):
            _spoil_object(draw, place)
    return spoilt


def _somewhere(draw: st.DrawFn, data: object) -> object:
    while isinstance(data, list | dict) and data and draw(st.integers(0, 4)):
        inner = draw(st.sampled_from(data if isinstance(data, list) else list(data.values())))
        if not isinstance(inner, list | dict):
            break
        data = inner
    return data


def _spoil_list(draw: st.DrawFn, place: list[object]) -> None:
    at = draw(st.integers(0, len(place)))
    match draw(st.sampled_from(["change", "leave", "double", "shuffle"])):
        case "change":
            place[at : at + 1] = [deepcopy(draw(values))]
        case "leave":
            del place[at : at + 1]
        case "double":
            place.extend(deepcopy(place[at : at + 1]))
        case _:
            place.reverse()


def _spoil_object(draw: st.DrawFn, place: dict[str, object]) -> None:
    known = sorted(place) or ["id"]
    match draw(st.sampled_from(["change", "leave", "add"])):
        case "change":
            place[draw(st.sampled_from(known))] = deepcopy(draw(values))
        case "leave":
            place.pop(draw(st.sampled_from(known)), None)
        case _:
            names = st.sampled_from(
                ["options", "lottery", "decisions", "ceiling_id", "grantable_cents", "scores"]
            )
            place[draw(names | st.text(max_size=4))] = deepcopy(draw(values))


@BRISK
@given(values)
def test_any_value_is_an_error_and_the_same_one_each_time(raw: object) -> None:
    assert b'{"error":' in bytes_of(raw)
    assert bytes_of(raw) == bytes_of(deepcopy(raw))


@BRISK
@given(spoilt_rounds())
def test_a_spoilt_round_is_answered_with_the_same_bytes_each_time(raw: object) -> None:
    before = deepcopy(raw)
    assert bytes_of(raw) == bytes_of(before)
    assert json.dumps(raw) == json.dumps(before)


@BRISK
@given(st.text() | st.lists(values.map(json.dumps), max_size=3).map("\n".join), st.integers(0, 60))
def test_any_text_is_answered_once_per_round_in_order(text: str, cut: int) -> None:
    for part in (text, text[:cut], text[cut:]):
        numbers = [number for number, _ in solve(LIBRARY, part)]
        assert numbers == sorted(set(numbers))
        assert numbers


TOML_VALUES = """0
-1
1.5
nan
true
""
"x"
"1/2"
"skip"
"always"
"lid 9"
"remainder"
[]
{}
[[]]
["a", "b"]
2026-01-01
{ reading = "ties" }
{ reading = "x", part = "y" }
{ kind = "loting" }
{ kind = "fewer_than", count = 1, points = 1 }
0xffffffffffffffffffffffffffffffffffffffffffffffff""".splitlines()


@st.composite
def spoilt_documents(draw: st.DrawFn) -> str:
    """A right document in which a few lines or words were changed, left out, doubled or moved."""
    lines = WITH_READING.splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["value", "leave", "double", "move", "characters"])):
            case "value" if " = " in lines[at]:
                lines[at] = f"{lines[at].split(' = ')[0]} = {draw(st.sampled_from(TOML_VALUES))}"
            case "leave":
                lines[at] = ""
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), lines[at])
            case "move":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case _:
                lines[at] += draw(st.text(max_size=3))
    return "\n".join(lines)


@BRISK
@given(spoilt_documents())
def test_a_spoilt_document_is_refused_in_sentences_or_gives_the_same_fingerprint_each_time(text: str) -> None:
    found = load_document(text)
    assert found == load_document(text)
    if isinstance(found, Document):
        assert found.regulation().slug == found.slug
    else:
        assert found
        assert all(problem.sentence for problem in found)
