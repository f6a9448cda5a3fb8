"""What was said about an application, for who may know the points that were given."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from grants.enums import RemarkKind
from grants.models import Application, Remark

SAID = (RemarkKind.DISCUSSION, RemarkKind.MEETING)


@dataclass(frozen=True)
class Words:
    """What somebody said, and when; no words where these were removed."""

    by: str
    moment: datetime
    text: str
    is_meeting: bool


def discussion_of(application: Application) -> Sequence[Words]:
    """The discussion and the notes of meetings, the first one first."""
    found = Remark.objects.filter(application=application, kind__in=SAID)
    return [
        Words(
            by=str(each.by),
            moment=each.created_at,
            text=str(each.data.get("words", "")),
            is_meeting=each.kind == RemarkKind.MEETING,
        )
        for each in found.select_related("by", "payload").order_by("pk")
    ]
