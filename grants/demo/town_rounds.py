"""The five rounds of Voorbeeldstad, each at another point of its life, whenever the town is made."""

from dataclasses import dataclass, field
from random import Random

from grants import clock
from grants.demo.arrivals import arrive
from grants.demo.assessing import let_be_assessed
from grants.demo.people import INHABITANTS, Inhabitant
from grants.demo.set_up import Window, let_publish, set_up, well_before
from grants.demo.standings import let_things_happen
from grants.enums import Role, Stage
from grants.models import GrantRound, Organisation, RoundRole, User
from grants.selectors.regulations import latest_version
from grants.selectors.rounds.visible import round_called, was_made
from grants.services.applications.drafts import start_draft
from grants.services.roles import give_role
from grants.services.rounds.making import make_round

CONTACT = "Bel of mail Subsidies: 14 0123, subsidies@voorbeeldstad.example."


@dataclass(frozen=True)
class TownRound:
    """A round of the town: from when until when it is open in days from now, and how many applications it has.

    `is_handled`: whether the officials have begun with what came in. `is_assessed`: whether the assessors have.
    """

    slug: str
    title: str
    regulation: str
    opens: int
    closes: int
    ceiling_cents: int
    purpose: str
    audience: str
    stage: Stage = Stage.PUBLISHED
    applications: int = 0
    late: int = 0
    is_handled: bool = False
    is_assessed: bool = False
    texts: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Gather what people read of it."""
        texts = {"purpose": self.purpose, "audience": self.audience, "contact": CONTACT}
        object.__setattr__(self, "texts", texts)


ROUNDS = (
    TownRound(
        "samen-sociaal-en-vitaal-2027",
        "Samen sociaal en vitaal 2027",
        "den-haag-samen-sociaal-vitaal-2026",
        opens=-18,
        closes=10,
        ceiling_cents=120_000_00,
        purpose="Voor kleine activiteiten die mensen in de wijk bij elkaar brengen en gezond houden.",
        audience="Stichtingen, verenigingen en bedrijven die in Voorbeeldstad activiteiten organiseren.",
        applications=9,
    ),
    TownRound(
        "cultuurparticipatie-2027",
        "Cultuurparticipatie 2027",
        "cultuurparticipatie",
        opens=-45,
        closes=-4,
        ceiling_cents=90_000_00,
        purpose="Voor wie inwoners zelf laat zingen, spelen, schrijven of maken.",
        audience="Culturele organisaties en initiatieven van inwoners.",
        applications=11,
    ),
    TownRound(
        "het-fonds-2027",
        "Het Fonds 2027",
        "ooststellingwerf-het-fonds",
        opens=-60,
        closes=-30,
        ceiling_cents=145_000_00,
        purpose="Voor ideeën van inwoners die hun buurt of dorp leefbaarder maken.",
        audience="Dorpsbelangen, buurtverenigingen en initiatieven van bewoners.",
        applications=14,
        late=2,
        is_handled=True,
    ),
    TownRound(
        "basisontmoetingsplekken-2028",
        "Basisontmoetingsplekken 2028",
        "apeldoorn-basisontmoetingsplekken",
        opens=60,
        closes=95,
        ceiling_cents=400_000_00,
        purpose="Voor plekken waar iedereen kan binnenlopen, in elk stadsdeel en in de dorpen.",
        audience="Organisaties voor welzijn en ontmoeting.",
        stage=Stage.DRAFT,
    ),
    TownRound(
        "vrijwilligers-en-mantelzorg-2028",
        "Vrijwilligers en mantelzorg 2028",
        "apeldoorn-vrijwilligers-mantelzorg",
        opens=12,
        closes=47,
        ceiling_cents=180_000_00,
        purpose="Voor ondersteuning van vrijwilligers en mantelzorgers.",
        audience="Organisaties die vrijwilligers of mantelzorgers helpen.",
    ),
    TownRound(
        "vrijwilligers-en-mantelzorg-2027",
        "Vrijwilligers en mantelzorg 2027",
        "apeldoorn-vrijwilligers-mantelzorg",
        opens=-75,
        closes=-40,
        ceiling_cents=120_000_00,
        purpose="Voor ondersteuning van vrijwilligers en mantelzorgers.",
        audience="Organisaties die vrijwilligers of mantelzorgers helpen.",
        applications=9,
        is_assessed=True,
    ),
)


def hold(town_round: TownRound, people: dict[Inhabitant, User], administrator: User) -> None:
    """The round, with the roles that nobody holds in it yet; what was there already stays as it is, or gone."""
    grant_round = round_called(town_round.slug)
    is_new = grant_round is None
    if is_new and was_made(town_round.slug):
        return
    if grant_round is None:
        grant_round = _begin(town_round)
    _give_roles(grant_round, people, administrator)
    if is_new:
        _let_live(town_round, grant_round, people)


def one_with(people: dict[Inhabitant, User], role: Role) -> User:
    """The first of the town who has this role."""
    return next(person for inhabitant, person in people.items() if role in inhabitant.roles)


def _begin(town_round: TownRound) -> GrantRound:
    regulation = latest_version(town_round.regulation)
    if regulation is None:
        raise LookupError(town_round.regulation)
    return make_round(by=None, slug=town_round.slug, title=town_round.title, regulation=regulation)


def _give_roles(grant_round: GrantRound, people: dict[Inhabitant, User], administrator: User) -> None:
    held = set(RoundRole.objects.filter(round=grant_round).values_list("user", "role"))
    for inhabitant, person in people.items():
        for role in inhabitant.roles:
            if (person.pk, role) not in held:
                give_role(by=administrator, grant_round=grant_round, person=person, role=role)


def _let_live(town_round: TownRound, grant_round: GrantRound, people: dict[Inhabitant, User]) -> None:
    """Set up and published before it opened; then applications, and what officials did with them."""
    now = clock.now()
    window = Window.around(now, town_round.opens, town_round.closes)
    official, decider = one_with(people, Role.OFFICIAL), one_with(people, Role.DECIDER)
    with clock.at(well_before(window, now)):
        made = set_up(
            grant_round=grant_round,
            official=official,
            window=window,
            ceiling_cents=town_round.ceiling_cents,
            texts=town_round.texts,
        )
        if town_round.stage is Stage.DRAFT:
            return
        made = let_publish(grant_round=made, official=official, decider=decider)
    chance = Random(town_round.slug)  # noqa: S311 - believable, not secret
    if not town_round.applications:
        return
    received = arrive(
        made, town_round.applications, chance, late=town_round.late, first=_organisations(people)
    )

    if town_round.is_handled:
        let_things_happen(received, made, official)
    elif town_round.is_assessed:
        let_be_assessed(made, official, chance)
    elif town_round.applications and window.closes_at > now:
        _begin_draft(made, people)


def _organisations(people: dict[Inhabitant, User]) -> list[Organisation]:
    """Those of the people whom a visitor can be."""
    names = [each.organisation for each in INHABITANTS if each.organisation and each in people]
    found = {each.name: each for each in Organisation.objects.filter(name__in=names)}
    return [found[name] for name in names if name in found]


def _begin_draft(grant_round: GrantRound, people: dict[Inhabitant, User]) -> None:
    """Something that its applicant has yet to go on with."""
    inhabitant = next(each for each in people if each.organisation)
    organisation = Organisation.objects.get(name=inhabitant.organisation)
    start_draft(by=people[inhabitant], grant_round=grant_round, organisation=organisation)
