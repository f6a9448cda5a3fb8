from datetime import date

import pytest

from grants.terms import (
    Pause,
    Postponement,
    days_later,
    decide_by,
    easter,
    holidays,
    is_near,
    not_handled_by,
    working_day_from,
)

CLOSED = date(2027, 3, 1)  # a Monday


@pytest.mark.parametrize(
    "sunday",
    [
        date(2000, 4, 23),
        date(2008, 3, 23),
        date(2011, 4, 24),
        date(2024, 3, 31),
        date(2025, 4, 20),
        date(2026, 4, 5),
        date(2027, 3, 28),
        date(2038, 4, 25),
    ],
)
def test_easter_is_on_the_sunday_of_the_calendar(sunday: date) -> None:
    assert easter(sunday.year) == sunday


def test_holidays_are_those_of_the_law() -> None:
    assert sorted(holidays(2027)) == [
        date(2027, 1, 1),
        date(2027, 3, 26),  # Goede Vrijdag
        date(2027, 3, 29),  # tweede Paasdag
        date(2027, 4, 27),  # Koningsdag
        date(2027, 5, 5),
        date(2027, 5, 6),  # Hemelvaartsdag
        date(2027, 5, 17),  # tweede Pinksterdag
        date(2027, 12, 25),
        date(2027, 12, 26),
    ]


def test_kings_day_on_a_sunday_is_kept_the_day_before() -> None:
    assert date(2025, 4, 27).weekday() == 6
    assert (date(2025, 4, 26) in holidays(2025), date(2025, 4, 27) in holidays(2025)) == (True, False)


@pytest.mark.parametrize(
    ("day", "then"),
    [
        (date(2027, 3, 12), date(2027, 3, 12)),  # a Friday
        (date(2027, 3, 13), date(2027, 3, 15)),  # a Saturday
        (date(2027, 3, 26), date(2027, 3, 30)),  # Good Friday, the weekend, Easter Monday, and then Tuesday
        (date(2027, 12, 25), date(2027, 12, 27)),  # Christmas on Saturday and Sunday
        (date(2027, 5, 5), date(2027, 5, 7)),  # 5 May, Ascension Day, and then Friday
        (date(2026, 12, 31), date(2026, 12, 31)),
        (date(2027, 1, 1), date(2027, 1, 4)),  # New Year's Day on a Friday
    ],
)
def test_term_ends_on_no_weekend_and_no_holiday(day: date, then: date) -> None:
    assert working_day_from(day) == then


def test_two_weeks_to_complete_end_on_the_same_weekday() -> None:
    assert days_later(date(2027, 3, 2), 14) == date(2027, 3, 16)


def test_ten_days_to_complete_that_end_in_a_weekend_end_on_monday() -> None:
    assert days_later(date(2027, 3, 3), 10) == date(2027, 3, 15)


def test_term_of_more_than_ninety_days_ends_on_any_day() -> None:
    ninety = date(
        2027, 7, 3
    )  # 4 April + 90 days: 26 in April, 31 in May, 30 in June make 87; 3 July is a Saturday
    assert days_later(date(2027, 4, 4), 90) == date(2027, 7, 5)
    assert days_later(date(2027, 4, 3), 91) == ninety


def test_thirteen_weeks_after_closing() -> None:
    assert decide_by(CLOSED, 13) == date(2027, 5, 31)  # 91 days: 30 in March, 30 in April, 31 in May


def test_twelve_weeks_that_end_on_a_holiday_end_later_and_thirteen_do_not() -> None:
    # Easter Monday is 29 March 2027; 84 and 91 days before it are 4 January 2027 and 28 December 2026
    assert decide_by(date(2027, 1, 4), 12) == date(2027, 3, 30)
    assert decide_by(date(2026, 12, 28), 13) == date(2027, 3, 29)


def test_pause_counts_from_the_day_after_asking_until_the_day_it_was_completed() -> None:
    assert Pause(date(2027, 3, 4), date(2027, 3, 11)).days == 6  # 5, 6, 7, 8, 9 and 10 March
    assert decide_by(CLOSED, 13, [Pause(date(2027, 3, 4), date(2027, 3, 11))]) == date(2027, 6, 6)


@pytest.mark.parametrize("ended", [date(2027, 3, 4), date(2027, 3, 5)])
def test_pause_that_ends_at_once_takes_no_day(ended: date) -> None:
    assert Pause(date(2027, 3, 4), ended).days == 0


def test_two_pauses_add_up() -> None:
    pauses = [
        Pause(date(2027, 3, 4), date(2027, 3, 11)),  # 6 days
        Pause(date(2027, 3, 15), date(2027, 3, 18)),  # 16 and 17 March
    ]
    assert decide_by(CLOSED, 13, pauses) == date(2027, 6, 8)


def test_postponement_holds_in_the_place_of_what_was_counted_before_it() -> None:
    pauses = [Pause(date(2027, 3, 4), date(2027, 3, 11)), Pause(date(2027, 6, 2), date(2027, 6, 5))]
    told = [
        Postponement(date(2027, 6, 1), date(2027, 7, 1)),
        Postponement(date(2027, 5, 1), date(2027, 8, 1)),
    ]
    assert decide_by(CLOSED, 13, pauses[:1], told) == date(2027, 7, 1)
    assert decide_by(CLOSED, 13, pauses, told) == date(2027, 7, 3)  # later by 3 and 4 June


def test_four_weeks_to_leave_an_application_unhandled() -> None:
    assert not_handled_by(date(2027, 3, 16)) == date(2027, 4, 13)
    assert not_handled_by(date(2027, 3, 1)) == date(2027, 3, 30)  # 29 March is Easter Monday


@pytest.mark.parametrize(
    ("today", "near"), [(date(2027, 5, 16), False), (date(2027, 5, 17), True), (date(2027, 6, 1), True)]
)
def test_warning_comes_two_weeks_before_the_last_day_and_stays(today: date, near: bool) -> None:
    assert is_near(date(2027, 5, 31), today) is near
