"""What applicants of Voorbeeldstad write: believable, and the same for the same chance."""

from datetime import date, timedelta
from random import Random

from grants.documents.content import BudgetLine, Content
from grants.documents.rules import border_of
from grants.models import Deelplafond
from schemes.form import Fact
from schemes.regulation import Regulation

WHAT = (
    "Samen eten", "Taalcafé", "Wandelclub", "Repaircafé", "Open atelier", "Muziek voor iedereen", "Huiswerkhulp", "Moestuin",
    "Digitaal spreekuur", "Koffieochtend", "Theaterwerkplaats", "Bewegen na je zestigste", "Buurtfeest", "Mantelzorgsalon",
    "Schilderen zonder drempel", "Fietsles voor vrouwen", "Verhalen van de straat", "Kookles met de buren", "Klussendienst",
    "Maatjes tegen eenzaamheid", "Dansen op zondag", "Zingen met geheugenverlies", "Jongerenredactie", "Speelplein zonder hekken",
)  # fmt: skip
WHERE = (
    "in de Stationsbuurt", "op het Molenplein", "in De Linde", "in de Oude Haven", "in het Zuiderpark", "op de Akkers",
    "in buurthuis Rozenhof", "in de Noorderhof", "langs het spoor", "in de bibliotheek", "in de Molenwijk", "op de Lindelaan",
)  # fmt: skip
QUARTERS = ("Centrum", "Noorderhof", "De Linde", "Stationsbuurt", "Zuiderpark", "Molenwijk", "Oude Haven")
WHO = (
    "ouderen die alleen wonen",
    "ouders met jonge kinderen",
    "jongeren tot 23 jaar",
    "nieuwkomers",
    "mantelzorgers",
)
WHY = (
    "In deze buurt kennen veel mensen hun buren niet. Wij brengen hen elke week bij elkaar, op een vaste plek en een vaste tijd.",
    "Vorig jaar deden wij dit met twintig mensen. Nu willen wij groeien, omdat er een wachtlijst is.",
    "Wij doen dit met vrijwilligers uit de buurt. Een ervaren begeleider leert hen hoe zij een groep leiden.",
    "De huisarts, de school en het buurthuis werken mee. Zij vertellen mensen over ons en helpen hen over de drempel.",
    "Na dit jaar gaat de groep zelf verder. Daarom leren wij deelnemers vanaf de eerste dag om taken over te nemen.",
    "Wie meedoet, bepaalt mee. Elk kwartaal vragen wij wat beter kan, en dat passen wij aan.",
)
COSTS = (
    "Huur van de ruimte",
    "Materiaal",
    "Begeleiding",
    "Boodschappen",
    "Drukwerk en posters",
    "Onkosten van vrijwilligers",
)
OTHERS = ("Bijdragen van deelnemers", "Oranje Buurtfonds", "Kerkelijk fonds", "Verkoop van koffie en thee")
BANK = "VBLD"
"""A bank that does not exist."""

MOST = 25_000_00
EUROS = 50_00
"""Amounts are asked in steps of fifty euros."""


def content_of(
    chance: Random, regulation: Regulation, deelplafond: Deelplafond, *, contact: str, email: str, today: date
) -> Content:
    """An application on this list that the form would take."""
    requested = requested_on(chance, regulation, deelplafond)
    own = chance.randrange(0, 8) * EUROS
    costs, income = _budget(chance, requested, own)
    return Content(
        deelplafond=deelplafond,
        title=f"{chance.choice(WHAT)} {chance.choice(WHERE)}",
        requested_cents=requested,
        summary=f"Wij organiseren dit voor {chance.choice(WHO)}. {chance.choice(WHY)}",
        facts={fact.key: _answer(chance, fact, requested + own, today) for fact in regulation.facts},
        answers={each.letter: chance.choice(WHY) for each in regulation.criteria if each.average is None},
        costs=costs,
        income=income,
        iban=_iban(chance),
        account_holder=contact,
        contact_name=contact,
        contact_email=email,
        contact_telephone=f"06 {chance.randrange(10_000_000, 99_999_999)}",
    )


def requested_on(chance: Random, regulation: Regulation, deelplafond: Deelplafond) -> int:
    """An amount within the borders of the list, and well under its ceiling."""
    border = border_of(regulation, deelplafond.kind, deelplafond.key)
    least = (border.least_requested_cents if border else None) or 10 * EUROS
    most = (border.most_requested_cents if border else None) or max(least, MOST)
    steps = chance.randrange(-(-least // EUROS), max(most // EUROS, -(-least // EUROS) + 1) + 1)
    return steps * EUROS


def _iban(chance: Random) -> str:
    """An account at that bank, with check digits that are right (ISO 13616)."""
    account = f"{BANK}{chance.randrange(10**10):010}"
    digits = "".join(str(int(sign, 36)) for sign in f"{account}NL00")
    return f"NL{98 - int(digits) % 97:02}{account}"


def _budget(
    chance: Random, requested: int, own: int
) -> tuple[tuple[BudgetLine, ...], tuple[BudgetLine, ...]]:
    """Three costs that are what is asked and what is paid oneself, together."""
    total, names = requested + own, chance.sample(COSTS, 3)
    first, second = total // 2 // 100 * 100, total // 4 // 100 * 100
    amounts = (first, second, total - first - second)
    costs = tuple(BudgetLine(name, cents) for name, cents in zip(names, amounts, strict=True))
    return costs, (BudgetLine(chance.choice(OTHERS), own),) if own else ()


def _answer(chance: Random, fact: Fact, total_cents: int, today: date) -> int | str:
    match fact.kind:
        case "whole_number":
            return max(fact.least, chance.randrange(15, 400))
        case "amount":
            return max(fact.least, total_cents)
        case "choice":
            return chance.choice(fact.choices)
        case "date":
            return (today + timedelta(days=chance.randrange(60, 400))).isoformat()
        case "address":
            return f"{chance.choice(('Lindelaan', 'Molenweg', 'Stationsplein'))} {chance.randrange(1, 120)}, Voorbeeldstad"
        case "long_text":
            return chance.choice(WHY)
        case _:
            return chance.choice(QUARTERS)
