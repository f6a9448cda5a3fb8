"""Whether a round is being worked out at this moment, and how the last try ended."""

from django.db.models import QuerySet

from grants.models import GrantRound, OutboxRow


def waiting_in(grant_round: GrantRound) -> OutboxRow | None:
    """The calculation that the workers still have to do; None where there is none."""
    return _asked(grant_round).filter(done_at=None, failed="").first()


def failed_in(grant_round: GrantRound) -> OutboxRow | None:
    """The last calculation that was asked for, where that came to nothing."""
    last = _asked(grant_round).last()
    return last if last is not None and last.failed else None


def _asked(grant_round: GrantRound) -> QuerySet[OutboxRow]:
    return OutboxRow.objects.filter(task="calculate", arguments__round=grant_round.pk).order_by("pk")
