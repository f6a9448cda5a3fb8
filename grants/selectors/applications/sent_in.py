"""What was sent in, version by version, in words; and what a later version changed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from grants.documents.content import BudgetLine, Content, content_in
from grants.documents.requirements import in_words
from grants.documents.stored import regulation_of
from grants.models import Application, Attachment, Deelplafond, Submission
from grants.selectors.applications.completeness import submissions_of
from schemes.regulation import Regulation
from schemes.words.dutch import euros


@dataclass(frozen=True)
class Said:
    """A question and its answer. `is_new`: not so in the version before."""

    question: str
    answer: str
    is_new: bool = False


@dataclass(frozen=True)
class Version:
    """A version that was sent in. `files` are the names of its attachments."""

    number: int
    received_at: datetime
    is_late: bool
    by: str
    sha256: str
    said: tuple[Said, ...] = ()
    files: tuple[str, ...] = ()
    is_purged: bool = False


def versions_of(application: Application) -> list[Version]:
    """Every version, the first one first."""
    lists = {each.key: each for each in application.round.deelplafonds.all()}
    regulation, before, found = regulation_of(application.round), dict[str, str](), []
    for each in submissions_of(application):
        said = dict(_said(regulation, each, lists))
        found.append(_version(each, said, before))
        before = said
    return found


def attachments_sent(application: Application) -> QuerySet[Attachment]:
    """The files that any version names."""
    return application.attachments.filter(sha256__in=_hashes(application)).order_by("key", "pk")


def files_waiting(application: Application) -> list[Attachment]:
    """The files that were added and not yet sent in."""
    waiting = application.attachments.exclude(sha256__in=_hashes(application))
    return list(waiting.order_by("pk"))


def _hashes(application: Application) -> set[str]:
    sent = [each.payload.data["bijlagen"] for each in submissions_of(application) if hasattr(each, "payload")]
    return {str(file["sha256"]) for files in sent for file in files}


def _version(submission: Submission, said: dict[str, str], before: dict[str, str]) -> Version:
    data = submission.payload.data if hasattr(submission, "payload") else {}
    first = submission.number == 1
    return Version(
        number=submission.number,
        received_at=submission.received_at,
        is_late=submission.came_after_closing,
        by=str(submission.submitted_by or ""),
        sha256=submission.sha256,
        said=tuple(
            Said(question, answer, not first and before.get(question) != answer)
            for question, answer in said.items()
        ),
        files=tuple(str(file["naam"]) for file in data.get("bijlagen", [])),
        is_purged=not data,
    )


def _said(
    regulation: Regulation, submission: Submission, lists: dict[str, Deelplafond]
) -> Iterator[tuple[str, str]]:
    if hasattr(submission, "payload"):
        content = content_in(submission.payload.data, lists)
        found = (
            *_about(content),
            *_facts(regulation, content),
            *_texts(regulation, content),
            *_money(content),
            *_added(content),
        )
        yield from ((question, answer) for question, answer in found if answer)


def _about(content: Content) -> Iterator[tuple[str, str]]:
    yield _("Titel"), content.title
    yield _("Lijst"), content.deelplafond.name
    yield _("Gevraagd"), euros(content.requested_cents)
    yield _("Samenvatting"), content.summary
    yield _("Contactpersoon"), content.contact_name
    yield _("E-mailadres"), content.contact_email
    yield _("Telefoon"), content.contact_telephone
    yield _("Bankrekening"), content.iban
    yield _("Op naam van"), content.account_holder


def _facts(regulation: Regulation, content: Content) -> Iterator[tuple[str, str]]:
    for fact in regulation.facts:
        yield fact.question, in_words(fact, content.facts.get(fact.key, ""))


def _texts(regulation: Regulation, content: Content) -> Iterator[tuple[str, str]]:
    for criterion in regulation.criteria:
        yield criterion.question or criterion.name, content.answers.get(criterion.letter, "")


def _money(content: Content) -> Iterator[tuple[str, str]]:
    yield _("Kosten"), _lines(content.costs)
    yield _("Dekking"), _lines(content.income)


def _added(content: Content) -> Iterator[tuple[str, str]]:
    """What was answered in words to what was asked later. A question of the form may be worded the same."""
    for each in content.added:
        yield _("Aanvulling: %(question)s") % {"question": each.requirement}, each.text


def _lines(lines: tuple[BudgetLine, ...]) -> str:
    return "\n".join(f"{line.description}: {euros(line.cents)}" for line in lines)
