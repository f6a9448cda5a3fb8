"""Assigning: who assesses which application, by hand or divided equally; and somebody else instead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from grants.assigning import Division, TooFewError, divide
from grants.enums import Action, Stage
from grants.models import Application, Assignment, GrantRound, User
from grants.selectors.assessing.progress import open_assignments
from grants.selectors.assessing.state import Assessing, Bar, Pair, assessing_of
from grants.services.assessing.interests import require_stage
from grants.services.canonical import Json, fingerprint
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.rules import locked_round


@dataclass(frozen=True)
class Moved:
    """What replacing an assessor does: each application, and who takes it over (nobody where that is None)."""

    taken_over: tuple[tuple[Application, User | None], ...]
    kept: tuple[Application, ...]
    """Already assessed by who leaves: that stays, and counts."""

    @property
    def seen(self) -> str:
        """The fingerprint of this effect: what a page showed can be told from what would happen now."""
        taken_over = [[each.pk, None if to is None else to.pk] for each, to in self.taken_over]
        return fingerprint({"taken_over": taken_over, "kept": [each.pk for each in self.kept]})

    @property
    def left_alone(self) -> list[Application]:
        """What nobody takes over."""
        return [each for each, to in self.taken_over if to is None]


@transaction.atomic
def assign(*, by: User, grant_round: GrantRound, added: Iterable[Pair], removed: Iterable[Pair]) -> int:
    """Let assessors assess applications, or not any more, by their ids; give how many assignments changed.

    What somebody else did meanwhile stays as it is: only what is named here changes. Whoever submitted an assessment
    can only be taken off by `take_off`, with a reason.
    """
    state = _state(grant_round)
    ending = sorted(set(removed) & state.assigned)
    for pair in ending:
        _require_not_in(state, pair)
    _end(ending)
    new = sorted(set(added) - state.assigned)
    for application, assessor in new:
        _give(by, state, application, assessor)
    if new or ending:
        _record(by, state.round, new, ending)
    return len(new) + len(ending)


@transaction.atomic
def assign_equally(*, by: User, grant_round: GrantRound, per_application: int) -> int:
    """Give every application this many assessors, the loads as equal as conflicts allow; give how many were added.

    What was assigned stays. Only who declared every interest takes part. Refused where too few are left for an
    application.
    """
    state = _state(grant_round)
    division = _division(state, per_application)
    added = sorted(_pairs(division) - state.assigned)
    for application, assessor in added:
        _give(by, state, application, assessor)
    if added:
        _record(by, state.round, added, [])
    return len(added)


def effect_of_leaving(*, grant_round: GrantRound, leaving: User, instead: User | None = None) -> Moved:
    """What would happen if this assessor left: the same division that `replace` carries out."""
    return _moved(assessing_of(grant_round), leaving, instead)


@transaction.atomic
def replace(
    *, by: User, grant_round: GrantRound, leaving: User, instead: User | None = None, reason: str, seen: str
) -> Moved:
    """Let others do what this assessor did not submit yet: this one, or all of them equally.

    `seen` is of the effect that the page showed. What was submitted stays and counts. What was typed and not submitted is kept with the assessor, and counts nowhere.
    """
    if not reason.strip():
        raise Refused(_("Geef een reden op. Die komt in het logboek."))
    state = _state(grant_round)
    moved = _moved(state, leaving, instead)
    if moved.seen != seen:
        raise Refused(
            _(
                "Wat er gebeurt, is anders geworden nadat u deze pagina opende. Lees het opnieuw, en bevestig dan."
            )
        )
    if not moved.taken_over:
        raise Refused(
            _("%(name)s heeft niets meer te beoordelen. Er is niets over te nemen.") % {"name": leaving}
        )
    removed = [(each.pk, leaving.pk) for each, _to in moved.taken_over]
    added = [(each.pk, to.pk) for each, to in moved.taken_over if to is not None]
    _end(removed)
    for application, assessor in added:
        _give(by, state, application, assessor)
    _record(by, state.round, added, removed, reason.strip())
    return moved


@transaction.atomic
def take_off(*, by: User, application: Application, assessor: User, reason: str) -> None:
    """Let this assessor not assess this application any more; what was submitted does not count from now on."""
    if not reason.strip():
        raise Refused(_("Geef een reden op. Die komt in het logboek."))
    state = _state(application.round)
    if (application.pk, assessor.pk) not in state.assigned:
        raise Refused(_("Deze beoordelaar beoordeelt deze aanvraag niet (meer). Open de pagina opnieuw."))
    _end([(application.pk, assessor.pk)])
    _record(by, state.round, [], [(application.pk, assessor.pk)], reason.strip())


@transaction.atomic
def release(*, by: User, grant_round: GrantRound, assessor: User) -> int:
    """End what somebody who assesses no longer did not submit yet, and give how many that were.

    What was submitted stays and counts. Once the points of the round are established there is nothing to end.
    """
    current = locked_round(grant_round.pk)
    left = open_assignments(current, assessor)
    pairs = [(each.application_id, each.assessor_id) for each in left]
    _end(pairs)
    if pairs:
        _record(by, current, [], pairs)
    return len(pairs)


def _state(grant_round: GrantRound) -> Assessing:
    current = locked_round(grant_round.pk)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    return assessing_of(current)


def _moved(state: Assessing, leaving: User, instead: User | None) -> Moved:
    theirs = [
        state.by_id[pk] for pk, who in sorted(state.assigned) if who == leaving.pk and pk in state.by_id
    ]
    open_ones = [each for each in theirs if not state.is_in(each, leaving)]
    kept = tuple(each for each in theirs if state.is_in(each, leaving))
    if instead is not None:
        return Moved(tuple((each, _taker(state, each, instead)) for each in open_ones), kept)
    people = {each.pk: each for each in state.assessors}
    return Moved(tuple(_equally(state, open_ones, leaving, people)), kept)


def _taker(state: Assessing, application: Application, instead: User) -> User | None:
    is_free = (application.pk, instead.pk) not in state.assigned and state.bar(application, instead) is None
    return instead if is_free else None


def _equally(
    state: Assessing, open_ones: list[Application], leaving: User, people: Mapping[int, User]
) -> Iterable[tuple[Application, User | None]]:
    """For each that is left undone somebody else, the loads as equal as they can be; nobody where nobody may."""
    candidates = _candidates(state, leaving)
    left = {each.pk for each in open_ones}
    kept = {
        each.pk: {
            one.assessor_id
            for one in state.assigned_to(each)
            if not (one.assessor_id == leaving.pk and each.pk in left)
        }
        for each in state.applications
    }
    wanted = {pk: len(given) + (pk in left and not candidates[pk] <= given) for pk, given in kept.items()}
    division = divide(candidates=candidates, kept=kept, wanted=wanted)
    for each in open_ones:
        new = division[each.pk] - kept[each.pk]
        yield each, people[min(new)] if new else None


def _division(state: Assessing, per_application: int) -> Division:
    candidates = _candidates(state)
    kept = {each.pk: {one.assessor_id for one in state.assigned_to(each)} for each in state.applications}
    try:
        return divide(candidates=candidates, kept=kept, wanted=dict.fromkeys(candidates, per_application))
    except TooFewError as error:
        raise Refused(
            _(
                "Voor aanvraag %(reference)s zijn er %(count)s beoordelaars die mogen en hun belangen hebben opgegeven; "
                "u vraagt er %(wanted)s. Kies een lager aantal, of laat eerst de anderen hun belangen opgeven."
            )
            % {
                "reference": state.by_id[error.application].reference,
                "count": error.candidates,
                "wanted": per_application,
            }
        ) from error


def _candidates(state: Assessing, leaving: User | None = None) -> dict[int, set[int]]:
    """For each application who may take it: declared all interests, and is not barred."""
    ready = [each for each in state.assessors if each != leaving and not state.undeclared(each)]
    return {each.pk: {one.pk for one in ready if state.bar(each, one) is None} for each in state.applications}


def _give(by: User, state: Assessing, application: int, assessor: int) -> None:
    """One assignment, where that may be: the last word is here, whatever the page showed."""
    found = state.by_id.get(application)
    who = next((each for each in state.assessors if each.pk == assessor), None)
    if found is None or who is None:
        raise Refused(
            _("Een aanvraag doet niet meer mee, of iemand is geen beoordelaar meer. Open de pagina opnieuw.")
        )
    bar = state.bar(found, who)
    if bar is not None:
        raise Refused(
            {
                Bar.OWN: _(
                    "%(name)s heeft een belang bij aanvraag %(reference)s en kan die niet beoordelen."
                ),
                Bar.COMPETITOR: _(
                    "%(name)s heeft een belang bij een concurrent van aanvraag %(reference)s. "
                    "Laat eerst twee mensen daarover beslissen."
                ),
            }[bar]
            % {"name": who, "reference": found.reference}
        )
    Assignment.objects.create(application=found, assessor=who, given_by=by)


def _require_not_in(state: Assessing, pair: Pair) -> None:
    if pair in state.latest:
        raise Refused(
            _(
                "%(name)s heeft aanvraag %(reference)s al beoordeeld. Haalt u %(name)s daar toch van af? "
                "Kies dan «Laat vervallen» in de tabel, en geef een reden op."
            )
            % {"name": state.latest[pair].assessor, "reference": state.latest[pair].application.reference}
        )


def _end(pairs: Iterable[Pair]) -> None:
    for application, assessor in sorted(pairs):
        Assignment.objects.filter(application=application, assessor=assessor).end()


def _pairs(division: Division) -> set[Pair]:
    return {(application, assessor) for application, given in division.items() for assessor in given}


def _record(
    by: User,
    grant_round: GrantRound,
    added: list[Pair],
    removed: list[Pair],
    reason: str = "",
) -> None:
    """One line in the log, with pairs of application and assessor."""
    data: Json = {
        "added": [list(pair) for pair in added],
        "removed": [list(pair) for pair in removed],
        "reason": reason,
    }
    record(by=by, action=Action.ASSESSORS_ASSIGNED, about=round_key(grant_round), data=data)
