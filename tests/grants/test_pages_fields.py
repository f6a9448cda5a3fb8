from datetime import date

import pytest
from django import forms
from django.template import Context, Template
from django.utils import translation

from grants.forms.fields import DayInput, EuroField


class Asked(forms.Form):
    amount = EuroField(label="Hoeveel subsidie vraagt u?", most=1_500_000)
    start = forms.DateField(label="Wanneer begint u?", widget=DayInput())


def of(typed: str) -> Asked:
    return Asked({"amount": typed, "start": "2027-03-01"})


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("1", 100),
        ("0,01", 1),
        ("12000", 1_200_000),
        ("12.000", 1_200_000),
        ("12.000,50", 1_200_050),
        ("€ 12.000,-", 1_200_000),
        ("€\N{NO-BREAK SPACE}950", 95_000),
        ("15.000,00", 1_500_000),
    ],
)
def test_an_amount_is_read_as_the_dutch_write_it(typed: str, cents: int) -> None:
    form = of(typed)
    assert form.is_valid(), form.errors
    assert form.cleaned_data["amount"] == cents


@pytest.mark.parametrize("typed", ["12.00", "12,5", "12.0000", "1.2.000", "-5", "veel", "12,000", "1e3", "٣"])
def test_an_amount_that_can_be_read_in_two_ways_is_refused(typed: str) -> None:
    form = of(typed)
    assert form.errors["amount"] == ["Vul een bedrag in, zoals 18.400 of 18.400,50."]


@pytest.mark.parametrize(
    ("typed", "error"),
    [
        ("0", "Vul een bedrag in van ten minste € 0,01."),
        ("15.000,01", "Vul een bedrag in van ten hoogste € 15.000."),
        ("", "Vul dit in."),
    ],
)
def test_an_amount_has_a_least_and_a_most(typed: str, error: str) -> None:
    assert of(typed).errors["amount"] == [error]


def test_a_limit_is_told_in_the_language_of_the_reader() -> None:
    with translation.override("en"):
        assert of("15.000,01").errors["amount"] == ["Give an amount of at most € 15.000."]


def test_a_wrong_amount_stays_as_it_was_typed_behind_a_euro_sign() -> None:
    html = Template("{% load crispy_forms_tags %}{{ form|crispy }}").render(Context({"form": of("12.00")}))
    assert '<span class="sr-money"><span aria-hidden="true">€</span><input' in html
    assert 'value="12.00"' in html


def test_an_amount_that_is_known_is_shown_with_its_cents() -> None:
    form = Asked(initial={"amount": 1_200_050, "start": date(2027, 3, 1)})
    assert 'value="12.000,50"' in str(form["amount"])
    assert '<input type="date" name="start" value="2027-03-01"' in str(form["start"])


def test_an_amount_that_stayed_the_same_is_no_change() -> None:
    data = {"amount": "12.000,50", "start": "2027-03-01"}
    assert Asked(data, initial={"amount": 1_200_050, "start": date(2027, 3, 1)}).changed_data == []
