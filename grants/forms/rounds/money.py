"""The lists of a round with their ceilings, as the regulation knows them, and where they were made public."""

import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.of_rounds import asks_whether_money_is_shared, kinds_of
from grants.forms.fields import EuroField, NameField
from grants.forms.moments import DayField
from grants.forms.rounds.setup import StepForm
from grants.forms.versioned import Together
from grants.models import Deelplafond, GrantRound
from grants.services.rounds.setup import NewList
from schemes.regulation import PoolKind

MOST_CENTS = 10**13
MOST_GRANTS = 100_000
MOST_ROWS = 200
BLANKS = 3
"""How many empty rows there are at first, and each time that somebody asks for more."""

YES_NO = [("ja", gettext_lazy("ja")), ("nee", gettext_lazy("nee"))]
PARTS = {
    "name": gettext_lazy("Naam"),
    "ceiling": gettext_lazy("Plafond"),
    "number": gettext_lazy("Grootste aantal"),
    "shared": gettext_lazy("Deelt in het gedeelde plafond"),
}
"""The fields of a list, as they are called below its name."""


@dataclass(frozen=True)
class Row:
    """A list on the page: its kind, and its number among those of its kind.

    Where the regulation itself names the list, it has that key and name.
    """

    kind: PoolKind
    at: int
    key: str = ""
    name: str = ""

    def field(self, part: str) -> str:
        """The name of one of its fields."""
        return f"{self.kind.kind}-{self.at}-{part}"


@dataclass(frozen=True)
class ShownRow:
    """A row with its fields, as the page shows it: below what it is called."""

    called: str
    fields: list[BoundField]


@dataclass(frozen=True)
class Group:
    """The lists of one kind."""

    kind: PoolKind
    rows: list[ShownRow]

    @property
    def grows(self) -> bool:
        """Whether there can be as many lists of this kind as the municipality wants."""
        return not self.kind.ids and not self.kind.single


class MoneyForm(StepForm):
    """Ceilings in cents. A row that is left empty is no list; clearing one takes it away."""

    ceiling_cents = EuroField(
        label=gettext_lazy("Subsidieplafond van de hele ronde"),
        help_text=gettext_lazy("Alle lijsten samen passen hierin."),
        most=MOST_CENTS,
        required=False,
    )
    gazette_number = forms.CharField(
        label=gettext_lazy("Nummer van de bekendmaking"),
        help_text=gettext_lazy("Waar het plafond staat, bijvoorbeeld: Gemeenteblad 2027, 12345."),
        max_length=80,
        required=False,
    )
    gazette_on = DayField(
        label=gettext_lazy("Datum van de bekendmaking"),
        help_text=gettext_lazy("Vóór de dag waarop de ronde opent (Awb 4:27)."),
        required=False,
    )

    class Meta:
        model = GrantRound
        fields = ("ceiling_cents", "gazette_number", "gazette_on")

    def __init__(self, data: QueryDict | None = None, *, instance: GrantRound, more: str = "") -> None:
        self.kinds = kinds_of(instance)
        self.more = more
        self.asks_sharing = asks_whether_money_is_shared(self.kinds)
        self.stored = list(instance.deelplafonds.all())
        self.rows = list(self._rows(data or {}))
        super().__init__(data, instance=instance)
        if self.asks_sharing:
            self.fields |= _sharing_fields()
        for row in self.rows:
            self.fields |= self._row_fields(row)
        if data is not None:
            self.data = self._with_choices(data)

    def beside_columns(self) -> dict[str, object]:
        """The lists, and whether they share."""
        shares = {True: "ja", False: "nee", None: ""}[self.instance.shares_money]
        found: dict[str, object] = {
            "shares_money": shares,
            "shared_ceiling_cents": self.instance.shared_ceiling_cents,
        }
        for row, stored in self._with_stored():
            values = (stored.name, stored.ceiling_cents, stored.max_grants, stored.draws_on_shared)
            found |= {row.field(part): value for part, value in zip(PARTS, values, strict=True)}
        return found

    def groups(self) -> Iterator[Group]:
        """The rows with their fields, by kind."""
        for kind in self.kinds:
            rows = [row for row in self.rows if row.kind == kind]
            yield Group(kind, [ShownRow(self._called(row), self._fields_of(row)) for row in rows])

    def together(self) -> list[Together]:
        """A list with all that is said of it."""
        return [
            Together(shown.called, tuple(shown.fields))
            for group in self.groups()
            for shown in group.rows
            if shown.fields
        ]

    def clean(self) -> dict[str, object]:
        """A list with an amount has a name, and no two have the same."""
        names: set[str] = set()
        for row in self.rows:
            name = self._name(row)
            if not name and self._is_filled(row):
                self.add_error(row.field("name"), _("Geef deze lijst een naam."))
            elif name and not slugify(name):
                self.add_error(row.field("name"), _("Gebruik letters of cijfers in de naam."))
            elif name and slugify(name) in names and not row.name:
                self.add_error(row.field("name"), _("Er is al een lijst met deze naam. Kies een andere."))
            names.add(slugify(name))
        return self.cleaned_data

    def values(self) -> dict[str, object]:
        """The columns of the round itself."""
        own = {name: self.cleaned_data[name] for name in ("ceiling_cents", "gazette_number", "gazette_on")}
        shares = {"ja": True, "nee": False}.get(str(self.cleaned_data.get("shares_money")))
        shared = self.cleaned_data.get("shared_ceiling_cents") if shares else None
        return {**own, "shares_money": shares, "shared_ceiling_cents": shared}

    def lists(self) -> list[NewList]:
        """The lists that were filled in."""
        shares = self.values()["shares_money"] is True
        return [self._list(row, shares=shares) for row in self.rows if self._name(row)]

    def _list(self, row: Row, *, shares: bool) -> NewList:
        name = self._name(row)
        return NewList(
            key=row.key or slugify(name)[:80],
            kind=row.kind.kind,
            name=name,
            ceiling_cents=self.cleaned_data.get(row.field("ceiling")),
            max_grants=self.cleaned_data.get(row.field("number")),
            draws_on_shared=shares and bool(self.cleaned_data.get(row.field("shared"))),
        )

    def _name(self, row: Row) -> str:
        return row.name or str(self.cleaned_data.get(row.field("name"), ""))

    def _is_filled(self, row: Row) -> bool:
        return any(self.cleaned_data.get(row.field(part)) for part in PARTS if part != "name")

    def _rows(self, data: Mapping[str, object]) -> Iterator[Row]:
        for kind in self.kinds:
            if kind.ids:
                names = [(key, kind.name_of(key)) for key in kind.ids]
                yield from (Row(kind, at, key, _capital(name)) for at, (key, name) in enumerate(names))
            elif kind.single:
                yield Row(kind, 0, slugify(kind.label), _capital(kind.label))
            else:
                there = sum(each.kind == kind.kind for each in self.stored)
                blanks = 0 if there and kind.kind != self.more else BLANKS
                many = min(max(there + blanks, _rows_sent(kind, data)), MOST_ROWS)
                yield from (Row(kind, at) for at in range(many))

    def _with_stored(self) -> Iterator[tuple[Row, Deelplafond]]:
        """Each row that shows a list that is there, with that list."""
        for row in self.rows:
            of_kind = [each for each in self.stored if each.kind == row.kind.kind]
            if row.key:
                found = next((each for each in of_kind if each.key == row.key), None)
            else:
                found = of_kind[row.at] if row.at < len(of_kind) else None
            if found is not None:
                yield row, found

    def _row_fields(self, row: Row) -> dict[str, forms.Field]:
        called = {part: f"{words} «{self._called(row)}»" for part, words in PARTS.items()}
        fields: dict[str, forms.Field] = {}
        if not row.name:
            fields["name"] = NameField(label=called["name"], max_length=200, required=False)
        fields["ceiling"] = EuroField(label=called["ceiling"], most=MOST_CENTS, least=0, required=False)
        if row.kind.number == "optional":
            fields["number"] = forms.IntegerField(
                label=called["number"], min_value=1, max_value=MOST_GRANTS, required=False
            )
        if self.asks_sharing:
            fields["shared"] = forms.BooleanField(label=called["shared"], required=False)
        return {row.field(part): field for part, field in fields.items()}

    def _called(self, row: Row) -> str:
        numbered = f"{_capital(row.kind.label)} {row.at + 1}"
        return row.name or str(self.initial.get(row.field("name"), "")) or numbered

    def _fields_of(self, row: Row) -> list[BoundField]:
        return [_shortly(self[row.field(part)], part) for part in PARTS if row.field(part) in self.fields]


def _shortly(field: BoundField, part: str) -> BoundField:
    """The field without the name of its list in its label: that stands above it."""
    shown = copy(field)
    shown.label = PARTS[part]
    return shown


def _sharing_fields() -> dict[str, forms.Field]:
    return {
        "shares_money": forms.ChoiceField(
            label=gettext_lazy("Delen lijsten samen geld?"),
            help_text=gettext_lazy(
                "Ja: lijsten die u aankruist, putten uit één gedeeld plafond. Nee: elke lijst heeft een eigen plafond."
            ),
            choices=YES_NO,
            widget=forms.RadioSelect,
            required=False,
        ),
        "shared_ceiling_cents": EuroField(
            label=gettext_lazy("Gedeeld plafond"),
            help_text=gettext_lazy("Alleen als lijsten samen geld delen."),
            most=MOST_CENTS,
            required=False,
        ),
    }


def _rows_sent(kind: PoolKind, data: Mapping[str, object]) -> int:
    """How many rows of this kind the browser sent: somebody else may have taken lists away meanwhile."""
    pattern = re.compile(rf"{re.escape(kind.kind)}-([0-9]{{1,4}})-(?:{'|'.join(PARTS)})")
    return max((int(match[1]) + 1 for key in data if (match := pattern.fullmatch(key))), default=0)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
