"""Signing: the points of a round are established as a whole. From then on the averages are fixed."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from grants.documents.stored import regulation_of
from grants.enums import Action, Stage
from grants.models import GrantRound, RoundPoints, User
from grants.selectors.assessing.points import counting_in, points_as_json, sums_in
from grants.selectors.assessing.standing import is_up_to_date
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.selectors.rounds.stages import stage_of
from grants.services.canonical import Json, fingerprint
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.rules import locked_round


@transaction.atomic
def establish_round(*, by: User, grant_round: GrantRound, seen: str) -> RoundPoints:
    """Establish the points of the round as a whole: from here on the averages are fixed, and nobody assesses any more.

    `seen` is `fingerprint_of` the points that were read. Refused where they changed since, and as long as an application
    has no established points, or other assessments than those they rest on.
    """
    current = locked_round(grant_round.pk)
    now = stage_of(current)
    if now is not Stage.ASSESSING:
        raise Refused(
            _("Deze ronde is nu %(stage)s. Punten stelt u vast tijdens de beoordeling.")
            % {"stage": now.label}
        )
    state = assessing_of(current)
    _require_ready(state)
    _require_computable(state)
    if any(state.own.get(by.pk, ())):
        raise Refused(
            _(
                "U hebt een belang opgegeven bij een aanvraag. Laat een andere behandelaar vaststellen (Awb 2:4)."
            )
        )
    if fingerprint_of(current) != seen:
        raise Refused(
            _("De punten zijn veranderd nadat u deze pagina opende. Bekijk ze, en stel ze daarna vast.")
        )
    return keep_round_points(by, state, counting_in(state.round, regulation_of(current)), "")


def fingerprint_of(grant_round: GrantRound) -> str:
    """The fingerprint of all established points of a round, as they are now."""
    return fingerprint({"points": points_as_json(grant_round)})


def keep_round_points(by: User, state: Assessing, counted: Sequence[str], reason: str) -> RoundPoints:
    """Write down all established points as one, and who counts in the averages."""
    points: Json = {"points": points_as_json(state.round), "counted": list(counted)}
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


def _require_ready(state: Assessing) -> None:
    if state.points is not None:
        raise Refused(_("De punten van deze ronde zijn al vastgesteld."))
    open_ones = [each for each in state.applications if not is_up_to_date(state, each)]
    if not state.applications:
        raise Refused(_("Er doet geen aanvraag mee. Er zijn geen punten vast te stellen."))
    if open_ones:
        raise Refused(
            _("Nog niet van elke aanvraag zijn de punten vastgesteld: %(names)s. Stel die eerst vast.")
            % {"names": ", ".join(str(each.reference) for each in open_ones[:5])}
        )


def _require_computable(state: Assessing) -> None:
    missing = sums_in(state.round, regulation_of(state.round)).missing
    if missing:
        raise Refused(
            _("Een criterium is niet te berekenen: bij %(names)s ontbreekt een gegeven. Vul dat eerst aan.")
            % {"names": ", ".join(missing[:5])}
        )
