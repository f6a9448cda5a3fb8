"""What pages of a round share: whose it is to see, its lists, and its steps."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.http import Http404, HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from grants.documents.of_rounds import kinds_of
from grants.models import Deelplafond, GrantRound
from grants.selectors.applications.terms import closing_day
from grants.selectors.rounds.gaps import Gap
from grants.selectors.rounds.visible import round_for
from grants.templatetags.rangorde import euro
from grants.terms import decide_by
from grants.views.parts import Cell, Column, Table

CHECK = "controle"
STEPS: dict[str, Promise] = {
    "regeling": gettext_lazy("Regeling"),
    "lezingen": gettext_lazy("Lezingen"),
    "geld": gettext_lazy("Geld"),
    "momenten": gettext_lazy("Momenten"),
    "termijn": gettext_lazy("Termijn"),
    "mensen": gettext_lazy("Mensen"),
    "teksten": gettext_lazy("Teksten"),
    CHECK: gettext_lazy("Controle"),
}


@dataclass(frozen=True)
class SetupStep:
    """A step as the bar shows it: done where nothing is missing in it."""

    name: str
    label: str
    is_done: bool
    is_now: bool
    is_far: bool


def the_round(request: HttpRequest, slug: str) -> GrantRound:
    """The round with this name. Not found where there is none, or where this person may not know of it."""
    found = round_for(request.user, slug)
    if found is None:
        raise Http404(slug)
    return found


def steps_at(name: str, gaps: Sequence[Gap]) -> list[SetupStep]:
    """The steps with what is done of them; on a narrow screen those far from the current one are left out."""
    missing = {gap.step for gap in gaps if gap.blocks}
    names = list(STEPS)
    return [
        SetupStep(
            name=each,
            label=str(label),
            is_done=each not in missing and each != CHECK,
            is_now=each == name,
            is_far=abs(names.index(each) - names.index(name)) > 1,
        )
        for each, label in STEPS.items()
    ]


def next_step(name: str) -> str:
    """The step after this one; after the last that one again."""
    names = list(STEPS)
    return names[min(names.index(name) + 1, len(names) - 1)]


def lists_table(grant_round: GrantRound, lists: Sequence[Deelplafond]) -> Table | None:
    """How much there is on each list, and for how many."""
    labels = {each.kind: each.kind for each in lists} | {
        kind.kind: kind.label for kind in kinds_of(grant_round)
    }
    many_kinds = len({each.kind for each in lists}) > 1
    counts = any(each.max_grants is not None for each in lists)
    columns = [Column(_("Lijst"), "head"), Column(_("Ten hoogste"), "num")]
    if counts:
        columns.append(Column(_("Grootste aantal"), "num"))
    rows = [
        (
            Cell(each.name, sub=labels[each.kind] if many_kinds else "", language="nl"),
            Cell(_money(each), sub=_("uit het gedeelde plafond") if each.draws_on_shared else ""),
            *([Cell(str(each.max_grants or "–"))] if counts else []),
        )
        for each in lists
    ]
    return Table(_("Hoeveel geld er per lijst is"), columns, rows) if rows else None


def _money(each: Deelplafond) -> str:
    return "–" if each.ceiling_cents is None else euro(each.ceiling_cents)


def deciding_day_of(grant_round: GrantRound) -> date | None:
    """The last day to decide, where it counts from closing and both are known."""
    if grant_round.closes_at is None or not grant_round.term_weeks or grant_round.term_from != "closing":
        return None
    return decide_by(closing_day(grant_round.closes_at), grant_round.term_weeks)
