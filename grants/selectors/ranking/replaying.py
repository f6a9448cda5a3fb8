"""Repeating a calculation: is what was kept still what the same regulation and the same round lead to?"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from grants.documents.code import code_sha256
from grants.documents.stored import regulation_of
from grants.models import Calculation
from grants.scheme_output import stored_parts
from schemes.files.receipts import Receipt, bundle_json, outcome_sha256, replay
from schemes.files.writing import Json
from schemes.round import RoundError


@dataclass(frozen=True)
class Check:
    """What came out of repeating a calculation: every difference, as a sentence; and whether its input was removed."""

    differences: tuple[str, ...]
    is_removed: bool = False
    is_other_code: bool = False


def check_of(calculation: Calculation) -> Check:
    """Repeat this calculation, and compare what it gives with its receipt and with the lines that were kept."""
    differences = [*_lines(calculation)]
    is_other_code = calculation.code_sha256 != code_sha256()
    if not hasattr(calculation, "input"):
        return Check(tuple(differences), True, is_other_code)
    repeated = replay(bundle_of(calculation))
    found = (repeated.sentence,) if isinstance(repeated, RoundError) else repeated.differences
    return Check((*differences, *found), False, is_other_code)


def bundle_of(calculation: Calculation) -> dict[str, Json]:
    """What is needed to repeat a calculation elsewhere. It must still have its input."""
    receipt = Receipt(calculation.regulation_sha256, calculation.round_sha256, calculation.outcome_sha256)
    return bundle_json(calculation.round.regulation.document, calculation.input.data, receipt)


def _lines(calculation: Calculation) -> list[str]:
    """What the rows that were kept say, against the receipt."""
    parts = stored_parts(calculation, regulation_of(calculation.round))
    if outcome_sha256(parts) == calculation.outcome_sha256:
        return []
    return [_("De regels die zijn bewaard, passen niet bij de kwitantie.")]
