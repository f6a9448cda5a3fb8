"""A draft as a whole: what is still missing in it, and what it says once nothing is."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.content import TOTAL_COSTS, Content
from grants.forms.apply.money import COSTS, MoneyStep
from grants.forms.apply.sheet import Sheet, answer_name, fact_name, sheet_of
from grants.forms.apply.steps import ActivityStep, OrganisationStep, StepForm
from grants.forms.once import OnceForm
from grants.models import Application
from schemes.form import Attachment, Fact

STEPS: dict[str, type[StepForm]] = {
    "organisatie": OrganisationStep,
    "activiteit": ActivityStep,
    "geld": MoneyStep,
}
"""The steps in which one types, by their name in addresses."""
ATTACHMENTS, CHECK = "bijlagen", "controleren"
TITLES = {
    "organisatie": gettext_lazy("Uw organisatie"),
    "activiteit": gettext_lazy("De activiteit"),
    "geld": gettext_lazy("Het geld"),
    ATTACHMENTS: gettext_lazy("Bijlagen"),
    CHECK: gettext_lazy("Controleren"),
}
"""All steps in their order."""
ORDER = tuple(TITLES)


@dataclass(frozen=True)
class Lack:
    """Something that is missing or wrong: in which step, at which field, and what to do."""

    step: str
    field: str
    label: str
    sentence: str


class SubmitForm(OnceForm):
    """Sends the application in, as it was read on this page."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)
    declaration = forms.BooleanField(
        label=gettext_lazy(
            "Ik heb dit naar waarheid ingevuld, en ik mag dit namens de organisatie aanvragen."
        ),
        error_messages={"required": gettext_lazy("Zet hier een vinkje. Dan kunt u indienen.")},
    )


class Draft:
    """All steps of one application, bound to what was typed. `attached` are the keys of its attachments."""

    def __init__(self, application: Application, attached: set[str]) -> None:
        self.application = application
        self.attached = attached
        self.sheet: Sheet = sheet_of(application)

    @cached_property
    def forms(self) -> dict[str, StepForm]:
        """Each step, with what was typed in it."""
        return {
            name: step(self.sheet, self.sheet.typed(name), typed=self.sheet.typed(name))
            for name, step in STEPS.items()
        }

    @cached_property
    def lacks(self) -> list[Lack]:
        """Everything that is missing or wrong, in the order of the form."""
        return [lack for step in ORDER for lack in self._lacks_of(step)]

    def content(self) -> Content:
        """What it says. Only for a draft without lacks."""
        money, chosen = self.money, self.sheet.chosen
        if self.lacks or chosen is None:
            raise ValueError("a draft in which something is missing")
        organisation, activity = self.forms["organisatie"], self.forms["activiteit"].cleaned_data
        return Content(
            deelplafond=chosen,
            title=activity["title"],
            requested_cents=money.cents("requested"),
            summary=activity["summary"],
            facts=dict(self._facts()),
            answers={each.letter: activity[answer_name(each)] for each in self.sheet.criteria},
            costs=money.lines(COSTS),
            income=money.income(),
            **{bound.name: organisation.cleaned_data[bound.name] for bound in organisation.visible_fields()},
        )

    @property
    def money(self) -> MoneyStep:
        money = self.forms["geld"]
        assert isinstance(money, MoneyStep)  # noqa: S101 - for the types
        return money

    def _facts(self) -> Iterator[tuple[str, int | str]]:
        """The facts that were asked and told; the total costs are those of the budget."""
        activity = self.forms["activiteit"].cleaned_data
        for fact in self.sheet.regulation.facts:
            if fact.key == TOTAL_COSTS:
                yield fact.key, self.money.total_costs()
            elif self.sheet.is_asked(fact) and (said := _said(activity.get(fact_name(fact)))) is not None:
                yield fact.key, said

    def _lacks_of(self, step: str) -> Iterator[Lack]:
        if step == ATTACHMENTS:
            for attachment in missing_attachments(self.sheet, self.attached):
                yield Lack(
                    step, f"bijlage-{attachment.key}", name_of(attachment), _("Voeg deze bijlage toe.")
                )
        if step not in STEPS:
            return
        form = self.forms[step]
        for name, errors in form.errors.items():
            bound = form[name]
            for error in errors:
                yield Lack(step, first_id(bound), str(bound.label), str(error))


def missing_attachments(sheet: Sheet, attached: set[str]) -> list[Attachment]:
    """Those that this application must bring and does not."""
    return [each for each in sheet.attachments() if sheet.is_required(each) and each.key not in attached]


def name_of(asked: Attachment | Fact) -> str:
    """Its short name, or its question where it has none."""
    return asked.label or asked.question


def first_id(bound: BoundField) -> str:
    """Where a link to this field leads to: of a group of choices the first."""
    return bound.id_for_label or f"{bound.auto_id}_0"


def _said(value: object) -> int | str | None:
    """A fact as an application keeps it; None where it was left open."""
    if isinstance(value, int):
        return value
    text = value.isoformat() if hasattr(value, "isoformat") else str(value or "")
    return text or None
