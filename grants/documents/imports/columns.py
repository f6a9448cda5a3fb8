"""What an application takes from a file, and which column of it is what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from grants.documents.imports.values import Cell, Notation, notations_of
from grants.names import sort_key
from schemes.regulation import Regulation

FACT = "facts."


@dataclass(frozen=True)
class Target:
    """Something that a column can hold. `words` are what its heading may say."""

    name: str
    label: str | Promise
    words: tuple[str, ...] = ()
    required: bool = False
    is_amount: bool = False


@dataclass(frozen=True)
class Columns:
    """Of each target the heading of its column, and how its numbers are written."""

    headings: Mapping[str, str] = field(default_factory=dict)
    notations: Mapping[str, Notation] = field(default_factory=dict)

    def kept(self) -> dict[str, object]:
        """The same as JSON."""
        return {
            "headings": dict(self.headings),
            "notations": {key: str(each) for key, each in self.notations.items()},
        }


BEFORE = (
    Target("source_reference", _("Kenmerk in de bron"), ("kenmerk", "referentie", "aanvraagnummer", "zaaknummer",
           "dossiernummer", "reference", "nummer", "id")),
    Target("organisation", _("Naam van de organisatie"), ("organisatie", "aanvrager", "naam organisatie", "instelling",
           "stichting", "organisation", "naam aanvrager", "organisatienaam"), required=True),
    Target("kvk_number", _("KvK-nummer"), ("kvk", "kvknummer", "kvk nummer", "kamer van koophandel")),
    Target("deelplafond", _("Lijst of deelplafond"), ("lijst", "deelplafond", "spoor", "categorie", "gebied", "track", "list")),
    Target("title", _("Titel van de aanvraag"), ("titel", "activiteit", "project", "projectnaam", "naam project", "title",
           "onderwerp", "naam activiteit"), required=True),
    Target("requested_cents", _("Gevraagd bedrag"), ("gevraagd", "bedrag", "gevraagd bedrag", "aangevraagd bedrag", "subsidie",
           "aangevraagd", "gevraagde subsidie", "requested", "amount", "requested amount"), required=True, is_amount=True),
    Target("received_at", _("Ontvangen op"), ("ontvangen", "ontvangen op", "datum ontvangst", "ontvangstdatum", "ingediend op",
           "received", "received at", "tijdstip", "indiendatum")),
)  # fmt: skip
AFTER = (
    Target("summary", _("Samenvatting"), ("samenvatting", "omschrijving", "toelichting", "summary")),
    Target("contact_name", _("Contactpersoon"), ("contactpersoon", "contact", "naam contactpersoon", "contact name")),
    Target("contact_email", _("E-mailadres"), ("e mail", "email", "mail", "e mailadres", "emailadres", "mailadres")),
    Target("contact_telephone", _("Telefoon"), ("telefoon", "telefoonnummer", "tel", "phone")),
    Target("iban", _("Bankrekening (IBAN)"), ("iban", "rekeningnummer", "bankrekening", "rekening")),
    Target("account_holder", _("Naam van de rekeninghouder"), ("rekeninghouder", "tenaamstelling", "ten name van")),
)  # fmt: skip


def targets_of(regulation: Regulation, lists: int) -> list[Target]:
    """What a file for a round under this regulation can hold, in the order in which it is asked."""
    asked = [
        Target(
            f"{FACT}{fact.key}",
            fact.label or fact.question,
            (plain(fact.label or fact.question), plain(fact.key)),
            required=fact.required and fact.only_if is None and not fact.required_on,
            is_amount=fact.kind == "amount",
        )
        for fact in regulation.facts
    ]
    before = [
        Target(each.name, each.label, each.words, required=lists > 1) if each.name == "deelplafond" else each
        for each in BEFORE
    ]
    return [*before, *asked, *AFTER]


def guessed(targets: Sequence[Target], headings: Sequence[str]) -> dict[str, str]:
    """For each target the heading that says it: word for word first, then one that begins or ends so."""
    found: dict[str, str] = {}
    for fits in (_is_it, _holds_it):
        for target in targets:
            free = [heading for heading in headings if heading not in found.values()]
            match = next((heading for heading in free if fits(target, plain(heading))), None)
            if target.name not in found and match is not None:
                found[target.name] = match
    return found


def kept_or_guessed(kept: Columns, targets: Sequence[Target], headings: Sequence[str]) -> dict[str, str]:
    """The columns as this source had them before, as far as they are there, and guesses for the rest."""
    known = {name: heading for name, heading in kept.headings.items() if heading in headings}
    rest = [target for target in targets if target.name not in known]
    return known | guessed(rest, [heading for heading in headings if heading not in known.values()])


def notation_of(cells: Sequence[Cell]) -> Notation | None:
    """How the numbers of a column are written: Dutch where they tell nothing, None where they tell different things."""
    possible = notations_of(cells)
    return Notation.DUTCH if Notation.DUTCH in possible else next(iter(possible), None)


def columns_in(kept: object) -> Columns:
    """What `Columns.kept` wrote down; empty for anything else."""
    match kept:
        case {"headings": dict(headings), "notations": dict(notations)}:
            return Columns(
                {str(name): str(heading) for name, heading in headings.items()},
                {str(name): Notation(each) for name, each in notations.items()},
            )
        case _:
            return Columns()


@lru_cache(maxsize=1_000)
def plain(text: str) -> str:
    """A heading as it is compared: lower case, letters and digits only."""
    key = sort_key(text)
    return " ".join("".join(sign if sign.isalnum() else " " for sign in key).split())


def _is_it(target: Target, heading: str) -> bool:
    return heading in target.words


def _holds_it(target: Target, heading: str) -> bool:
    return any(
        len(word) > 3 and (heading.startswith(f"{word} ") or heading.endswith(f" {word}"))
        for word in target.words
    )
