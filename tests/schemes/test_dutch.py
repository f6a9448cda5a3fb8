from fractions import Fraction

import pytest

from schemes.exact import Points, exact_sum, readable
from schemes.words.dutch import euros, euros_about, listed, number, ordinal, percentage, rule_in_words


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (0, "0"),
        (1250, "1.250"),
        (1234567, "1.234.567"),
        (Fraction(17, 2), "8,5"),
        (Fraction(1, 4), "0,25"),
        (Fraction(26, 3), "8 2/3"),
        (Fraction(2, 3), "2/3"),
        (Fraction(4), "4"),
        (Fraction(-17, 3), "-5 2/3"),
        (-1250, "-1.250"),
    ],
)
def test_number_is_written_the_dutch_way(points: Points, text: str) -> None:
    assert number(points) == text


@pytest.mark.parametrize(
    ("cents", "text"),
    [(0, "€ 0"), (5, "€ 0,05"), (100, "€ 1"), (1_840_000, "€ 18.400"), (123_456_789, "€ 1.234.567,89")],
)
def test_amount_is_written_the_dutch_way(cents: int, text: str) -> None:
    assert euros(cents) == text


@pytest.mark.parametrize(
    ("cents", "text"), [(Fraction(25000, 3), "€ 83,33"), (Fraction(25001, 2), "€ 125,01"), (2125, "€ 21,25")]
)
def test_measure_is_rounded_to_the_cent_on_paper_only(cents: Points, text: str) -> None:
    assert euros_about(cents) == text


@pytest.mark.parametrize(
    ("share", "text"), [(1, "100%"), (Fraction(9, 10), "90%"), (Fraction(2, 3), "66 2/3%")]
)
def test_share_is_a_percentage(share: Points, text: str) -> None:
    assert percentage(share) == text


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("lid 5", "vijfde lid"),
        ("lid 2 onder e", "tweede lid, onder e"),
        ("lid 1a", "lid 1a"),
        ("lid 21", "21e lid"),
        ("Awb 4:25 lid 2", "artikel 4:25, tweede lid, van de Algemene wet bestuursrecht"),
        ("Awb 4:35 lid 1 onder a", "artikel 4:35, eerste lid, onder a, van de Algemene wet bestuursrecht"),
        ("Awb 4:5", "artikel 4:5 van de Algemene wet bestuursrecht"),
        ("ASV artikel 7", "ASV artikel 7"),
        ("lid 1 en lid 2", "eerste lid en tweede lid"),
    ],
)
def test_rule_is_cited_in_words(rule: str, words: str) -> None:
    assert rule_in_words(rule) == words


def test_ordinals_are_words_up_to_twenty() -> None:
    assert [ordinal(1), ordinal(20), ordinal(21), ordinal(1000)] == ["eerste", "twintigste", "21e", "1.000e"]


def test_list_joins_its_last_with_a_word() -> None:
    assert [listed([]), listed(["a"]), listed(["a", "b", "c"]), listed(["a", "b"], "of")] == [
        "",
        "a",
        "a, b en c",
        "a of b",
    ]


def test_sum_of_nothing_is_nothing() -> None:
    assert exact_sum([]) == 0


def test_unreadable_denominator_is_shown_in_hundredths() -> None:
    assert readable(Fraction(1, 3)) == Fraction(1, 3)
    assert readable(Fraction(2_000_000, 3_000_001)) == Fraction(66, 100)
