"""Throwing away what nobody needs any more: ended sessions, sent forms, work that is done, and files never brought in."""

from datetime import datetime, timedelta
from functools import partial
from importlib import import_module

from django.conf import settings
from django.db import transaction

from grants import clock
from grants.enums import ImportState
from grants.models import ApplicationImport, OutboxRow, SentForm

KEPT = timedelta(days=30)


def tidy() -> None:
    """Beat calls it every day. What failed stays: it waits for a person."""
    before = clock.now() - KEPT
    SentForm.objects.filter(created_at__lt=before).delete()
    OutboxRow.objects.filter(done_at__lt=before).delete()
    _throw_away_imports(before)
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()


@transaction.atomic
def _throw_away_imports(before: datetime) -> None:
    """Files of people's applications that were only tried. The row goes first: without it nobody looks for the file."""
    waiting = (ImportState.UPLOADED, ImportState.CHECKED)
    for left in ApplicationImport.objects.filter(
        state__in=waiting, uploaded_at__lt=before
    ).select_for_update():
        left.delete()
        for file in (left.file, left.problems_file):
            if file:
                transaction.on_commit(partial(file.storage.delete, str(file.name)), robust=True)
