"""Loading a regulation: one person proposes a document, another approves it, and it is a version."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind
from grants.models import Proposal, RegulationVersion, User
from grants.moments import day
from grants.names import tidy
from grants.selectors.regulations import open_proposal_for, version_with
from grants.services.errors import Refused
from grants.services.keys import regulation_key
from grants.services.proposals import approve, propose
from grants.services.regulations import (
    Proposed,
    lock_regulation,
    regulation_state,
    sound_document,
)
from schemes.documents import Document


@transaction.atomic
def propose_regulation(*, by: User, text: str, reason: str = "") -> Proposal:
    """Propose this document as the next version of its regulation.

    Refused where it has errors, where this content is a version already, or where a proposal still waits.
    """
    document = sound_document(text)
    lock_regulation(document.slug)  # before the log is: everyone takes them in this order
    key = regulation_key(document.slug)
    if found := obstacle(document):
        raise Refused(found)
    proposed = Proposed(
        slug=document.slug, title=tidy(document.chosen.title), sha256=document.sha256, document=text
    )
    return propose(
        by=by,
        kind=ProposalKind.PUBLISH_REGULATION,
        about=key,
        state=regulation_state(key),
        payload=proposed.model_dump(),
        reason=reason,
    )


@transaction.atomic
def load_regulation(*, by: User, approved_by: User, text: str, reason: str = "") -> RegulationVersion:
    """Propose and approve in one go, by two people: for the command line. Gives the new version."""
    proposal = propose_regulation(by=by, text=text, reason=reason)
    approve(by=approved_by, proposal=proposal)
    proposed = Proposed.model_validate(proposal.payload)
    return RegulationVersion.objects.get(slug=proposed.slug, sha256=proposed.sha256)


def obstacle(document: Document) -> str | None:
    """Why this document need not, or cannot, be proposed now; None where it can."""
    if version := version_with(document.slug, document.sha256):
        return _(
            "Deze inhoud is er al: het is versie %(number)s van «%(title)s», van %(day)s. "
            "Kies een ander bestand als u een nieuwe versie wilde inladen."
        ) % {
            "number": version.number,
            "title": version.title,
            "day": day(version.created_at),
        }
    if proposal := open_proposal_for(regulation_key(document.slug)):
        return _(
            "Voor deze regeling ligt er al een voorstel, van %(name)s. "
            "Laat dat eerst goedkeuren, afwijzen of intrekken."
        ) % {"name": proposal.proposed_by}
    return None
