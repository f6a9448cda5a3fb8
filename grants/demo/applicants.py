"""Applicants in any number: organisations of Voorbeeldstad, each with someone who acts for it.

The organisation with a number is always the same one, so a second round finds what the first one made.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db.models import F

from grants.demo.people import QUARTERS
from grants.models import Organisation, Representative, User
from grants.names import sort_key

BATCH = 2_000
KINDS = ("Stichting", "Vereniging", "Buurtvereniging", "Initiatief", "Coöperatie", "Werkgroep")
THEMES = (
    "Samen Eten", "De Huiskamer", "Taal en Thee", "Groene Vingers", "Zilveren Draad", "Kleurrijk", "Fietsmaatjes",
    "Digihulp", "De Werkplaats", "Muziek voor Morgen", "Stap voor Stap", "Het Open Podium", "Buren Bellen",
    "De Leeskring", "Sterk in Beweging", "Kansrijk", "De Repaircoöp", "Jong en Oud",
)  # fmt: skip
QUARTER_NAMES = (
    "Centrum", "Noorderhof", "De Linde", "Stationsbuurt", "Zuiderpark", "Molenwijk", "Oude Haven", "Rozenhof",
    "De Akkers", "Lindelaan", "Spoorzicht", "Westerdijk",
)  # fmt: skip
FIRST_NAMES = (
    "Anna", "Bilal", "Carmen", "Dirk", "Esra", "Femke", "Gijs", "Hanna", "Ibrahim", "Jasmijn", "Kees", "Lotte",
    "Mehmet", "Nina", "Olaf", "Petra", "Quinten", "Roos", "Sander", "Tessa", "Umar", "Vera", "Willem", "Zeynep",
)  # fmt: skip
LAST_NAMES = (
    "Aarts", "Bos", "van Campen", "van Dijk", "Evers", "Faber", "de Graaf", "Hendriks", "Idrissi", "Jacobs",
    "Koning", "Leeflang", "Meijer", "Nauta", "Oosterhuis", "Peeters", "Quist", "de Ruiter", "Smit", "Timmer",
    "Unal", "Visser", "Wolters", "Yilmaz", "Zijlstra",
)  # fmt: skip


@dataclass(frozen=True)
class ApplicantPlan:
    """The organisation with this number, and who acts for it. Its KvK number cannot exist: it starts with 00."""

    number: int

    @property
    def name(self) -> str:
        """A kind, a theme and a quarter; where those run out, with a number."""
        rest, kind = divmod(self.number, len(KINDS))
        rest, theme = divmod(rest, len(THEMES))
        block, quarter = divmod(rest, len(QUARTER_NAMES))
        name = f"{KINDS[kind]} {THEMES[theme]} {QUARTER_NAMES[quarter]}"
        return f"{name} {block + 1}" if block else name

    @property
    def kvk_number(self) -> str:
        """None for one in six: an initiative of residents."""
        return "" if KINDS[self.number % len(KINDS)] == "Initiatief" else f"00{self.number + 1_000:06}"

    @property
    def person(self) -> str:
        """Who acts for it."""
        rest, last = divmod(self.number, len(LAST_NAMES))
        return f"{FIRST_NAMES[(rest + last) % len(FIRST_NAMES)]} {LAST_NAMES[last]}"

    @property
    def email(self) -> str:
        """Where nobody reads mail."""
        return f"aanvrager-{self.number:06}@{QUARTERS}"


def settle_applicants(plans: Sequence[ApplicantPlan]) -> list[Organisation]:
    """The organisations of these plans, in their order; those that are not there yet are made, a few queries in all."""
    known = set(User.objects.filter(email__endswith=f"@{QUARTERS}").values_list("email", flat=True))
    _make([plan for plan in plans if plan.email not in known])
    represented = Organisation.objects.filter(
        representatives__until=None, representatives__user__email__endswith=f"@{QUARTERS}"
    )
    found = {each.email: each for each in represented.annotate(email=F("representatives__user__email"))}
    return [found[plan.email] for plan in plans]


def _make(plans: Sequence[ApplicantPlan]) -> None:
    no_password = make_password(None)
    people = User.objects.bulk_create(
        [
            User(email=plan.email, name=plan.person, sort_name=sort_key(plan.person), password=no_password)
            for plan in plans
        ],
        batch_size=BATCH,
    )
    EmailAddress.objects.bulk_create(
        [EmailAddress(user=person, email=person.email, verified=True, primary=True) for person in people],
        batch_size=BATCH,
    )
    organisations = Organisation.objects.bulk_create(
        [
            Organisation(name=plan.name, sort_name=sort_key(plan.name), kvk_number=plan.kvk_number)
            for plan in plans
        ],
        batch_size=BATCH,
    )
    Representative.objects.bulk_create(
        [
            Representative(organisation=organisation, user=person, added_by=person)
            for organisation, person in zip(organisations, people, strict=True)
        ],
        batch_size=BATCH,
    )
