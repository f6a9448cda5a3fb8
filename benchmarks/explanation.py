"""How long the sentences of many lines and the readings of a round take: python -m benchmarks.explanation."""

import argparse
import sys
import time
from collections.abc import Sequence
from random import Random

from benchmarks.subjects import SEED
from schemes.documents import Document
from schemes.library import SHIPPED, shipped
from schemes.readings import differences
from schemes.round import Entry, Outcome, Pool, RoundInput
from schemes.run import run
from schemes.scoring import scored_criteria
from schemes.words.reasons import sentences

ABOUT = "sentences of 100,000 lines, and the readings of a round of 2,000, per regulation"
HEADING = """
Each regulation with applications made by a seed and half of what they ask. *Sentences*: the whole motivering of every
line, beside `str.format` of one sentence per line as the floor. *Readings*: every other choice of every reading, worked
out and compared. CPU seconds.

| regulation | run | lines | sentences | floor | readings: applications | choices | seconds |
| :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def round_of(document: Document, size: int) -> RoundInput:
    """A round of this size under a regulation, in one pool."""
    chance, regulation = Random(SEED), document.chosen  # noqa: S311 - nothing is secret here
    levels = [[level.points for level in regulation.levels(one)] for one in scored_criteria(regulation)]
    kind = regulation.pools[-1]
    name = kind.ids[0] if kind.ids else "noord"
    entries = [
        Entry(
            f"A{at:06}",
            name,
            cents := chance.randrange(1, 200) * 500_00,
            cents,
            scores=tuple([chance.choice(steps) for steps in levels]),
            facts={"unique_participants": chance.randrange(1, 500), "total_costs_cents": 2 * cents},
        )
        for at in range(size)
    ]
    ceiling = sum(entry.requested_cents for entry in entries) // 2
    return RoundInput((Pool(name, kind.kind, ceiling),), tuple(entries))


def outcome_of(document: Document, round_input: RoundInput) -> tuple[float, Outcome]:
    """The outcome, and the seconds it took."""
    began = time.process_time()
    outcome = run(document.chosen, round_input)
    if not isinstance(outcome, Outcome):
        raise TypeError(outcome)
    return time.process_time() - began, outcome


def row(document: Document, lines: int, applications: int) -> str:
    """The measurements of one regulation as a row of the table."""
    ran, outcome = outcome_of(document, round_of(document, lines))
    began = time.process_time()
    for line in outcome.lines:
        sentences(outcome, line)
    said = time.process_time() - began
    began = time.process_time()
    for line in outcome.lines:
        "Aanvraag {} kreeg {} punten.".format(line.entry.id, line.total)  # noqa: UP032 - the floor to compare with
    floor = time.process_time() - began
    round_input = round_of(document, applications)
    _, smaller = outcome_of(document, round_input)
    began = time.process_time()
    found = differences(document, {}, round_input, smaller)
    read = time.process_time() - began
    cells = [
        f"{ran:.2f}",
        f"{lines:,}",
        f"{said:.2f}",
        f"{floor:.2f}",
        f"{applications:,}",
        str(len(found)),
        f"{read:.2f}",
    ]
    return f"| {document.slug} | {' | '.join(cells)} |\n"


def main(arguments: Sequence[str]) -> None:
    """Measure each shipped regulation and print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.explanation", description=ABOUT)
    parser.add_argument("--lines", type=int, default=100_000)
    parser.add_argument("--applications", type=int, default=2_000)
    options = parser.parse_args(arguments)
    sys.stdout.write(HEADING.lstrip())
    for slug in SHIPPED:
        document = shipped(slug)
        if document is not None:
            sys.stdout.write(row(document, options.lines, options.applications))


if __name__ == "__main__":
    main(sys.argv[1:])
