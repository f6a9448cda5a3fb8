"""Forms on rows that people edit: they carry the version that was shown, so that nobody overwrites what they did not see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, time
from typing import TYPE_CHECKING, Self, TypeVar

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.models import Versioned
from grants.moments import date_in_words

Row = TypeVar("Row", bound=Versioned)
REOPEN = gettext_lazy("Open dit formulier opnieuw: het zegt niet welke versie u zag.")

if TYPE_CHECKING:
    from django.forms import ModelForm
else:

    class ModelForm(forms.ModelForm):
        """The types know which row a form is on; Django itself takes no such parameter."""

        def __class_getitem__(cls, _row: object) -> type:
            return cls


@dataclass(frozen=True)
class Together:
    """Fields that say one thing, such as a day and a time: whoever takes one of them over takes all."""

    label: str
    fields: tuple[BoundField, ...]

    @property
    def choice_name(self) -> str:
        """The name of the two radio buttons that choose for these fields."""
        return choice_name(self.fields[0].name)


@dataclass(frozen=True)
class Compared(Together):
    """What one choice is about on the page of a conflict: what was typed, and what stands there now."""

    differs: bool

    def now(self) -> list[tuple[str, str]]:
        """What stands there, per field; with the field's own label where there are more."""
        is_one = len(self.fields) == 1
        return [("" if is_one else str(field.label), as_words(field)) for field in self.fields]


class VersionedForm(ModelForm[Row]):
    """A form on one row and the version of it that was shown. What it saves goes through `save_version`."""

    version = forms.IntegerField(
        min_value=1, widget=forms.HiddenInput, error_messages={"required": REOPEN, "invalid": REOPEN}
    )

    def __init__(self, data: QueryDict | None = None, *, instance: Row) -> None:
        super().__init__(data, instance=instance)
        self.initial.update(self.beside_columns(), version=instance.version)
        if data is not None:
            self.data = self._with_choices(data)

    def beside_columns(self) -> dict[str, object]:
        """What stands in the row for fields that are no column of it."""
        return {}

    def values(self) -> dict[str, object]:
        """What was typed, without the version."""
        return {name: value for name, value in self.cleaned_data.items() if name != "version"}

    def beside_current(self) -> Self:
        """What was typed once more, now on the row as it stands there."""
        current = type(self.instance)._default_manager.get(pk=self.instance.pk)  # noqa: SLF001 - Django's own name
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["version"] = str(current.version)
        return type(self)(data, instance=current)

    def together(self) -> list[Together]:
        """Which fields are settled as one."""
        return []

    def compared(self) -> list[Compared]:
        """Every visible field, alone or with those it goes together with, beside what stands there now."""
        return [
            Compared(each.label, each.fields, differs=any(map(_differs, each.fields)))
            for each in gathered(self.visible_fields(), self.together())
        ]

    def _with_choices(self, data: QueryDict) -> QueryDict:
        """The same, with what stands there now in each field where that was chosen."""
        chosen = data.copy()
        for name in taken_over(self.fields, self.together(), data):
            chosen.setlist(name, as_typed(self.fields[name], self.initial.get(name)))
        return chosen


def gathered(fields: Iterable[BoundField], together: Iterable[Together]) -> Iterator[Together]:
    """The fields in their order, those that go together at the place of the first."""
    group_of = {field.name: each for each in together for field in each.fields}
    for field in fields:
        group = group_of.get(field.name) or Together(str(field.label), (field,))
        if field.name == group.fields[0].name:
            yield group


def taken_over(names: Iterable[str], together: Iterable[Together], data: Mapping[str, str]) -> list[str]:
    """The fields for which what stands there now was chosen."""
    choice_of = {field.name: each.choice_name for each in together for field in each.fields}
    return [name for name in names if data.get(choice_of.get(name) or choice_name(name)) == "now"]


def choice_name(field: str) -> str:
    """The name of the radio buttons that choose for this field."""
    return f"choice-{field}"


def as_typed(field: forms.Field, value: object) -> list[str]:
    """How a browser would send this value of a row."""
    if isinstance(field.widget, forms.CheckboxInput):
        return ["on"] if value else []
    formatted = field.widget.format_value(field.prepare_value(value))
    return formatted if isinstance(formatted, list) else ["" if formatted is None else str(formatted)]


def as_words(bound: BoundField) -> str:
    """The value that stands in the row, as a page would say it."""
    if isinstance(bound.field, forms.BooleanField):
        return _("ja") if bound.initial else _("nee")
    if isinstance(bound.initial, date):
        return date_in_words(bound.initial)
    if isinstance(bound.initial, time):
        return f"{bound.initial:%H.%M}"
    values = as_typed(bound.field, bound.initial)
    if isinstance(bound.field, forms.ChoiceField):
        labels = {str(value): str(label) for value, label in bound.field.widget.choices}
        values = [labels.get(value, value) for value in values]
    return ", ".join(values)


def _differs(bound: BoundField) -> bool:
    differs: bool = bound.field.has_changed(bound.initial, bound.data)
    return differs
