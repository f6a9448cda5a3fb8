"""What an applicant adds because it was asked to: a new version of what was sent in, and the answer as an event."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from grants.documents.content import Added, Content
from grants.enums import Happening, Standing
from grants.models import Application, Submission, User
from grants.selectors.applications.completeness import filed_of, last_request
from grants.selectors.applications.terms import day_of
from grants.selectors.rounds.stages import is_late
from grants.services.applications.drafts import COMPLETION, Typed, hash_of, keep_typed
from grants.services.applications.events import happen
from grants.services.applications.presence import still_there
from grants.services.applications.receiving import keep_submission
from grants.services.errors import Refused
from grants.services.outbox import ask_for


@dataclass(frozen=True)
class Answer:
    """What is given, by the key of what was asked. `texts` have no place of their own, and go by the requirement."""

    facts: Mapping[str, int | str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    iban: str = ""
    account_holder: str = ""


@transaction.atomic
def save_completion(
    *, by: User, application: Application, typed: Typed, seen: str, page: UUID | None
) -> Application:
    """Keep what was typed so far, as it was typed; the application itself stays as it is.

    Raises Conflict where somebody else saved something in it since the page was shown.
    """
    current = still_there(application)
    _require_to_complete(current)
    stored = current.answers.get(COMPLETION, {})
    seen = seen if stored else hash_of({})  # where nothing stands, nothing can be lost
    return keep_typed(by=by, locked=current, part=COMPLETION, typed=typed, seen=seen, page=page)


@transaction.atomic
def answer_request(
    *, by: User, application: Application, seen: int, answer: Answer, received_at: datetime
) -> Submission:
    """Keep the application as it is with this answer, as its next version, and give who sent it a receipt.

    Files were added before. What comes after the term is accepted as long as nothing was decided.
    """
    rows = Application.objects.select_for_update(of=("self",))
    current = rows.select_related("round__regulation", "organisation").get(pk=application.pk)
    _require_waits(current, seen)
    request, filed = last_request(current), filed_of(current)
    if request is None or filed is None:
        raise Refused(_("Wat u eerder instuurde, is niet meer bij ons. Bel of mail de gemeente."))
    current.answers = {part: current.answers[part] for part in current.answers if part != COMPLETION}
    submission = keep_submission(
        by=by,
        application=current,
        content=completed(filed.content, answer),
        received_at=received_at,
        late=is_late(current.round, received_at),
    )
    happen(
        by=by,
        application=current,
        kind=Happening.COMPLETION_RECEIVED,
        data={
            "version": submission.number,
            "sha256": submission.sha256,
            "texts": dict(answer.texts),
            "after_term": day_of(received_at) > request.until,
        },
        standing=Standing.COMPLETED,
        at=received_at,
    )
    ask_for("mail_receipt", submission=submission.pk, person=by.pk)
    return submission


def completed(content: Content, answer: Answer) -> Content:
    """The content with what is given in the place of what was there."""
    return replace(
        content,
        facts={**content.facts, **answer.facts},
        answers={**content.answers, **answer.answers},
        iban=answer.iban or content.iban,
        account_holder=answer.account_holder or content.account_holder,
        added=_added(content, answer.texts),
    )


def _added(content: Content, texts: Mapping[str, str]) -> tuple[Added, ...]:
    """What was answered before and not once more, then what is answered now."""
    before = (each for each in content.added if each.requirement not in texts)
    return (*before, *(Added(requirement, text) for requirement, text in texts.items()))


def _require_to_complete(application: Application) -> None:
    if application.standing != Standing.TO_COMPLETE:
        raise Refused(
            _("U hoeft deze aanvraag niet meer aan te vullen. Bekijk hoe het met de aanvraag staat.")
        )


def _require_waits(application: Application, seen: int) -> None:
    _require_to_complete(application)
    if application.version != seen:
        raise Refused(
            _(
                "De aanvraag is veranderd nadat u deze pagina opende. Wat u typte, staat er nog: lees en verstuur opnieuw."
            )
        )
