"""Deciding where the regulation leaves it to officials: refuse or not, or a lower amount, with reasons and on a ground."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from grants.enums import Action, LineStatus, Said
from grants.models import (
    Application,
    Calculation,
    OfficialDecision,
    OfficialDecisionPayload,
    OutcomeLine,
    User,
)
from grants.scheme_input import Prepared
from grants.selectors.assessing.obstacles import acts_for
from grants.selectors.assessing.state import assessing_of
from grants.selectors.ranking.grounds import discretion_of, ground_of, last_decisions
from grants.selectors.ranking.inputs import marks_of, obstacle_in, prepared_for
from grants.selectors.ranking.lists import calculation_in
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.log import new_salt, payload_hash, record
from grants.services.rounds.rules import locked_round
from schemes.round import Entry
from schemes.rules import Discretion, Spread


@dataclass(frozen=True)
class Answer:
    """What is decided and why; for a lower amount also how much."""

    said: Said
    reason: str
    cap_cents: int | None = None


OFF = (LineStatus.REFUSED_INADMISSIBLE, LineStatus.REFUSED_THRESHOLD)


@transaction.atomic
def decide_on(
    *,
    by: User,
    application: Application,
    key: str,
    answer: Answer,
    after: int = 0,
) -> OfficialDecision:
    """Write a decision down, or take the last one back. `after` is the number of the last one that the page showed.

    Refused where a colleague decided meanwhile, where the round changed since it was worked out, and where there is
    nothing to decide: no ground was found, or the list was not ranked.
    """
    current = locked_round(application.round_id)
    prepared = prepared_for(current)
    if sentence := obstacle_in(current, prepared):
        raise Refused(sentence)
    discretion, entry = _found(prepared, application, key)
    _require_no_interest(by, application)
    _require_last(application, key, after)
    _require_current(calculation_in(current), marks_of(current))
    before = last_decisions(current).get((entry.id, key))
    if before is None or before.said == Said.TAKEN_BACK:
        _require_ground(calculation_in(current), application, discretion)
    _require_allowed(discretion, entry, answer)
    return _keep(by, application, key, answer, ground_of(prepared, entry, discretion))


def _found(prepared: Prepared, application: Application, key: str) -> tuple[Discretion, Entry]:
    discretion = discretion_of(prepared.regulation, key)
    entry = next((each for each in prepared.round_input.entries if each.id == application.reference), None)
    if discretion is None or entry is None or not entry.admissible:
        raise Refused(_("Over deze aanvraag valt hier niets te beslissen: zij doet niet (meer) mee."))
    return discretion, entry


def _require_no_interest(by: User, application: Application) -> None:
    """Who has an interest decides nothing about it (Awb 2:4)."""
    state = assessing_of(application.round)
    found = state.by_id.get(application.pk)
    if acts_for(by, application) or (found is not None and state.bar(found, by) is not None):
        raise Refused(_("U hebt hierbij een belang. Laat een andere behandelaar beslissen (Awb 2:4)."))


def _require_last(application: Application, key: str, after: int) -> None:
    last = _last_number(application, key)
    if last != after:
        raise Refused(
            _(
                "Een collega heeft intussen hierover beslist. Bekijk die beslissing. Wat u typte, staat er nog."
            )
        )


def _require_current(last: Calculation | None, marks: dict[str, int]) -> None:
    """Everything but the decisions themselves is as it was when the round was worked out."""
    if last is None or {**last.marks, "decisions": 0} != {**marks, "decisions": 0}:
        raise Refused(
            _(
                "De ronde is veranderd na de laatste berekening. Reken eerst opnieuw. Wat u typte, staat er nog."
            )
        )


def _require_ground(last: Calculation | None, application: Application, discretion: Discretion) -> None:
    """The calculation asks for it; or, for the spread, the list was ranked and the application stands on it."""
    line = (
        None
        if last is None
        else OutcomeLine.objects.filter(calculation=last, application=application).first()
    )
    if line is not None and discretion.key in line.decisions_needed:
        return
    if line is not None and isinstance(discretion, Spread) and line.status not in OFF:
        ranked = line.calculation.lists.filter(deelplafond=line.deelplafond_id, ranked=True)
        if ranked.exists():
            return
    raise Refused(_("Hierover hoeft niet te worden beslist: de grond daarvoor is er niet (meer)."))


def _require_allowed(discretion: Discretion, entry: Entry, answer: Answer) -> None:
    """What the regulation knows, with reasons; a lower amount is lower than was asked."""
    if not answer.reason.strip():
        raise Refused(_("Geef redenen. Die staan straks in de brief."))
    if answer.said not in sayings(discretion):
        raise Refused(_("Dat kan de regeling hier niet. Kies een van de antwoorden op de pagina."))
    if answer.said is Said.CAP and not 1 <= (answer.cap_cents or 0) < entry.requested_cents:
        raise Refused(_("Het lagere bedrag ligt tussen nul en het gevraagde bedrag."))


def sayings(discretion: Discretion) -> tuple[Said, ...]:
    """What can be decided; what was decided can always be taken back."""
    if isinstance(discretion, Spread):
        return (
            (Said.REFUSE, Said.CAP, Said.TAKEN_BACK) if discretion.may_cap else (Said.REFUSE, Said.TAKEN_BACK)
        )
    return Said.REFUSE, Said.KEEP, Said.TAKEN_BACK


def _last_number(application: Application, key: str) -> int:
    found = OfficialDecision.objects.filter(application=application, key=key)
    return found.aggregate(last=Max("number"))["last"] or 0


def _keep(by: User, application: Application, key: str, answer: Answer, ground: object) -> OfficialDecision:
    salt, data = new_salt(), {"reason": answer.reason.strip()}
    made = OfficialDecision(
        application=application,
        key=key,
        number=_last_number(application, key) + 1,
        said=answer.said,
        cap_cents=answer.cap_cents if answer.said is Said.CAP else None,
        ground=ground,
        by=by,
        payload_sha256=payload_hash(salt, data),
    )
    made.save()
    OfficialDecisionPayload.objects.create(decision=made, salt=salt, data=data)
    record(
        by=by,
        action=Action.OFFICIAL_DECIDED,
        about=application_key(application),
        data={
            "decision": made.pk,
            "key": key,
            "said": answer.said.value,
            "payload_sha256": made.payload_sha256,
        },
    )
    return made
