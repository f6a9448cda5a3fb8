"""The steps of the application form. Each shows what was typed, as it was typed, and says what is wrong with it."""

from collections.abc import Iterator, Mapping
from typing import Self
from uuid import UUID, uuid4

from django import forms
from django.core import signing
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from grants.documents.criteria import points_to_give
from grants.documents.rules import LONGEST, LONGEST_LONG_TEXT
from grants.forms.applications.facts import fact_field
from grants.forms.applications.typed import (
    IbanField,
    LineField,
    LongTextField,
    TelephoneField,
    storable,
)
from grants.forms.apply.sheet import Sheet, Typed, answer_name, fact_name
from grants.forms.versioned import Compared, Together, as_typed, gathered, taken_over
from schemes.form import Fact
from schemes.vocabulary import Criterion

FEW = 6
"""So many lists can be chosen from at a glance."""


class StepForm(forms.Form):
    """One step. `seen` is the hash of what stood there when the page was shown; `page` tells pages apart."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    page = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, sheet: Sheet, data: Mapping[str, str] | None = None, *, typed: Typed) -> None:
        cleaned = None if data is None else {name: storable(data[name]) for name in data}
        super().__init__(cleaned, initial=typed)
        self.sheet = sheet
        self.fields.update(self.questions(cleaned or typed))
        if cleaned is not None:
            self.data = self._with_choices(cleaned)

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:
        """The fields of this step, given what was typed."""
        raise NotImplementedError

    def typed(self) -> Typed:
        """What was typed in the fields of this step, without those that are empty."""
        names = [name for name in self.fields if name not in {"seen", "page"}]
        return {name: text for name in names if (text := str(self.data.get(name, "")))}

    def beside(self, typed: Typed, seen: str) -> Self:
        """What was typed once more, now beside what stands there."""
        data = {**self.data, "seen": seen}
        return type(self)(self.sheet, data, typed=typed)

    def together(self) -> list[Together]:
        """Which questions are settled as one, when two people answered them."""
        return []

    def compared(self) -> list[Compared]:
        """Every question, beside what stands there now."""
        return [
            Compared(each.label, each.fields, differs=any(map(_differs, each.fields)))
            for each in gathered(self.visible_fields(), self.together())
        ]

    def _with_choices(self, data: Typed) -> Typed:
        """The same, with what stands there now in each field where that was chosen."""
        chosen = dict(data)
        for name in taken_over(self.fields, self.together(), data):
            chosen[name] = next(iter(as_typed(self.fields[name], self.initial.get(name, ""))), "")
        return chosen


class OrganisationStep(StepForm):
    """Who can be asked about it, and where the money goes."""

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:  # noqa: ARG002 - always the same
        return {
            "contact_name": LineField(label=_("Contactpersoon"), max_length=LONGEST["contact_name"]),
            "contact_email": forms.EmailField(
                label=_("E-mailadres"), help_text=_("Hierheen sturen wij het ontvangstbewijs.")
            ),
            "contact_telephone": TelephoneField(label=_("Telefoonnummer")),
            "iban": IbanField(
                label=_("Rekeningnummer (IBAN)"),
                max_length=42,
                help_text=_("Hierop betalen wij de subsidie, als u die krijgt."),
            ),
            "account_holder": LineField(
                label=_("Op wiens naam staat deze rekening?"), max_length=LONGEST["account_holder"]
            ),
        }

    def together(self) -> list[Together]:
        """An account is somebody's."""
        return [Together(_("Bankrekening"), (self["iban"], self["account_holder"]))]


class ActivityStep(StepForm):
    """What it is about: its title, its list, the facts of the regulation, and a text on each criterion."""

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:
        sheet = Sheet(
            self.sheet.grant_round,
            self.sheet.regulation,
            self.sheet.deelplafonds,
            {**self.sheet.answers, "activiteit": dict(typed)},
        )
        return {
            "title": LineField(label=_("Hoe heet de activiteit?"), max_length=LONGEST["title"]),
            **_list_field(sheet),
            "summary": LongTextField(
                label=_("Vat de activiteit samen"),
                help_text=_("Zo kort dat een buurman het begrijpt: ten hoogste %(most)s tekens.")
                % {"most": LONGEST["summary"]},
                max_length=LONGEST["summary"],
            ),
            **{fact_name(fact): _fact_field(sheet, fact) for fact in sheet.facts},
            **{answer_name(each): _answer_field(self.sheet, each) for each in sheet.criteria},
        }


def _differs(bound: BoundField) -> bool:
    return (bound.data or "") != (bound.initial or "")


def new_page(application_pk: int) -> str:
    """What tells this page of a form apart from every other; nobody else can make one."""
    return signing.dumps([application_pk, uuid4().hex], salt="apply")


def page_in(token: str, application_pk: int) -> UUID | None:
    """The page that a form says it is; None for one that we never showed."""
    try:
        pk, page = signing.loads(token, salt="apply")
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return UUID(page) if pk == application_pk else None


def _list_field(sheet: Sheet) -> dict[str, forms.Field]:
    """The choice of a list, where there is one."""
    if len(sheet.deelplafonds) < 2:
        return {}
    choices = [(each.key, each.name) for each in sheet.deelplafonds]
    few = len(choices) <= FEW
    kinds = {kind.kind: kind.label for kind in sheet.regulation.pools}
    label = " of ".join(dict.fromkeys(kinds.get(each.kind, each.kind) for each in sheet.deelplafonds))
    return {
        "deelplafond": forms.ChoiceField(
            label=_("Op welke lijst (%(kind)s)?") % {"kind": label},
            help_text=_("Dit bepaalt met welke aanvragen de uwe wordt vergeleken, en hoeveel geld er is."),
            choices=choices if few else [("", _("Maak een keuze")), *choices],
            widget=forms.RadioSelect if few else forms.Select,
        )
    }


def _fact_field(sheet: Sheet, fact: Fact) -> forms.Field:
    note = _dutch(" ".join(_notes(sheet, fact)))
    return fact_field(fact, label=_dutch(fact.question), note=note, required=sheet.is_required(fact))


def _notes(sheet: Sheet, fact: Fact) -> Iterator[str]:
    if fact.help:
        yield fact.help
    if fact.only_if is not None:
        other = sheet.regulation.fact(fact.only_if.fact)
        answers = " of ".join(f"«{answer}»" for answer in fact.only_if.answers)
        yield f"Alleen als u bij «{other.question}» {answers} koos."


def _answer_field(sheet: Sheet, criterion: Criterion) -> forms.Field:
    """One text on a criterion, below its own words and what it can give."""
    help_text = format_html(
        '<span lang="nl">{}<br>{}</span>', criterion.text, points_to_give(sheet.regulation, criterion)
    )
    return LongTextField(
        label=_dutch(criterion.question or criterion.name), help_text=help_text, max_length=LONGEST_LONG_TEXT
    )


def _dutch(text: str) -> SafeString | str:
    """Words of the regulation, which stay Dutch on every page, marked for who hears it."""
    return format_html('<span lang="nl">{}</span>', text) if text else ""
