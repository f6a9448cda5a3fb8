"""Where the regulation says that a rule comes from: each lid that is cited must be there."""

import re
from collections.abc import Iterator, Sequence

from schemes.problems import Problem
from schemes.regulation import PoolKind, Reading, Regulation
from schemes.rules import AmountBand
from schemes.vocabulary import Cause

_LID = re.compile(r"lid ([^\s,;]+)")


def lid_problems(regulation: Regulation, readings: Sequence[Reading]) -> Iterator[Problem]:
    """Every rule that cites a lid which is not there."""
    known = {lid.number for lid in regulation.leden}
    for place, rule in rules_with_place(regulation, readings):
        for number in _LID.findall(rule) if not rule.startswith("Awb") else ():
            if number not in known:
                yield Problem(place, f"«{rule}» noemt lid {number}, dat niet bij [[leden]] staat")


def rules_with_place(regulation: Regulation, readings: Sequence[Reading] = ()) -> Iterator[tuple[str, str]]:
    """Every rule in the regulation that names a lid, with the place where it stands."""
    groups = (
        ("scales", [(scale.name, scale.rule) for scale in regulation.scales]),
        ("criteria", [(criterion.letter, criterion.rule) for criterion in regulation.criteria]),
        ("facts", [(fact.key, fact.rule) for fact in regulation.facts]),
        ("attachments", [(item.key, item.rule) for item in regulation.attachments]),
        ("requirements", [(item.key, item.rule) for item in regulation.requirements]),
        ("thresholds", [(item.code, item.rule) for item in regulation.thresholds]),
        ("priorities", [(item.code, item.rule) for item in regulation.priorities]),
        ("best_first", [(item.code, item.rule) for item in (regulation.best_first,) if item is not None]),
        ("at_most", [(item.code, item.rule) for item in regulation.at_most]),
        ("shares", [(item.code, item.rule) for item in regulation.shares]),
        ("amounts", [(item.code, cause.rule) for item in regulation.amounts for cause in _of_band(item)]),
        ("tie_breaks", [(item.code, item.rule) for item in regulation.tie_breaks]),
        ("discretions", [(item.key, item.rule) for item in regulation.discretions]),
        ("positions", [(item.id, item.rule) for item in regulation.positions]),
        ("readings", [(item.id, item.rule) for item in readings]),
        ("allocation", [(item.code, item.rule) for item in _endings(regulation)]),
        ("pools", [(kind.kind, cause.rule) for kind in regulation.pools for cause in _causes(kind)]),
    )
    for group, rules in groups:
        for name, rule in rules:
            if rule is not None:
                yield f"{group} › {name}", rule


def _causes(kind: PoolKind) -> Iterator[Cause]:
    yield kind.inadmissible
    yield kind.ceiling_reached
    if kind.number_reached is not None:
        yield kind.number_reached


def _of_band(band: AmountBand) -> Iterator[Cause]:
    yield band
    if band.grants_reached is not None:
        yield band.grants_reached


def _endings(regulation: Regulation) -> tuple[Cause, ...]:
    allocation = regulation.allocation
    return allocation.remainder, allocation.eligible_amount, allocation.declined
