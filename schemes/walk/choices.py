"""Where there is something to choose: every answer to what is asked, and every order of an undrawn group."""

from collections.abc import Iterator

from schemes.cases import Answer, Ask, Award, State
from schemes.ranking import Tie
from schemes.walk.bounds import large_group
from schemes.walk.component import Step
from schemes.walk.turn import Turn

EXACT_MEMBERS = 7
"""An undrawn group of up to this many members is followed in every order."""

WORK = 100_000
"""How many turns may be taken beyond four for each application before the walk is given up for safe bounds."""


class TooManyError(Exception):
    """More completions than are followed; caught within the engine."""


class Choices:
    """Takes a step from several states side by side.

    From one state it notes what is possible. From states that differ only in the draw `compared_for` it notes
    for that draw whose awards differ; they then get the same answers, and the same orders of the groups below.
    """

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.purse = turn.purse
        self.limit = WORK + 4 * sum(len(ranked.rows) for ranked in turn.component.lists)

    def after(
        self, step: Step, states: tuple[State, ...], compared_for: Tie | None, *, opens: bool
    ) -> Iterator[set[tuple[State, ...]]]:
        """The states after the step, once for every way in which the decisions it asks can be answered."""
        script: list[bool] = []
        while True:
            answers: dict[Ask, bool] = {}
            answer = _scripted(script, answers)
            yield self._play(step, states, compared_for, answer, opens=opens)
            script = list(answers.values())
            while script and script[-1]:
                script.pop()
            if not script:
                return
            script[-1] = True

    def _play(
        self,
        step: Step,
        states: tuple[State, ...],
        compared_for: Tie | None,
        answer: Answer,
        *,
        opens: bool,
    ) -> set[tuple[State, ...]]:
        if self.purse.steps > self.limit:
            raise TooManyError
        purse = self.purse
        starts: list[State] = []
        acts = indifferent = True
        for state in states:
            purse.restore(state)
            if opens:
                purse.open_level(self.turn.component.pools[step.list])
            acts = self.turn.note_ties(step)
            if step.draw is not None:
                purse.ask_all(step.rows, answer)
                indifferent = indifferent and self.turn.order_is_irrelevant(step.rows)
            starts.append(purse.save())
        if indifferent:
            return self._in_order(step, starts, compared_for, answer, acts=acts)
        if len(step.rows) > EXACT_MEMBERS:
            return self._closed_form(step, starts, compared_for)
        return self._in_every_order(step, starts, compared_for, answer, acts=acts)

    def _in_order(
        self,
        step: Step,
        starts: list[State],
        compared_for: Tie | None,
        answer: Answer,
        *,
        acts: bool,
    ) -> set[tuple[State, ...]]:
        ends: list[State] = []
        awards: list[list[Award]] = []
        for state in starts:
            self.purse.restore(state)
            turns = dict(self.turn.awards(step, answer))
            awards.append([turns[row] for row in step.rows])
            ends.append(self.purse.save())
        for row, possible in zip(step.rows, zip(*awards, strict=True), strict=True):
            self._compare(row, {possible}, compared_for)
        if compared_for is None and step.leaf is not None and acts:
            self.turn.note_places(step.leaf, [award.status for award in awards[0]])
        return {tuple(ends)}

    def _in_every_order(
        self,
        step: Step,
        starts: list[State],
        compared_for: Tie | None,
        answer: Answer,
        *,
        acts: bool,
    ) -> set[tuple[State, ...]]:
        layer = {(0, tuple(starts))}
        possible: dict[int, set[tuple[Award, ...]]] = {row: set() for row in step.rows}
        for place in range(len(step.rows)):
            following: set[tuple[int, tuple[State, ...]]] = set()
            for drawn, states in layer:
                for at, row in enumerate(step.rows):
                    if drawn >> at & 1:
                        continue
                    awards, ends = self._one_turn(row, states, answer)
                    possible[row].add(awards)
                    following.add((drawn | 1 << at, ends))
                    if compared_for is None and acts and step.draw is not None:
                        step.draw.statuses[place].add(awards[0].status)
            layer = following
        for row, outcomes in possible.items():
            self._compare(row, outcomes, compared_for)
            if compared_for is None and len(outcomes) > 1 and step.draw is not None:
                step.draw.affected.add(row)
        return {states for _, states in layer}

    def _one_turn(
        self, row: int, states: tuple[State, ...], answer: Answer
    ) -> tuple[tuple[Award, ...], tuple[State, ...]]:
        awards, ends = [], []
        for state in states:
            self.purse.restore(state)
            awards.append(self.purse.award(row, answer))
            ends.append(self.purse.save())
        return tuple(awards), tuple(ends)

    def _compare(self, row: int, outcomes: set[tuple[Award, ...]], compared_for: Tie | None) -> None:
        """Note what is possible; or, for states that differ only in one draw, whether that draw matters."""
        if compared_for is None:
            for (award,) in outcomes:
                self.turn.found.award(row, award)
        elif any(award != awards[0] for awards in outcomes for award in awards):
            compared_for.affected.add(row)

    def _closed_form(
        self, step: Step, starts: list[State], compared_for: Tie | None
    ) -> set[tuple[State, ...]]:
        """A group too large to follow in every order, in closed form; several states at once have none."""
        self.purse.restore(starts[0])
        draw = None if compared_for is not None else step.draw
        ends = None if draw is None else large_group(self.purse, step.rows, draw, self.turn.found)
        if ends is None:
            raise TooManyError
        return {(end,) for end in ends}


def _scripted(script: list[bool], answers: dict[Ask, bool]) -> Answer:
    """Answers in the order of the script, then no; the same question always gets the same answer."""

    def answer(owed: Ask) -> bool:
        if owed not in answers:
            answers[owed] = script[len(answers)] if len(answers) < len(script) else False
        return answers[owed]

    return answer
