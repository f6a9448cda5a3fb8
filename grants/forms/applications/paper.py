"""What an official takes over from paper: who applies, when it was received, and what it says."""

from collections.abc import Iterator, Mapping

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from grants.documents.content import TOTAL_COSTS, BudgetLine, Content
from grants.documents.rules import Fault, faults_of
from grants.documents.stored import regulation_of
from grants.forms.applications.typed import AmountField, storable
from grants.forms.apply.sheet import Sheet, answer_name, fact_name
from grants.forms.apply.steps import ActivityStep, OrganisationStep
from grants.forms.fields import NameField
from grants.forms.moments import DayField, HourField, moment_in
from grants.forms.once import OnceForm
from grants.forms.organisations import KvkField
from grants.models import Deelplafond, GrantRound

MUST = {"title", "deelplafond"}
TOTAL, OTHER_MONEY = "Totale kosten", "Eigen geld en geld van anderen"
"""What the totals are called in what is sent in, where the lines stand in the scan."""


class PaperForm(OnceForm):
    """The questions of the round's own form; of those only what every application has must be filled in."""

    def __init__(
        self, grant_round: GrantRound, data: Mapping[str, str] | None = None, files: object = None
    ) -> None:
        cleaned = None if data is None else {name: storable(data[name]) for name in data}
        super().__init__(cleaned, files)  # type: ignore[arg-type]
        sheet = Sheet(grant_round, regulation_of(grant_round), tuple(grant_round.deelplafonds.all()), {})
        self.sheet = sheet
        self.fields.update(_who())
        self.fields.update(_optional(ActivityStep(sheet, typed={}).fields))
        self.fields.update(_money())
        self.fields.update(_optional(OrganisationStep(sheet, typed={}).fields))
        self.fields["scan"] = forms.FileField(
            label=_("Scan van de aanvraag"),
            required=False,
            help_text=_("Ten hoogste 10 MB, bijvoorbeeld als PDF."),
        )

    def groups(self) -> list[tuple[str, str, list[BoundField]]]:
        """The questions in their groups: a name, a heading, and the fields."""
        answers = {answer_name(each) for each in self.sheet.criteria}
        who, money, contact = _who(), _money(), OrganisationStep(self.sheet, typed={}).fields
        rest = [
            name for name in self.fields if name not in {"token", "scan", *who, *money, *contact, *answers}
        ]
        return [
            ("wie", _("Van wie, en wanneer ontvangen"), [self[name] for name in who]),
            ("wat", _("Wat er wordt aangevraagd"), [self[name] for name in rest]),
            ("geld", _("Het geld"), [self[name] for name in money]),
            ("contact", _("Contact en rekening"), [self[name] for name in contact if name in self.fields]),
            ("bijlage", _("De aanvraag zelf"), [self["scan"]]),
        ]

    def answers(self) -> list[BoundField]:
        """The texts on the criteria, which mostly stand in the scan."""
        return [self[answer_name(each)] for each in self.sheet.criteria]

    def clean(self) -> dict[str, object]:
        """A moment of receipt, and nothing in the application that cannot stand."""
        self.cleaned_data["received_at"] = moment_in(self, "received")
        if not self.errors:
            for field, sentence in self._faults():
                self.add_error(field if field in self.fields else None, sentence)
        return self.cleaned_data

    def content(self) -> Content:
        """What the application says."""
        found = self.cleaned_data
        return Content(
            deelplafond=self._deelplafond(),
            title=found["title"],
            requested_cents=found["requested"],
            summary=found["summary"],
            facts=self._facts(),
            answers={each.letter: text for each in self.sheet.criteria if (text := found[answer_name(each)])},
            costs=_total(TOTAL, found["total_costs"]),
            income=_total(OTHER_MONEY, found["total_income"]),
            iban=found["iban"],
            account_holder=found["account_holder"],
            contact_name=found["contact_name"],
            contact_email=found["contact_email"].lower(),
            contact_telephone=found["contact_telephone"],
        )

    def _deelplafond(self) -> Deelplafond:
        key = self.cleaned_data.get("deelplafond")
        lists = self.sheet.deelplafonds
        return next((each for each in lists if each.key == key), lists[0])

    def _facts(self) -> dict[str, int | str]:
        given = {fact.key: self.cleaned_data.get(fact_name(fact)) for fact in self.sheet.facts}
        given[TOTAL_COSTS] = self.cleaned_data["total_costs"]
        known = {fact.key for fact in self.sheet.regulation.facts}
        return {
            key: value if isinstance(value, int) else str(value)
            for key, value in given.items()
            if key in known and value is not None and value != ""
        }

    def _faults(self) -> Iterator[Fault]:
        names = {"requested_cents": "requested"} | {
            f"facts.{fact.key}": fact_name(fact) for fact in self.sheet.facts
        }
        for fault in faults_of(self.sheet.regulation, self.content()):
            yield Fault(names.get(fault.field, fault.field), fault.sentence)


def _who() -> dict[str, forms.Field]:
    return {
        "name": NameField(label=_("Naam van de organisatie of het initiatief"), max_length=200),
        "kvk_number": KvkField(
            label=_("KvK-nummer"),
            required=False,
            max_length=20,
            widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            help_text=_(
                "Hiermee, of anders met de naam, zoeken wij de organisatie. Is die er nog niet, dan maken wij die."
            ),
        ),
        "received_on": DayField(
            label=_("Ontvangen op"),
            help_text=_("De dag op het stempel. Die bepaalt of de aanvraag op tijd is."),
        ),
        "received_time": HourField(label=_("Om")),
    }


def _money() -> dict[str, forms.Field]:
    return {
        "requested": AmountField(label=_("Hoeveel subsidie wordt er gevraagd?")),
        "total_costs": AmountField(label=_("Wat zijn de totale kosten?"), required=False),
        "total_income": AmountField(label=_("Wat betalen de aanvrager en anderen samen?"), required=False),
    }


def _optional(fields: Mapping[str, forms.Field]) -> dict[str, forms.Field]:
    """The same fields, of which only some must be filled in: what paper lacks is asked for after closing."""
    found = {name: field for name, field in fields.items() if name not in {"seen", "page"}}
    for name, field in found.items():
        field.required = field.widget.is_required = name in MUST
    return found


def _total(description: str, cents: int | None) -> tuple[BudgetLine, ...]:
    return () if cents is None else (BudgetLine(description, cents),)
