"""The applications of a round as a table: a row each, in values of which files make text, numbers and dates."""

from collections.abc import Iterator
from datetime import date

from django.db.models import QuerySet
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from grants.documents.requirements import in_words
from grants.documents.stored import regulation_of
from grants.documents.tables import Cell, Money, Row
from grants.models import Application, GrantRound
from grants.selectors.applications.terms import Term, terms_of
from schemes.form import Fact

BATCH = 500


def header_of(grant_round: GrantRound) -> list[str]:
    """What stands above the columns: those of every round, then a column per fact of the regulation."""
    return [
        _("Kenmerk"),
        _("Volgnummer"),
        _("Aanvrager"),
        _("KvK-nummer"),
        _("Titel"),
        _("Lijst"),
        _("Gevraagd"),
        _("Subsidiabel"),
        _("Stand"),
        _("Binnengekomen"),
        _("Ontvangen op"),
        _("Te laat"),
        _("Uiterlijk besluiten"),
        _("Bankrekening"),
        _("Contactpersoon"),
        _("E-mailadres"),
        *(fact.label or fact.question for fact in regulation_of(grant_round).facts),
    ]


def rows_of(grant_round: GrantRound, found: QuerySet[Application]) -> Iterator[Row]:
    """A row per application, read in batches."""
    facts, batch = regulation_of(grant_round).facts, []
    for each in found.iterator(chunk_size=BATCH):
        batch.append(each)
        if len(batch) == BATCH:
            yield from _batch(grant_round, batch, facts)
            batch = []
    yield from _batch(grant_round, batch, facts)


def _batch(grant_round: GrantRound, batch: list[Application], facts: tuple[Fact, ...]) -> Iterator[Row]:
    terms = terms_of(grant_round, batch)
    for each in batch:
        yield [*_row(each, terms.get(each.pk)), *(_told(fact, each) for fact in facts)]


def _row(each: Application, term: Term | None) -> Row:
    first, received = each.organisation, each.received_at
    return [
        each.reference,
        each.position,
        first.name,
        first.kvk_number,
        each.title,
        each.deelplafond.name if each.deelplafond else "",
        _money(each.requested_cents),
        _money(each.requested_cents if each.grantable_cents is None else each.grantable_cents),
        each.get_standing_display(),
        each.get_channel_display(),
        None if received is None else localtime(received),
        _("ja") if _was_late(each) else _("nee"),
        term.last if term else None,
        each.iban,
        each.contact_name,
        each.contact_email,
    ]


def _was_late(each: Application) -> bool:
    return bool(getattr(each, "was_late", False))


def _money(cents: int | None) -> Money | None:
    return None if cents is None else Money(cents)


def _told(fact: Fact, each: Application) -> Cell:
    """A fact: amounts and numbers as such, dates as dates, and the rest as text."""
    value = each.facts.get(fact.key)
    match value:
        case None:
            return None
        case int():
            return Money(value) if fact.kind == "amount" else value
        case str() if fact.kind == "date":
            return _day(value)
        case _:
            return in_words(fact, value)


def _day(text: str) -> Cell:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return text
