"""Assessments: what an assessor typed is kept as it is typed, and submitted once; a correction is a new one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.documents.stored import regulation_of
from grants.enums import Action, InterestKind, RemarkKind, Stage
from grants.models import Application, Assessment, AssessmentDraft, AssessmentPayload, Score, User
from grants.selectors.assessing.obstacles import why_not
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.applications.drafts import hash_of
from grants.services.assessing.interests import Declared, declare_interests, require_stage
from grants.services.assessing.remarks import say
from grants.services.errors import Conflict, Refused
from grants.services.keys import application_key
from grants.services.log import new_salt, payload_hash, record
from grants.services.rounds.rules import locked_round
from schemes.levels import may_be_given
from schemes.scoring import scored_criteria

Typed = Mapping[str, str]


@dataclass(frozen=True)
class Given:
    """What an assessor gives on one criterion, before weighing, and why; None where it cannot be judged."""

    points: Fraction | None
    reason: str


@transaction.atomic
def save_assessment_draft(
    *, by: User, application: Application, typed: Typed, seen: str, page: UUID | None, after: int = 0
) -> AssessmentDraft:
    """Keep what was typed, as it was typed, also where it could not be submitted.

    `seen` is the hash of what the page showed, and `after` the number of the assessment that it corrects. Raises
    Conflict where it was saved elsewhere since, in another tab or on another machine; what the page itself saved is no
    conflict. Refused where something was submitted since.
    """
    # the row that may not be there yet cannot be locked; the application can
    Application.objects.select_for_update(of=("self",)).get(pk=application.pk)
    _require_assigned(by, application)
    _require_last(by, application, after)
    draft, _new = AssessmentDraft.objects.get_or_create(application=application, assessor=by)
    is_own = page is not None and draft.saved_from == page
    if draft.answers != typed and hash_of(draft.answers) != seen and not is_own:
        raise Conflict(draft)
    if draft.answers != typed:
        draft.version += 1
    draft.answers, draft.saved_at, draft.saved_from = dict(typed), clock.now(), page
    draft.save(update_fields=["answers", "saved_at", "saved_from", "version"])
    return draft


@transaction.atomic
def submit_assessment(
    *,
    by: User,
    application: Application,
    given: Mapping[str, Given],
    correction: str = "",
    after: int | None = None,
) -> Assessment:
    """Submit the points and reasons for every criterion that people score, by their letters.

    The first time without `correction`; after that it says why the assessment is made anew, and `after` which one the
    page showed, so that none is replaced unseen. Refused where somebody else assesses it, where there is an interest, where the list is closed, and where a criterion or a reason is missing.
    """
    current = locked_round(application.round_id)
    require_stage(current, Stage.ASSESSING)
    state = assessing_of(current, [by])
    running = _require_may_assess(state, by, application)
    _require_whole(state, given)
    before = _number(by, running)
    if after is not None:
        _require_last(by, running, after)
    if before and not correction.strip():
        raise Refused(_("Deze beoordeling is al klaar. Vertel waarom u die verandert."))
    made = _kept(by, running, before + 1, given, correction.strip() if before else "")
    AssessmentDraft.objects.filter(application=running, assessor=by).delete()
    record(
        by=by,
        action=Action.ASSESSMENT_SUBMITTED,
        about=application_key(running),
        data={"number": made.number, "payload_sha256": made.payload_sha256},
    )
    return made


@transaction.atomic
def recuse(*, by: User, application: Application, reason: str) -> None:
    """Take no part in the assessing of this application any more, because of an interest (Awb 2:4)."""
    declared = {application.pk: Declared(InterestKind.OWN, reason)}
    declare_interests(by=by, grant_round=application.round, declared=declared)


@transaction.atomic
def hand_back(*, by: User, application: Application, reason: str) -> None:
    """Give an application back that one cannot assess; the official sees why, and finds somebody else."""
    if not reason.strip():
        raise Refused(_("Vertel waarom u deze aanvraag teruggeeft. De behandelaar leest dat."))
    current = locked_round(application.round_id)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    if _number(by, application):
        raise Refused(_("U hebt deze aanvraag al beoordeeld. Hebt u een belang? Verschoon u dan."))
    if not application.assignments.filter(assessor=by).end():
        raise Refused(_("Deze aanvraag beoordeelt u niet (meer)."))
    say(by=by, application=application, kind=RemarkKind.HANDED_BACK, words=reason.strip())


def _require_assigned(by: User, application: Application) -> None:
    """What is typed is kept as long as it is somebody's to assess, also where something else stands in the way."""
    if not application.assignments.current().filter(assessor=by).exists():
        raise Refused(_("Deze aanvraag beoordeelt u niet (meer). Wat u typte, is niet ingediend."))


def _number(by: User, application: Application) -> int:
    """How many assessments of this application somebody submitted: the number of the last one."""
    return Assessment.objects.filter(application=application, assessor=by).count()


def _require_last(by: User, application: Application, after: int) -> None:
    if _number(by, application) != after:
        raise Refused(
            _(
                "U diende deze beoordeling intussen al in, op een ander tabblad of een ander apparaat. "
                "Wat u hier typte, is niet ingediend."
            )
        )


def _require_may_assess(state: Assessing, by: User, application: Application) -> Application:
    sentence = why_not(state, by, application)
    if sentence:
        raise Refused(sentence)
    return state.by_id[application.pk]


def _require_whole(state: Assessing, given: Mapping[str, Given]) -> None:
    """Every criterion, and nothing else, with points that the article knows and a reason."""
    regulation = regulation_of(state.round)
    criteria = {criterion.letter: criterion for criterion in scored_criteria(regulation)}
    if set(given) != set(criteria):
        raise Refused(_("Nog niet elk criterium is beoordeeld. Kies bij elk criterium een aantal punten."))
    for letter, each in given.items():
        if each.points is not None and not may_be_given(regulation, criteria[letter], each.points):
            raise Refused(
                _("Dat aantal punten kent de regeling niet bij criterium %(letter)s.") % {"letter": letter}
            )
        if not each.reason.strip():
            raise Refused(_("Vertel waarom, bij criterium %(letter)s.") % {"letter": letter})


def _kept(
    by: User, application: Application, number: int, given: Mapping[str, Given], correction: str
) -> Assessment:
    salt = new_salt()
    data = {
        "correction": correction,
        "reasons": {letter: each.reason.strip() for letter, each in given.items()},
    }
    points = {letter: None if each.points is None else str(each.points) for letter, each in given.items()}
    made = Assessment(
        application=application,
        assessor=by,
        number=number,
        payload_sha256=payload_hash(salt, data | {"points": points}),
    )
    made.save()
    AssessmentPayload.objects.create(assessment=made, salt=salt, data=data | {"points": points})
    for letter, each in given.items():
        Score(assessment=made, letter=letter, **Score.parts(each.points)).save()
    return made
