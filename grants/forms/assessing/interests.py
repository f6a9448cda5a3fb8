"""The form on which an assessor declares, for each application, whether there is an interest. Nothing is chosen beforehand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.rules import LONGEST_TEXT
from grants.enums import InterestKind
from grants.forms.applications.typed import LineField, storable
from grants.models import Application, Interest
from grants.services.assessing.interests import Declared

REST = "rest"
CHOICES = (
    (InterestKind.NONE, gettext_lazy("Geen belang")),
    (InterestKind.OWN, gettext_lazy("Wel een belang")),
)


@dataclass(frozen=True)
class Line:
    """An application with what is declared about it: the kind, and what the interest is."""

    application: Application
    kind: BoundField
    reason: BoundField


class InterestsForm(forms.Form):
    """What is not declared yet, and what was: that can be changed."""

    def __init__(
        self,
        data: QueryDict | None,
        *,
        undeclared: Sequence[Application],
        declared: Sequence[tuple[Application, Interest]],
    ) -> None:
        cleaned = None if data is None else {name: storable(str(data[name])) for name in data}
        super().__init__(cleaned)
        self.undeclared, self.declared = undeclared, declared
        for each in undeclared:
            self._ask(each)
        for each, interest in declared:
            self._ask(each, interest)
        if len(undeclared) > 1:
            self.fields[REST] = forms.BooleanField(
                label=_("Bij alle aanvragen waar ik niets koos, heb ik geen belang"), required=False
            )

    def lines(self) -> Iterator[Line]:
        """What is not declared yet."""
        return (self._line(each) for each in self.undeclared)

    def earlier(self) -> Iterator[Line]:
        """What was declared before."""
        return (self._line(each) for each, _interest in self.declared)

    def clean(self) -> dict[str, object]:
        """Each is declared, or all of the rest at once; an interest has a few words about what it is."""
        has_rest = bool(self.cleaned_data.get(REST))
        for each in self._all():
            kind, reason = kind_name(each), reason_name(each)
            chosen = self.cleaned_data.get(kind)
            if not chosen and not has_rest and kind not in self.errors:
                self.add_error(kind, _("Kies of u hierbij een belang hebt."))
            is_untold = reason not in self.errors and not self.cleaned_data.get(reason)
            if chosen == InterestKind.OWN and is_untold:
                self.add_error(reason, _("Vertel in een paar woorden wat uw belang is."))
        return self.cleaned_data

    def values(self) -> dict[int, Declared]:
        """What is declared, by the id of the application."""
        return {
            each.pk: Declared(
                InterestKind(self.cleaned_data[kind_name(each)] or InterestKind.NONE),
                str(self.cleaned_data[reason_name(each)]),
            )
            for each in self._all()
        }

    def _all(self) -> list[Application]:
        return [*self.undeclared, *(each for each, _interest in self.declared)]

    def _ask(self, application: Application, interest: Interest | None = None) -> None:
        about = f"{application.reference} {application.organisation}"
        self.fields[kind_name(application)] = forms.ChoiceField(
            label=about,
            choices=CHOICES,
            widget=forms.RadioSelect,
            required=False,
            initial=interest and interest.kind,
        )
        reason = interest.data.get("reason", "") if interest else ""
        self.fields[reason_name(application)] = LineField(
            label=_("Wat is uw belang bij %(reference)s?") % {"reference": application.reference},
            max_length=LONGEST_TEXT,
            required=False,
            initial=reason,
        )

    def _line(self, application: Application) -> Line:
        return Line(application, self[kind_name(application)], self[reason_name(application)])


def kind_name(application: Application) -> str:
    return f"kind-{application.pk}"


def reason_name(application: Application) -> str:
    return f"reason-{application.pk}"
