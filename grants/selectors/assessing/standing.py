"""How far the establishing of points is, per application: what can be confirmed at once, and what was seen of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from grants.models import Application, EstablishmentDraft
from grants.selectors.assessing.matrix import Matrix, matrices_of
from grants.selectors.assessing.state import Assessing
from grants.services.canonical import fingerprint
from schemes.regulation import Regulation


class Progress(StrEnum):
    """How far an application is. Of what is `HIDDEN` officials see no points yet."""

    HIDDEN = "hidden"
    FEW = "few"
    CLEAR = "clear"
    DIFFERS = "differs"
    AGAIN = "again"
    DONE = "done"


@dataclass(frozen=True)
class Seen:
    """What an official decides on: the assessments that count, and which establishment stood there (0 for none)."""

    counted: str
    number: int


def progress_of(state: Assessing, regulation: Regulation, matrix: Matrix) -> Progress:
    """How far this application is."""
    application = matrix.application
    if not state.is_open_to_officials(application):
        return Progress.HIDDEN
    if application.pk in state.established:
        return Progress.DONE if is_up_to_date(state, application) else Progress.AGAIN
    if matrix.few(state.least(application)):
        return Progress.FEW
    return Progress.CLEAR if is_clear(state, regulation, matrix) else Progress.DIFFERS


def is_up_to_date(state: Assessing, application: Application) -> bool:
    """Whether its points are established, and rest on the assessments that count now."""
    found = state.established.get(application.pk)
    return found is not None and found.rests_on == sorted(each.pk for each in state.counted(application))


def is_clear(state: Assessing, regulation: Regulation, matrix: Matrix) -> bool:
    """Whether nothing is to be chosen: enough assessments, and everyone agrees or the mean is taken."""
    if matrix.few(state.least(matrix.application)):
        return False
    return regulation.assessment.aggregation == "mean" or matrix.is_agreed


def clear_ones(state: Assessing, regulation: Regulation) -> list[Matrix]:
    """Those that can be established in one go: nothing is to be chosen, and nobody is typing anything about them."""
    typed = EstablishmentDraft.objects.filter(application__round=state.round).exclude(answers={})
    kept = set(typed.values_list("application_id", flat=True))
    fresh = [
        each
        for each in state.applications
        if each.pk not in state.established and each.pk not in kept and state.is_open_to_officials(each)
    ]
    return [each for each in matrices_of(state, regulation, fresh) if is_clear(state, regulation, each)]


def seen_of(state: Assessing, matrix: Matrix) -> Seen:
    """What stands there now for an official to decide on."""
    last = state.established.get(matrix.application.pk)
    counted = fingerprint({"counted": sorted(each.pk for each in matrix.counted)})
    return Seen(counted, 0 if last is None else last.number)


def seen_together(state: Assessing, matrices: Iterable[Matrix]) -> str:
    """The fingerprint of what can be confirmed in one go."""
    found: Sequence[Seen] = [seen_of(state, each) for each in matrices]
    return fingerprint({"seen": [[each.counted, each.number] for each in found]})
