"""What officials enter for someone: an application on paper, a file, a link to take an application over."""

import io
import re

from grants import clock
from grants.models import Application, ApplicationImport, GrantRound, User
from grants.services.applications.claims import mail_claim_link
from grants.services.applications.paper import enter_on_paper
from grants.services.imports.steps import upload_import
from tests.grants.rounds import WHILE_OPEN, content_for

HEADINGS = "Kenmerk;Organisatie;Titel;Gevraagd bedrag;Ontvangen op"


def make_on_paper(
    grant_round: GrantRound, official: User, name: str = "Dorpsbelang Elsloo", **content: object
) -> Application:
    """An application of an organisation for which nobody acts."""
    with clock.at(WHILE_OPEN):
        return enter_on_paper(
            by=official,
            grant_round=grant_round,
            name=name,
            kvk_number="",
            content=content_for(grant_round, **content),  # type: ignore[arg-type]
            received_at=WHILE_OPEN,
        )


def token_for(application: Application, official: User) -> str:
    """The token in a new mail to the applicant."""
    mail = mail_claim_link({"application": application.pk, "person": official.pk})
    assert mail is not None
    found = re.search(r"/overnemen/([a-z2-7]+)/", str(mail.body))
    assert found is not None
    return found[1]


def make_upload(grant_round: GrantRound, official: User) -> ApplicationImport:
    """A file of which the columns are not chosen yet."""
    with clock.at(WHILE_OPEN):
        return upload_import(
            by=official,
            grant_round=grant_round,
            source="Webformulier",
            name="aanvragen.csv",
            file=io.BytesIO(HEADINGS.encode()),
        )
