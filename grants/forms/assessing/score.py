"""The form on which an assessor gives points and reasons, one criterion after another."""

import re
from collections.abc import Mapping
from fractions import Fraction

from django import forms
from django.core.validators import MaxLengthValidator
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from grants.documents.rules import LONGEST_REASON
from grants.documents.stored import regulation_of
from grants.forms.applications.typed import LongTextField
from grants.forms.apply.sheet import Sheet, Typed
from grants.forms.apply.steps import StepForm
from grants.forms.points.points import PointsField
from grants.forms.versioned import Together
from grants.forms.words import TOO_LONG
from grants.models import Assessment, GrantRound
from grants.services.assessing.assessments import Given
from schemes.exact import exact_json, parse_exact
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria
from schemes.vocabulary import Criterion
from schemes.words.dutch import number

UNABLE = "none"
"""What is chosen where a criterion cannot be judged."""


class ScoreForm(StepForm):
    """Points and a reason for each criterion that people score. Nothing is chosen beforehand.

    `after` is the number of the assessment that the page showed as the last: 0 where there was none.
    """

    after = forms.CharField(widget=forms.HiddenInput, required=False)

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:  # noqa: ARG002 - always the same
        regulation, asked = self.sheet.regulation, dict[str, forms.Field]()
        for criterion in scored_criteria(regulation):
            letter = criterion.letter
            asked[points_name(letter)] = _points_field(regulation, criterion)
            if not regulation.levels(criterion):
                asked[unable_name(letter)] = forms.BooleanField(
                    label=_("Kan ik niet beoordelen"), required=False
                )
            asked[reason_name(letter)] = _reason_field(
                _("Waarom, bij criterium %(letter)s?") % {"letter": letter},
                _("Vertel in een paar woorden waarom."),
            )
        return asked

    def typed(self) -> Typed:
        """What was typed, without what the page itself says."""
        return {name: text for name, text in super().typed().items() if name != "after"}

    @property
    def number_before(self) -> int:
        """The number of the assessment that the page showed; -1 for what no page of ours says."""
        told = str(self.data.get("after", ""))
        return int(told) if re.fullmatch(r"[0-9]{1,6}", told) else -1

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        return scored_criteria(self.sheet.regulation)

    def fields_of(self, letter: str) -> tuple[BoundField, ...]:
        """The fields of one criterion: its points, whether it cannot be judged, and why."""
        names = (points_name(letter), unable_name(letter), reason_name(letter))
        return tuple(self[name] for name in names if name in self.fields)

    def together(self) -> list[Together]:
        """Points are settled with their reason."""
        return [
            Together(f"{each.letter}. {each.name}", self.fields_of(each.letter)) for each in self.criteria
        ]

    def clean(self) -> dict[str, object]:
        """A number, or that it cannot be judged: one of the two."""
        for criterion in self.criteria:
            if unable_name(criterion.letter) in self.fields:
                self._require_one(criterion.letter)
        return self.cleaned_data

    def given(self) -> dict[str, Given]:
        """What is given on each criterion, of a form without mistakes."""
        return {
            each.letter: Given(self._points(each.letter), str(self.cleaned_data[reason_name(each.letter)]))
            for each in self.criteria
        }

    def _points(self, letter: str) -> Fraction | None:
        chosen = self.cleaned_data[points_name(letter)]
        if chosen is None or isinstance(chosen, Fraction):
            return chosen
        return points_in(str(chosen))

    def _require_one(self, letter: str) -> None:
        name = points_name(letter)
        is_unable = bool(self.cleaned_data.get(unable_name(letter)))
        if name in self.errors or is_unable is (self.cleaned_data.get(name) is None):
            return
        both = _("Vul een aantal punten in, of kies «Kan ik niet beoordelen». Niet allebei.")
        self.add_error(
            name, both if is_unable else _("Vul een aantal punten in, of kies «Kan ik niet beoordelen».")
        )


class CorrectionForm(ScoreForm):
    """The same once more, with why it is changed."""

    def questions(self, typed: Mapping[str, str]) -> dict[str, forms.Field]:
        why = _reason_field(
            _("Waarom verandert u uw beoordeling?"), _("Vertel waarom u uw beoordeling verandert.")
        )
        return {"correction": why, **super().questions(typed)}


def sheet_for(grant_round: GrantRound) -> Sheet:
    """What the form of a round is made from."""
    return Sheet(grant_round, regulation_of(grant_round), (), {})


def points_name(letter: str) -> str:
    return f"points-{letter}"


def reason_name(letter: str) -> str:
    return f"reason-{letter}"


def unable_name(letter: str) -> str:
    return f"unable-{letter}"


def points_in(chosen: str) -> Fraction | None:
    """The points of a level that was chosen; None for what is no number."""
    found = parse_exact(chosen)
    return None if found is None else Fraction(found)


def typed_of(regulation: Regulation, assessment: Assessment) -> Typed:
    """What was submitted, as it would be typed."""
    given = {each.letter: each.points for each in assessment.scores.all()}
    reasons = assessment.data.get("reasons")
    typed: Typed = {}
    for criterion in scored_criteria(regulation):
        letter, points = criterion.letter, given.get(criterion.letter)
        if regulation.levels(criterion):
            typed[points_name(letter)] = UNABLE if points is None else str(exact_json(points))
        else:
            name = unable_name(letter) if points is None else points_name(letter)
            typed[name] = "on" if points is None else as_decimal(points)
        typed[reason_name(letter)] = str(reasons.get(letter, "")) if isinstance(reasons, dict) else ""
    return typed


def as_decimal(points: Fraction) -> str:
    """Points that were typed as a decimal, as such: 7,25."""
    whole = Fraction(points * 10**6)
    sign, digits = ("-" if whole < 0 else ""), f"{abs(int(whole)):07}"
    return f"{sign}{digits[:-6]},{digits[-6:]}".rstrip("0").rstrip(",")


def _points_field(regulation: Regulation, criterion: Criterion) -> forms.Field:
    label = f"{criterion.letter}. {criterion.name}"
    levels = regulation.levels(criterion)
    if not levels:
        return PointsField(regulation, criterion, label=label)
    choices = [(str(exact_json(level.points)), f"{number(level.points)}: {level.text}") for level in levels]
    return forms.ChoiceField(
        label=label,
        choices=[*choices, (UNABLE, _("Kan ik niet beoordelen"))],
        widget=forms.RadioSelect,
        error_messages={
            "required": _("Kies een aantal punten, of «Kan ik niet beoordelen»."),
            "invalid_choice": _("Dat aantal punten kent de regeling hier niet. Kies een van de niveaus."),
        },
    )


def _reason_field(label: str, required: str) -> LongTextField:
    """A reason. The browser does not cut it off: what is too long is kept, and refused with a sentence."""
    return LongTextField(
        label=label,
        widget=forms.Textarea(attrs={"rows": 2}),
        validators=[MaxLengthValidator(LONGEST_REASON, TOO_LONG)],
        error_messages={"required": required},
    )
