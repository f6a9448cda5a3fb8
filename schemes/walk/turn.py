"""One step of the walk, taken at the state in which the purse is."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from schemes.allocation import Purse
from schemes.cases import Answer, Award
from schemes.ranking import Tie
from schemes.round import Status
from schemes.rules import ProRata
from schemes.walk.component import Component, Step
from schemes.walk.findings import Found


class IncompleteLotsError(Exception):
    """A group that needs a draw is only partly in the lots. Carries the smallest id that is missing."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What happens when it is a group's turn: ties are broken or stay, and rows get their awards."""

    component: Component
    found: Found

    @property
    def purse(self) -> Purse:
        """What all that is granted is paid from."""
        return self.component.purse

    def rows_of(self, step: Step, tie: Tie) -> list[int]:
        """The rows of a tie that starts at this step."""
        return self.component.lists[step.list].rows[tie.start : tie.end]

    def owes_any(self, rows: Sequence[int]) -> bool:
        """Whether a decision can be owed about any of these rows."""
        rules, cases = self.purse.rules, self.purse.cases
        if rules.low_score is None and rules.distance is None:
            return False
        return any(
            cases[row].low_score_owed or (cases[row].near and cases[row].too_close is None) for row in rows
        )

    def awards(self, step: Step, answer: Answer) -> Iterable[tuple[int, Award]]:
        """The award of each row in the order in which they stand."""
        leaf = step.leaf
        if leaf is not None and isinstance(leaf.rule, ProRata) and self.purse.straddles(step.rows):
            return self.purse.share_pro_rata(step.rows, leaf.rule).items()
        return [(row, self.purse.award(row, answer)) for row in step.rows]

    def order_is_irrelevant(self, rows: Sequence[int]) -> bool:
        """Whether any order of these rows gives each of them the same."""
        purse = self.purse
        return purse.nothing_left(rows) or purse.all_fit(rows) or len(purse.claimants(rows)) <= 1

    # ── Ties ──────────────────────────────────────────────────────────────────────────────────────

    def note_ties(self, step: Step) -> bool:
        """Note of each tie that starts here whether its rule acts; gives that of the last."""
        acts = False
        for tie in step.ties:
            acts = self.purse.breaks(tie, self.rows_of(step, tie), self.component.exceeded[step.list])
            self.note_tie(tie, acts=acts)
        return acts

    def note_tie(self, tie: Tie, *, acts: bool) -> None:
        """Note that in some outcome the rule of this tie acts on it, or does not."""
        tie.broken |= acts
        tie.whole |= not acts
        if acts and tie.missing is not None:
            raise IncompleteLotsError(tie.missing)

    def note_places(self, draw: Tie, statuses: Sequence[Status]) -> None:
        """Note which statuses can occur at each place of a draw that is needed here."""
        if draw.drawn:
            for at, status in enumerate(statuses):
                draw.statuses[at].add(status)
            return
        for place in draw.statuses:
            place.update(statuses)
