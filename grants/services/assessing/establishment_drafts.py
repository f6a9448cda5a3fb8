"""What officials choose and type before points are established: kept as it is typed, and shared between them."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.models import Application, Establishment, EstablishmentDraft, User
from grants.services.applications.drafts import hash_of
from grants.services.errors import Conflict, Refused


@transaction.atomic
def save_establishment_draft(
    *, by: User, application: Application, typed: Mapping[str, str], seen: str, number: int, page: UUID | None
) -> EstablishmentDraft:
    """Keep what was typed, as it was typed.

    `seen` is the hash of what the page showed, and `number` that of the establishment it showed (0 for none). Raises
    Conflict where a colleague typed on since; refused where a colleague established the points since.
    """
    # the row that may not be there yet cannot be locked; the application can
    Application.objects.select_for_update(of=("self",)).get(pk=application.pk)
    _require_number(application, number)
    draft, _is_new = EstablishmentDraft.objects.get_or_create(application=application)
    is_own = page is not None and draft.saved_from == page
    if draft.answers != typed and hash_of(draft.answers) != seen and not is_own:
        raise Conflict(draft)
    if draft.answers != typed:
        draft.version += 1
    draft.answers, draft.saved_by = dict(typed), by
    draft.saved_at, draft.saved_from = clock.now(), page
    draft.save(update_fields=["answers", "saved_by", "saved_at", "saved_from", "version"])
    return draft


def _require_number(application: Application, number: int) -> None:
    last = Establishment.objects.filter(application=application).order_by("-number").first()
    if last is not None and last.number != number:
        raise Refused(
            _(
                "%(name)s heeft de punten van deze aanvraag intussen vastgesteld. Bekijk ze. Wat u koos en typte, staat er nog."
            )
            % {"name": last.by}
        )
