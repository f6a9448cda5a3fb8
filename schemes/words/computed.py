"""The sum behind a computed criterion in plain Dutch: the own measure, the average, and the band between the two."""

from collections.abc import Iterator
from fractions import Fraction

from schemes.computed import Comparison
from schemes.regulation import Regulation
from schemes.words.dutch import euros, euros_about, listed, number, percentage, points
from schemes.words.phrases import average_phrase, fact_phrase

REQUESTED = "requested_cents"
HUNDREDTHS = 10_000
"""A percentage is shown in hundredths: so many in the whole."""


def sum_in_words(regulation: Regulation, compared: Comparison) -> tuple[str, ...]:
    """Sentences that lead from the facts of the application to its points, one step each."""
    return tuple(_sentences(regulation, compared))


def _sentences(regulation: Regulation, compared: Comparison) -> Iterator[str]:
    letter = compared.criterion.letter
    if compared.mean is None:
        yield f"Geen enkele aanvraag telt mee in het gemiddelde. Daarom zijn er {points(0)} voor {letter}."
    elif compared.own is None:
        yield f"De gegevens voor {letter} bleken niet te kloppen of te ontbreken: {points(compared.points)}."
        yield "Deze aanvraag telt niet mee in het gemiddelde."
    else:
        yield _own(regulation, compared, compared.own)
        yield _mean(regulation, compared, compared.mean)
        yield _place(compared)
        said = "" if compared.band is None else f" «{compared.band.text}»"
        yield f"Dat is{said}: {points(compared.points)}."


def _own(regulation: Regulation, compared: Comparison, own: Fraction) -> str:
    per = [_phrase(regulation, key, compared.entry.number(key)) for key in compared.average.per]
    of = _phrase(regulation, compared.average.of, compared.entry.number(compared.average.of))
    return (
        f"{of[0].upper()}{of[1:]}, gedeeld door {listed(per, 'en door')}{_result(regulation, compared, own)}."
    )


def _mean(regulation: Regulation, compared: Comparison, mean: Fraction) -> str:
    average, many = compared.average, len(compared.counted)
    who = "de ene aanvraag die meetelt" if many == 1 else f"de {number(many)} aanvragen die meetellen"
    if average.joined == "mean_of_ratios":
        is_shown = average_phrase(regulation, compared.criterion) is not None
        told = f" is {_about(mean)}" if is_shown else " is zo ook berekend"
        return f"Het gemiddelde van {who}{told}."
    total = _phrase(regulation, average.of, compared.total(average.of))
    per = _phrase(regulation, average.per[0], compared.total(average.per[0]))
    return f"Van {who} samen: {total}, gedeeld door {per}{_result(regulation, compared, mean)}. Dat is het gemiddelde."


def _result(regulation: Regulation, compared: Comparison, measure: Fraction) -> str:
    """What a division gives, where that is an amount of money per something."""
    per = average_phrase(regulation, compared.criterion)
    return "" if per is None else f", is {_about(measure)}{per}"


def _place(compared: Comparison) -> str:
    """Where it lies: rounded to what is certainly reached, and "ruim" where it is more."""
    difference = compared.difference
    if not difference:
        return "Deze aanvraag ligt precies op het gemiddelde."
    far, side = abs(difference), "onder" if difference < 0 else "boven"
    shown = Fraction(far.numerator * HUNDREDTHS // far.denominator, HUNDREDTHS)
    more = "" if shown == far else "ruim "
    return f"Deze aanvraag ligt {more}{percentage(shown)} {side} het gemiddelde."


def _about(cents: Fraction) -> str:
    """An amount per something, which need not be whole cents."""
    return euros(cents.numerator) if cents.denominator == 1 else f"ongeveer {euros_about(cents)}"


def _phrase(regulation: Regulation, key: str, value: int) -> str:
    """A fact with its value: "€ 15.000 gevraagd", "120 unieke deelnemers"."""
    if key == REQUESTED:
        return f"{euros(value)} gevraagd"
    fact = regulation.fact(key)
    name = f" ({(fact.label or fact.question).lower()})" if fact.unit is None else ""
    return f"{fact_phrase(fact, value)}{name}"
