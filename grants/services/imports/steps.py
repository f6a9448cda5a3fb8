"""Files with applications: uploaded, their columns told, tried, and brought in whole or not at all."""

from datetime import datetime
from hashlib import sha256
from typing import BinaryIO

from django.core.files import File
from django.db import transaction
from django.utils.translation import gettext as _

from grants import clock
from grants.documents.imports.columns import Columns
from grants.documents.imports.files import MOST_BYTES, Unreadable, opened
from grants.enums import Action, Channel, ImportState, SameName, Stage
from grants.models import ApplicationImport, ColumnMapping, GrantRound, User
from grants.moments import moment
from grants.names import tidy
from grants.selectors.rounds.stages import stage_of
from grants.services.applications.receiving import give_back, next_numbers
from grants.services.errors import Refused
from grants.services.imports.bulk import Arrival, Intake
from grants.services.imports.check import batches_of
from grants.services.imports.trial import say_progress, try_file
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.outbox import Ids, ask_for
from grants.services.rounds.rules import locked_round

SMALL_BYTES, SMALL_ROWS = 150_000, 500
"""What is done while someone waits; more is done by the workers."""

CHUNK = 1 << 20
TAKES_MORE = (Stage.OPEN, Stage.CLOSED, Stage.ASSESSING)


class _StoppedError(Exception):
    """A row that cannot be brought in after all: nothing of the file is."""


@transaction.atomic
def upload_import(
    *, by: User, grant_round: GrantRound, source: str, name: str, file: BinaryIO
) -> ApplicationImport:
    """Keep a file as it was uploaded. Refused where it cannot be read at all, or was brought in before."""
    require_takes_applications(grant_round)
    size, digest = _measured(file)
    _require_new(grant_round, digest)
    try:
        with opened(file):
            pass
    except Unreadable as unreadable:
        raise Refused(str(unreadable)) from None
    file.seek(0)
    kept = ApplicationImport(
        round=grant_round,
        source=tidy(source),
        name="".join(sign for sign in name if sign.isprintable())[-200:],
        sha256=digest,
        size=size,
        uploaded_by=by,
    )
    try:
        kept.file.save("aanvragen.dat", File(file), save=True)
    except OSError as error:
        raise Refused(_("Wij konden dit bestand niet bewaren. Probeer het later opnieuw.")) from error
    return kept


@transaction.atomic
def choose_columns(
    *,
    by: User,
    application_import: ApplicationImport,
    columns: Columns,
    received_at: datetime | None = None,
    same_name: SameName = SameName.NEW,
) -> ApplicationImport:
    """Say which column is what, keep that for the next file of this source, and try the file.

    `received_at` is for rows without a moment of their own; None is the moment of the upload. `same_name` is for rows
    that name an organisation without its number.
    """
    current = _locked(application_import)
    _require_state(current, ImportState.UPLOADED, ImportState.CHECKED)
    current.columns, current.state = columns.kept(), ImportState.CHECKING
    current.received_at, current.same_name = received_at or current.uploaded_at, same_name
    current.save()
    ColumnMapping.objects.update_or_create(
        regulation_slug=current.round.regulation.slug,
        source=current.source,
        defaults={"columns": columns.kept(), "changed_by": by, "changed_at": clock.now()},
    )
    if current.size <= SMALL_BYTES:
        return try_file(current)
    ask_for("check_import", application_import=current.pk)
    return current


@transaction.atomic
def bring_in(*, by: User, application_import: ApplicationImport) -> ApplicationImport:
    """Bring in the applications of a file in which nothing was wrong; more than some hundreds by the workers.

    A file for the workers gets its references here, so that nobody waits for the series of the year meanwhile.
    """
    current = _locked(application_import)
    current.round = locked_round(current.round_id)
    require_takes_applications(current.round)
    _require_state(current, ImportState.CHECKED)
    if current.problems_count or not current.rows:
        raise Refused(_("In dit bestand staan nog fouten. Er is niets ingelezen."))
    _require_new(current.round, current.sha256)
    _require_alone(current)
    current.state, current.done_by = ImportState.BRINGING, by
    current.save()
    if current.rows <= SMALL_ROWS:
        return _bring_in(current, by)
    current.reserved = {
        year: [next_numbers(f"A-{year}", many)[0], many] for year, many in sorted(current.years.items())
    }
    current.save(update_fields=["reserved"])
    ask_for("bring_in_import", application_import=current.pk)
    return current


def check_import(ids: Ids) -> None:
    """Try a file. A job; delivered twice, the second finds it tried."""
    current = _locked(ApplicationImport(pk=ids["application_import"]))
    if current.state == ImportState.CHECKING:
        try_file(current)


def bring_in_import(ids: Ids) -> None:
    """Bring a file in. A job; delivered twice, the second finds it done."""
    current = _locked(ApplicationImport(pk=ids["application_import"]))
    if current.state == ImportState.BRINGING and current.done_by is not None:
        _bring_in(current, current.done_by)


def require_takes_applications(grant_round: GrantRound) -> None:
    """Refuse before a round opens, and once it is ranked."""
    if stage_of(grant_round) not in TAKES_MORE:
        raise Refused(
            _("In deze ronde kunnen nu geen aanvragen binnenkomen: die is nog niet open, of al afgerond.")
        )


def _bring_in(current: ApplicationImport, by: User) -> ApplicationImport:
    """All of it or nothing: where the file no longer fits what came in meanwhile, it is tried again and told."""
    try:
        with transaction.atomic():
            intake = _take_all(current, by)
    except (_StoppedError, Unreadable):
        return _stopped(current)
    current.state, current.done_at, current.applications_made = ImportState.DONE, clock.now(), intake.count
    current.save()
    record(
        by=by,
        action=Action.APPLICATIONS_IMPORTED,
        about=round_key(current.round),
        data={
            "import": current.pk,
            "source": current.source,
            "file_sha256": current.sha256,
            "applications": intake.count,
            "first": intake.first,
            "last": intake.last,
            "sha256": intake.sha256,
        },
    )
    return current


def _stopped(current: ApplicationImport) -> ApplicationImport:
    """Numbers that it had go back as far as nobody took one after them; else they stay unused."""
    numbers = current.numbers()
    current.reserved = {}
    tried = try_file(current)
    for year, given in sorted(numbers.items()):
        give_back(f"A-{year}", given)
    return tried


def _take_all(current: ApplicationImport, by: User) -> Intake:
    """Holds the round meanwhile: whoever sends something in waits, and keeps the moment at which it arrived."""
    grant_round = (
        GrantRound.objects.select_for_update(of=("self",))
        .select_related("regulation")
        .get(pk=current.round_id)
    )
    current.round = grant_round
    intake = Intake(grant_round, Channel.IMPORT, current, current.numbers())
    with batches_of(current) as batches:
        for batch in batches:
            if batch.errors:
                raise _StoppedError
            organisations = batch.applicants.settle(batch.filed)
            intake.take(
                [
                    Arrival(organisation, row.content, row.received_at, by, row.source_reference)
                    for organisation, row in zip(organisations, batch.filed, strict=True)
                ]
            )
            say_progress(current, intake.count)
    return intake


def _locked(application_import: ApplicationImport) -> ApplicationImport:
    imports = ApplicationImport.objects.select_for_update(of=("self",))
    return imports.select_related("round__regulation", "done_by").get(pk=application_import.pk)


def _require_state(current: ApplicationImport, *states: ImportState) -> None:
    if current.state not in states:
        label = ImportState(current.state).label
        raise Refused(
            _("Dit kan nu niet. De stand van het bestand is: %(state)s. Bekijk het opnieuw.")
            % {"state": label}
        )


def _require_new(grant_round: GrantRound, digest: str) -> None:
    before = ApplicationImport.objects.filter(
        round=grant_round, sha256=digest, state=ImportState.DONE
    ).first()
    if before is not None and before.done_at is not None:
        sentence = _("Dit bestand is al ingelezen, op %(when)s. Er is niets gedaan.")
        raise Refused(sentence % {"when": moment(before.done_at)})


def _require_alone(current: ApplicationImport) -> None:
    """Who brings a file in holds the round until it says so: of two who begin at once, one finds the other here."""
    same = ApplicationImport.objects.filter(
        round=current.round, sha256=current.sha256, state=ImportState.BRINGING
    )
    if same.exists():
        raise Refused(
            _("Iemand leest ditzelfde bestand al in. Er is niets gedaan. Bekijk zo of het gelukt is.")
        )


def _measured(file: BinaryIO) -> tuple[int, str]:
    size, digest = 0, sha256()
    file.seek(0)
    while chunk := file.read(CHUNK):
        size += len(chunk)
        digest.update(chunk)
    if size > MOST_BYTES:
        raise Refused(_("Dit bestand is groter dan 50 MB. Verdeel het over meer bestanden."))
    return size, digest.hexdigest()
