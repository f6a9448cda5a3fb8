"""The criteria of a regulation as a page shows them: each with its lid, its weight, its levels and their words."""

from collections.abc import Iterator
from dataclasses import dataclass

from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.dutch import number, points


@dataclass(frozen=True)
class Step:
    """What can be given on a criterion, and when."""

    points: str
    text: str


@dataclass(frozen=True)
class CriterionToRead:
    """A criterion with everything that an assessor or an applicant must know of it."""

    letter: str
    name: str
    rule: str
    text: str
    weight: str
    help: tuple[str, ...]
    steps: tuple[Step, ...]


def criteria_to_read(regulation: Regulation) -> tuple[CriterionToRead, ...]:
    """Every criterion in the order of the article."""
    return tuple(_criterion(regulation, criterion) for criterion in regulation.criteria)


def _criterion(regulation: Regulation, criterion: Criterion) -> CriterionToRead:
    return CriterionToRead(
        letter=criterion.letter,
        name=criterion.name,
        rule=criterion.rule,
        text=criterion.text,
        weight="" if criterion.weight == 1 else number(criterion.weight),
        help=criterion.help,
        steps=tuple(_steps(regulation, criterion)),
    )


def _steps(regulation: Regulation, criterion: Criterion) -> Iterator[Step]:
    for level in regulation.levels(criterion):
        yield Step(points(level.points), level.text)
    if criterion.average is not None:
        for band in criterion.average.bands:
            yield Step(points(band.points), band.text)
    if criterion.any_number_from is not None:
        most = "" if criterion.any_number_to is None else f" tot en met {number(criterion.any_number_to)}"
        yield Step(f"vanaf {points(criterion.any_number_from)}{most}", "elk aantal dat de beoordelaar geeft")
