"""Throwing away what nobody needs any more: sessions that ended, forms that were sent and work that is done."""

from datetime import timedelta
from importlib import import_module

from django.conf import settings

from grants import clock
from grants.models import OutboxRow, SentForm

KEPT = timedelta(days=30)


def tidy() -> None:
    """Beat calls it every day. What failed stays: it waits for a person."""
    before = clock.now() - KEPT
    SentForm.objects.filter(created_at__lt=before).delete()
    OutboxRow.objects.filter(done_at__lt=before).delete()
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
