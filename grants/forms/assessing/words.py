"""Forms on which an assessor writes one text: an interest, why something is handed back, what does not open, a remark."""

from django import forms
from django.core.validators import MaxLengthValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.rules import LONGEST_REASON, LONGEST_TEXT
from grants.forms.applications.typed import LongTextField, storable
from grants.forms.once import OnceForm

TOO_LONG = gettext_lazy(
    "Dit is te lang: ten hoogste %(limit_value)s tekens, en u typte er %(show_value)s. Kort het in."
)


class WordsForm(OnceForm):
    """One text. What is too long is kept, and refused with a sentence."""

    words = LongTextField(widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(
        self, data: QueryDict | None, *, label: str, required: str = "", most: int = LONGEST_REASON
    ) -> None:
        super().__init__(None if data is None else {name: storable(str(data[name])) for name in data})
        words = self.fields["words"]
        words.label, words.required = label, bool(required)
        words.error_messages["required"] = required
        words.validators.append(MaxLengthValidator(most, TOO_LONG))


def interest_form(data: QueryDict | None) -> WordsForm:
    """What the interest is."""
    asked, required = _("Wat is uw belang?"), _("Vertel in een paar woorden wat uw belang is.")
    return WordsForm(data, label=asked, required=required, most=LONGEST_TEXT)


def hand_back_form(data: QueryDict | None) -> WordsForm:
    """Why an application is handed back."""
    required = _("Vertel waarom u deze aanvraag teruggeeft. De behandelaar leest dat.")
    return WordsForm(data, label=_("Waarom geeft u deze aanvraag terug?"), required=required)


def report_form(data: QueryDict | None) -> WordsForm:
    """What is wrong with a file, where there is anything to say."""
    return WordsForm(data, label=_("Wat gebeurt er als u het bestand opent?"))


def remark_form(data: QueryDict | None) -> WordsForm:
    """What somebody says in the discussion."""
    return WordsForm(data, label=_("Wat wilt u zeggen?"), required=_("Typ eerst wat u wilt zeggen."))
