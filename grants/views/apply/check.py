"""The last page of the form: everything read back, what is still missing, and sending it in."""

from dataclasses import dataclass
from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from grants.arrival import received_at
from grants.documents.content import BudgetLine
from grants.forms.applications.typed import AmountField
from grants.forms.apply.draft import CHECK, TITLES, Draft, SubmitForm
from grants.forms.apply.money import COSTS, MoneyStep
from grants.forms.apply.steps import StepForm
from grants.forms.versioned import as_words
from grants.models import Application, Submission
from grants.moments import date_in_words
from grants.selectors.applications.mine import attachments_of
from grants.services.applications.drafts import submit_draft, whole_hash
from grants.services.errors import Conflict, Refused
from grants.services.once import once
from grants.views.apply.parts import frame, own_application, step_address
from grants.views.signed_in import signed_in
from schemes.words.dutch import euros


@dataclass(frozen=True)
class Told:
    """What was filled in at one question."""

    label: str
    text: str


@dataclass(frozen=True)
class Sum:
    """Lines of the budget that can be read, with what they are together."""

    title: str
    lines: tuple[BudgetLine, ...]

    @property
    def total(self) -> int:
        return sum(line.cents for line in self.lines)


@dataclass(frozen=True)
class Part:
    """A step, read back."""

    title: str
    address: str
    told: list[Told]
    sums: tuple[Sum, ...] = ()


@dataclass(frozen=True)
class ToDo:
    """What is still missing, with the way to it."""

    step: str
    label: str
    sentence: str
    address: str


@login_required
def apply_check(request: HttpRequest, pk: int) -> HttpResponse:
    """Read everything back, and send it in."""
    application = own_application(request, pk)
    if not application.is_draft:
        return redirect("my_application", pk)
    draft = Draft(application, {each.key for each in attachments_of(application)})
    if request.method != "POST":
        return _page(request, draft, SubmitForm(initial={"seen": whole_hash(application)}))
    form = SubmitForm(request.POST)
    if draft.lacks or not form.is_valid():
        return _page(request, draft, form, status=422)
    return _submit(request, draft, form)


def _submit(request: HttpRequest, draft: Draft, form: SubmitForm) -> HttpResponse:
    person, application = signed_in(request), draft.application
    try:
        once(
            Submission,
            lambda: submit_draft(
                by=person,
                application=application,
                content=draft.content(),
                seen=form.cleaned_data["seen"],
                received_at=received_at(request),
            ),
            by=person,
            token=form.cleaned_data["token"],
        )
    except Conflict:
        messages.warning(
            request,
            _("Een collega veranderde de aanvraag terwijl u dit las. Lees alles opnieuw, en dien dan in."),
        )
        return redirect("apply_check", application.pk)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("my_application", application.pk)
    return redirect("receipt", application.pk)


def _page(request: HttpRequest, draft: Draft, form: SubmitForm, *, status: int = 200) -> HttpResponse:
    application = draft.application
    context = {
        **frame(application, CHECK),
        "form": form,
        "todo": _todo(draft),
        "parts": [_part(application, name, each) for name, each in draft.forms.items()],
        "attachments": attachments_of(application),
        "attachments_address": step_address(application.pk, "bijlagen"),
        "above_ceiling": _above_ceiling(draft),
    }
    return render(request, "apply/controleren.html", context, status=status)


def _todo(draft: Draft) -> list[ToDo]:
    return [
        ToDo(
            str(TITLES[lack.step]),
            lack.label,
            lack.sentence,
            f"{step_address(draft.application.pk, lack.step)}?nakijken=1#{lack.field}",
        )
        for lack in draft.lacks
    ]


def _part(application: Application, name: str, form: StepForm) -> Part:
    """What was typed in a step; the budget as sums."""
    title, address = str(TITLES[name]), step_address(application.pk, name)
    if not isinstance(form, MoneyStep):
        return Part(title, address, [_told(bound) for bound in form.visible_fields()])
    sums = (Sum(_("Kosten"), form.lines(COSTS)), Sum(_("Eigen geld en geld van anderen"), form.income()))
    return Part(title, address, [_told(form["requested"])], sums)


def _told(bound: BoundField) -> Told:
    """As it was understood, where it was; else as it was typed."""
    understood, typed = bound.form.cleaned_data.get(bound.name), as_words(bound)
    if isinstance(understood, date):
        typed = date_in_words(understood)
    if isinstance(bound.field, AmountField) and isinstance(understood, int):
        typed = euros(understood)
    return Told(str(bound.label), typed)


def _above_ceiling(draft: Draft) -> str:
    """The ceiling of the list, where more is asked than that: it is allowed, and it cannot be granted."""
    chosen, money = draft.sheet.chosen, draft.money
    ceiling = None if chosen is None else chosen.ceiling_cents
    return euros(ceiling) if ceiling is not None and money.cents("requested") > ceiling else ""
