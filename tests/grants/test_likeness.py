from time import perf_counter

import pytest

from grants.selectors.likeness import near_same


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
    assert list(near_same({1: one, 2: other})) == [(1, 2)]


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
    assert list(near_same({1: one, 2: other})) == []


def test_each_pair_of_three_is_found_once() -> None:
    assert sorted(near_same(dict.fromkeys((3, 1, 2), "Samen eten"))) == [(1, 2), (1, 3), (2, 3)]


def test_two_thousand_titles_with_the_same_words_take_less_than_a_second() -> None:
    titles = {
        number: f"Samen eten en bewegen in buurt {number % 500} met groep {number}" for number in range(2000)
    }
    start = perf_counter()
    list(near_same(titles))
    assert perf_counter() - start < 1
