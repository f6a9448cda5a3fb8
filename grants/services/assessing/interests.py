"""Interests: declared by each assessor about every application, before anything of it is shown (Awb 2:4)."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Action, InterestKind, Stage
from grants.models import Application, GrantRound, Interest, InterestPayload, User
from grants.selectors.assessing.obstacles import acts_for, wrong_stage
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import new_salt, payload_hash, record
from grants.services.rounds.rules import locked_round


@dataclass(frozen=True)
class Declared:
    """What an assessor says of one application. An interest has a few words about what it is."""

    kind: InterestKind
    reason: str = ""


@transaction.atomic
def declare_interests(*, by: User, grant_round: GrantRound, declared: Mapping[int, Declared]) -> int:
    """Write down what this assessor declares about applications, by their ids, and give how many that were.

    Whoever has an interest is taken off that application at once. What is the same as before is not written again.
    Refused for an application that takes no part (any more).
    """
    current = locked_round(grant_round.pk)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    state = assessing_of(current, [by])
    new = {pk: each for pk, each in declared.items() if _differs(state, by, pk, each)}
    for pk, each in sorted(new.items()):
        _declare(by, _taking_part(state, pk), each)
    if new:
        data: Json = {"declared": {str(pk): each.kind.value for pk, each in sorted(new.items())}}
        record(by=by, action=Action.INTERESTS_DECLARED, about=round_key(current), data=data)
    return len(new)


def require_stage(grant_round: GrantRound, *stages: Stage) -> None:
    """Refuse what does not belong to where the round stands now, or once its points are established as a whole."""
    sentence = wrong_stage(grant_round, *stages, established=grant_round.round_points.exists())
    if sentence:
        raise Refused(sentence)


def _differs(state: Assessing, by: User, application: int, declared: Declared) -> bool:
    before = state.interests.get((application, by.pk))
    return before is None or before.kind != declared.kind


def _taking_part(state: Assessing, application: int) -> Application:
    found = state.by_id.get(application)
    if found is None:
        raise Refused(
            _("Een van de aanvragen doet niet meer mee, of hoort niet bij deze ronde. Open de lijst opnieuw.")
        )
    return found


def _declare(by: User, application: Application, declared: Declared) -> None:
    if declared.kind == InterestKind.OWN and not declared.reason.strip():
        raise Refused(
            _("Vertel in een paar woorden wat uw belang bij aanvraag %(reference)s is.")
            % {"reference": application.reference}
        )
    if declared.kind == InterestKind.NONE and acts_for(by, application):
        raise Refused(
            _("U treedt op voor de aanvrager van %(reference)s. Geef daarom op dat u een belang hebt.")
            % {"reference": application.reference}
        )
    salt, data = new_salt(), {"reason": declared.reason.strip()}
    before = Interest.objects.filter(application=application, assessor=by).count()
    interest = Interest(
        application=application,
        assessor=by,
        number=before + 1,
        kind=declared.kind,
        payload_sha256=payload_hash(salt, data),
    )
    interest.save()
    InterestPayload.objects.create(interest=interest, salt=salt, data=data)
    if declared.kind == InterestKind.OWN:
        application.assignments.filter(assessor=by).end()
