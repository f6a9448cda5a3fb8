"""The established points of a round: as they are handed to the engine, and as they are laid down."""

from fractions import Fraction

from grants.models import Application, EstablishedScore, Establishment, GrantRound
from grants.scheme_input import Beside
from grants.standings import IN_THE_RUNNING
from schemes.exact import Points, exact_json, lowest_terms
from schemes.regulation import Regulation
from schemes.scoring import scored_criteria


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


def beside_of(grant_round: GrantRound, regulation: Regulation) -> Beside:
    """What the calculation takes of the assessing: the points, and who keeps counting in the averages.

    Whoever was withdrawn or found inadmissible after the points of the round were established, keeps counting.
    """
    letters = [criterion.letter for criterion in scored_criteria(regulation)]
    scores = {
        reference: tuple(_lowest(given[letter]) for letter in letters)
        for reference, given in established_in(grant_round).items()
        if all(letter in given for letter in letters)
    }
    fixed = grant_round.round_points.order_by("number").last()
    left = Application.objects.filter(round=grant_round, reference__in=fixed.counted if fixed else [])
    return Beside(
        scores=scores,
        counts_in_average={
            each.reference or "": True for each in left.exclude(standing__in=IN_THE_RUNNING).only("reference")
        },
    )


def _lowest(points: Fraction) -> Points:
    return lowest_terms(points)
