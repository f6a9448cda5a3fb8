"""What the application form of a round is made from: its regulation, its lists, and what was typed so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from grants.documents.content import TOTAL_COSTS
from grants.documents.stored import regulation_of
from grants.models import Application, Deelplafond, GrantRound
from schemes.facts import is_asked, is_required
from schemes.form import Asked, Attachment, Fact, ListName
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion

Typed = dict[str, str]


@dataclass(frozen=True)
class Sheet:
    """The questions of one application. `answers` has what was typed, for each step."""

    grant_round: GrantRound
    regulation: Regulation
    deelplafonds: tuple[Deelplafond, ...]
    answers: Mapping[str, Typed]

    def typed(self, step: str) -> Typed:
        """What was typed in this step."""
        return self.answers.get(step, {})

    @cached_property
    def chosen(self) -> Deelplafond | None:
        """The list that was chosen; the only one where there is no choice."""
        if len(self.deelplafonds) == 1:
            return self.deelplafonds[0]
        key = self.typed("activiteit").get("deelplafond")
        return next((each for each in self.deelplafonds if each.key == key), None)

    @cached_property
    def chosen_name(self) -> ListName | None:
        """What the document says of the chosen list, such as the amounts that can be asked on it."""
        names = [name for kind in self.regulation.pools for name in kind.names]
        return next((name for name in names if self.chosen is not None and name.id == self.chosen.key), None)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that are asked as such. The total costs follow from the budget."""
        return tuple(fact for fact in self.regulation.facts if fact.key != TOTAL_COSTS)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The criteria about which the applicant writes: what is computed is not asked."""
        return tuple(each for each in self.regulation.criteria if each.average is None)

    def attachments(self) -> tuple[Attachment, ...]:
        """The attachments that stand on the form, given the answers so far."""
        return tuple(each for each in self.regulation.attachments if is_asked(each, self.fact_answers))

    def is_asked(self, asked: Asked) -> bool:
        return is_asked(asked, self.fact_answers)

    def is_required(self, asked: Asked) -> bool:
        return is_required(asked, self.chosen.key if self.chosen else "", self.fact_answers)

    @cached_property
    def fact_answers(self) -> dict[str, object]:
        """What was typed for each fact, by its key."""
        typed = self.typed("activiteit")
        return {fact.key: typed.get(fact_name(fact), "") for fact in self.regulation.facts}


def sheet_of(application: Application) -> Sheet:
    """The form of this application, with what was typed so far."""
    return Sheet(
        grant_round=application.round,
        regulation=regulation_of(application.round),
        deelplafonds=tuple(application.round.deelplafonds.all()),
        answers=application.answers,
    )


def fact_name(fact: Fact) -> str:
    """The name of the field of a fact."""
    return f"fact-{fact.key}"


def answer_name(criterion: Criterion) -> str:
    """The name of the field in which the applicant writes about a criterion."""
    return f"answer-{criterion.letter}"
