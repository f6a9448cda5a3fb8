"""The step about money: lines of costs, lines of income, and a request that together add up."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from grants.documents.content import BudgetLine
from grants.forms.applications.typed import AmountField, LineField
from grants.forms.apply.steps import StepForm
from grants.forms.versioned import Together
from schemes.words.dutch import euros

COSTS, INCOME = "cost", "income"
LEAST_ROWS, MOST_ROWS = 3, 40
MORE = {COSTS: "more_costs", INCOME: "more_income"}
"""How the page is asked for at least so many rows."""
OWN_MONEY = "Eigen geld"
"""What one's own contribution is called among the income, in what is sent in."""


@dataclass(frozen=True)
class Row:
    """One line of the budget, on the page."""

    number: int
    what: BoundField
    amount: BoundField


class MoneyStep(StepForm):
    """Costs are what the applicant, others and the subsidy together pay: to the cent."""

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:
        fields: dict[str, forms.Field] = {}
        for kind in (COSTS, INCOME):
            for number in range(rows_in(typed, kind)):
                fields |= _row(kind, number)
        fields["own"] = AmountField(
            label=_("Wat betaalt u zelf?"),
            least=0,
            required=False,
            help_text=_("Laat dit leeg als u niets betaalt."),
        )
        fields["requested"] = AmountField(label=_("Hoeveel subsidie vraagt u?"), help_text=self._borders())
        return fields

    def cost_rows(self) -> list[Row]:
        return list(self._rows(COSTS))

    def income_rows(self) -> list[Row]:
        return list(self._rows(INCOME))

    def together(self) -> list[Together]:
        """A line of the budget with its amount."""
        lines = [(_("Kosten, regel %(number)s"), row) for row in self.cost_rows()]
        lines += [(_("Geld van anderen, regel %(number)s"), row) for row in self.income_rows()]
        return [Together(words % {"number": row.number}, (row.what, row.amount)) for words, row in lines]

    def total_costs(self) -> int:
        """The sum of the lines that can be read."""
        return sum(line.cents for line in self.lines(COSTS))

    def total_income(self) -> int:
        """What others and the applicant pay, as far as it can be read."""
        return sum(line.cents for line in self.lines(INCOME)) + self.cents("own")

    def left_to_ask(self) -> int:
        """What of the costs nobody pays yet."""
        return max(0, self.total_costs() - self.total_income())

    def lines(self, kind: str) -> tuple[BudgetLine, ...]:
        """The whole lines of this kind."""
        return tuple(
            BudgetLine(self._what(kind, number), cents)
            for number in range(self._count(kind))
            if (cents := self.cents(f"{kind}-{number}-amount"))
        )

    def income(self) -> tuple[BudgetLine, ...]:
        """All that pays for the costs beside the subsidy, one's own money first."""
        own = self.cents("own")
        return ((BudgetLine(OWN_MONEY, own),) if own else ()) + self.lines(INCOME)

    def cents(self, name: str) -> int:
        """The amount in a field, also where nothing was checked yet; 0 for none and for what cannot be read."""
        if self.is_bound:
            self.errors  # noqa: B018 - looks at what was typed, once
            found = self.cleaned_data.get(name)
            return found if isinstance(found, int) else 0
        field = self.fields[name]
        try:
            return field.to_python(self.initial.get(name, "")) or 0
        except forms.ValidationError:
            return 0

    def clean(self) -> dict[str, object]:
        """Each line is whole, there are costs, and all of it adds up."""
        for kind in (COSTS, INCOME):
            for number in range(self._count(kind)):
                self._require_whole(kind, number)
        if not self.lines(COSTS) and not self._has_mistakes(COSTS):
            self.add_error("cost-0-what", _("Noem ten minste één kostenpost, met het bedrag."))
        self._require_within_borders()
        if not self.errors:
            self._require_balance()
        found: dict[str, object] = self.cleaned_data
        return found

    def _require_whole(self, kind: str, number: int) -> None:
        what, amount = f"{kind}-{number}-what", f"{kind}-{number}-amount"
        if what in self.errors or amount in self.errors:
            return
        if self.cleaned_data.get(what) and self.cleaned_data.get(amount) is None:
            self.add_error(amount, _("Vul het bedrag van deze regel in, of maak de regel leeg."))
        if self.cleaned_data.get(amount) is not None and not self.cleaned_data.get(what):
            self.add_error(what, _("Schrijf op waar dit bedrag voor is, of maak de regel leeg."))

    def _require_within_borders(self) -> None:
        name, requested = self.sheet.chosen_name, self.cents("requested")
        if name is None or self.sheet.chosen is None or not requested:
            return
        least, most = name.least_requested_cents, name.most_requested_cents
        told = {"list": self.sheet.chosen.name, "asked": euros(requested)}
        if most is not None and requested > most:
            sentence = _(
                "Op de lijst «%(list)s» vraagt u ten hoogste %(most)s, en u vraagt %(asked)s. Vraag minder, of kies bij De activiteit een andere lijst."
            )
            self.add_error("requested", sentence % {**told, "most": euros(most)})
        if least is not None and requested < least:
            sentence = _(
                "Op de lijst «%(list)s» vraagt u ten minste %(least)s, en u vraagt %(asked)s. Kies bij De activiteit een andere lijst."
            )
            self.add_error("requested", sentence % {**told, "least": euros(least)})

    def _require_balance(self) -> None:
        costs, income, requested = self.total_costs(), self.total_income(), self.cents("requested")
        differs = costs - income - requested
        if not differs:
            return
        sentence = (
            _(
                "De kosten zijn %(costs)s. Uw geld, dat van anderen en de subsidie zijn samen %(paid)s. Dat is %(differs)s te weinig: vraag meer, of verlaag de kosten."
            )
            if differs > 0
            else _(
                "De kosten zijn %(costs)s. Uw geld, dat van anderen en de subsidie zijn samen %(paid)s. Dat is %(differs)s te veel: vraag minder, of noem alle kosten."
            )
        )
        told = {"costs": euros(costs), "paid": euros(income + requested), "differs": euros(abs(differs))}
        self.add_error("requested", sentence % told)

    def _borders(self) -> str:
        """Which amounts can be asked on the chosen list, where the document says so."""
        name = self.sheet.chosen_name
        if name is None:
            return ""
        least, most = name.least_requested_cents, name.most_requested_cents
        if least is not None and most is not None:
            return _("Van %(least)s tot en met %(most)s.") % {"least": euros(least), "most": euros(most)}
        if least is not None:
            return _("Ten minste %(least)s.") % {"least": euros(least)}
        return "" if most is None else _("Ten hoogste %(most)s.") % {"most": euros(most)}

    def _rows(self, kind: str) -> Iterator[Row]:
        for number in range(self._count(kind)):
            yield Row(number + 1, self[f"{kind}-{number}-what"], self[f"{kind}-{number}-amount"])

    def _count(self, kind: str) -> int:
        return sum(name.startswith(f"{kind}-") for name in self.fields) // 2

    def _what(self, kind: str, number: int) -> str:
        found = self.cleaned_data.get(f"{kind}-{number}-what", "") if self.is_bound else ""
        return str(found)

    def _has_mistakes(self, kind: str) -> bool:
        return any(name.startswith(f"{kind}-") for name in self.errors)


def rows_in(typed: Mapping[str, str], kind: str) -> int:
    """How many lines the page shows: as many as were sent or kept, or as were asked for."""
    shown = [int(found[1]) + 1 for name in typed if (found := _number(kind, name))]
    asked = typed.get(MORE[kind], "")
    wanted = int(asked) if asked.isdecimal() and asked.isascii() and len(asked) < 4 else 0
    return min(MOST_ROWS, max(LEAST_ROWS, wanted, *shown))


def _number(kind: str, name: str) -> re.Match[str] | None:
    return re.fullmatch(rf"{kind}-([0-9]{{1,2}})-(?:what|amount)", name)


def _row(kind: str, number: int) -> dict[str, forms.Field]:
    shown = {"number": number + 1}
    what, amount = (
        (_("Kosten, regel %(number)s: waarvoor"), _("Kosten, regel %(number)s: bedrag"))
        if kind == COSTS
        else (
            _("Geld van anderen, regel %(number)s: van wie"),
            _("Geld van anderen, regel %(number)s: bedrag"),
        )
    )
    return {
        f"{kind}-{number}-what": LineField(label=what % shown, required=False, max_length=200),
        f"{kind}-{number}-amount": AmountField(label=amount % shown, required=False),
    }
