"""What an application says, as it was sent in: values that forms, imports and receipts share."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from grants.models import Application, Attachment, Deelplafond
from schemes.facts import is_asked
from schemes.regulation import Regulation

Json = dict[str, object]
FORM = "rangorde/indiening/1"
TOTAL_COSTS = "total_costs_cents"
"""The fact that is the sum of the budget, where a regulation asks it."""


@dataclass(frozen=True)
class BudgetLine:
    """One line of the budget, in cents."""

    description: str
    cents: int


@dataclass(frozen=True)
class Added:
    """What an applicant answered in words to a requirement that has no place of its own on the form."""

    requirement: str
    text: str


@dataclass(frozen=True)
class Content:
    """All that an applicant says. `facts` are the regulation's, amounts in cents; `answers` go by a criterion's letter.

    `income` is what pays for the costs beside the subsidy: one's own money and that of others. On paper and in a file
    the budget may be an attachment; then both are empty. `added` came later, because it was asked for.
    """

    deelplafond: Deelplafond
    title: str
    requested_cents: int
    summary: str = ""
    facts: Mapping[str, int | str] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)
    costs: tuple[BudgetLine, ...] = ()
    income: tuple[BudgetLine, ...] = ()
    iban: str = ""
    account_holder: str = ""
    contact_name: str = ""
    contact_email: str = ""
    contact_telephone: str = ""
    added: tuple[Added, ...] = ()

    @property
    def total_costs_cents(self) -> int:
        """The sum of the costs."""
        return sum(line.cents for line in self.costs)


def filed(
    application: Application,
    content: Content,
    attachments: list[Attachment],
    *,
    reference: str,
    number: int,
    received_at: datetime,
) -> Json:
    """`indiening.json`: what was sent in, by whom, for which round and when, with the hash of each attachment."""
    grant_round, organisation = application.round, application.organisation
    return {
        "vorm": FORM,
        "kenmerk": reference,
        "versie": number,
        "ontvangen": received_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "ronde": {"naam": grant_round.slug, "titel": grant_round.title},
        "regeling": {
            "naam": grant_round.regulation.slug,
            "versie": grant_round.regulation.number,
            "sha256": grant_round.regulation.sha256,
        },
        "aanvrager": {"naam": organisation.name, "kvk_nummer": organisation.kvk_number},
        "aanvraag": _told(content),
        "aanvulling": [{"eis": each.requirement, "antwoord": each.text} for each in content.added],
        "bijlagen": [
            {
                "bijlage": each.key,
                "naam": each.name,
                "soort": each.kind,
                "grootte": each.size,
                "sha256": each.sha256,
            }
            for each in sorted(attachments, key=lambda each: (each.key, each.pk))
        ],
    }


def content_in(data: Json, deelplafonds: Mapping[str, Deelplafond]) -> Content:
    """The content that `filed` wrote down."""
    told = _Told(_Told(data).table("aanvraag"))
    return Content(
        deelplafond=deelplafonds[told.text("deelplafond")],
        title=told.text("titel"),
        requested_cents=told.whole("gevraagd_cent"),
        summary=told.text("samenvatting"),
        facts=told.facts("gegevens"),
        answers={letter: str(text) for letter, text in told.table("antwoorden").items()},
        costs=told.lines("kosten"),
        income=told.lines("dekking"),
        iban=told.text("iban"),
        account_holder=told.text("rekeninghouder"),
        contact_name=told.text("contactpersoon"),
        contact_email=told.text("e_mail"),
        contact_telephone=told.text("telefoon"),
        added=_Told(data).added(),
    )


def as_asked(regulation: Regulation, content: Content) -> Content:
    """The same without answers to questions that do not apply, given the other answers."""
    idle = {fact.key for fact in regulation.facts if not is_asked(fact, content.facts)} & content.facts.keys()
    if not idle:
        return content
    return replace(content, facts={key: said for key, said in content.facts.items() if key not in idle})


def known_facts(regulation: Regulation, content: Content) -> dict[str, int | str]:
    """The facts that the regulation asks, as far as the application tells them."""
    return {fact.key: content.facts[fact.key] for fact in regulation.facts if fact.key in content.facts}


def _told(content: Content) -> Json:
    return {
        "deelplafond": content.deelplafond.key,
        "titel": content.title,
        "samenvatting": content.summary,
        "gevraagd_cent": content.requested_cents,
        "gegevens": dict(content.facts),
        "antwoorden": dict(content.answers),
        "kosten": _lines(content.costs),
        "dekking": _lines(content.income),
        "iban": content.iban,
        "rekeninghouder": content.account_holder,
        "contactpersoon": content.contact_name,
        "e_mail": content.contact_email,
        "telefoon": content.contact_telephone,
    }


def _lines(lines: tuple[BudgetLine, ...]) -> list[Json]:
    return [{"omschrijving": line.description, "cent": line.cents} for line in lines]


class _Told:
    """Reads what `filed` and `_told` wrote."""

    def __init__(self, data: Json) -> None:
        self.data = data

    def text(self, key: str) -> str:
        return str(self.data[key])

    def whole(self, key: str) -> int:
        return int(self.text(key))

    def table(self, key: str) -> dict[str, object]:
        found = self.data[key]
        return dict(found) if isinstance(found, dict) else {}

    def facts(self, key: str) -> dict[str, int | str]:
        return {name: fact for name, fact in self.table(key).items() if isinstance(fact, int | str)}

    def lines(self, key: str) -> tuple[BudgetLine, ...]:
        found = self.data[key]
        lines = found if isinstance(found, list) else []
        return tuple(BudgetLine(str(line["omschrijving"]), int(line["cent"])) for line in lines)

    def added(self) -> tuple[Added, ...]:
        found = self.data["aanvulling"]
        answers = found if isinstance(found, list) else []
        return tuple(Added(str(each["eis"]), str(each["antwoord"])) for each in answers)
