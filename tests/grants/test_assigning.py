from itertools import combinations, product
from math import prod

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from grants.assigning import TooFewError, divide

PEOPLE = range(4)
CANDIDATES = st.dictionaries(
    st.integers(1, 5), st.frozensets(st.sampled_from(PEOPLE), min_size=1), min_size=1, max_size=4
)


def loads(division: dict[int, frozenset[int]]) -> list[int]:
    return [sum(person in given for given in division.values()) for person in PEOPLE]


def test_four_applications_over_four_assessors_give_each_two() -> None:
    everyone = dict.fromkeys(range(4), frozenset(PEOPLE))
    division = divide(candidates=everyone, kept={}, wanted=dict.fromkeys(everyone, 2))
    assert loads(division) == [2, 2, 2, 2]
    assert {len(given) for given in division.values()} == {2}


def test_who_is_barred_from_most_does_the_rest() -> None:
    """0 may take everything, 1 only the first two: then 0 takes the last two."""
    candidates = {1: {0, 1}, 2: {0, 1}, 3: {0}, 4: {0}}
    division = divide(candidates=candidates, kept={}, wanted=dict.fromkeys(candidates, 1))
    assert division == {1: {1}, 2: {1}, 3: {0}, 4: {0}}


def test_what_was_assigned_stays() -> None:
    candidates = {1: {0, 1}, 2: {0, 1}}
    division = divide(candidates=candidates, kept={1: {0}, 2: {0}}, wanted=dict.fromkeys(candidates, 1))
    assert division == {1: {0}, 2: {0}}


def test_application_that_too_few_may_take_is_named() -> None:
    with pytest.raises(TooFewError) as error:
        divide(candidates={7: {0, 1}, 3: {1}}, kept={}, wanted={7: 2, 3: 2})
    assert (error.value.application, error.value.candidates) == (3, 1)


@given(CANDIDATES, st.integers(1, 2), st.data())
def test_no_other_division_is_more_equal(
    candidates: dict[int, frozenset[int]], count: int, data: st.DataObject
) -> None:
    """Against every division that there is: the sum of squares of the loads is the least."""
    assume(all(len(given) >= count for given in candidates.values()))
    kept = {
        key: data.draw(st.frozensets(st.sampled_from(sorted(given)), max_size=1))
        for key, given in candidates.items()
    }
    choices = [
        [set(chosen) for chosen in combinations(sorted(given), count) if kept[key] <= set(chosen)]
        for key, given in candidates.items()
    ]
    assume(prod(len(each) for each in choices) < 2000)
    division = divide(candidates=candidates, kept=kept, wanted=dict.fromkeys(candidates, count))
    assert all(
        len(division[key]) == count and kept[key] <= division[key] <= given
        for key, given in candidates.items()
    )
    least = min(
        sum(load * load for load in loads(dict(enumerate(map(frozenset, chosen)))))
        for chosen in product(*choices)
    )
    assert sum(load * load for load in loads(division)) == least
