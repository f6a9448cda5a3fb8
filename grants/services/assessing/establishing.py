"""Establishing: the points of several assessors become one, per application."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
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
    User,
)
from grants.selectors.assessing.matrix import Matrix, Row, matrices_of
from grants.selectors.assessing.standing import Seen, clear_ones, seen_of, seen_together
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.selectors.rounds.stages import stage_of
from grants.services.assessing.signing import keep_round_points
from grants.services.canonical import Json
from grants.services.errors import Conflict, Refused
from grants.services.keys import application_key
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
    seen: Seen,
    correction: str = "",
    draft: int | None = None,
) -> Establishment:
    """Establish the points of an application, by the letters of its criteria.

    Where everyone agrees nothing needs to be chosen; where they do not, points and a reason are. Under the reading
    `mean` nothing can be chosen: it is the exact mean of who could judge the criterion. `seen` is `seen_of` what the page
    showed. A second time `correction` says why; also after the round's points were established, which are then
    established anew with it. `draft` is the version of what was typed: Conflict where a colleague typed on since.
    """
    state, regulation = _state(application.round)
    current = require_visible(state, application)
    _require_no_interest(state, by, [current])
    matrix = matrices_of(state, regulation, [current])[0]
    require_seen(state, matrix, seen)
    if current.pk in state.established and not correction.strip():
        raise Refused(_("Deze punten zijn al vastgesteld. Vertel waarom u ze verandert."))
    _require_enough(state, matrix)
    settled = [_settle(regulation, row, chosen.get(row.criterion.letter)) for row in matrix.rows]
    _forget_draft(current, draft)
    made = _keep(by, state, matrix, settled, correction.strip())
    if state.points is not None:
        keep_round_points(by, state, state.points.counted, correction.strip())
    return made


@transaction.atomic
def establish_clear(*, by: User, grant_round: GrantRound, seen: str) -> int:
    """Establish every application where nothing is to be chosen, and give how many: all agree, or the mean is taken.

    `seen` is `seen_together` of those that the page named: refused where that changed since.
    """
    state, regulation = _state(grant_round)
    found = clear_ones(state, regulation)
    if seen_together(state, found) != seen:
        raise Refused(
            _("Er is iets veranderd nadat u deze pagina opende. Bekijk de lijst, en bevestig opnieuw.")
        )
    _require_no_interest(state, by, [each.application for each in found])
    for matrix in found:
        _forget_draft(matrix.application, None)
        _keep(by, state, matrix, [_settle(regulation, row, None) for row in matrix.rows], "")
    return len(found)


def _state(grant_round: GrantRound) -> tuple[Assessing, Regulation]:
    current = locked_round(grant_round.pk)
    now = stage_of(current)
    if now is not Stage.ASSESSING:
        raise Refused(
            _("Deze ronde is nu %(stage)s. Punten stelt u vast tijdens de beoordeling.")
            % {"stage": now.label}
        )
    return assessing_of(current), regulation_of(current)


def require_visible(state: Assessing, application: Application) -> Application:
    """The application as it is now. Refused where it takes no part, or officials see no points of its list yet."""
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


def _require_no_interest(state: Assessing, by: User, applications: Sequence[Application]) -> None:
    """Who has an interest decides nothing about it (Awb 2:4), also as an official."""
    own = set(by.represents.current().values_list("organisation", flat=True))
    barred = [
        str(each.reference)
        for each in applications
        if each.organisation_id in own or state.bar(each, by) is not None
    ]
    if barred:
        raise Refused(
            _("U hebt een belang (%(names)s). Laat een andere behandelaar de punten vaststellen (Awb 2:4).")
            % {"names": ", ".join(barred[:5])}
        )


def require_seen(state: Assessing, matrix: Matrix, seen: Seen) -> None:
    """Refuse where a colleague established the points, or an assessment changed, since the page was shown."""
    now = seen_of(state, matrix)
    if now.number != seen.number:
        raise Refused(
            _(
                "%(name)s heeft de punten van deze aanvraag intussen vastgesteld. Bekijk ze. Wat u koos en typte, staat er nog."
            )
            % {"name": state.established[matrix.application.pk].by}
        )
    if now.counted != seen.counted:
        raise Refused(
            _(
                "De beoordelingen van deze aanvraag zijn veranderd nadat u deze pagina opende. Bekijk ze. Wat u koos en typte, "
                "staat er nog."
            )
        )


def _require_enough(state: Assessing, matrix: Matrix) -> None:
    least = state.least(matrix.application)
    few = matrix.few(least)
    if few:
        letters = ", ".join(row.criterion.letter for row in few)
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
    reason = chosen.reason.strip() if chosen else ""
    if regulation.assessment.aggregation == "mean":
        return _Settled(letter, mean, Basis.MEAN, reason or row.reasons)
    if row.is_agreed and (chosen is None or chosen.points in (None, mean)):
        return _Settled(letter, mean, Basis.AGREED, reason or row.reasons)
    if chosen is None or chosen.points is None:
        raise Refused(_("Kies de punten bij criterium %(letter)s.") % {"letter": letter})
    if not may_be_given(regulation, row.criterion, chosen.points):
        raise Refused(
            _("Dat aantal punten kent de regeling niet bij criterium %(letter)s.") % {"letter": letter}
        )
    if not reason:
        raise Refused(_("Vertel waarom u dit aantal kiest, bij criterium %(letter)s.") % {"letter": letter})
    return _Settled(letter, chosen.points, Basis.CHOSEN, reason)


def _forget_draft(application: Application, version: int | None) -> None:
    """What was typed is established now; not what a colleague typed since."""
    drafts = EstablishmentDraft.objects.filter(application=application)
    if version is not None:
        drafts.filter(version=version).delete()
    drafts.filter(answers={}).delete()
    left = drafts.first()
    if left is not None:
        raise Conflict(left)


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
