"""A round while it is assessed: its people, complete applications, and the acts of assessors in one line each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction

from grants.documents.stored import regulation_of
from grants.enums import InterestKind, Role, Stage, Standing
from grants.models import Application, Assessment, Assignment, GrantRound, User
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.assessing.assessments import Given, submit_assessment
from grants.services.assessing.interests import Declared, declare_interests
from schemes.scoring import scored_criteria
from tests.grants.after_closing import Closed, closed
from tests.grants.persons import give, make_person
from tests.grants.rounds import AMSTERDAM, CULTURE, make_organisation

ASSESSING = datetime(2027, 3, 15, 20, tzinfo=AMSTERDAM)
"""An evening two weeks after closing."""

NO_INTEREST = Declared(InterestKind.NONE)
OWN_INTEREST = Declared(InterestKind.OWN, "Ik zit in het bestuur.")


@dataclass
class Panel:
    """A round in assessment. Use within `clock.at(ASSESSING)`."""

    closed: Closed
    assessors: list[User]
    applications: list[Application] = field(default_factory=list)

    @property
    def round(self) -> GrantRound:
        return GrantRound.objects.select_related("regulation").get(pk=self.closed.round.pk)

    @property
    def official(self) -> User:
        return self.closed.official

    @property
    def decider(self) -> User:
        return self.closed.decider

    @property
    def state(self) -> Assessing:
        return assessing_of(self.round)

    @property
    def letters(self) -> list[str]:
        return [criterion.letter for criterion in scored_criteria(regulation_of(self.round))]

    def levels(self, letter: str) -> list[Fraction]:
        """What can be given on this criterion, the highest first."""
        regulation = regulation_of(self.round)
        criterion = next(each for each in regulation.criteria if each.letter == letter)
        return sorted((Fraction(level.points) for level in regulation.levels(criterion)), reverse=True)

    def declare(self, assessor: User, own: Sequence[Application] = ()) -> None:
        """No interest in anything but these."""
        ids = [each.pk for each in own]
        declared = {
            each.pk: OWN_INTEREST if each.pk in ids else NO_INTEREST for each in self.state.applications
        }
        declare_interests(by=assessor, grant_round=self.round, declared=declared)

    def assign(self, application: Application, *assessors: User) -> None:
        for each in assessors:
            Assignment.objects.create(application=application, assessor=each, given_by=self.official)

    def given(self, choice: int | Mapping[str, int | None] = 0) -> dict[str, Given]:
        """For each criterion its highest level (0), the one below it (1), and so on; None: cannot be judged."""
        chosen = {
            letter: choice.get(letter, 0) if isinstance(choice, Mapping) else choice
            for letter in self.letters
        }
        return {
            letter: Given(None if at is None else self.levels(letter)[at], f"Omdat {letter}.")
            for letter, at in chosen.items()
        }

    def submit(
        self,
        assessor: User,
        application: Application,
        choice: int | Mapping[str, int | None] = 0,
        correction: str = "",
    ) -> Assessment:
        return submit_assessment(
            by=assessor, application=application, given=self.given(choice), correction=correction
        )


def make_panel(
    regulation: str = CULTURE, *, assessors: int = 2, applications: int = 1, is_begun: bool = True
) -> Panel:
    """Assessors who declared no interest, and complete applications, assigned to all of them."""
    panel = Panel(closed(regulation), [])
    for number in range(assessors):
        panel.assessors.append(
            give(make_person(f"Beoordelaar {number + 1}"), panel.closed.round, Role.ASSESSOR)
        )
    panel.applications = [add_application(panel) for _ in range(applications)]
    if is_begun:
        begin(panel)
    for each in panel.assessors:
        panel.declare(each)
    for application in panel.applications:
        panel.assign(application, *panel.assessors)
    return panel


def add_application(panel: Panel, **content: object) -> Application:
    """One more, of an organisation of its own, found complete."""
    received = replace(panel.closed, organisation=make_organisation()).received(**content)  # type: ignore[arg-type]
    Application.objects.filter(pk=received.pk).update(standing=Standing.COMPLETE)
    return Application.objects.select_related("round", "organisation").get(pk=received.pk)


def begin(panel: Panel) -> None:
    """Let the assessing begin, without what an official does to get there."""
    GrantRound.objects.filter(pk=panel.closed.round.pk).update(stage=Stage.ASSESSING)
