"""The form on which an official chooses points and tells why, one criterion after another."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Self

from django import forms
from django.core.validators import MaxLengthValidator
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.translation import gettext as _

from grants.documents.rules import LONGEST_REASON
from grants.documents.stored import regulation_of
from grants.forms.applications.typed import LongTextField
from grants.forms.apply.sheet import Sheet, Typed
from grants.forms.apply.steps import StepForm
from grants.forms.points.points import PointsField
from grants.forms.versioned import Together
from grants.forms.words import TOO_LONG
from grants.models import GrantRound
from grants.selectors.assessing.matrix import Row
from grants.selectors.assessing.standing import Seen
from grants.services.assessing.establishing import Chosen
from schemes.exact import exact_json, parse_exact
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.dutch import number

CORRECTION = "correction"
MARKS = ("seen", "page", "counted", "number")


class MatrixForm(StepForm):
    """Points and a reason for each criterion. `counted` and `number` say what the page showed: see `Seen`."""

    counted = forms.CharField(widget=forms.HiddenInput, required=False)
    number = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(
        self,
        sheet: Sheet,
        data: Mapping[str, str] | None = None,
        *,
        typed: Typed,
        rows: Sequence[Row],
        is_correction: bool,
    ) -> None:
        self.rows, self.is_correction = rows, is_correction
        super().__init__(sheet, data, typed=typed)

    @property
    def is_mean(self) -> bool:
        """Whether the points follow from what was given, and only reasons are typed."""
        return self.sheet.regulation.assessment.aggregation == "mean"

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:  # noqa: ARG002 - always the same
        asked: dict[str, forms.Field] = {}
        if self.is_correction:
            asked[CORRECTION] = _reason(_("Waarom verandert u deze punten?"))
            _require(asked[CORRECTION], _("Vertel waarom u deze punten verandert."))
        for row in self.rows:
            letter = row.criterion.letter
            if not self.is_mean:
                asked[points_name(letter)] = _points(self.sheet.regulation, row.criterion)
            asked[reason_name(letter)] = _reason(
                _("Waarom dit aantal, bij criterium %(letter)s?") % {"letter": letter},
                _("Dit komt in de brief.")
                if self._is_to_choose(row)
                else _(
                    "Laat dit leeg om de redenen van de beoordelaars over te nemen. Dit komt in de brief."
                ),
            )
            if self._is_to_choose(row):
                _require(asked[points_name(letter)], _("Kies een aantal punten."))
                _require(asked[reason_name(letter)], _("Vertel waarom u dit aantal kiest."))
        return asked

    def typed(self) -> Typed:
        """What was typed, without what only says what the page showed."""
        return {name: text for name, text in super().typed().items() if name not in MARKS}

    def beside(self, typed: Typed, seen: str) -> Self:
        """What was typed once more, now beside what stands there."""
        data = {**self.data, "seen": seen}
        return type(self)(self.sheet, data, typed=typed, rows=self.rows, is_correction=self.is_correction)

    def together(self) -> list[Together]:
        """Points are settled with their reason."""
        return [
            Together(f"{row.criterion.letter}. {row.criterion.name}", self.fields_of(row.criterion.letter))
            for row in self.rows
        ]

    def fields_of(self, letter: str) -> tuple[BoundField, ...]:
        """The fields of one criterion."""
        names = (points_name(letter), reason_name(letter))
        return tuple(self[name] for name in names if name in self.fields)

    def shown(self) -> Seen:
        """What the page says it showed."""
        number = str(self.data.get("number", ""))
        return Seen(str(self.data.get("counted", "")), int(number) if is_number(number) else -1)

    def clean(self) -> dict[str, object]:
        """Where not everyone agrees: points, with a reason."""
        if not self.is_mean:
            for row in self.rows:
                self._require_reason(row)
        found: dict[str, object] = self.cleaned_data
        return found

    def chosen(self) -> dict[str, Chosen]:
        """What is chosen, of a form without mistakes."""
        return {
            row.criterion.letter: Chosen(
                self.points_on(row.criterion.letter), self.cleaned_data[reason_name(row.criterion.letter)]
            )
            for row in self.rows
        }

    def points_on(self, letter: str) -> Fraction | None:
        """The points that are chosen on this criterion, before weighing; also as they were kept before."""
        name = points_name(letter)
        if not self.is_bound:
            return points_in(str(self.initial.get(name, "")))
        self.errors  # noqa: B018 - looks at what was typed, once
        chosen = self.cleaned_data.get(name)
        return chosen if isinstance(chosen, Fraction) else points_in(str(chosen or ""))

    def _require_reason(self, row: Row) -> None:
        """Who chooses something else than everyone gave, says why."""
        name = reason_name(row.criterion.letter)
        if points_name(row.criterion.letter) in self.errors or name in self.errors:
            return
        differs = self.points_on(row.criterion.letter) not in (None, row.agreed)
        if differs and not self.cleaned_data[name].strip():
            self.add_error(name, _("Vertel waarom u dit aantal kiest."))

    def _is_to_choose(self, row: Row) -> bool:
        return not self.is_mean and not row.is_agreed


def sheet_for(grant_round: GrantRound) -> Sheet:
    """What the form of a round is made from."""
    return Sheet(grant_round, regulation_of(grant_round), (), {})


def points_name(letter: str) -> str:
    return f"points-{letter}"


def reason_name(letter: str) -> str:
    return f"reason-{letter}"


def points_in(typed: str) -> Fraction | None:
    """The points that a choice stands for; None for what is no number."""
    found = parse_exact(typed.replace(",", "."))
    return None if found is None else Fraction(found)


def is_number(text: str) -> bool:
    """Whether this is a short whole number."""
    return text.isascii() and text.isdigit() and len(text) < 9


def _points(regulation: Regulation, criterion: Criterion) -> forms.Field:
    label = _("Welk aantal stelt u vast, bij criterium %(letter)s?") % {"letter": criterion.letter}
    levels = regulation.levels(criterion)
    if not levels:
        return PointsField(regulation, criterion, label=label)
    choices = [
        (
            str(exact_json(level.points)),
            format_html(
                '<b class="sr-strong">{}</b> <span lang="nl">{}</span>', number(level.points), level.text
            ),
        )
        for level in levels
    ]
    field = forms.ChoiceField(label=label, required=False, choices=choices, widget=forms.RadioSelect)
    field.error_messages["invalid_choice"] = _(
        "Dit aantal kent de regeling hier niet. Kies een ander aantal."
    )
    return field


def _require(field: forms.Field, sentence: str) -> None:
    field.required = True
    field.error_messages["required"] = sentence


def _reason(label: str, help_text: str = "") -> LongTextField:
    field = LongTextField(
        label=label, help_text=help_text, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    field.validators.append(MaxLengthValidator(LONGEST_REASON, TOO_LONG))
    return field
