"""Forms on rows that people edit: they carry the version that was shown, so that nobody overwrites what they did not see."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeVar

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.models import Versioned

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
class Compared:
    """One field on the page of a conflict: what was typed, and what stands there now."""

    field: BoundField
    now: str
    differs: bool

    @property
    def choice_name(self) -> str:
        """The name of the two radio buttons that choose between them."""
        return choice_name(self.field.name)


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

    def compared(self) -> list[Compared]:
        """Every visible field, beside what stands there now."""
        return [self._compare(field) for field in self.visible_fields()]

    def _compare(self, bound: BoundField) -> Compared:
        differs = bound.field.has_changed(bound.initial, bound.data)
        return Compared(bound, as_words(bound), differs)

    def _with_choices(self, data: QueryDict) -> QueryDict:
        """The same, with what stands there now in each field where that was chosen."""
        chosen = data.copy()
        for name, field in self.fields.items():
            if data.get(choice_name(name)) == "now":
                chosen.setlist(name, as_typed(field, self.initial.get(name)))
        return chosen


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
    """The value that stands in the row, as the form would show it."""
    if isinstance(bound.field, forms.BooleanField):
        return _("ja") if bound.initial else _("nee")
    values = as_typed(bound.field, bound.initial)
    if isinstance(bound.field, forms.ChoiceField):
        labels = {str(value): str(label) for value, label in bound.field.widget.choices}
        values = [labels.get(value, value) for value in values]
    return ", ".join(values)
