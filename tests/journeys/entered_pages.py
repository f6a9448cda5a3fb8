"""The pages of what officials enter for someone, each with something on it."""

import io
from datetime import timedelta

from django.urls import reverse

from grants import clock
from grants.documents.imports.columns import Columns
from grants.documents.imports.values import Notation
from grants.models import ApplicationImport, GrantRound, User
from grants.services.applications.paper import enter_on_paper
from grants.services.imports.steps import choose_columns, upload_import
from tests.grants.entered import token_for
from tests.grants.rounds import content_for

Address = tuple[str, str]
ROUND = "samen-sociaal-en-vitaal-2027"
WRONG = "Organisatie;Titel;Gevraagd bedrag\nStichting De Lange Naam;Samen eten;duizend\n;;0\n"


def entering_pages(official: User, applicant: str) -> dict[str, Address]:
    """Each page by the name of its route: who opens it, and its address."""
    grant_round, who = (
        GrantRound.objects.select_related("regulation").get(slug=ROUND),
        official.email.split("@")[0],
    )
    made = enter_on_paper(
        by=official,
        grant_round=grant_round,
        name="Bewoners van de Akkers",
        kvk_number="",
        content=content_for(grant_round),
        received_at=clock.now() - timedelta(days=1),
    )
    new, tried = (_upload(grant_round, official) for _ in range(2))
    names = {"organisation": "Organisatie", "title": "Titel", "requested_cents": "Gevraagd bedrag"}
    choose_columns(
        by=official, application_import=tried, columns=Columns(names, {"requested_cents": Notation.DUTCH})
    )
    return {
        "application_imports": (who, reverse("application_imports", args=[ROUND])),
        "import_columns": (who, reverse("import_columns", args=[ROUND, new.pk])),
        "application_import": (who, reverse("application_import", args=[ROUND, tried.pk])),
        "paper_application": (who, reverse("paper_application", args=[ROUND])),
        "claim_links": (who, reverse("claim_links", args=[ROUND])),
        "claim_code": ("", reverse("claim_code")),
        "claim": (applicant, reverse("claim", args=[token_for(made, official)])),
    }


def _upload(grant_round: GrantRound, official: User) -> ApplicationImport:
    return upload_import(
        by=official,
        grant_round=grant_round,
        source="Webformulier",
        name="aanvragen.csv",
        file=io.BytesIO(WRONG.encode()),
    )
