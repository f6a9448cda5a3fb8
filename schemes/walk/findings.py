"""What a walk through the possible outcomes finds about each row."""

from dataclasses import dataclass, field

from schemes.cases import Award


@dataclass(slots=True)
class Found:
    """What the walk found: the awards that are possible, and bounds where not every award was tried.

    `single` holds the first award found, `awards` all of them where they differ. `left`: what was left of the
    money when a row was refused. `open_totals`: pools whose total is not certain.
    """

    awards: dict[int, set[Award]] = field(default_factory=dict)
    single: dict[int, Award] = field(default_factory=dict)
    bounds: dict[int, tuple[int, int]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    totals: dict[int, set[int]] = field(default_factory=dict)
    open_totals: set[int] = field(default_factory=set)

    def award(self, row: int, award: Award) -> None:
        """Note that this award is possible."""
        first = self.single.setdefault(row, award)
        if first is not award and first != award:
            self.awards.setdefault(row, {first}).add(award)

    def is_open(self, row: int) -> bool:
        """Whether more than one outcome is possible for a row."""
        return row in self.awards or row in self.bounds

    def open_rows(self) -> set[int]:
        """The rows for which more than one outcome is possible."""
        return {*self.awards, *self.bounds}

    def can_get(self, row: int) -> int:
        """The most that a row can get, in cents."""
        awards = self.awards.get(row, ())
        return max(self.bounds.get(row, (0, 0))[1], max((award.cents for award in awards), default=0))

    def bound(self, row: int, least: int, most: int) -> None:
        """Note that awards from `least` to `most` are possible, and that they are not all the same."""
        low, high = self.bounds.get(row, (least, most))
        self.bounds[row] = (min(low, least), max(high, most))
