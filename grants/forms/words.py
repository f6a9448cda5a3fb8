"""The form on which somebody writes one text."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from grants.documents.rules import LONGEST_REASON
from grants.forms.applications.typed import LongTextField, storable
from grants.forms.once import OnceForm

TOO_LONG = gettext_lazy(
    "Dit is te lang: ten hoogste %(limit_value)s tekens, en u typte er %(show_value)s. Kort het in."
)


class WordsForm(OnceForm):
    """One text. What is too long is kept, and refused with a sentence."""

    words = LongTextField(widget=forms.Textarea)

    def __init__(
        self,
        data: QueryDict | None,
        *,
        label: str,
        required: str = "",
        most: int = LONGEST_REASON,
        rows: int = 3,
    ) -> None:
        super().__init__(None if data is None else {name: storable(str(data[name])) for name in data})
        words = self.fields["words"]
        words.label, words.required = label, bool(required)
        words.error_messages["required"] = required
        words.widget.attrs["rows"] = rows
        words.validators.append(MaxLengthValidator(most, TOO_LONG))
