"""Small rounds under a regulation for which nobody wrote a strategy: all is read from its document."""

from hypothesis import strategies as st

from schemes.exact import Points, exact_json
from schemes.form import Fact
from schemes.regulation import PoolKind, Regulation
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion
from tests.schemes.small_rounds import CENTS, Application, Round

UNIT = 500_00
"""Small numbers of this many cents lie around the amounts that the documents name."""

OPEN_ENDED: tuple[Points, ...] = (0, 59, 60, 70, 90, 100, 109, 110, 121)


def steps_of(regulation: Regulation, criterion: Criterion) -> tuple[Points, ...]:
    """Points that can be given, ascending: the highest levels, or what lies around the borders of the documents."""
    if criterion.any_number_from is None:
        return tuple(sorted(level.points for level in regulation.levels(criterion)))[-4:]
    if criterion.any_number_to is None:
        return OPEN_ENDED
    most = criterion.any_number_to
    return tuple(sorted({criterion.any_number_from, most * 6 // 10, most * 8 // 10, most}))


@st.composite
def other_rounds(draw: st.DrawFn, regulation: Regulation) -> Round:
    """A round in which every lot is drawn, with few distinct values, so that ties and borders are common."""
    pools = draw(_pools(regulation.pools[0]))
    names = [f"A{at}" for at in range(draw(st.integers(1, 6)))]
    ids = [str(pool["id"]) for pool in pools]
    return {
        "scheme": regulation.slug,
        "pools": pools,
        "applications": [draw(_application(regulation, name, ids)) for name in names],
        "lottery": draw(st.permutations(names)),
    }


@st.composite
def _pools(draw: st.DrawFn, kind: PoolKind) -> list[dict[str, object]]:
    ids = kind.ids or (("p0",) if kind.single else ("p0", "p1"))
    number = draw(st.integers(1, len(ids)))
    return [{"id": ids[at], "ceiling_cents": UNIT * 10 * draw(st.integers(0, 20))} for at in range(number)]


@st.composite
def _application(draw: st.DrawFn, regulation: Regulation, name: str, pools: list[str]) -> Application:
    made: Application = {
        "id": name,
        "pool": draw(st.sampled_from(pools)),
        "requested_cents": UNIT * draw(CENTS),
        "admissible": draw(st.sampled_from((True,) * 9 + (False,))),
        "scores": {
            criterion.letter: exact_json(draw(st.sampled_from(steps_of(regulation, criterion))))
            for criterion in scored_criteria(regulation)
        },
    }
    made.update({fact.key: draw(_answer(fact)) for fact in regulation.facts})
    return made


def _answer(fact: Fact) -> st.SearchStrategy[object]:
    if fact.kind in ("whole_number", "amount"):
        return st.sampled_from((1, 2, 12_500, 12_501, 4_999_999, 5_000_000))
    return st.sampled_from(fact.choices or ("noord", "zuid", "west"))
