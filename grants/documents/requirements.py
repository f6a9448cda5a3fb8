"""What an application must have, requirement by requirement, and which of it is there as far as a program can see."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.utils.translation import gettext as _
from stdnum import iban

from grants.documents.content import Content
from grants.enums import Channel
from grants.moments import date_in_words
from schemes.facts import is_required
from schemes.form import Asked, Fact
from schemes.regulation import Regulation
from schemes.words.dutch import euros

Answers = dict[str, int | str]


class Part(StrEnum):
    """Which part of an application a requirement is about."""

    FACT = "fact"
    ANSWER = "answer"
    BUDGET = "budget"
    IBAN = "iban"
    ATTACHMENT = "attachment"
    SIGNATURE = "signature"
    REQUIREMENT = "requirement"


SIGNED = "ondertekening"
"""The key by which documents name the requirement of a signature."""

FORMAL = frozenset({Part.IBAN, Part.SIGNATURE})
"""What may also be asked after closing without touching what is compared."""


class Found(StrEnum):
    """What a program sees: it is there, it lacks, or only a person can tell."""

    PRESENT = "present"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Required:
    """One thing that an application must have. `given` is what was given, in words; `rule` where it is demanded."""

    part: Part
    name: str
    question: str
    rule: str
    found: Found
    given: str = ""

    @property
    def key(self) -> str:
        """What tells it apart within one application, also in a form."""
        return f"{self.part}-{self.name}" if self.name else str(self.part)

    @property
    def is_formal(self) -> bool:
        """Whether it has no part in the comparison with other applications."""
        return self.part in FORMAL


@dataclass(frozen=True)
class Filed:
    """An application as it was last sent in: its content, the keys of its attachments, and who signed for it.

    `signed_by` is empty where whoever sent it in did not act for the applicant.
    """

    content: Content
    attachments: Collection[str]
    channel: Channel
    signed_by: str


def requirements_of(regulation: Regulation, filed: Filed) -> list[Required]:
    """Everything that this application must have, in the order of the form."""
    return [
        *_facts(regulation, filed),
        *_answers(regulation, filed),
        _budget(filed),
        _account(filed),
        *_attachments(regulation, filed),
        *_for_a_person(regulation, filed),
    ]


def known(filed: Filed) -> Answers:
    """The facts that were given, by their keys."""
    return dict(filed.content.facts)


def _facts(regulation: Regulation, filed: Filed) -> Iterator[Required]:
    answers = known(filed)
    for fact in regulation.facts:
        if _is_required(fact, filed):
            given = in_words(fact, answers.get(fact.key, ""))
            yield Required(Part.FACT, fact.key, fact.question, fact.rule, _seen(given), given)


def _answers(regulation: Regulation, filed: Filed) -> Iterator[Required]:
    """On paper or in a file the answers may stand in an attachment."""
    for criterion in regulation.criteria:
        if criterion.average is None:
            question = criterion.question or criterion.name
            given = filed.content.answers.get(criterion.letter, "")
            found = _seen(given) if given or filed.channel is Channel.SITE else Found.UNKNOWN
            yield Required(Part.ANSWER, criterion.letter, question, criterion.rule, found, given)


def _budget(filed: Filed) -> Required:
    content = filed.content
    given = euros(content.total_costs_cents) if content.costs else ""
    found = _seen(given) if given or filed.channel is Channel.SITE else Found.UNKNOWN
    return Required(
        Part.BUDGET, "", _("Een begroting met alle kosten, regel voor regel"), "Awb 4:2", found, given
    )


def _account(filed: Filed) -> Required:
    given = filed.content.iban
    found = Found.PRESENT if iban.is_valid(given) else Found.MISSING
    return Required(Part.IBAN, "", _("Een bankrekening die kan bestaan"), "Awb 4:2", found, given)


def _attachments(regulation: Regulation, filed: Filed) -> Iterator[Required]:
    for attachment in regulation.attachments:
        if _is_required(attachment, filed):
            found = Found.PRESENT if attachment.key in filed.attachments else Found.MISSING
            yield Required(Part.ATTACHMENT, attachment.key, attachment.question, attachment.rule, found)


def _for_a_person(regulation: Regulation, filed: Filed) -> Iterator[Required]:
    """Who signed, unless the regulation words that itself, and what it leaves to a person to look at."""
    asked = [each for each in regulation.requirements if each.about == "complete"]
    if all(each.key != SIGNED for each in asked):
        found = Found.PRESENT if filed.signed_by else Found.UNKNOWN
        question = _("Ondertekend door iemand die voor de aanvrager optreedt")
        yield Required(Part.SIGNATURE, "", question, "Awb 4:2", found, filed.signed_by)
    for each in asked:
        if each.key == SIGNED:
            yield Required(
                Part.SIGNATURE, "", each.question, each.rule, Found.UNKNOWN, _sent_by(filed.signed_by)
            )
        else:
            given = _added(filed, each.question)
            yield Required(Part.REQUIREMENT, each.key, each.question, each.rule, Found.UNKNOWN, given)


def _added(filed: Filed, question: str) -> str:
    """What the applicant answered when it was asked about this."""
    return next((each.text for each in filed.content.added if each.requirement == question), "")


def _sent_by(name: str) -> str:
    return _("Ingediend door %(name)s, die voor de aanvrager optrad.") % {"name": name} if name else ""


def _is_required(asked: Asked, filed: Filed) -> bool:
    return is_required(asked, filed.content.deelplafond.key, known(filed))


def _seen(given: str) -> Found:
    return Found.PRESENT if given.strip() else Found.MISSING


def in_words(fact: Fact, value: int | str) -> str:
    """A fact as people read it."""
    match value:
        case int() if fact.kind == "amount":
            return euros(value)
        case str() if fact.kind == "date":
            return _day(value)
        case _:
            return str(value)


def _day(text: str) -> str:
    """A day in words; in a file that was brought in, anything may stand in its place."""
    try:
        return date_in_words(date.fromisoformat(text))
    except ValueError:
        return text
