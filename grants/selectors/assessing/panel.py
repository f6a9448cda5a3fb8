"""How the assessing of a round stands on the page of an official: counts, and who must do something."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grants.enums import Stage
from grants.models import GrantRound
from grants.selectors.assessing.progress import ListProgress, Progress, lists_in, progress_of, short_of
from grants.selectors.assessing.reports import open_reports_in
from grants.selectors.assessing.standing import is_up_to_date
from grants.selectors.assessing.state import assessing_of
from grants.selectors.rounds.stages import stage_of


@dataclass(frozen=True)
class Panel:
    """Counts only. `done_of` has for each application how many assessments are in, of how many."""

    people: Sequence[Progress]
    lists: Sequence[ListProgress]
    short: int
    unruled: int
    reports: int
    to_establish: int
    """Applications whose points can be seen and are still to be established."""
    all_established: bool
    done_of: Mapping[int, tuple[int, int]]
    is_established: bool

    @property
    def given(self) -> int:
        return sum(each.given for each in self.lists)

    @property
    def done(self) -> int:
        return sum(each.done for each in self.lists)

    @property
    def there(self) -> list[Progress]:
        """Who assesses now."""
        return [each for each in self.people if not each.is_gone]

    @property
    def gone(self) -> list[Progress]:
        """Who cannot go on, and has something undone."""
        return [each for each in self.people if each.is_gone]

    @property
    def undeclared(self) -> list[Progress]:
        """Who must still declare interests."""
        return [each for each in self.there if each.undeclared]


def panel_of(grant_round: GrantRound) -> Panel | None:
    """What there is to know; None before closing and after the ranking."""
    if stage_of(grant_round) not in (Stage.CLOSED, Stage.ASSESSING):
        return None
    state = assessing_of(grant_round)
    return Panel(
        people=progress_of(state),
        lists=lists_in(state),
        short=len(short_of(state)),
        unruled=len(state.unruled()),
        reports=len(open_reports_in(grant_round)),
        to_establish=sum(
            state.is_open_to_officials(each) and not is_up_to_date(state, each) for each in state.applications
        ),
        all_established=all(is_up_to_date(state, each) for each in state.applications),
        done_of={
            each.pk: (len(state.counted(each)), len(state.assigned_to(each))) for each in state.applications
        },
        is_established=state.points is not None,
    )
