"""Small rounds for properties: every regulation, every option, ties at every border, decisions made and owed."""

from collections.abc import Callable, Mapping

from hypothesis import strategies as st

from schemes.files.solving import solve_one
from schemes.library import SHIPPED, Shipped
from schemes.round import RoundError

HET_FONDS, SAMEN, CULTUUR, ONTMOETING, MANTELZORG = SHIPPED
LIBRARY = Shipped()
CENTS = st.sampled_from((10, 20, 30, 50, 50, 50, 100))
KEEP_OR_REFUSE = st.sampled_from(("refuse", "keep"))

Round = dict[str, object]
Application = dict[str, object]


def solved(raw: object) -> dict[str, object]:
    outcome = solve_one(LIBRARY, raw)
    assert not isinstance(outcome, RoundError), outcome
    return dict(outcome)


def by_id(outcome: Mapping[str, object]) -> dict[str, dict[str, object]]:
    lines = outcome["applications"]
    assert isinstance(lines, list)
    return {line["id"]: line for line in lines}


def pools_of(outcome: Mapping[str, object]) -> list[dict[str, object]]:
    pools = outcome["pools"]
    assert isinstance(pools, list)
    return pools


@st.composite
def rounds(draw: st.DrawFn, schemes: tuple[str, ...] = SHIPPED, most: int = 6) -> Round:
    scheme = draw(st.sampled_from(schemes))
    pools = draw(POOLS[scheme])
    applications = [draw(_application(scheme, f"A{at}", pools)) for at in range(draw(st.integers(1, most)))]
    raw: Round = {
        "scheme": scheme,
        "pools": pools,
        "applications": applications,
        "options": draw(_options(scheme)),
    }
    if scheme == ONTMOETING:
        raw["distances_m"] = draw(_distances([str(one["id"]) for one in applications]))
    return raw


def _options(scheme: str) -> st.SearchStrategy[dict[str, object]]:
    optional: dict[str, st.SearchStrategy[object]] = {
        "remainder": st.sampled_from(("partial", "stop", "skip")),
        "ties": st.sampled_from(("straddling", "exceeded", "always")),
    }
    if scheme == HET_FONDS:
        optional["threshold_reading"] = st.sampled_from(("both_defects", "either_defect"))
    if scheme == ONTMOETING:
        optional["distance_scope"] = st.sampled_from(("round", "pool"))
        optional["distance_points"] = st.sampled_from(("total", "weight_3"))
        optional["insufficient_max_score"] = st.sampled_from((0, 1))
        optional["insufficient_criteria"] = st.sampled_from(("any", "all"))
        optional["pending_discretion"] = st.sampled_from(("undecided", "undecided", "keep"))
    return st.fixed_dictionaries({}, optional=optional)


def _pools(
    make: Callable[[st.DrawFn, int], dict[str, object]], most: int
) -> st.SearchStrategy[list[dict[str, object]]]:
    @st.composite
    def made(draw: st.DrawFn) -> list[dict[str, object]]:
        return [make(draw, at) for at in range(draw(st.integers(1, most)))]

    return made()


def _ceiling(draw: st.DrawFn) -> int:
    return 10 * draw(st.integers(0, 20))


def _ontmoeting_pool(draw: st.DrawFn, at: int) -> dict[str, object]:
    if draw(st.booleans()):
        return {
            "id": f"p{at}",
            "kind": "designated_place",
            "ceiling_cents": draw(st.none() | st.integers(0, 9).map(lambda n: n * 10)),
        }
    ceiling = draw(st.none() | st.integers(0, 15).map(lambda n: n * 10))
    number = draw(st.integers(0, 3) if ceiling is None else st.none() | st.integers(0, 3))
    return {"id": f"p{at}", "kind": "area", "ceiling_cents": ceiling, "max_places": number}


POOLS = {
    HET_FONDS: _pools(lambda draw, at: {"id": ("small", "large")[at], "ceiling_cents": _ceiling(draw)}, 2),
    SAMEN: _pools(lambda draw, at: {"id": f"p{at}", "ceiling_cents": _ceiling(draw)}, 1),
    CULTUUR: _pools(lambda draw, at: {"id": f"p{at}", "ceiling_cents": _ceiling(draw)}, 1),
    ONTMOETING: _pools(_ontmoeting_pool, 3),
    MANTELZORG: _pools(lambda draw, at: {"id": f"p{at}", "ceiling_cents": _ceiling(draw)}, 2),
}
SCORES = {
    HET_FONDS: {**dict.fromkeys("bcdefhij", (2,)), "a": (0, 2, 3), "g": (0, 2, 3)},
    SAMEN: {"a": (8, 12), "b": (6,), "c": (3, 6), "d": (6,), "e": (6,)},
    CULTUUR: {"a": (6,), "b": (6,), "c": (0, 3), "d": (0, 3), "e": (2,)},
    ONTMOETING: {"a": (0, 1, 2), "b": (1, 2), "c": (2,), "d": (1, 2), "e": (2,)},
    MANTELZORG: {"a": (1, 2), "b": (2,), "c": (1, 2), "d": (2,), "e": (2,), "f": (2,)},
}


@st.composite
def _application(draw: st.DrawFn, scheme: str, name: str, pools: list[dict[str, object]]) -> Application:
    requested = draw(CENTS)
    application: Application = {
        "id": name,
        "pool": draw(st.sampled_from([pool["id"] for pool in pools])),
        "requested_cents": requested,
        "scores": {letter: draw(st.sampled_from(levels)) for letter, levels in SCORES[scheme].items()},
        "admissible": draw(st.sampled_from((True,) * 9 + (False,))),
    }
    if scheme == SAMEN:
        application["unique_participants"] = draw(st.integers(1, 2))
    if draw(st.integers(0, 9)) == 0:
        application["grantable_cents"] = draw(st.integers(1, requested))
    if decisions := draw(_decisions(scheme, requested)):
        application["decisions"] = decisions
    return application


def _decisions(scheme: str, requested: int) -> st.SearchStrategy[dict[str, object]]:
    seldom: dict[str, st.SearchStrategy[object]] = {"remainder": st.just("declined")}
    if scheme in (ONTMOETING, MANTELZORG):
        caps = st.integers(1, requested - 1).map(lambda cents: {"cap_cents": cents})
        seldom["spread"] = st.just("refuse") | caps
    often = {"insufficient": KEEP_OR_REFUSE, "too_close": KEEP_OR_REFUSE} if scheme == ONTMOETING else {}

    @st.composite
    def made(draw: st.DrawFn) -> dict[str, object]:
        chosen = {key: values for key, values in often.items() if draw(st.integers(0, 2)) == 0}
        chosen.update((key, values) for key, values in seldom.items() if draw(st.integers(0, 6)) == 0)
        return {key: draw(values) for key, values in chosen.items()}

    return made()


def _distances(names: list[str]) -> st.SearchStrategy[list[dict[str, object]]]:
    pairs = [(one, other) for at, one in enumerate(names) for other in names[:at]]

    @st.composite
    def made(draw: st.DrawFn) -> list[dict[str, object]]:
        near = [pair for pair in pairs if draw(st.integers(0, 3)) == 0]
        return [{"between": list(pair), "metres": draw(st.sampled_from((100, 499, 500)))} for pair in near]

    return made()
