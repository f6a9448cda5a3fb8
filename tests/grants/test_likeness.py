import sys
from collections import Counter

import pytest

from grants.selectors.applications.likeness import near_same_groups


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Samen eten in de Stationsbuurt", "samen ETEN in de stationsbuurt"),
        ("Samen eten in de Stationsbuurt", "In de Stationsbuurt samen eten"),
        ("Samen eten in de Stationsbuurt", "Samen etten in de Stationsbuurt"),
        ("Café voor iedereen", "Cafe voor iedereen!"),
        ("1", "1"),
    ],
)
def test_titles_that_say_the_same_are_found(one: str, other: str) -> None:
    assert near_same_groups({1: one, 2: other}) == [[1, 2]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Samen eten in de Stationsbuurt", "Samen bewegen in de Molenwijk"),
        ("Samen eten", "Samen dansen"),
        ("", ""),
        ("!", "?"),
    ],
)
def test_titles_that_say_something_else_are_not(one: str, other: str) -> None:
    assert near_same_groups({1: one, 2: other}) == []


def test_what_is_near_the_same_as_one_of_a_group_is_in_it() -> None:
    titles = {
        1: "Samen eten in de Stationsbuurt",
        2: "Zingen",
        3: "SAMEN ETEN in de stationsbuurt",
        4: "zingen!",
    }
    more = {5: "In de Stationsbuurt samen eten", 6: "Samen etten in de Stationsbuurt", 7: "Dansen"}
    assert sorted(map(sorted, near_same_groups(titles | more))) == [[1, 3, 5, 6], [2, 4]]


def work_for(number: int) -> int:
    """How many calls of Python it takes to compare so many titles with the same words."""
    titles = {at: f"Samen eten en bewegen in buurt {at % 500} met groep {at}" for at in range(number)}
    calls = Counter[str]()
    sys.setprofile(lambda _frame, event, _argument: calls.update((event,)))
    try:
        near_same_groups(titles)
    finally:
        sys.setprofile(None)
    return calls["call"]


def test_work_grows_with_the_number_of_titles_and_not_with_that_of_pairs() -> None:
    assert work_for(2_000) < 6 * work_for(500)  # of the pairs there are sixteen times as many
