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

    def bound(self, row: int, least: int, most: int) -> None:
        """Note that awards from `least` to `most` are possible, and that they are not all the same."""
        low, high = self.bounds.get(row, (least, most))
        self.bounds[row] = (min(low, least), max(high, most))
