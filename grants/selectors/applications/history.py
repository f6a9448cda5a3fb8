"""What happened to an application, from its receipt on, each with its words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.translation import gettext as _

from grants.enums import Happening
from grants.models import Application, ApplicationEvent
from grants.moments import date_in_words
from grants.selectors.applications.completeness import Lacking, lacking_in
from grants.selectors.applications.decisions import sent_in
from schemes.words.dutch import euros

MOST_NAMED = 5
WORDS = ("ground", "reason", "message", "text")
"""The texts that an event can hold, in the order in which they are read."""


@dataclass(frozen=True)
class Happened:
    """One step: when, what, by whom, until when, and what was written then. `is_purged`: that was removed."""

    moment: datetime
    what: str
    by: str = ""
    until: date | None = None
    amount: str = ""
    said: Sequence[str] = ()
    lacking: Sequence[Lacking] = ()
    is_purged: bool = False
    about: str = ""


def history_of(application: Application) -> list[Happened]:
    """Every event, the first one first. Its receipt stands with the versions that were sent in."""
    events = application.events.select_related("payload", "by").order_by("number")
    return [_happened(each) for each in events]


def _happened(event: ApplicationEvent) -> Happened:
    kind = Happening(event.kind)
    return Happened(
        moment=event.created_at,
        what=str(kind.label),
        by=str(event.by) if event.by else "",
        until=event.until,
        amount="" if event.amount_cents is None else euros(event.amount_cents),
        said=(*_sent(event), *_said(event.data)),
        lacking=tuple(lacking_in(event.data)),
        is_purged=not hasattr(event, "payload"),
        about=_about(event.data),
    )


def _sent(event: ApplicationEvent) -> Iterator[str]:
    sent = sent_in(event) if event.kind == Happening.DECISION_SENT else None
    if sent is not None:
        yield _("Verstuurd op %(day)s, %(how)s.") % {"day": date_in_words(sent.day), "how": sent.how.label}


def _said(data: dict[str, object]) -> Iterator[str]:
    for name in WORDS:
        if isinstance(text := data.get(name), str) and text:
            yield text
    for name in ("texts", "judged"):
        found = data.get(name)
        if isinstance(found, dict):
            yield from (f"{question}: {text}" for question, text in found.items() if text)


def _about(data: dict[str, object]) -> str:
    """The other applications that it was about, by their references: the first few, where there are many."""
    found = data.get("references")
    references = [str(each) for each in found] if isinstance(found, list) else []
    more = len(references) - MOST_NAMED
    told = ", ".join(references[:MOST_NAMED])
    return _("%(some)s en nog %(more)s") % {"some": told, "more": more} if more > 0 else told
