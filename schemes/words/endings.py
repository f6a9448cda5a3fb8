"""How a line ended, in one sentence with its rule: granted, refused, or still open and what it can become."""

from dataclasses import dataclass
from typing import assert_never

from schemes.amounts import claim_of
from schemes.competition import grants_of
from schemes.exact import Points
from schemes.regulation import PoolKind, Regulation
from schemes.round import Line, PoolLine, Status
from schemes.rules import AmountBand, AtMost, Distance, LowScore, ProRata, ShareOf, Spread
from schemes.vocabulary import Cause, FactBeyond, PointsBelow, Threshold
from schemes.words.dutch import counted, euros, listed, number, percentage, points
from schemes.words.phrases import at_most_points, condition_phrase, fact_phrase, needed_phrase


@dataclass(frozen=True, slots=True)
class Ended:
    """The sentence, and the rule on which it rests."""

    text: str
    rule: str | None


@dataclass(frozen=True, slots=True)
class Ending:
    """A line with what is needed to tell how it ended."""

    regulation: Regulation
    pool: PoolLine
    line: Line

    @property
    def kind(self) -> PoolKind:
        """The kind of list the line is on."""
        return self.regulation.pool_kind(self.pool.pool.kind)

    @property
    def claim(self) -> int:
        """What it could get at most, in cents."""
        return claim_of(self.regulation, self.line.entry, self.line.total or 0)

    def number(self, name: str) -> Points | None:
        """A number of the last reason."""
        return dict(self.line.reasons[-1].numbers).get(name) if self.line.reasons else None


def ending(case: Ending) -> Ended:
    """How the line ended."""
    cause = case.line.reason
    if cause is None:
        return _granted(case)
    match case.line.status:
        case Status.GRANTED | Status.PARTIALLY_GRANTED:
            return _partly(case, cause)
        case Status.REFUSED_INADMISSIBLE:
            text = "De aanvraag voldoet niet aan de eisen en is daarom niet gerangschikt. De aanvraag wordt geweigerd."
            return Ended(text, cause.rule)
        case Status.REFUSED_THRESHOLD:
            return _below_threshold(case, cause)
        case Status.REFUSED_CEILING:
            return _no_room(case, cause)
        case Status.REFUSED_DISCRETIONARY:
            return _refused_at_discretion(case, cause)
        case Status.AWAITING_LOTTERY:
            return Ended(f"De volgorde moet nog door loting worden bepaald. {_range(case)}", cause.rule)
        case Status.UNDECIDED:
            return _undecided(case, cause)
        case _:
            assert_never(case.line.status)


def _granted(case: Ending) -> Ended:
    amount = euros(case.line.most_cents)
    if not case.pool.ranked:
        return Ended(
            f"Alle aanvragen passen samen binnen {_limit(case)}. Er hoefde niet te worden gerangschikt. "
            f"Het gevraagde bedrag van {amount} wordt verleend.",
            case.kind.rule,
        )
    text = f"Toen de aanvraag aan de beurt was, was er genoeg over. Het gevraagde bedrag van {amount} wordt verleend."
    pool, number_reached = case.pool.pool, case.kind.number_reached
    without_ceiling = pool.ceiling_cents is None and pool.ceiling_id is None
    cause = number_reached if without_ceiling and number_reached is not None else case.kind.ceiling_reached
    return Ended(text, cause.rule)


def _limit(case: Ending) -> str:
    pool = case.pool.pool
    if pool.ceiling_cents is not None:
        return f"het plafond van {euros(pool.ceiling_cents)}"
    return "wat beschikbaar is"


def _partly(case: Ending, cause: Cause) -> Ended:
    got, requested = euros(case.line.most_cents), euros(case.line.entry.requested_cents)
    match cause:
        case Spread():
            text = f"Voor een dekkende en evenwichtige spreiding is het bedrag verlaagd van {requested} tot {got}."
        case AmountBand():
            text = f"Vanaf {points(cause.from_points)} wordt ten hoogste {euros(cause.most_cents)} verleend. Gevraagd is {requested}; {got} wordt verleend."
        case ShareOf():
            question, share = case.regulation.fact(cause.fact).question, percentage(cause.share)
            text = (
                f"Verleend wordt ten hoogste {share} van het antwoord op «{question}». Gevraagd is {requested}; {got} "
                "wordt verleend."
            )
        case ProRata():
            text = (
                f"Voor de aanvragen die gelijk eindigden was niet genoeg over. Wat er was, is verdeeld naar verhouding van "
                f"de bedragen: van {euros(case.claim)} wordt {got} verleend."
            )
        case _ if cause == case.regulation.allocation.eligible_amount:
            text = f"Van de gevraagde {requested} komt {euros(case.claim)} in aanmerking voor subsidie. Dat bedrag wordt verleend."
        case _:
            text = (
                f"Toen de aanvraag aan de beurt was, was er nog {got} over. Gevraagd is {requested}. Subsidie wordt "
                f"geweigerd voor zover het plafond zou worden overschreden; {got} wordt verleend."
            )
    return Ended(text, cause.rule)


def _below_threshold(case: Ending, cause: Cause) -> Ended:
    texts = [_failed(case, threshold) for threshold in case.regulation.thresholds if threshold == cause]
    return Ended(f"{' '.join(texts)} De aanvraag komt niet voor subsidie in aanmerking.", cause.rule)


def _failed(case: Ending, threshold: Threshold) -> str:
    """What the threshold asks, and what was reached."""
    condition, got = threshold.refused_when, case.number("points")
    if isinstance(condition, PointsBelow) and got is not None:
        needed = needed_phrase(condition)
        where = "daar " if condition.of else ""
        return f"{needed[0].upper()}{needed[1:]} en de aanvraag kreeg {where}{points(got)}."
    start = f"Wie {condition_phrase(case.regulation, condition)} heeft, valt af."
    if isinstance(condition, FactBeyond):
        answer = case.line.entry.number(condition.fact)
        return (
            f"{start} Bij deze aanvraag is dat {fact_phrase(case.regulation.fact(condition.fact), answer)}."
        )
    return f"{start} De aanvraag kreeg in totaal {points(case.line.total or 0)}."


def _no_room(case: Ending, cause: Cause) -> Ended:
    number_reached = case.kind.number_reached
    if isinstance(cause, AtMost):
        text = _group_full(case, cause)
    elif isinstance(cause, ShareOf):
        share = percentage(cause.share)
        question = case.regulation.fact(cause.fact).question
        text = (
            f"Van het antwoord op «{question}» is {share} minder dan een cent. De aanvraag wordt geweigerd."
        )
    elif number_reached is not None and cause == number_reached:
        text = _number_reached(case)
    elif cause == case.kind.ceiling_reached:
        text = _ceiling_reached(case)
    else:
        text = (
            "Het grootste aantal aanvragen met zo veel punten is al gehonoreerd. De aanvraag wordt geweigerd."
        )
    return Ended(text, cause.rule)


def _group_full(case: Ending, limit: AtMost) -> str:
    value = case.line.entry.facts[limit.fact]
    granted = counted(limit.grants, "hoger geplaatste aanvraag", "hoger geplaatste aanvragen")
    return f"Voor «{value}» is al subsidie verleend aan {granted}, en meer kan niet. De aanvraag wordt geweigerd."


def _number_reached(case: Ending) -> str:
    if case.kind.grants == 1:
        return "De enige plaats is naar een hoger geplaatste aanvraag gegaan. De aanvraag wordt geweigerd."
    most = grants_of(case.regulation, case.pool.pool) or 0
    can_be = "kan 1 aanvraag" if most == 1 else f"kunnen {number(most)} aanvragen"
    return (
        f"Er {can_be} worden gehonoreerd. Dat aantal was bereikt toen deze aanvraag aan de beurt was. De aanvraag "
        "wordt geweigerd."
    )


def _ceiling_reached(case: Ending) -> str:
    left, asked = case.number("left_cents"), euros(case.claim)
    if left is None:
        return f"Toen de aanvraag aan de beurt was, was er niet genoeg over voor {asked}. De aanvraag wordt geweigerd."
    if left == 0:
        return f"Toen de aanvraag aan de beurt was, was {_nothing_left(case)}. De aanvraag wordt geweigerd."
    if left >= case.claim:
        return (
            f"De verdeling is geëindigd bij een hoger geplaatste aanvraag die niet meer paste. De {euros(int(left))} die "
            "toen over was, wordt niet verdeeld. De aanvraag wordt geweigerd."
        )
    return (
        f"Toen de aanvraag aan de beurt was, was er nog {euros(int(left))} over. Dat is te weinig voor {asked}. "
        "De aanvraag wordt geweigerd."
    )


def _nothing_left(case: Ending) -> str:
    """That the ceiling was reached; where it is shared, or there is none of its own, that nothing was left."""
    pool = case.pool.pool
    if pool.ceiling_cents is None or pool.ceiling_id is not None:
        return "er niets meer over"
    return f"{_limit(case)} bereikt"


def _refused_at_discretion(case: Ending, cause: Cause) -> Ended:
    match cause:
        case LowScore():
            which = listed(cause.criteria, "of" if cause.on == "any" else "en")
            text = f"Een aanvraag met {at_most_points(cause.at_most)} op criterium {which} kan worden geweigerd. Het college heeft daartoe besloten."
        case Spread():
            text = "Het college heeft de aanvraag geweigerd voor een dekkende en evenwichtige spreiding."
        case Distance():
            text = (
                f"Op minder dan {number(cause.metres)} meter is een aanvraag met meer punten gehonoreerd. Het college "
                "kan de aanvraag dan weigeren en heeft daartoe besloten."
            )
        case _:
            text = (
                f"Er was minder over dan de {euros(case.claim)} die nodig is. De aanvrager kan de activiteit daarmee niet "
                "uitvoeren. De aanvraag wordt geweigerd."
            )
    return Ended(text, cause.rule)


def _undecided(case: Ending, cause: Cause) -> Ended:
    if not case.line.decisions_needed:
        return Ended(
            f"De uitkomst hangt af van een loting of beslissing over andere aanvragen. {_range(case)}", None
        )
    found = {item.key: item for item in case.regulation.discretions if isinstance(item, LowScore | Distance)}
    owed = listed([_question(found[key]) for key in case.line.decisions_needed])
    return Ended(f"Het college moet nog beslissen {owed}. {_range(case)}", cause.rule)


def _question(discretion: LowScore | Distance) -> str:
    match discretion:
        case LowScore():
            which = listed(discretion.criteria, "of" if discretion.on == "any" else "en")
            return f"of de aanvraag om de lage score op criterium {which} wordt geweigerd"
        case Distance():
            metres = number(discretion.metres)
            return (
                f"of de aanvraag wordt geweigerd omdat op minder dan {metres} meter een aanvraag met meer punten is "
                "gehonoreerd"
            )
        case _:
            assert_never(discretion)


def _range(case: Ending) -> str:
    least, most = case.line.least_cents, case.line.most_cents
    if least == most:
        return f"Het bedrag is in elk geval {euros(most)}."
    if least == 0:
        return f"Het bedrag wordt ten hoogste {euros(most)}, en het kan ook niets worden."
    return f"Het bedrag wordt ten minste {euros(least)} en ten hoogste {euros(most)}."
