"""What the calculation found, as the lines, draws, warnings and needs of an outcome."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from schemes.grounds import Grounds
from schemes.ledger import Ledger
from schemes.ranking import Tie
from schemes.round import (
    Line,
    LotteryGroup,
    Need,
    NeedKind,
    Outcome,
    Place,
    Pool,
    PoolLine,
    Status,
    WithoutEffect,
)
from schemes.rules import Lots
from schemes.vocabulary import Cause

DECISION_NEEDED = "decision_needed"
DEPENDS_ON_OTHERS = Cause(code="depends_on_others")
OUT_OF_RANKING = (Status.REFUSED_INADMISSIBLE, Status.REFUSED_THRESHOLD)


@dataclass(frozen=True)
class Report:
    """The outcome that follows from a ledger."""

    ledger: Ledger

    def outcome(self) -> Outcome:
        """Lines and pools by id, draws by pool and place, warnings and needs."""
        ledger = self.ledger
        ids = [entry.id for entry in ledger.round_input.entries]
        rows = sorted(range(len(ids)), key=ids.__getitem__)
        grounds = Grounds(ledger.regulation)
        groups = tuple(self._group(*draw) for draw in self._sorted_draws())
        lines = tuple([self._line(row, grounds) for row in rows])
        needs = (*self._draw_needs(groups), *self._decision_needs(lines))
        return Outcome(
            ledger.regulation, lines, tuple(self._pools(lines)), groups, tuple(self._warnings(rows)), needs
        )

    # ── Lines ─────────────────────────────────────────────────────────────────────────────────────

    def _line(self, row: int, grounds: Grounds) -> Line:
        ledger = self.ledger
        needed = self._decisions_needed(row) if row in ledger.asked else ()
        certain = None if row in ledger.several or row in ledger.bounds else ledger.single[row]
        reason: Cause | None
        if certain is None:
            granted = None
            least, most = self._range(row)
            status, reason = self._open_status(row, needed)
        else:
            status, granted, reason = certain
            least = most = granted
        broken_by = ledger.broken_by.get(row, ())
        points = ledger.points[row]
        return Line(
            ledger.round_input.entries[row],
            points,
            None if points is None else ledger.totals[row],
            status not in OUT_OF_RANKING,
            ledger.ranks.get(row),
            ledger.ties.get(row),
            broken_by[-1].tie.rule if broken_by else None,
            status,
            granted,
            least,
            most,
            reason,
            needed,
            grounds.of(row, ledger, status, reason, broken_by),
        )

    def _range(self, row: int) -> tuple[int, int]:
        awards = self.ledger.several.get(row) or {
            award for award in (self.ledger.single.get(row),) if award is not None
        }
        ranges = [(award.cents, award.cents) for award in awards]
        if row in self.ledger.bounds:
            ranges.append(self.ledger.bounds[row])
        return min(low for low, _ in ranges), max(high for _, high in ranges)

    def _decisions_needed(self, row: int) -> tuple[str, ...]:
        asked = self.ledger.asked[row]
        return tuple(found.key for found in self.ledger.regulation.discretions if found.key in asked)

    def _open_status(self, row: int, needed: tuple[str, ...]) -> tuple[Status, Cause]:
        if needed:
            rules = {found.key: found.rule for found in self.ledger.regulation.discretions}
            return Status.UNDECIDED, Cause(code=DECISION_NEEDED, rule=rules[needed[0]])
        if row in self._waiting:
            return Status.AWAITING_LOTTERY, self._lottery_needed
        return Status.UNDECIDED, DEPENDS_ON_OTHERS

    @cached_property
    def _waiting(self) -> set[int]:
        """The rows in a draw that is still to be held and that affects them."""
        return {
            row
            for _, tie, rows in self.ledger.draws
            if not tie.drawn
            for row in rows
            if tie.outer or row in tie.affected
        }

    @cached_property
    def _lottery_needed(self) -> Cause:
        rule = self.ledger.regulation.tie_breaks[-1]
        return Cause(code=rule.needed, rule=rule.rule) if isinstance(rule, Lots) else DEPENDS_ON_OTHERS

    # ── Pools ─────────────────────────────────────────────────────────────────────────────────────

    def _pools(self, lines: Sequence[Line]) -> Iterator[PoolLine]:
        ledger = self.ledger
        requested = {pool.id: 0 for pool in ledger.round_input.pools}
        granted = dict(requested)
        for line in lines:
            if line.eligible:
                requested[line.entry.pool] += line.entry.requested_cents
                granted[line.entry.pool] += line.granted_cents or 0
        for pool in sorted(ledger.round_input.pools, key=lambda pool: pool.id):
            certain = self._granted(pool, granted[pool.id])
            yield PoolLine(pool, pool.id in ledger.ranked, requested[pool.id], certain)

    def _granted(self, pool: Pool, without_list: int) -> int | None:
        """What a pool gives: as found by the walk down its list, or what its lines get where it has none."""
        if pool.id in self.ledger.open_totals:
            return None
        totals = self.ledger.totals_by_pool.get(pool.id)
        if totals is None:
            return without_list
        return next(iter(totals)) if len(totals) == 1 else None

    # ── Draws ─────────────────────────────────────────────────────────────────────────────────────

    def _sorted_draws(self) -> list[tuple[str, Tie, tuple[int, ...]]]:
        return sorted(self.ledger.draws, key=lambda draw: (draw[0], draw[1].start))

    def _ids(self, rows: Sequence[int] | set[int]) -> tuple[str, ...]:
        return tuple(sorted(self.ledger.round_input.entries[row].id for row in rows))

    def _group(self, name: str, tie: Tie, rows: tuple[int, ...]) -> LotteryGroup:
        affects = tie.outer or bool(tie.affected)
        return LotteryGroup(
            pool=name,
            ids=self._ids(rows),
            cause=tie.rule,
            drawn=tie.drawn,
            conditional=tie.whole,
            affects_outcome=None if tie.drawn else affects,
            affected_ids=None if tie.drawn or tie.outer else self._ids(tie.affected),
            places=None if tie.outer else self._places(tie, affects=affects or tie.drawn),
            outer=tie.outer,
        )

    def _places(self, tie: Tie, *, affects: bool) -> tuple[Place, ...]:
        """The statuses at each place; where the draw cannot matter, those of all members at each."""
        together = set().union(*tie.statuses)
        return tuple(
            Place(tie.start + 1 + at, tuple(sorted(statuses if affects else together)))
            for at, statuses in enumerate(tie.statuses)
        )

    # ── Warnings and needs ────────────────────────────────────────────────────────────────────────

    def _warnings(self, rows: Sequence[int]) -> Iterator[WithoutEffect]:
        keys = [*(found.key for found in self.ledger.regulation.discretions), "remainder"]
        for row in rows:
            entry = self.ledger.round_input.entries[row]
            if not entry.decisions:
                continue
            for key in keys:
                said = entry.decisions.get(key, "keep")
                if said != "keep" and (row, key) not in self.ledger.effective:
                    yield WithoutEffect(entry.id, key)

    def _draw_needs(self, groups: Sequence[LotteryGroup]) -> Iterator[Need]:
        for group in groups:
            if not group.drawn:
                yield Need(
                    NeedKind.DRAW, self._lottery_needed, group.ids, group.pool, group.affects_outcome is True
                )

    def _decision_needs(self, lines: Sequence[Line]) -> Iterator[Need]:
        discretions = {found.key: found for found in self.ledger.regulation.discretions}
        for line in lines:
            for key in line.decisions_needed:
                who, pool = (line.entry.id,), line.entry.pool
                yield Need(NeedKind.DECISION, discretions[key], who, pool, blocking=True)
