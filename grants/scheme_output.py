"""From what the engine gives to the rows of a calculation, and from those rows back to values.

Here alone outcomes become rows. What is read back has the same fingerprint as what was written.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.db.models.functions import Collate

from grants.models import (
    Application,
    Calculation,
    CalculationNeed,
    Deelplafond,
    DrawGroup,
    ListOutcome,
    OutcomeLine,
)
from grants.scheme_input import SHARED
from schemes.causes import cause_of
from schemes.exact import exact_of, lowest_terms
from schemes.files.receipts import firsts_of, line_part
from schemes.files.writing import Json, group_json, line_json, need_json, pool_json, warning_json
from schemes.regulation import Regulation
from schemes.round import Entry, Line, Need, NeedKind, Outcome, Pool, PoolLine, Reason, Status
from schemes.vocabulary import Cause

OFF_THE_LIST = {Status.REFUSED_THRESHOLD: 1, Status.REFUSED_INADMISSIBLE: 2}
"""What stands below a list, and in which order."""


@dataclass(frozen=True)
class OutcomeRows:
    """The rows of an outcome. The lines come one by one: there may be a hundred thousand."""

    calculation: Calculation
    outcome: Outcome
    lists: Mapping[str, Deelplafond]
    applications: Mapping[str, int]

    @classmethod
    def of(cls, calculation: Calculation, outcome: Outcome) -> "OutcomeRows":
        """The rows for a calculation that was written; two queries."""
        received = Application.objects.filter(round=calculation.round).exclude(reference=None)
        return cls(
            calculation,
            outcome,
            {each.key: each for each in calculation.round.deelplafonds.all()},
            {str(reference): pk for reference, pk in received.values_list("reference", "pk")},
        )

    def list_outcomes(self) -> list[ListOutcome]:
        """What happened on each list."""
        return [
            ListOutcome(
                calculation=self.calculation,
                deelplafond=self.lists[each.pool.id],
                ranked=each.ranked,
                ceiling_cents=each.pool.ceiling_cents,
                requested_cents=each.requested_cents,
                granted_cents=each.granted_cents,
                remaining_cents=each.remaining_cents,
            )
            for each in self.outcome.pools
        ]

    def needs(self) -> list[CalculationNeed]:
        """What the round still needs."""
        return [
            CalculationNeed(
                calculation=self.calculation,
                number=number,
                kind=each.kind.value,
                code=each.cause.code,
                rule=each.cause.rule or "",
                pool=each.pool,
                applications=list(each.applications),
                blocking=each.blocking,
            )
            for number, each in enumerate(self.outcome.needs, 1)
        ]

    def draw_groups(self) -> list[DrawGroup]:
        """The groups that only lots can order."""
        return [
            DrawGroup(
                calculation=self.calculation,
                number=number,
                pool=each.pool,
                drawn=each.drawn,
                group=group_json(each),
            )
            for number, each in enumerate(self.outcome.lottery_groups, 1)
        ]

    def lines(self) -> Iterator[OutcomeLine]:
        """A line per application: list by list, in order of rank, then what was never on the list."""
        letters = [criterion.letter for criterion in self.outcome.regulation.criteria]
        position, firsts = 0, firsts_of(self.outcome.lines)
        for _pool, on_list in groupby(self._in_order(), key=lambda line: line.entry.pool):
            running: int | None = 0
            for _, together in groupby(on_list, key=lambda line: firsts.get(line.entry.id, line.entry.id)):
                sharing = list(together)
                running = _sum(running, sharing)
                for line in sharing:
                    position += 1
                    first = firsts.get(line.entry.id, "")
                    yield self._line(line, letters, position, first, running)

    def _in_order(self) -> list[Line]:
        places = {name: at for at, name in enumerate(self.lists)}
        return sorted(self.outcome.lines, key=lambda line: _order(line, places))

    def _line(
        self, line: Line, letters: list[str], position: int, first: str, running: int | None
    ) -> OutcomeLine:
        told, entry = line_json(line, letters), line.entry
        return OutcomeLine(
            calculation=self.calculation,
            application_id=self.applications[entry.id],
            deelplafond=self.lists[entry.pool],
            position=position,
            rank=line.rank,
            tie=first,
            tied_count=len(line.tie) if line.tie else 1,
            by_criterion=told["points"],
            facts=dict(entry.facts),
            eligible=line.eligible,
            status=line.status.value,
            requested_cents=entry.requested_cents,
            grantable_cents=entry.grantable_cents,
            granted_cents=line.granted_cents,
            least_cents=line.least_cents,
            most_cents=line.most_cents,
            running_cents=running if line.granted_cents else None,
            decided_by=line.decided_by.code if line.decided_by else "",
            decided_by_rule=(line.decided_by.rule or "") if line.decided_by else "",
            reason_code=line.reason.code if line.reason else "",
            reason_rule=(line.reason.rule or "") if line.reason else "",
            decisions_needed=told["decisions_needed"],
            reasons=told["reasons"],
            **OutcomeLine.parts(line.total),
        )


def warnings_json(outcome: Outcome) -> list[Json]:
    """Decisions that have no effect, as a calculation keeps them."""
    return [warning_json(each) for each in outcome.warnings]


def stored_parts(calculation: Calculation, regulation: Regulation) -> Iterator[Json]:
    """The outcome of a calculation as its rows hold it, in the parts of which the fingerprint is taken."""
    letters = [criterion.letter for criterion in regulation.criteria]
    lists = calculation.lists.select_related("deelplafond")
    for pool in lists.order_by(Collate("deelplafond__key", "C")):
        yield pool_json(pool_of(pool))
    lines = calculation.lines.select_related("application", "deelplafond")
    for line in lines.order_by(Collate("application__reference", "C")).iterator(chunk_size=2_000):
        yield line_part(line_of(line, regulation), letters, line.tie or None)
    yield from (each.group for each in calculation.draw_groups.order_by("number"))
    yield from calculation.warnings
    for need in calculation.needs.order_by("number"):
        yield need_json(need_of(need))


def _order(line: Line, places: Mapping[str, int]) -> tuple[object, ...]:
    off = OFF_THE_LIST.get(line.status, 0)
    rank = 0 if line.rank is None else line.rank
    return (places[line.entry.pool], off, line.rank is None, rank, -(line.total or 0), line.entry.id)


def _sum(running: int | None, sharing: list[Line]) -> int | None:
    """What was granted up to and including this place; None from the first place on of which that is not certain."""
    granted = [line.granted_cents for line in sharing]
    certain = [cents for cents in granted if cents is not None]
    return running + sum(certain) if running is not None and len(certain) == len(granted) else None


def line_of(row: OutcomeLine, regulation: Regulation) -> Line:
    """The line that a row was made of, without what was decided. Of who shares its place it repeats the first."""
    total, given = row.points, row.by_criterion
    return Line(
        entry=Entry(
            row.application.reference or "",
            row.deelplafond.key,
            row.requested_cents,
            row.grantable_cents,
            facts=row.facts,
        ),
        points=None if given is None else tuple(exact_of(given[each.letter]) for each in regulation.criteria),
        total=None if total is None else lowest_terms(total),
        eligible=row.eligible,
        rank=row.rank,
        tie=(row.tie,) * row.tied_count if row.tie else None,
        decided_by=_cause(regulation, row.decided_by, row.decided_by_rule),
        status=Status(row.status),
        granted_cents=row.granted_cents,
        least_cents=row.least_cents,
        most_cents=row.most_cents,
        reason=_cause(regulation, row.reason_code, row.reason_rule),
        decisions_needed=tuple(row.decisions_needed),
        reasons=tuple(_reason(each) for each in row.reasons),
    )


def pool_of(row: ListOutcome) -> PoolLine:
    """What happened on a list, as the engine gave it."""
    of = row.deelplafond
    shared = SHARED if of.draws_on_shared else None
    pool = Pool(of.key, of.kind, row.ceiling_cents, of.max_grants, shared)
    return PoolLine(pool, row.ranked, row.requested_cents, row.granted_cents)


def need_of(row: CalculationNeed) -> Need:
    """What the round still needs, as the engine gave it."""
    cause = Cause(code=row.code, rule=row.rule or None)
    return Need(NeedKind(row.kind), cause, tuple(row.applications), row.pool, row.blocking)


def _cause(regulation: Regulation, code: str, rule: str) -> Cause | None:
    return cause_of(regulation, code, rule or None) if code else None


def _reason(written: Mapping[str, object]) -> Reason:
    numbers, rule = written["numbers"], written["rule"]
    if not isinstance(numbers, dict):
        raise TypeError(written)
    return Reason(
        str(written["code"]),
        None if rule is None else str(rule),
        tuple((name, exact_of(number)) for name, number in numbers.items()),
    )
