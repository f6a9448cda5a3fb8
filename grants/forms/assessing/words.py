"""Forms on which an assessor writes one text: an interest, why something is handed back, what does not open, a remark."""

from django.http import QueryDict
from django.utils.translation import gettext as _

from grants.documents.rules import LONGEST_TEXT
from grants.forms.words import WordsForm


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
