"""An application as who assesses it reads it: what it says and its files; not its account, and not whom to call."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grants.documents.content import BudgetLine, Content, content_in
from grants.documents.requirements import in_words
from grants.documents.stored import regulation_of
from grants.enums import RemarkKind
from grants.models import Application, Attachment, Remark, Submission, User
from grants.selectors.applications.completeness import submissions_of
from grants.selectors.applications.sent_in import attachments_sent
from schemes.facts import is_asked
from schemes.regulation import Regulation
from schemes.words.dutch import euros


@dataclass(frozen=True)
class Told:
    """A question and its answer. `is_late`: given or changed after closing, so it does not count in comparing."""

    question: str
    answer: str
    is_late: bool = False


@dataclass(frozen=True)
class File:
    """A file, and what its reader reported: that it does not open, or that this was mended.

    `told` is what an official last wrote about it, to everyone who assesses it.
    """

    attachment: Attachment
    reported: bool = False
    mended: bool = False
    told: str = ""


@dataclass(frozen=True)
class Reading:
    """All that an assessor reads of an application. `answers` go by a criterion's letter."""

    summary: Told
    facts: Sequence[Told]
    answers: Mapping[str, Told]
    costs: Sequence[tuple[str, str]]
    total: str
    income: Sequence[tuple[str, str]]
    added: Sequence[Told]
    files: Sequence[File]


def reading_of(application: Application, reader: User) -> Reading | None:
    """What was sent in last; None where that was removed under its term of retention."""
    sent = [each for each in submissions_of(application) if hasattr(each, "payload")]
    if not sent:
        return None
    lists = {each.key: each for each in application.round.deelplafonds.all()}
    contents = [(each, content_in(each.payload.data, lists)) for each in sent]
    regulation, now = regulation_of(application.round), contents[-1][1]
    compared = _compared(contents)
    return Reading(
        summary=Told("", now.summary, compared is not None and compared.summary != now.summary),
        facts=list(_facts(regulation, now, compared)),
        answers={each.letter: _answer(each.letter, now, compared) for each in regulation.criteria},
        costs=_lines(now.costs),
        total=euros(now.total_costs_cents),
        income=_lines(now.income),
        added=[Told(each.requirement, each.text) for each in now.added],
        files=files_of(application, reader),
    )


def files_of(application: Application, reader: User) -> list[File]:
    """Its files, each with what this reader reported of it."""
    kinds = (RemarkKind.FILE, RemarkKind.FILE_SOLVED)
    said: dict[int, list[Remark]] = {}
    remarks = Remark.objects.filter(application=application, kind__in=kinds).select_related("payload")
    for each in remarks.order_by("pk"):
        said.setdefault(each.attachment_id or 0, []).append(each)
    return [_file(each, said.get(each.pk, []), reader) for each in attachments_sent(application)]


def _file(attachment: Attachment, said: list[Remark], reader: User) -> File:
    own = [each.pk for each in said if each.kind == RemarkKind.FILE and each.by_id == reader.pk]
    mended = [each for each in said if each.kind == RemarkKind.FILE_SOLVED]
    is_mended = bool(own and mended and mended[-1].pk > own[-1])
    told = str(mended[-1].data.get("words", "")) if mended else ""
    return File(attachment, reported=bool(own) and not is_mended, mended=is_mended, told=told)


def _compared(contents: list[tuple[Submission, Content]]) -> Content | None:
    """What it said in time, where a later version came after closing; None where nothing did."""
    if not any(submission.came_after_closing for submission, _ in contents[1:]):
        return None
    in_time = [content for submission, content in contents if not submission.came_after_closing]
    return (in_time or [contents[0][1]])[-1]


def _facts(regulation: Regulation, now: Content, compared: Content | None) -> Iterator[Told]:
    for fact in regulation.facts:
        answer = now.facts.get(fact.key, "")
        if answer != "" and is_asked(fact, now.facts):
            is_late = compared is not None and compared.facts.get(fact.key, "") != answer
            yield Told(fact.question, in_words(fact, answer), is_late)


def _answer(letter: str, now: Content, compared: Content | None) -> Told:
    answer = now.answers.get(letter, "")
    return Told("", answer, compared is not None and compared.answers.get(letter, "") != answer)


def _lines(lines: Sequence[BudgetLine]) -> list[tuple[str, str]]:
    return [(line.description, euros(line.cents)) for line in lines]
