"""What an application may say, the same for the form, for paper and for a file: each fault with its field and a sentence.

What is only lacking is no fault: on paper it is asked for after closing, and the form and the import ask for it at once.
"""

import unicodedata
from collections.abc import Collection, Iterator
from datetime import date
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _
from stdnum import iban as iban_numbers
from stdnum.exceptions import ValidationError as NumberError

from grants.documents.content import Content
from schemes.facts import is_asked, not_given
from schemes.form import Asked, Fact, ListName
from schemes.regulation import Regulation
from schemes.words.dutch import euros

LONGEST = {
    "title": 200,
    "contact_name": 150,
    "contact_email": 254,
    "contact_telephone": 40,
    "account_holder": 150,
    "summary": 1_500,
}
LONGEST_TEXT, LONGEST_LONG_TEXT = 300, 5_000
LONGEST_REASON = 4_000
"""Of a reason that an assessor gives, and of what assessors say to each other."""

MOST_CENTS = 1_000_000_000_00
MOST_COUNTED = 1_000_000_000
"""More is a mistake in typing."""

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Fault(NamedTuple):
    """What is wrong: the name of the field of `Content`, or `facts.KEY`, and what happened and what to do."""

    field: str
    sentence: str


def faults_of(regulation: Regulation, content: Content) -> list[Fault]:
    """Everything in an application that cannot stand as it is."""
    return [
        *_text_faults(content),
        *_amount_faults(regulation, content),
        *_fact_faults(regulation, content),
        *_contact_faults(content),
    ]


def lacking(
    regulation: Regulation, content: Content, attachments: Collection[str] | None = None
) -> list[Fault]:
    """What must be there and is not; `attachments` are the keys of those that are, or None to leave them aside."""
    if attachments is None:
        attachments = [each.key for each in regulation.attachments]
    asked = not_given(regulation, content.deelplafond.key, content.facts, attachments)
    return [Fault(_field_of(each), _missing(each)) for each in asked]


def border_of(regulation: Regulation, kind: str, key: str) -> ListName | None:
    """Between which amounts a list of this kind lies, where the regulation says so."""
    names = regulation.pool_kind(kind).names
    return next((name for name in names if name.id == key), None)


def _field_of(asked: Asked) -> str:
    return f"facts.{asked.key}" if isinstance(asked, Fact) else f"attachments.{asked.key}"


def _missing(asked: Asked) -> str:
    return _("Dit ontbreekt: %(question)s") % {"question": asked.question}


def _text_faults(content: Content) -> Iterator[Fault]:
    if not content.title:
        yield Fault("title", _("Geef de aanvraag een titel."))
    for field, most in LONGEST.items():
        yield from text_faults(field, getattr(content, field), most)


def text_faults(field: str, text: str, most: int) -> Iterator[Fault]:
    """What is wrong with a text: too long, or with a character that nobody sees."""
    if len(text) > most:
        sentence = _("Dit zijn %(count)s tekens. Maak er ten hoogste %(most)s van.")
        yield Fault(field, sentence % {"count": len(text), "most": most})
    if not text.isprintable() and not is_readable(text):
        sentence = _(
            "Hier staat een teken dat niemand kan lezen. Typ deze tekst, in plaats van die te plakken."
        )
        yield Fault(field, sentence)


def is_readable(text: str) -> bool:
    """Whether it has no character that nobody sees, none that turns the direction, and none that no database keeps."""
    return not any(
        (unicodedata.category(one) in {"Cc", "Cs"} and one not in "\r\n\t") or one in TURNING for one in text
    )


def _amount_faults(regulation: Regulation, content: Content) -> Iterator[Fault]:
    cents, deelplafond = content.requested_cents, content.deelplafond
    if cents < 1:
        yield Fault("requested_cents", _("Vraag meer dan € 0."))
        return
    if cents > MOST_CENTS:
        yield Fault("requested_cents", _("Dit bedrag is te groot. Kijk de nullen en de komma na."))
        return
    border = border_of(regulation, deelplafond.kind, deelplafond.key)
    if border is not None:
        yield from _border_faults(border, deelplafond.name, cents)


def _border_faults(border: ListName, name: str, cents: int) -> Iterator[Fault]:
    least, most = border.least_requested_cents, border.most_requested_cents
    if least is not None and cents < least:
        sentence = _(
            "Op de lijst %(name)s vraagt u ten minste %(least)s. Vraag meer, of kies een andere lijst."
        )
        yield Fault("requested_cents", sentence % {"name": name, "least": euros(least)})
    if most is not None and cents > most:
        sentence = _(
            "Op de lijst %(name)s vraagt u ten hoogste %(most)s. Vraag minder, of kies een andere lijst."
        )
        yield Fault("requested_cents", sentence % {"name": name, "most": euros(most)})


def _fact_faults(regulation: Regulation, content: Content) -> Iterator[Fault]:
    for fact in regulation.facts:
        given = content.facts.get(fact.key)
        if given is not None and given != "" and is_asked(fact, content.facts):
            yield from fact_faults(fact, given)


def fact_faults(fact: Fact, given: int | str) -> Iterator[Fault]:
    """What is wrong with the answer to one question of the regulation."""
    field = f"facts.{fact.key}"
    match fact.kind:
        case "whole_number" | "amount":
            yield from _number_faults(fact, given)
        case "choice":
            if given not in fact.choices:
                sentence = _("Dit antwoord is er niet. Kies uit: %(choices)s.")
                yield Fault(field, sentence % {"choices": ", ".join(fact.choices)})
        case "date":
            if not _is_day(str(given)):
                yield Fault(field, _("Dit is geen dag. Schrijf de datum als 31-03-2027."))
        case _:
            most = LONGEST_LONG_TEXT if fact.kind == "long_text" else LONGEST_TEXT
            yield from text_faults(field, str(given), most)


def _number_faults(fact: Fact, given: int | str) -> Iterator[Fault]:
    field = f"facts.{fact.key}"
    is_amount = fact.kind == "amount"
    if not isinstance(given, int):
        yield Fault(field, _("Vul hier een getal in."))
    elif given < fact.least:
        least = euros(fact.least) if is_amount else str(fact.least)
        yield Fault(field, _("Vul een getal in van ten minste %(least)s.") % {"least": least})
    elif given > (MOST_CENTS if is_amount else MOST_COUNTED):
        yield Fault(field, _("Dit getal is te groot. Kijk het na."))


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _contact_faults(content: Content) -> Iterator[Fault]:
    if content.contact_email and not is_email(content.contact_email):
        yield Fault(
            "contact_email",
            _("Dit is geen e-mailadres. Schrijf het als naam@voorbeeld.nl, of laat het leeg."),
        )
    if content.iban and not is_iban(content.iban):
        yield Fault(
            "iban", _("Dit is geen juist IBAN. Neem het over van een rekeningafschrift, of laat het leeg.")
        )


def is_email(text: str) -> bool:
    """Whether mail could go there."""
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def is_iban(text: str) -> bool:
    """Whether the length and the check digits are right."""
    try:
        iban_numbers.validate(text)
    except NumberError:
        return False
    return True
