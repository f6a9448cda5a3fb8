"""Zienswijzen: which one the applicant is asked for now."""

from grants.enums import Happening
from grants.models import Application, ApplicationEvent


def open_view(application: Application) -> ApplicationEvent | None:
    """The last question for a zienswijze, unless it was answered."""
    about = application.events.filter(kind__in=(Happening.VIEW_ASKED, Happening.VIEW_GIVEN))
    last = about.select_related("payload").order_by("number").last()
    return last if last is not None and last.kind == Happening.VIEW_ASKED else None
