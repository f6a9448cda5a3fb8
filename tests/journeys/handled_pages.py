"""The pages on which officials handle applications, and applicants answer them, each with something on it."""

from django.urls import reverse

from grants import clock
from grants.enums import Role
from grants.models import Application, Organisation, User
from grants.services.applications.admissibility import refuse_late
from grants.services.applications.completeness import ask_completion
from grants.services.applications.views_asked import ask_view
from tests.grants.after_closing import ACCOUNT, AFTER, PARTNERS, received_with_file
from tests.grants.persons import give
from tests.grants.rounds import CLOSES, VOLUNTEERS, make_open_round, make_received

Address = tuple[str, str]
ACTS = ("completeness", "grantable", "inadmissible", "late", "not_handled", "term", "view")


def handling_pages(official: User, applicant: User, organisation: Organisation) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    grant_round = make_open_round(VOLUNTEERS, "na-sluiting")
    give(official, grant_round, Role.OFFICIAL)
    first = received_with_file(grant_round, organisation, applicant)
    second = make_received(grant_round, organisation, applicant)
    late = make_received(grant_round, organisation, applicant, CLOSES)
    refuse_late(by=official, application=late, seen=late.version, reason="Te laat, zonder goede reden.")
    _asked(official, first, second)
    who, slug = _name(official), grant_round.slug
    pages = {
        **{
            name: (name, [slug]) for name in ("round_work", "applications", "decisions_to_send", "duplicates")
        },
        **{f"application_{act}": (f"application_{act}", [slug, first.pk]) for act in ACTS},
        "application": ("application", [slug, first.pk]),
        "application_decision_sent": ("application_decision_sent", [slug, late.pk]),
        "duplicate": ("duplicate", [slug, "aanvrager", first.pk]),
    }
    return {
        **{name: (who, reverse(route, args=args)) for name, (route, args) in pages.items()},
        "application_complete": (_name(applicant), reverse("application_complete", args=[first.pk])),
        "view_give": (_name(applicant), reverse("view_give", args=[first.pk])),
    }


def _asked(official: User, first: Application, second: Application) -> None:
    """Something is asked of both, and a view of the first."""
    with clock.at(AFTER):
        for each in (first, second):
            ask_completion(
                by=official,
                application=each,
                seen=each.version,
                lacking=(ACCOUNT, PARTNERS),
                days=14,
                message="Bel gerust.",
            )
        first.refresh_from_db()
        ask_view(by=official, application=first, seen=first.version, text="U gaf iets anders op.", days=14)


def _name(person: User) -> str:
    return person.email.partition("@")[0]
