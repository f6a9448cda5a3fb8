"""Establishing: the points of several assessors become one, per application; and those of a round as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.enums import Action, Basis, Stage
from grants.models import (
    Application,
    EstablishedScore,
    Establishment,
    EstablishmentDraft,
    EstablishmentPayload,
    GrantRound,
    RoundPoints,
    User,
)
from grants.selectors.assessing.matrix import Matrix, Row, matrices_of
from grants.selectors.assessing.points import points_as_json
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.selectors.rounds.stages import stage_of
from grants.services.canonical import Json, fingerprint
from grants.services.errors import Refused
from grants.services.keys import application_key, round_key
from grants.services.log import new_salt, payload_hash, record
from grants.services.rounds.rules import locked_round
from schemes.levels import may_be_given
from schemes.regulation import Regulation


@dataclass(frozen=True)
class Chosen:
    """What an official chooses on one criterion, before weighing, and why. No points: as the assessors gave it."""

    points: Fraction | None
    reason: str


@dataclass(frozen=True)
class _Settled:
    """The points on one criterion, on what they rest, and the reason as it will stand in the letter."""

    letter: str
    points: Fraction
    basis: Basis
    reason: str


@transaction.atomic
def establish(
    *,
    by: User,
    application: Application,
    chosen: Mapping[str, Chosen],
    seen: str,
    correction: str = "",
) -> Establishment:
    """Establish the points of an application, by the letters of its criteria.

    Where everyone agrees nothing needs to be chosen; where they do not, points and a reason are. Under the reading
    `mean` nothing can be chosen: it is the exact mean of who could judge the criterion. `seen` is `seen_of` what the page
    showed. A second time `correction` says why; also after the round's points were established, which are then
    established anew with it.
    """
    state, regulation = _state(application.round)
    current = _running(state, application)
    matrix = matrices_of(state, regulation, [current])[0]
    if seen_of(state, matrix) != seen:
        raise Refused(
            _(
                "De beoordelingen van deze aanvraag zijn veranderd nadat u deze pagina opende. Bekijk ze, en kies opnieuw."
            )
        )
    if current.pk in state.established and not correction.strip():
        raise Refused(_("Deze punten zijn al vastgesteld. Vertel waarom u ze verandert."))
    _require_enough(state, matrix)
    settled = [_settle(regulation, row, chosen.get(row.criterion.letter)) for row in matrix.rows]
    made = _keep(by, state, matrix, settled, correction.strip())
    if state.points is not None:
        _keep_round(by, state, state.points.counted, correction.strip())
    return made


@transaction.atomic
def establish_clear(*, by: User, grant_round: GrantRound) -> int:
    """Establish every application where nothing is to be chosen, and give how many: all agree, or the mean is taken."""
    state, regulation = _state(grant_round)
    fresh = [each for each in state.applications if is_to_establish(state, each)]
    made = 0
    for matrix in matrices_of(state, regulation, fresh):
        if is_clear(state, regulation, matrix):
            _keep(by, state, matrix, [_settle(regulation, row, None) for row in matrix.rows], "")
            made += 1
    return made


@transaction.atomic
def establish_round(*, by: User, grant_round: GrantRound) -> RoundPoints:
    """Establish the points of the round as a whole: from here on the averages are fixed, and nobody assesses any more.

    Refused as long as an application has no established points, or other assessments than those they rest on.
    """
    state, _regulation = _state(grant_round)
    if state.points is not None:
        raise Refused(_("De punten van deze ronde zijn al vastgesteld."))
    open_ones = [each for each in state.applications if not is_up_to_date(state, each)]
    if open_ones or not state.applications:
        names = ", ".join(str(each.reference) for each in open_ones[:5]) or "–"
        raise Refused(
            _("Nog niet van elke aanvraag zijn de punten vastgesteld: %(names)s. Stel die eerst vast.")
            % {"names": names}
        )
    return _keep_round(by, state, [str(each.reference) for each in state.applications], "")


def is_to_establish(state: Assessing, application: Application) -> bool:
    """Whether its points can be seen and are still to be established."""
    return application.pk not in state.established and state.is_open_to_officials(application)


def is_up_to_date(state: Assessing, application: Application) -> bool:
    """Whether its points are established, and rest on the assessments that count now."""
    found = state.established.get(application.pk)
    return found is not None and found.rests_on == sorted(each.pk for each in state.counted(application))


def is_clear(state: Assessing, regulation: Regulation, matrix: Matrix) -> bool:
    """Whether nothing is to be chosen: enough assessments, and everyone agrees or the mean is taken."""
    least = state.least(matrix.application)
    if len(matrix.counted) < least or matrix.few(least):
        return False
    return regulation.assessment.aggregation == "mean" or matrix.is_agreed


def seen_of(state: Assessing, matrix: Matrix) -> str:
    """The fingerprint of what an official decides on: the assessments that count, and what was established before."""
    last = state.established.get(matrix.application.pk)
    return fingerprint(
        {"counted": sorted(each.pk for each in matrix.counted), "number": 0 if last is None else last.number}
    )


def _state(grant_round: GrantRound) -> tuple[Assessing, Regulation]:
    current = locked_round(grant_round.pk)
    now = stage_of(current)
    if now is not Stage.ASSESSING:
        raise Refused(
            _("Deze ronde is nu %(stage)s. Punten stelt u vast tijdens de beoordeling.")
            % {"stage": now.label}
        )
    return assessing_of(current), regulation_of(current)


def _running(state: Assessing, application: Application) -> Application:
    found = state.by_id.get(application.pk)
    if found is None:
        raise Refused(_("Deze aanvraag doet niet meer mee. Er zijn geen punten vast te stellen."))
    if not state.is_open_to_officials(found):
        raise Refused(
            _(
                "Nog niet alle beoordelingen van deze lijst zijn binnen. U ziet de punten als de laatste binnen is."
            )
        )
    return found


def _require_enough(state: Assessing, matrix: Matrix) -> None:
    least = state.least(matrix.application)
    few = matrix.few(least)
    if len(matrix.counted) < least or few:
        letters = ", ".join(row.criterion.letter for row in few) or "–"
        raise Refused(
            _(
                "Er zijn minder dan %(least)s beoordelingen (criterium %(letters)s). Wijs nog iemand toe, of laat twee "
                "mensen beslissen dat het met minder kan."
            )
            % {"least": least, "letters": letters}
        )


def _settle(regulation: Regulation, row: Row, chosen: Chosen | None) -> _Settled:
    """The points on one criterion. Missing points never become a number."""
    letter, mean = row.criterion.letter, row.mean
    if mean is None:
        raise Refused(_("Criterium %(letter)s is door niemand beoordeeld.") % {"letter": letter})
    if regulation.assessment.aggregation == "mean":
        reason = chosen.reason.strip() if chosen else ""
        return _Settled(letter, mean, Basis.MEAN, reason or row.reasons)
    if row.is_agreed and (chosen is None or chosen.points in (None, mean)):
        reason = chosen.reason.strip() if chosen else ""
        return _Settled(letter, mean, Basis.AGREED, reason or row.reasons)
    if chosen is None or chosen.points is None:
        raise Refused(_("Kies de punten bij criterium %(letter)s.") % {"letter": letter})
    if not may_be_given(regulation, row.criterion, chosen.points):
        raise Refused(
            _("Dat aantal punten kent de regeling niet bij criterium %(letter)s.") % {"letter": letter}
        )
    if not chosen.reason.strip():
        raise Refused(_("Vertel waarom u dit aantal kiest, bij criterium %(letter)s.") % {"letter": letter})
    return _Settled(letter, chosen.points, Basis.CHOSEN, chosen.reason.strip())


def _keep(
    by: User, state: Assessing, matrix: Matrix, settled: list[_Settled], correction: str
) -> Establishment:
    last = state.established.get(matrix.application.pk)
    salt, data = new_salt(), _told(settled, correction)
    made = Establishment(
        application=matrix.application,
        number=1 if last is None else last.number + 1,
        by=by,
        rests_on=sorted(each.pk for each in matrix.counted),
        payload_sha256=payload_hash(salt, data),
    )
    made.save()
    EstablishmentPayload.objects.create(establishment=made, salt=salt, data=data)
    for each in settled:
        parts = EstablishedScore.parts(each.points)
        EstablishedScore(establishment=made, letter=each.letter, basis=each.basis, **parts).save()
    EstablishmentDraft.objects.filter(application=matrix.application).delete()
    record(
        by=by,
        action=Action.POINTS_ESTABLISHED,
        about=application_key(matrix.application),
        data={"number": made.number, "payload_sha256": made.payload_sha256},
    )
    return made


def _told(settled: list[_Settled], correction: str) -> Json:
    """What the payload holds: the points once more, so that their hash covers them."""
    return {
        "correction": correction,
        "points": {each.letter: str(each.points) for each in settled},
        "reasons": {each.letter: each.reason for each in settled},
    }


def _keep_round(by: User, state: Assessing, counted: list[str], reason: str) -> RoundPoints:
    points: Json = {"points": points_as_json(state.round), "counted": counted}
    number = (state.round.round_points.aggregate(last=Max("number"))["last"] or 0) + 1
    made = RoundPoints(
        round=state.round, number=number, by=by, reason=reason, sha256=fingerprint(points), **points
    )
    made.save()
    record(
        by=by,
        action=Action.ROUND_POINTS_ESTABLISHED,
        about=round_key(state.round),
        data={"number": number, "sha256": made.sha256},
    )
    return made
