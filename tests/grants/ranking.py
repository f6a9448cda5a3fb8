"""A round whose points are established, and its calculations in one line each."""

from dataclasses import replace

from django.db import transaction

from grants.models import Calculation, GrantRound, OutboxRow, User
from grants.scheme_input import prepare
from grants.services.ranking.calculating import ask_for_calculation, calculate, keep_outcome
from tests.grants.assessing import Panel
from tests.grants.points import Choice, assessed, confirm, sign
from tests.grants.rounds import CULTURE


def with_points(regulation: str = CULTURE, *choices: Choice, applications: int = 1) -> Panel:
    """Every application got the same choice from two assessors (the highest levels by default); the points are signed."""
    panel = assessed(regulation, *(choices or (0, 0)), applications=applications)
    confirm(panel)
    sign(panel)
    return panel


def ask(panel: Panel) -> OutboxRow:
    return ask_for_calculation(by=panel.official, grant_round=panel.round)


def work_out(panel: Panel) -> Calculation:
    """What the workers do once it was asked for; the last calculation then."""
    return worked_out(panel.round, panel.official.pk)


def worked_out(grant_round: GrantRound, by: int) -> Calculation:
    with transaction.atomic():
        calculate({"round": grant_round.pk, "by": by})
    last = grant_round.calculations.order_by("number").last()
    assert last is not None
    return last


def twice_without_points(grant_round: GrantRound, by: User) -> Calculation:
    """Two calculations of a round as if nobody applied, of which the ceiling changed in between; the last one."""
    for more in (0, 1):
        prepared = prepare(grant_round)
        pools = tuple(replace(each, ceiling_cents=more) for each in prepared.round_input.pools)
        nobody = replace(prepared.round_input, entries=(), pools=pools)
        with transaction.atomic():
            last = keep_outcome(
                by=by, grant_round=grant_round, prepared=replace(prepared, missing=(), round_input=nobody)
            )
    return last
