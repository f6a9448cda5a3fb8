"""Forms about several applications at once, each as it stood when it was shown."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from django import forms
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from grants.forms.applications.acts import LONGEST
from grants.forms.applications.typed import LongTextField
from grants.forms.once import OnceForm
from grants.forms.versioned import REOPEN
from grants.models import Application

VERSION = re.compile(r"(?a:\b(\d{1,18}):(\d{1,9})\b)")


class SeenField(forms.CharField):
    """Which applications were shown, and the version of each: «12:3 15:1»."""

    widget = forms.HiddenInput
    default_error_messages = {"required": REOPEN, "invalid": REOPEN}

    def clean(self, value: str) -> dict[int, int]:
        """The versions by key."""
        found = versions_in(text := super().clean(value))
        if len(found) != len(text.split()):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return found


def versions_in(text: str) -> dict[int, int]:
    """The versions by key, as far as this is one of our texts."""
    return {int(key): int(version) for key, version in VERSION.findall(text)}


def seen_text(applications: Collection[Application]) -> str:
    """What the field says of these."""
    return " ".join(f"{each.pk}:{each.version}" for each in applications)


@dataclass(frozen=True)
class Line:
    """An application with the box to choose it."""

    application: Application
    box: BoundWidget


class TogetherForm(OnceForm):
    """Some of these applications are chosen."""

    seen = SeenField(max_length=10_000)
    chosen = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False)

    def __init__(self, data: QueryDict | None = None, *, applications: Sequence[Application]) -> None:
        super().__init__(data, initial={"seen": seen_text(applications)})
        self.applications = applications
        self.fields["chosen"].choices = [(str(each.pk), str(each.reference)) for each in applications]  # type: ignore[attr-defined]

    def lines(self) -> Iterator[Line]:
        """Each application with its box."""
        for each, box in zip(self.applications, self["chosen"].subwidgets, strict=True):
            yield Line(each, box)

    def clean_seen(self) -> dict[int, int]:
        """Only what is there can have been seen."""
        seen: dict[int, int] = self.cleaned_data["seen"]
        if seen.keys() != {each.pk for each in self.applications}:
            raise forms.ValidationError(str(REOPEN))
        return seen

    def chosen_keys(self) -> set[int]:
        """The keys of what was chosen."""
        return {int(key) for key in self.cleaned_data["chosen"]}

    def as_it_stands(self) -> Self:
        """The same with all that was typed, for the applications as they stand now."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["seen"] = seen_text(self.applications)
        self.data = data
        return self


class GroupForm(TogetherForm):
    """What becomes of applications that look like one. `is_whole`: there are no more of them than are shown."""

    STAY, OUT = "stay", "out"
    decision = forms.ChoiceField(
        choices=[(STAY, STAY), (OUT, OUT)],
        widget=forms.HiddenInput,
        error_messages={"required": _("Kies een van de twee knoppen onderaan.")},
    )
    reason = LongTextField(label=_("Reden"), max_length=LONGEST)

    def __init__(
        self, data: QueryDict | None = None, *, applications: Sequence[Application], is_whole: bool
    ) -> None:
        super().__init__(data, applications=applications)
        self.is_whole = is_whole
        self.fields["chosen"].label = _("Welke zijn dubbel?")

    def clean(self) -> dict[str, object]:
        """Some are chosen where some go, none where all stay; and never all that there are."""
        found: dict[str, object] = self.cleaned_data
        decision = found.get("decision")
        chosen: list[str] = self.cleaned_data.get("chosen", [])
        if decision == self.OUT and not chosen:
            self.add_error("chosen", _("Kruis aan welke aanvragen niet meedoen."))
        if decision == self.STAY and chosen:
            self.add_error(
                "chosen", _("U kruiste aanvragen aan. Haal de kruisjes weg, of kies de andere knop.")
            )
        if decision == self.OUT and self.is_whole and len(chosen) >= len(self.applications) > 0:
            self.add_error("chosen", _("Laat er een meedoen: een aanvraag is dubbel met een andere."))
        return found

    def out(self) -> set[int]:
        """The keys of those that are taken out."""
        return self.chosen_keys() if self.cleaned_data["decision"] == self.OUT else set()
