"""The established points of a round: as they are handed to the engine, and as they are laid down."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from grants.models import Application, EstablishedScore, Establishment, GrantRound, RoundPoints
from grants.scheme_input import Beside, MissingKind, prepare
from schemes.computed import Comparison, comparisons
from schemes.exact import Points, exact_json, exact_of, lowest_terms
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria

NO_COMPARISONS: tuple[Comparison, ...] = ()


def established_in(grant_round: GrantRound) -> dict[str, dict[str, Fraction]]:
    """Of each reference the points by letter, before weighing, as they were last established. Two queries."""
    last = (
        Establishment.objects.filter(application__round=grant_round)
        .order_by("application_id", "-number")
        .distinct("application_id")
    )
    scores = EstablishedScore.objects.filter(establishment__in=list(last)).select_related(
        "establishment__application"
    )
    found: dict[str, dict[str, Fraction]] = {}
    for each in scores:
        reference = each.establishment.application.reference or ""
        if each.points is not None:
            found.setdefault(reference, {})[each.letter] = each.points
    return found


def points_as_json(grant_round: GrantRound) -> dict[str, object]:
    """The same, as the file format writes points: an integer, or "17/2" in lowest terms."""
    return {
        reference: {letter: exact_json(points) for letter, points in sorted(given.items())}
        for reference, given in sorted(established_in(grant_round).items())
    }


def counting_in(grant_round: GrantRound, regulation: Regulation) -> list[str]:
    """The references of who counts in the averages now. The regulation says whether that is only who competes."""
    counts = {one.average.counts for one in regulation.criteria if one.average is not None}
    received = prepare(grant_round).round_input.entries
    return [each.id for each in received if each.admissible or "all" in counts]


def beside_of(grant_round: GrantRound, regulation: Regulation) -> Beside:
    """What the calculation takes of the assessing: the points, and who counts in the averages.

    Once the points of the round were established, who counts is fixed: whoever was withdrawn or found inadmissible
    afterwards keeps counting, and whoever came in afterwards does not.
    """
    letters = [criterion.letter for criterion in scored_criteria(regulation)]
    last = grant_round.round_points.order_by("number").last()
    points = _as_established(grant_round) if last is None else _as_laid_down(last)
    scores = {
        reference: tuple(given[letter] for letter in letters)
        for reference, given in points.items()
        if all(letter in given for letter in letters)
    }
    return Beside(scores=scores, counts_in_average=_fixed(grant_round, regulation, last))


def _as_established(grant_round: GrantRound) -> dict[str, dict[str, Points]]:
    return {
        reference: {letter: lowest_terms(points) for letter, points in given.items()}
        for reference, given in established_in(grant_round).items()
    }


def _as_laid_down(last: RoundPoints) -> dict[str, dict[str, Points]]:
    """The points of the round as a whole, which one row holds, however many there are."""
    return {
        reference: {letter: exact_of(points) for letter, points in given.items()}
        for reference, given in last.points.items()
    }


def _fixed(grant_round: GrantRound, regulation: Regulation, last: RoundPoints | None) -> dict[str, bool]:
    """Once the points of the round were established: of everyone whether they count in the averages, if there are any."""
    if last is None or all(criterion.average is None for criterion in regulation.criteria):
        return {}
    received = Application.objects.filter(round=grant_round).exclude(reference=None)
    references = map(str, received.values_list("reference", flat=True))
    return {reference: reference in last.counted for reference in references}


@dataclass(frozen=True)
class Sums:
    """The computed criteria of a round, by reference; or of whom a fact is missing, and then nothing is computed."""

    compared: Mapping[str, tuple[Comparison, ...]]
    missing: tuple[str, ...] = ()

    def of(self, application: Application) -> tuple[Comparison, ...]:
        """Those of this application; none where there are none, or none yet."""
        return self.compared.get(str(application.reference), NO_COMPARISONS)


def sums_in(grant_round: GrantRound, regulation: Regulation) -> Sums:
    """The computed criteria as they are now; as they were fixed, once the points of the round were established."""
    if all(criterion.average is None for criterion in regulation.criteria):
        return Sums({})
    last = grant_round.round_points.order_by("number").last()
    prepared = prepare(grant_round, Beside(counts_in_average=_fixed(grant_round, regulation, last)))
    for missing in prepared.missing:
        if missing.kind is MissingKind.FACTS:
            return Sums({}, missing.applications)
    return Sums(comparisons(regulation, prepared.round_input.entries))
