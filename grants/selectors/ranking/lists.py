"""A calculation as its page shows it: list by list, with where the money ends. A few queries, whatever its size."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import islice

from django.core.paginator import Page, Paginator
from django.db.models import Count, Max, Min, Q, QuerySet

from grants.documents.stored import regulation_of
from grants.enums import LineStatus, NeedKind, Standing
from grants.models import (
    Calculation,
    CalculationNeed,
    DrawGroup,
    GrantRound,
    ListOutcome,
    OfficialDecision,
    OutcomeLine,
)
from grants.scheme_output import line_of, pool_of
from schemes.regulation import Regulation
from schemes.round import Line
from schemes.words.dutch import number
from schemes.words.reasons import Sentence, sentences_of

PER_PAGE, BATCH = 100, 1_000
GONE = (Sentence("De aanvrager trok de aanvraag in. De gegevens tellen nog mee in het gemiddelde."),)
"""Of who left after the averages were fixed: the line is there for their sake alone. In Dutch, as all sentences are."""
GRANTED = (LineStatus.GRANTED, LineStatus.PARTIALLY_GRANTED)


class Part(StrEnum):
    """Where on a list an application stands."""

    ORDER = "order"
    FITS = "fits"
    DISCRETION = "discretion"
    THRESHOLD = "threshold"
    OUT = "out"


@dataclass(frozen=True)
class Scored:
    """Points on a criterion."""

    letter: str
    text: str


@dataclass(frozen=True)
class Shown:
    """One application: its row, what the row says as a value, and why, in sentences."""

    row: OutcomeLine
    line: Line
    letters: Sequence[str]
    sentences: Sequence[Sentence]
    part: Part

    @property
    def points(self) -> Sequence[Scored]:
        """The weighed points per criterion, as people read them; a dash where there are none."""
        given = self.line.points
        texts = ["–"] * len(self.letters) if given is None else [number(each) for each in given]
        return [Scored(letter, text) for letter, text in zip(self.letters, texts, strict=True)]

    @property
    def total(self) -> str:
        """The total as people read it; empty where there is none."""
        return "" if self.line.total is None else number(self.line.total)

    @property
    def is_partly(self) -> bool:
        """Whether it gets less than it asked, but something."""
        return self.row.status == LineStatus.PARTIALLY_GRANTED

    @property
    def places(self) -> str:
        """Its place, or the places that it shares; empty off the list."""
        rank, sharing = self.row.rank, self.row.tied_count
        if rank is None:
            return ""
        return str(rank) if sharing == 1 else f"{rank}–{rank + sharing - 1}"


@dataclass(frozen=True)
class RankedList:
    """A page of a list. `ranked` is how many stand on the list; it ends above the line at `cut`, if it ends."""

    outcome: ListOutcome
    page: Page[OutcomeLine]
    shown: Sequence[Shown]
    ranked: int
    cut: int | None

    def in_part(self, part: Part) -> list[Shown]:
        """What stands in this part of it."""
        return [each for each in self.shown if each.part is part]


@dataclass(frozen=True)
class Ranking:
    """A calculation with its lists and what it needs."""

    calculation: Calculation
    regulation: Regulation
    lists: Sequence[ListOutcome]
    needs: Sequence[CalculationNeed]
    draw_groups: Sequence[DrawGroup]

    @cached_property
    def by_key(self) -> dict[str, ListOutcome]:
        return {each.deelplafond.key: each for each in self.lists}

    @cached_property
    def ids(self) -> dict[str, int]:
        """Of those about whom a decision is owed: the row of each reference."""
        names = [name for each in self.needs if each.kind == NeedKind.DECISION for name in each.applications]
        found = self.calculation.round.applications.filter(reference__in=names)
        return {str(reference): pk for reference, pk in found.values_list("reference", "pk")}

    def page_of(self, outcome: ListOutcome, at: str | None) -> RankedList:
        """A page of one of its lists."""
        lines = _lines(self.calculation, outcome)
        page = Paginator(lines, PER_PAGE).get_page(at)
        rows = list(page.object_list)
        said = self._said([row.application_id for row in rows])
        shown = [self._shown(row, outcome, said.get(row.application_id, {})) for row in rows]
        return RankedList(outcome, page, shown, *_ends(lines))

    def all_of(self, outcome: ListOutcome) -> Iterator[Shown]:
        """Everything on one of its lists, in order."""
        for rows in _batches(_lines(self.calculation, outcome)):
            said = self._said([row.application_id for row in rows])
            for row in rows:
                yield self._shown(row, outcome, said.get(row.application_id, {}))

    def lines_of(self, applications: Collection[int]) -> dict[int, Shown]:
        """The lines of these applications; two queries. Who took no part has none."""
        rows = self.calculation.lines.filter(application__in=applications)
        said = self._said(applications)
        lists = {each.deelplafond_id: each for each in self.lists}
        return {
            row.application_id: self._shown(row, lists[row.deelplafond_id], said.get(row.application_id, {}))
            for row in rows.select_related("application__organisation")
        }

    def on_list(self, outcome: ListOutcome, most: int) -> list[OutcomeLine]:
        """The first of those that are on a list, in its order."""
        return list(_lines(self.calculation, outcome).exclude(rank=None)[:most])

    def _said(self, applications: Collection[int]) -> dict[int, dict[str, str]]:
        """What officials wrote about these applications before it was worked out, by key; the last of each."""
        found: dict[int, dict[str, str]] = {}
        decisions = OfficialDecision.objects.filter(
            application__in=applications, created_at__lte=self.calculation.created_at
        )
        for each in decisions.select_related("payload").order_by("number"):
            found.setdefault(each.application_id, {})[each.key] = each.reason
        return found

    def _shown(self, row: OutcomeLine, outcome: ListOutcome, said: Mapping[str, str]) -> Shown:
        row.deelplafond = outcome.deelplafond
        letters = [criterion.letter for criterion in self.regulation.criteria]
        line = line_of(row, self.regulation)
        is_gone = (
            row.application.standing == Standing.WITHDRAWN and row.status == LineStatus.REFUSED_INADMISSIBLE
        )
        return Shown(
            row,
            line,
            letters,
            GONE if is_gone else sentences_of(self.regulation, pool_of(outcome), line, said),
            _part(row, is_ranked=outcome.ranked),
        )


def ranking_of(calculation: Calculation) -> Ranking:
    """A calculation, ready to be shown; three queries."""
    return Ranking(
        calculation,
        regulation_of(calculation.round),
        list(
            calculation.lists.select_related("deelplafond").order_by("deelplafond__kind", "deelplafond__name")
        ),
        list(calculation.needs.all()),
        list(calculation.draw_groups.all()),
    )


def calculation_in(grant_round: GrantRound, which: int | None = None) -> Calculation | None:
    """The calculation with this number, or the last one; None where there is none."""
    found = grant_round.calculations.select_related("by")
    found = found if which is None else found.filter(number=which)
    last = found.order_by("-number").first()
    if last is not None:
        last.round = grant_round
    return last


def _lines(calculation: Calculation, outcome: ListOutcome) -> QuerySet[OutcomeLine]:
    lines = calculation.lines.filter(deelplafond=outcome.deelplafond)
    return lines.select_related("application__organisation").order_by("position")


def _batches(lines: QuerySet[OutcomeLine]) -> Iterator[list[OutcomeLine]]:
    """A thousand at a time: a file may hold a hundred thousand."""
    running = lines.iterator(chunk_size=BATCH)
    while rows := list(islice(running, BATCH)):
        yield rows


def _ends(lines: QuerySet[OutcomeLine]) -> tuple[int, int | None]:
    """How many stand on the list, and the first that was refused for the ceiling, if nobody below it gets anything."""
    ends = lines.aggregate(
        ranked=Count("pk", filter=Q(rank__isnull=False)),
        last=Max("position", filter=Q(status__in=GRANTED)),
        first=Min("position", filter=Q(status=LineStatus.REFUSED_CEILING)),
    )
    is_end = ends["first"] is not None and (ends["last"] or 0) < ends["first"]
    return ends["ranked"], ends["first"] if is_end else None


def _part(row: OutcomeLine, *, is_ranked: bool) -> Part:
    match LineStatus(row.status):
        case LineStatus.REFUSED_INADMISSIBLE:
            return Part.OUT
        case LineStatus.REFUSED_THRESHOLD:
            return Part.THRESHOLD
        case LineStatus.REFUSED_DISCRETIONARY if row.rank is None:
            return Part.DISCRETION
        case _:
            return Part.ORDER if is_ranked else Part.FITS
