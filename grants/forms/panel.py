"""What officials fill in about the people who assess."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Self

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from grants.forms.applications.typed import LongTextField
from grants.forms.once import OnceForm
from grants.forms.versioned import REOPEN
from grants.models import User
from grants.selectors.assessing.state import Pair

LONGEST = 2000
MOST_PER_APPLICATION = 20
PAIR = re.compile(r"(?a:(\d{1,18}):(\d{1,18}))")
EVERYONE = "everyone"


def pairs_in(texts: Iterable[str]) -> set[Pair]:
    """The pairs of an application and an assessor that are named here, as far as these are ours."""
    found = (PAIR.fullmatch(text) for text in texts)
    return {(int(each[1]), int(each[2])) for each in found if each is not None}


def named_pair(pair: Pair) -> str:
    """How a form names a pair."""
    return f"{pair[0]}:{pair[1]}"


class EquallyForm(forms.Form):
    """How many assessors each application gets."""

    per_application = forms.IntegerField(
        label=_("Hoeveel beoordelaars per aanvraag?"),
        min_value=1,
        max_value=MOST_PER_APPLICATION,
        widget=forms.NumberInput(attrs={"class": "sr-count"}),
    )

    def __init__(self, data: QueryDict | None = None, *, least: int) -> None:
        super().__init__(data, initial={"per_application": least})


class AssignForm(forms.Form):
    """Boxes for each application and assessor. `seen` are the pairs whose boxes were ticked when they were shown."""

    seen = forms.CharField(
        widget=forms.HiddenInput, required=False, max_length=50_000, error_messages={"max_length": REOPEN}
    )

    def __init__(self, data: QueryDict | None = None, *, ticked: Collection[Pair] = ()) -> None:
        super().__init__(data, initial={"seen": " ".join(named_pair(each) for each in sorted(ticked))})
        self.ticked = pairs_in(data.getlist("pair")) if data is not None else set(ticked)

    def changes(self) -> tuple[set[Pair], set[Pair]]:
        """What was ticked, and what is ticked no more."""
        seen = pairs_in(self.cleaned_data["seen"].split())
        return self.ticked - seen, seen - self.ticked


class WhyForm(OnceForm):
    """Something with a reason, which stays readable in the log."""

    reason = LongTextField(label=_("Reden"), max_length=LONGEST)


class RulingForm(WhyForm):
    """Whether an assessor with an interest may assess its competitors, and why."""

    allowed = forms.ChoiceField(
        label=_("Wat stelt u voor?"),
        choices=[
            ("no", _("Niet beoordelen: ook de concurrenten niet")),
            ("yes", _("Wel beoordelen: alleen de eigen aanvraag niet")),
        ],
        widget=forms.RadioSelect,
    )
    field_order = ("allowed", "reason")


class InsteadForm(forms.Form):
    """Who takes over: everyone who may, or one of these."""

    instead = forms.ChoiceField(label=_("Wie neemt het over?"), widget=forms.RadioSelect)

    def __init__(self, data: QueryDict | None = None, *, people: Sequence[User]) -> None:
        super().__init__(data, initial={"instead": EVERYONE})
        self.people = {str(each.pk): each for each in people}
        self.fields["instead"].choices = [  # type: ignore[attr-defined]
            (EVERYONE, _("De anderen samen, gelijk verdeeld")),
            *((key, str(each)) for key, each in self.people.items()),
        ]

    def chosen(self) -> User | None:
        """The one who was chosen; None for everyone together, and for what cannot be chosen."""
        return self.people.get(self.cleaned_data.get("instead", "")) if self.is_valid() else None


class ReplaceForm(forms.Form):
    """That this effect is meant, and why."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64, error_messages={"required": REOPEN})
    instead = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)
    reason = LongTextField(
        label=_("Reden"),
        max_length=LONGEST,
        help_text=_("Die komt in het logboek. De beoordelaars zien de reden niet."),
    )

    def on_effect(self, *, seen: str, instead: str) -> Self:
        """The same with the reason that was typed, on the effect that is shown now."""
        data = QueryDict(mutable=True)
        data.update(self.data)
        data["seen"], data["instead"] = seen, instead
        self.data = data
        return self


class AnswerForm(OnceForm):
    """What was done about a report."""

    words = LongTextField(
        label=_("Wat deed u?"),
        max_length=LONGEST,
        help_text=_(
            "Gaat het om een bestand, dan lezen de beoordelaars van deze aanvraag dit. "
            "Bijvoorbeeld: het bestand is opnieuw gevraagd."
        ),
    )
