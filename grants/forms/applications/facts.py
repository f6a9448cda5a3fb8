"""What a regulation asks as a field: the same on the form, on paper and when it is asked for again."""

from typing import TYPE_CHECKING

from django import forms

from grants.documents.rules import LONGEST_LONG_TEXT, LONGEST_TEXT
from grants.forms.applications.typed import AmountField, LineField, LongTextField, WholeNumberField
from grants.forms.fields import DayInput
from schemes.form import Fact

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

WRITTEN = ["%Y-%m-%d", "%d-%m-%Y"]
"""How a day is written: as browsers send it, and as the Dutch do."""


def fact_field(
    fact: Fact, *, label: "str | StrPromise", note: "str | StrPromise" = "", required: bool
) -> forms.Field:
    """The field in which this fact is given."""
    match fact.kind:
        case "whole_number":
            return WholeNumberField(least=fact.least, label=label, help_text=note, required=required)
        case "amount":
            return AmountField(label=label, help_text=note, least=fact.least, required=required)
        case "choice":
            choices = [(each, each) for each in fact.choices]
            return forms.ChoiceField(
                label=label, help_text=note, choices=choices, widget=forms.RadioSelect, required=required
            )
        case "date":
            return forms.DateField(
                label=label, help_text=note, widget=DayInput, input_formats=WRITTEN, required=required
            )
        case "long_text":
            return LongTextField(label=label, help_text=note, max_length=LONGEST_LONG_TEXT, required=required)
        case "text" | "address":
            return LineField(label=label, help_text=note, max_length=LONGEST_TEXT, required=required)
