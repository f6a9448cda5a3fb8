"""Work for later: what failed, and waits for a person."""

from django.db.models import QuerySet

from grants.models import OutboxRow


def failed_tasks() -> QuerySet[OutboxRow]:
    """What failed or is uncertain, the newest first."""
    return OutboxRow.objects.filter(done_at=None).exclude(failed="").order_by("-pk")
