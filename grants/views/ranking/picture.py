"""The ceiling in a picture: how high the amounts add up in order of rank, and where the money ends."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grants.enums import LineStatus
from grants.models import OutcomeLine
from schemes.words.dutch import euros

WIDTH, HEIGHT = 1000, 300
LEFT, TOP, BOTTOM = 90, 30, 50
MOST = 40
"""How many applications fit beside each other."""

ROOM_FOR_PLACE, ROOM_FOR_AMOUNT = 18, 60
STEPS = (1, 2, 5)
NOTHING = frozenset({LineStatus.REFUSED_DISCRETIONARY})


@dataclass(frozen=True)
class Block:
    """A rectangle: `below` is what went to who stands higher, `fits`, `open` and `over` are its own amount."""

    kind: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Mark:
    """Text at a place in the picture."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Picture:
    """Everything that is drawn, in the units of the picture. `left_out` is how many did not fit in."""

    blocks: Sequence[Block]
    places: Sequence[Mark]
    amounts: Sequence[Mark]
    scale: Sequence[Mark]
    ceiling: Mark
    left_out: int
    width: int = WIDTH
    height: int = TOP + HEIGHT + BOTTOM
    left: int = LEFT
    foot: int = TOP + HEIGHT


@dataclass(frozen=True)
class _Step:
    """A place on the list: who shares it, and the amounts from which it goes on and to which it comes, in cents."""

    lines: Sequence[OutcomeLine]
    begin: int
    end: int
    kind: str


def picture_of(lines: Sequence[OutcomeLine], ceiling_cents: int, total: int) -> Picture | None:
    """The picture of a list: its first lines, in order, of `total`. None where there is nothing to see."""
    steps = list(_steps(lines))
    if not steps:
        return None
    highest = max(ceiling_cents, *(step.end for step in steps), 1)
    unit = (WIDTH - LEFT) / len(lines)
    blocks: list[Block] = []
    places: list[Mark] = []
    amounts: list[Mark] = []
    at = 0
    for step in steps:
        x, width = LEFT + round(at * unit), round(len(step.lines) * unit)
        at += len(step.lines)
        blocks += _blocks(step, x, width, highest)
        if width >= ROOM_FOR_PLACE:
            places.append(Mark(x + width // 2, TOP + HEIGHT + 20, _places(step.lines)))
        if width >= ROOM_FOR_AMOUNT:
            amounts.append(Mark(x + width // 2, _y(step.end, highest) - 6, euros(step.end - step.begin)))
    line = Mark(LEFT + 6, _y(ceiling_cents, highest), euros(ceiling_cents))
    return Picture(blocks, places, amounts, list(_scale(highest)), line, total - len(lines))


def _steps(lines: Iterable[OutcomeLine]) -> Iterator[_Step]:
    """Who was refused after a decision asks nothing of the money any more."""
    reached = 0
    for _rank, together in groupby(lines, key=lambda line: line.rank):
        sharing = list(together)
        kinds = {line.status for line in sharing}
        amount = sum(_amount(line) for line in sharing)
        yield _Step(sharing, reached, reached + amount, _kind(kinds))
        reached += amount


def _amount(line: OutcomeLine) -> int:
    if line.status in NOTHING:
        return 0
    return line.granted_cents or line.grantable_cents


def _kind(statuses: set[str]) -> str:
    if statuses <= {LineStatus.GRANTED, LineStatus.PARTIALLY_GRANTED}:
        return "fits"
    return "over" if statuses <= {LineStatus.REFUSED_CEILING, *NOTHING} else "open"


def _blocks(step: _Step, x: int, width: int, highest: int) -> Iterator[Block]:
    inner, begin, end = max(width - 6, 2), _y(step.begin, highest), _y(step.end, highest)
    if step.kind != "over" and step.begin:
        yield Block("below", x + 3, begin, inner, TOP + HEIGHT - begin)
    yield Block(step.kind, x + 3, end, inner, max(begin - end, 1))


def _y(cents: int, highest: int) -> int:
    return TOP + HEIGHT - cents * HEIGHT // highest


def _places(lines: Sequence[OutcomeLine]) -> str:
    rank = lines[0].rank or 0
    return str(rank) if len(lines) == 1 else f"{rank}–{rank + len(lines) - 1}"


def _scale(highest: int) -> Iterator[Mark]:
    """Round amounts along the side, four to nine of them."""
    step = _round_step(highest)
    for cents in range(0, highest + 1, step):
        yield Mark(LEFT - 8, _y(cents, highest), euros(cents))


def _round_step(highest: int) -> int:
    power = 1
    while True:
        for step in STEPS:
            if highest // (step * power) < 6:
                return step * power
        power *= 10
