"""The criteria of a regulation as a page shows them: each with its lid, its weight, its levels and their words."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from schemes.exact import Points
from schemes.regulation import Regulation
from schemes.vocabulary import Criterion
from schemes.words.dutch import listed, number, points


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


@dataclass(frozen=True)
class CriteriaToRead:
    """Criteria on which the same points can be given: those that share a scale, or one alone."""

    criteria: tuple[CriterionToRead, ...]
    steps: tuple[Step, ...]

    @property
    def letters(self) -> str:
        """Their letters, as a heading names them."""
        return listed([criterion.letter for criterion in self.criteria], "en")


def criteria_to_read(regulation: Regulation) -> tuple[CriteriaToRead, ...]:
    """Every criterion in the order of the article; those that follow each other on one scale together."""
    groups = groupby(regulation.criteria, key=lambda criterion: criterion.scale or criterion.letter)
    return tuple(_together(regulation, tuple(criteria)) for _, criteria in groups)


def points_to_give(regulation: Regulation, criterion: Criterion) -> str:
    """What an applicant can get on a criterion that people score, weighed: "U kunt hier 0, 3 of 6 punten krijgen."."""
    given = sorted(level.points * criterion.weight for level in regulation.levels(criterion))
    if given:
        return f"U kunt hier {listed([number(each) for each in given], 'of')} punten krijgen."
    if criterion.any_number_to is None:
        return ""
    return f"U kunt hier ten hoogste {points(criterion.any_number_to * criterion.weight)} krijgen."


def most_points(regulation: Regulation, criterion: Criterion) -> Points | None:
    """The most that a criterion can give, weighed; None where the article sets no end."""
    given = [level.points for level in regulation.levels(criterion)]
    if criterion.average is not None:
        given.extend(band.points for band in criterion.average.bands)
    if given:
        return max(given) * criterion.weight
    return None if criterion.any_number_to is None else criterion.any_number_to * criterion.weight


def _together(regulation: Regulation, criteria: tuple[Criterion, ...]) -> CriteriaToRead:
    return CriteriaToRead(
        tuple(_criterion(criterion) for criterion in criteria), tuple(_steps(regulation, criteria[0]))
    )


def _criterion(criterion: Criterion) -> CriterionToRead:
    return CriterionToRead(
        letter=criterion.letter,
        name=criterion.name,
        rule=criterion.rule,
        text=criterion.text,
        weight="" if criterion.weight == 1 else number(criterion.weight),
        help=criterion.help,
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
