"""What two people decide about the assessing of a round, once they agree. This knows nothing of proposing it."""

from django.db import transaction
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict

from grants.documents.stored import regulation_of
from grants.enums import Action, RulingKind, Stage
from grants.models import Application, GrantRound, Proposal, Ruling, User
from grants.selectors.assessing.matrix import matrices_of
from grants.selectors.assessing.obstacles import acts_for
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.interests import require_stage
from grants.services.canonical import fingerprint
from grants.services.errors import Refused
from grants.services.keys import assessing_key
from grants.services.log import record
from grants.services.rounds.rules import locked_round

NAMED = 5


class NewRuling(BaseModel):
    """The payload of a ruling. What it is about is one of an assessor, a list and an application."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    kind: RulingKind
    allowed: bool = True
    assessor: int | None = None
    deelplafond: int | None = None
    application: int | None = None


def ruled_round(proposal: Proposal) -> GrantRound:
    """The round that a proposal about assessing is about. Its key stays when the payload was removed."""
    slug = proposal.object_key.removeprefix("assessing:")
    return GrantRound.objects.select_related("regulation").get(slug=slug)


def state_of_ruling(proposal: Proposal) -> str:
    """What may not change between the proposal and the approval."""
    if proposal.is_purged:
        return ""
    return state_for(assessing_of(ruled_round(proposal)), NewRuling.model_validate(proposal.payload))


def state_for(state: Assessing, new: NewRuling) -> str:
    """The fingerprint of that on which this ruling rests: the interests, or the assessments that are in."""
    match new.kind:
        case RulingKind.COMPETITOR:
            return fingerprint({"own": covers(state, new)})
        case RulingKind.TERM_ENDED:
            return fingerprint({"open": covers(state, new)})
        case RulingKind.FEWER:
            found = state.by_id.get(new.application or 0)
            counted = [] if found is None else sorted(each.pk for each in state.counted(found))
            return fingerprint({"counted": counted, "running": found is not None})


def covers(state: Assessing, new: NewRuling) -> list[int]:
    """The applications on which this ruling rests: those of the interests, those to be closed, or the one it is about."""
    match new.kind:
        case RulingKind.COMPETITOR:
            return sorted(state.own.get(new.assessor or 0, ()))
        case RulingKind.TERM_ENDED:
            return sorted(each.pk for each in open_on(state, new.deelplafond))
        case RulingKind.FEWER:
            return [pk for pk in state.by_id if pk == new.application]


def open_on(state: Assessing, deelplafond: int | None) -> list[Application]:
    """The applications on this list of which the assessing was not closed yet."""
    return [
        each for each in state.applications if each.deelplafond_id == deelplafond and not state.is_ended(each)
    ]


@transaction.atomic
def carry_out_ruling(by: User, proposal: Proposal) -> None:
    """Write the ruling down. What a second person carries out by approving."""
    current = locked_round(ruled_round(proposal).pk)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    new = NewRuling.model_validate(proposal.payload)
    state = assessing_of(current)
    for each in (by, proposal.proposed_by):
        require_no_own_interest(state, each, new)
    if state_for(state, new) != proposal.object_state:  # once more, now that nobody else can change it
        raise Refused(
            _(
                "Er kwam net iets bij waarop dit voorstel niet rust. Wijs het af, en laat een nieuw voorstel doen."
            )
        )
    require_ruling_makes_sense(state, new)
    Ruling(
        round=current,
        kind=new.kind,
        deelplafond_id=new.deelplafond,
        assessor_id=new.assessor,
        application_id=new.application,
        allowed=new.allowed,
        covers=covers(state, new),
        proposed_by=proposal.proposed_by,
        approved_by=by,
    ).save()
    record(
        by=by,
        action=Action.RULING_MADE,
        about=assessing_key(current),
        data={"proposal": proposal.pk, **new.model_dump(mode="json", exclude={"title"})},
    )


def require_no_own_interest(state: Assessing, person: User, new: NewRuling) -> None:
    """Refuse who would propose or approve something about an interest of their own (Awb 2:4)."""
    if new.assessor is not None and new.assessor == person.pk:
        raise Refused(
            _("Dit gaat over een belang van wie het voorstelt of goedkeurt. Laat twee anderen beslissen.")
        )
    if new.kind is RulingKind.COMPETITOR:
        return
    about = [state.by_id[pk] for pk in covers(state, new)]
    if any(state.bar(each, person) is not None or acts_for(person, each) for each in about):
        raise Refused(
            _(
                "Wie dit voorstelt of goedkeurt, heeft een belang bij een aanvraag waarover dit gaat. "
                "Laat twee anderen beslissen (Awb 2:4)."
            )
        )


def require_ruling_makes_sense(state: Assessing, new: NewRuling) -> None:
    """Refuse what there is nothing to decide about, and to close a list with an application that nobody assessed."""
    if new.kind is RulingKind.TERM_ENDED:
        _require_all_assessed(state, new)
    if not _makes_sense(state, new):
        raise Refused(_("Hierover hoeft niet (meer) te worden beslist. Open de pagina opnieuw."))


def _require_all_assessed(state: Assessing, new: NewRuling) -> None:
    """Without any assessment no points can ever be established."""
    bare = [str(each.reference) for each in open_on(state, new.deelplafond) if not state.counted(each)]
    if bare:
        raise Refused(
            _("%(names)s is nog door niemand beoordeeld. Laat eerst iemand dat doen; sluit de lijst daarna.")
            % {"names": ", ".join(bare[:NAMED])}
        )


def _makes_sense(state: Assessing, new: NewRuling) -> bool:
    match new.kind:
        case RulingKind.COMPETITOR:
            return _says_something_new(state, new)
        case RulingKind.TERM_ENDED:
            return any(not state.is_open_to_officials(each) for each in open_on(state, new.deelplafond))
        case RulingKind.FEWER:
            return _has_too_few(state, state.by_id.get(new.application or 0))


def _says_something_new(state: Assessing, new: NewRuling) -> bool:
    """About an assessor of this round with rivals, and not what holds already: minds can be changed."""
    if new.assessor is None or all(each.pk != new.assessor for each in state.assessors):
        return False
    holds = state.ruling_on(new.assessor)
    return bool(state.rivals_of(new.assessor)) and (holds is None or holds.allowed != new.allowed)


def _has_too_few(state: Assessing, application: Application | None) -> bool:
    """Whether fewer than the regulation asks could judge a criterion, and it was not yet decided that this will do."""
    if application is None or state.may_be_fewer(application) or not state.counted(application):
        return False
    regulation = regulation_of(state.round)
    (matrix,) = matrices_of(state, regulation, [application], with_reasons=False)
    return bool(matrix.few(state.least(application)))
