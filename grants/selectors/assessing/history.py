"""What was established of an application, time after time: the points, on what they rest, why, and by whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from grants.enums import Basis
from grants.models import Application, Establishment
from schemes.exact import exact_json, lowest_terms
from schemes.regulation import Regulation
from schemes.words.dutch import number


@dataclass(frozen=True)
class Told:
    """What was established on one criterion, before weighing. No reason where it was removed after its term."""

    letter: str
    points: Fraction
    basis: Basis
    reason: str

    @property
    def text(self) -> str:
        return number(lowest_terms(self.points))


@dataclass(frozen=True)
class Past:
    """One establishment, with everything in it; `is_purged` where the words were removed after their term."""

    establishment: Establishment
    told: Sequence[Told]
    correction: str
    is_purged: bool


def establishments_of(application: Application) -> list[Past]:
    """All of this application, the last one first. Two queries."""
    found = application.establishments.select_related("by", "payload").order_by("-number")
    return [past_of(each) for each in found.prefetch_related("scores")]


def past_of(establishment: Establishment) -> Past:
    """An establishment as it is read. Its scores and payload are looked up where they were not."""
    data, reasons = establishment.data, _reasons(establishment)
    return Past(
        establishment=establishment,
        told=list(_told(establishment, reasons)),
        correction=str(data.get("correction", "")),
        is_purged=not data,
    )


def typed_as_established(regulation: Regulation, establishment: Establishment) -> dict[str, str]:
    """What was established, as it would be typed in the form."""
    typed: dict[str, str] = {}
    for each in past_of(establishment).told:
        criterion = next(one for one in regulation.criteria if one.letter == each.letter)
        has_levels = bool(regulation.levels(criterion))
        typed[f"points-{each.letter}"] = (
            str(exact_json(each.points)) if has_levels else each.text.replace(".", "")
        )
        typed[f"reason-{each.letter}"] = each.reason
    return typed


def _told(establishment: Establishment, reasons: Mapping[str, str]) -> Iterable[Told]:
    for each in establishment.scores.all():
        if each.points is not None:
            yield Told(each.letter, each.points, Basis(each.basis), reasons.get(each.letter, ""))


def _reasons(establishment: Establishment) -> dict[str, str]:
    reasons = establishment.data.get("reasons")
    return (
        {str(letter): str(reason) for letter, reason in reasons.items()} if isinstance(reasons, dict) else {}
    )
