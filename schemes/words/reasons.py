"""Why a line is what it is, in Dutch sentences that can stand in a letter, each with its rule.

`sentences` walks through the reasons of a line in order. What an official wrote about a decision is added to the
sentence about it. The words for conditions, codes and kinds come from the regulation's own values.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from schemes.exact import Points, unweighted
from schemes.regulation import Regulation
from schemes.round import Line, Outcome, PoolLine, Reason
from schemes.rules import BestFirst, ByFact, HighestOn, Lots, LowestRequested, Priority, ProRata
from schemes.vocabulary import PointsBelow, Threshold
from schemes.words.dutch import (
    counted,
    euros,
    euros_about,
    listed,
    number,
    ordinal,
    percentage,
    points,
    rule_in_words,
)
from schemes.words.endings import Ending, ending
from schemes.words.phrases import average_phrase, condition_phrase, fact_phrase, needed_phrase

Separator = HighestOn | LowestRequested | ByFact | Lots | ProRata | Priority | BestFirst
NOTHING_SAID: Mapping[str, str] = {}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence, and the rule on which it rests (None where it only states a fact of the round)."""

    text: str
    rule: str | None = None

    def __str__(self) -> str:
        """The sentence with its rule in words between brackets."""
        return f"{self.text} ({rule_in_words(self.rule)})" if self.rule else self.text


def sentences(outcome: Outcome, line: Line, said: Mapping[str, str] = NOTHING_SAID) -> tuple[Sentence, ...]:
    """The motivering of a line. `said` holds what the official wrote, by the key of the decision."""
    return sentences_of(outcome.regulation, outcome.pool(line.entry.pool), line, said)


def sentences_of(
    regulation: Regulation, pool: PoolLine, line: Line, said: Mapping[str, str] = NOTHING_SAID
) -> tuple[Sentence, ...]:
    """The same for a line that is known with its pool, without the rest of the outcome."""
    return tuple(_Writer(regulation, pool, line, said).sentences())


@dataclass(frozen=True, slots=True)
class _Writer:
    regulation: Regulation
    pool: PoolLine
    line: Line
    said: Mapping[str, str]

    def sentences(self) -> list[Sentence]:
        """The steps, the place on the list, and how it ended."""
        steps = self.line.reasons if self.line.reason is None else self.line.reasons[:-1]
        thresholds = iter(self.regulation.thresholds)
        written = [self._step(reason, thresholds) for reason in steps]
        written.extend(self._place())
        written.append(self._ending())
        return written

    # ── Steps ─────────────────────────────────────────────────────────────────────────────────────

    def _step(self, reason: Reason, thresholds: Iterator[Threshold]) -> Sentence:
        if reason.code == "total_points":
            return Sentence(self._total(reason), reason.rule)
        if reason.code == "compared_to_average":
            return Sentence(self._average(reason), reason.rule)
        if reason.code == "threshold_met":
            return Sentence(self._threshold_met(next(thresholds)), reason.rule)
        rule = self._rule_of(reason.code)
        match rule:
            case HighestOn():
                return Sentence(self._points_compared(rule, reason), reason.rule)
            case LowestRequested():
                return Sentence(self._amounts_compared(reason), reason.rule)
            case ByFact():
                return Sentence(self._facts_compared(rule, reason), reason.rule)
            case Lots() | ProRata():
                return Sentence(self._lot(reason), reason.rule)
            case Priority() | BestFirst():
                return Sentence(self._class(rule, reason), reason.rule)
            case _:
                assert_never(rule)

    def _rule_of(self, code: str) -> Separator:
        regulation = self.regulation
        rules: list[Separator] = [*regulation.tie_breaks, *regulation.priorities]
        rules.extend([] if regulation.best_first is None else [regulation.best_first])
        return {rule.code: rule for rule in rules}[code]

    def _total(self, reason: Reason) -> str:
        numbers = dict(reason.numbers)
        total = points(numbers["points"])
        if "attainable" in numbers:
            total = f"{number(numbers['points'])} van de {points(numbers['attainable'])}"
        return f"De aanvraag kreeg {total}: {listed(self._per_criterion())}."

    def _per_criterion(self) -> list[str]:
        rows = zip(self.regulation.criteria, self.line.points or (), strict=True)
        return [
            f"{criterion.letter} {criterion.name} {_product(got, criterion.weight)}"
            for criterion, got in rows
        ]

    def _average(self, reason: Reason) -> str:
        numbers = dict(reason.numbers)
        criterion = next(found for found in self.regulation.criteria if found.rule == reason.rule)
        if "average" not in numbers:
            return f"Voor {criterion.letter} ontbreken de gegevens; daarvoor zijn geen punten gegeven."
        per = average_phrase(self.regulation, criterion)
        share = percentage(numbers["share"])
        if per is None:
            return f"De punten voor {criterion.letter} zijn berekend: {share} van het gemiddelde."
        own, mean = euros_about(numbers["measure"]), euros_about(numbers["average"])
        return f"De punten voor {criterion.letter} zijn berekend: {own}{per}, {share} van het gemiddelde van {mean}."

    def _threshold_met(self, threshold: Threshold) -> str:
        if isinstance(threshold.refused_when, PointsBelow):
            return f"Dat is genoeg: {needed_phrase(threshold.refused_when)}."
        fails = condition_phrase(self.regulation, threshold.refused_when)
        return f"Daarmee komt de aanvraag in aanmerking: alleen wie {fails} heeft, valt af."

    def _points_compared(self, rule: HighestOn, reason: Reason) -> str:
        names = {criterion.letter: criterion.name for criterion in self.regulation.criteria}
        where = listed([f"{letter} ({names[letter]})" for letter in rule.criteria])
        on = f"criterium {where}" if len(rule.criteria) == 1 else f"de criteria {where} samen"
        start = f"{self._tied(reason)} Dan gaat voor wie op {on} de meeste punten heeft. "
        return start + self._sides(reason, "points", points)

    def _amounts_compared(self, reason: Reason) -> str:
        start = f"{self._tied(reason)} Dan gaat het laagste aangevraagde bedrag voor. "
        return start + self._sides(reason, "requested_cents", lambda cents: euros(int(cents)))

    def _facts_compared(self, rule: ByFact, reason: Reason) -> str:
        fact = self.regulation.fact(rule.fact)
        first = "laagste" if rule.first == "lowest" else "hoogste"
        start = f"{self._tied(reason)} Dan gaat voor wie bij «{fact.question}» het {first} antwoord heeft. "
        return start + self._sides(reason, "value", lambda value: fact_phrase(fact, value))

    def _tied(self, reason: Reason) -> str:
        members = dict(reason.numbers)["members"]
        among = (
            "In de eigen groep stonden tot hier"
            if "first_stage" in dict(reason.numbers)
            else "Tot hier stonden"
        )
        return f"{among} {number(members)} aanvragen gelijk."

    def _sides(self, reason: Reason, name: str, text: Callable[[Points], str]) -> str:
        numbers = dict(reason.numbers)
        others = [
            f"de aanvraag daar{side} {text(numbers[f'{name}_{key}'])}"
            for key, side in (("above", "boven"), ("below", "onder"))
            if f"{name}_{key}" in numbers
        ]
        return f"{listed([f'Deze aanvraag heeft {text(numbers[name])}', *others])}."

    def _lot(self, reason: Reason) -> str:
        numbers = dict(reason.numbers)
        lot = ordinal(int(numbers["lot"]))
        among = " in de eigen groep" if "first_stage" in numbers else ""
        return (
            f"De volgorde van de {number(numbers['members'])} aanvragen die toen{among} nog gelijk stonden, is door loting "
            f"bepaald. Deze aanvraag is als {lot} getrokken."
        )

    def _class(self, rule: Priority | BestFirst, reason: Reason) -> str:
        if isinstance(rule, BestFirst):
            value = self.line.entry.facts[rule.fact]
            return f"De aanvraag is de hoogste van «{value}» en gaat daarom voor de andere aanvragen."
        numbers = dict(reason.numbers)
        return (
            f"De aanvraag hoort tot «{self.line.entry.facts[rule.fact]}», de {ordinal(int(numbers['class']))} van de "
            f"{number(numbers['classes'])} groepen, die na elkaar aan de beurt komen."
        )

    # ── Place and ending ──────────────────────────────────────────────────────────────────────────

    def _place(self) -> list[Sentence]:
        if self.line.rank is None:
            return []
        if self.line.tie is None:
            return [Sentence(f"Op de ranglijst staat de aanvraag op plaats {number(self.line.rank)}.")]
        others = len(self.line.tie) - 1
        between = "en" if others == 1 else "tot en met"
        places = f"{number(self.line.rank)} {between} {number(self.line.rank + others)}"
        who = counted(others, "andere aanvraag", "andere aanvragen")
        return [Sentence(f"Op de ranglijst deelt de aanvraag de plaatsen {places} met {who}.")]

    def _ending(self) -> Sentence:
        found = ending(Ending(self.regulation, self.pool, self.line))
        addition = next((self.said[key] for key in self._keys() if key in self.said), None)
        return Sentence(found.text if addition is None else f"{found.text} {addition}", found.rule)

    def _keys(self) -> list[str]:
        """The decisions that the ending rests on."""
        reason = self.line.reason
        return [
            found.key
            for found in self.regulation.discretions
            if reason is not None and found.code == reason.code
        ]


def _product(got: Points, weight: Points) -> str:
    if weight == 1:
        return number(got)
    return f"{number(unweighted(got, weight))} × {number(weight)} = {number(got)}"
