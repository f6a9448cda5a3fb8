"""Publishing versions of regulations: those that are shipped, and those that two people agreed on."""

from importlib.resources import files

from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel, ConfigDict

from grants.documents.stored import checked
from grants.enums import Action, Source
from grants.models import Proposal, RegulationVersion, User
from grants.names import tidy
from grants.selectors.regulations import is_published, latest_version, version_with
from grants.services.errors import Refused
from grants.services.keys import regulation_key
from grants.services.log import record
from schemes.documents import Document
from schemes.library import SHIPPED


class Proposed(BaseModel):
    """The payload of a proposal to publish a version: the whole document, so that both people judge the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slug: str
    title: str
    sha256: str
    document: str


def regulation_state(object_key: str) -> str:
    """The fingerprint of the version that holds now; empty for a regulation that is new."""
    version = latest_version(object_key.removeprefix(regulation_key("")))
    return "" if version is None else version.sha256


def publish_shipped() -> list[RegulationVersion]:
    """Publish each shipped regulation whose content is not here yet; gives the versions that are new."""
    found = [_publish_shipped(slug) for slug in SHIPPED]
    return [version for version in found if version is not None]


@transaction.atomic
def publish_proposed(by: User, proposal: Proposal) -> None:
    """Publish what was proposed as the next version. Refused where another version came in between."""
    proposed = Proposed.model_validate(proposal.payload)
    lock_regulation(proposed.slug)
    if regulation_state(proposal.object_key) != proposal.object_state:
        raise Refused(_("Er is intussen een andere versie vastgesteld. Laad uw document opnieuw in."))
    document = sound_document(proposed.document)
    _publish(
        RegulationVersion(source=Source.LOADED, published_by=proposal.proposed_by, approved_by=by),
        proposed.document,
        document,
        by=by,
    )


def sound_document(text: str) -> Document:
    """The document in this text. Refused where something stands in the way of publishing it."""
    found = checked(text.encode())
    if found.sound is None:
        count = len(found.problems)
        sentence = ngettext(
            "Dit document heeft %(count)s fout, dus het kan niet worden vastgesteld. Verbeter het en laad het opnieuw in.",
            "Dit document heeft %(count)s fouten, dus het kan niet worden vastgesteld. Verbeter ze en laad het opnieuw in.",
            count,
        )
        raise Refused(sentence % {"count": count})
    return found.sound


@transaction.atomic
def _publish_shipped(slug: str) -> RegulationVersion | None:
    text = files("schemes").joinpath("regulations", f"{slug}.toml").read_text(encoding="utf-8")
    if is_published(slug, text):
        return None  # whole checks of what was checked before would take seconds
    document = sound_document(text)
    lock_regulation(slug)
    if version_with(slug, document.sha256) is not None:
        return None
    return _publish(RegulationVersion(source=Source.SHIPPED), text, document, by=None)


def _publish(
    version: RegulationVersion, text: str, document: Document, *, by: User | None
) -> RegulationVersion:
    """Give the version its number and write it, with its line in the log."""
    before = latest_version(document.slug)
    version.slug, version.title = document.slug, tidy(document.chosen.title)
    version.number = 1 if before is None else before.number + 1
    version.document, version.sha256 = text, document.sha256
    version.save()
    record(
        by=by,
        action=Action.REGULATION_PUBLISHED,
        about=f"{regulation_key(version.slug)}/{version.number}",
        data={"title": version.title, "sha256": version.sha256, "source": version.source},
    )
    return version


def lock_regulation(slug: str) -> None:
    """One version at a time per regulation: rows that are never changed cannot be locked, so the name is."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [regulation_key(slug)])
