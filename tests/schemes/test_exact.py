from fractions import Fraction

import pytest

from schemes.exact import Points, exact_json, exact_of, exact_sum, lowest_terms, parse_exact


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0", 0),
        ("-0", 0),
        ("007", 7),
        ("7.50", Fraction(15, 2)),
        ("-7.5", Fraction(-15, 2)),
        ("3.0", 3),
        ("17/2", Fraction(17, 2)),
        ("-34/4", Fraction(-17, 2)),
        ("12/4", 3),
        ("0/5", 0),
        ("9" * 40, 10**40 - 1),
        (f"0.{'3' * 40}", Fraction(int("3" * 40), 10**40)),
        (f"1/{'9' * 40}", Fraction(1, 10**40 - 1)),
    ],
)
def test_a_whole_number_a_decimal_or_a_fraction_in_text_is_read_exactly(
    text: str, number: int | Fraction
) -> None:
    assert parse_exact(text) == number
    assert isinstance(parse_exact(text), int) == (Fraction(number).denominator == 1)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "1,5",
            "1.",
            ".5",
            "+1",
            "--1",
            "1e3",
            "1/0",
            "1/-2",
            "1/2/3",
            "1.5/2",
            "1 /2",
            " 1",
            "1\n",
        ),
        *("0x1", "1_0", "٣", "½", "²", "nan", "inf", "9" * 41, f"1.{'0' * 41}", f"1/{'9' * 41}"),
    ],
)
def test_nothing_else_is_a_number(text: str) -> None:
    assert parse_exact(text) is None


@pytest.mark.parametrize(
    ("points", "written"),
    [
        (0, 0),
        (-3, -3),
        (Fraction(17, 2), "17/2"),
        (Fraction(-1, 3), "-1/3"),
        (Fraction(6, 2), 3),
        (10**50, 10**50),
    ],
)
def test_points_are_written_as_whole_numbers_or_in_lowest_terms(
    points: int | Fraction, written: int | str
) -> None:
    assert exact_json(points) == written
    assert type(exact_json(points)) is type(written)


def test_a_whole_fraction_becomes_an_integer() -> None:
    assert isinstance(lowest_terms(Fraction(6, 3)), int)
    assert lowest_terms(Fraction(1, 3)) == Fraction(1, 3)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 100])
def test_a_sum_is_exact_whatever_the_number_of_terms(count: int) -> None:
    # 1/(1·2) + 1/(2·3) + … + 1/(n·(n+1)) = n/(n+1)
    terms = [Fraction(1, number * (number + 1)) for number in range(1, count + 1)]
    assert exact_sum(terms) == Fraction(count, count + 1)


@pytest.mark.parametrize("points", [0, 17, Fraction(17, 2), Fraction(-1, 3)])
def test_what_is_written_exactly_is_read_back(points: Points) -> None:
    assert exact_of(exact_json(points)) == points


@pytest.mark.parametrize("written", [None, True, 1.5, "x", "1/0", []])
def test_what_is_no_exact_number_is_refused(written: object) -> None:
    with pytest.raises(TypeError):
        exact_of(written)
