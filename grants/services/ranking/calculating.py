"""Calculating: the engine works a round out over what is established, and what it finds is kept line by line."""

import json
from collections.abc import Iterable

from django.db import connection, transaction
from django.db.models import JSONField
from django.utils.translation import gettext as _

from grants.documents.code import code_sha256
from grants.enums import Action
from grants.models import (
    Calculation,
    CalculationInput,
    CalculationNeed,
    DrawGroup,
    GrantRound,
    ListOutcome,
    OutboxRow,
    OutcomeLine,
    User,
)
from grants.scheme_input import Prepared
from grants.scheme_output import OutcomeRows, warnings_json
from grants.selectors.ranking.inputs import marks_of, obstacle_in, prepared_for, sentence_of, written_round
from grants.selectors.ranking.progress import waiting_in
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.outbox import Ids, ask_for
from grants.services.rounds.rules import locked_round
from schemes.files.receipts import outcome_sha256, parts_of, round_sha256
from schemes.round import Outcome, RoundError

CALCULATE = "calculate"


@transaction.atomic
def ask_for_calculation(*, by: User, grant_round: GrantRound) -> OutboxRow:
    """Let the workers work the round out. Refused where something is missing, or where they are at it already."""
    current = locked_round(grant_round.pk)
    if waiting_in(current) is not None:
        raise Refused(_("Er wordt al gerekend. De uitkomst staat zo op deze pagina."))
    if sentence := obstacle_in(current, prepared_for(current)):
        raise Refused(sentence)
    row = ask_for(CALCULATE, round=current.pk, by=by.pk)
    record(by=by, action=Action.CALCULATION_ASKED, about=round_key(current), data={})
    return row


@transaction.atomic
def calculate(ids: Ids) -> None:
    """The job: one calculation of a round, with its lines; none where nothing changed since the last one.

    Nobody changes the round meanwhile. `Refused` says to who asked why it could not be worked out.
    """
    current = locked_round(ids["round"])
    prepared = prepared_for(current)
    if sentence := obstacle_in(current, prepared):
        raise Refused(sentence)
    keep_outcome(by=User.objects.get(pk=ids["by"]), grant_round=current, prepared=prepared)


def keep_outcome(*, by: User, grant_round: GrantRound, prepared: Prepared) -> Calculation:
    """Work a round out and keep what comes out, inside the caller's transaction, which holds the round.

    The last calculation, where that was of the very same; Refused where the engine says what is wrong.
    """
    written = written_round(grant_round, prepared)
    fingerprints = {
        "regulation_sha256": grant_round.regulation.sha256,
        "round_sha256": round_sha256(written),
        "code_sha256": code_sha256(),
    }
    last = grant_round.calculations.order_by("number").last()
    if last is not None and all(getattr(last, name) == value for name, value in fingerprints.items()):
        return last
    outcome = _outcome_of(prepared)
    made = Calculation(
        round=grant_round,
        number=1 if last is None else last.number + 1,
        by=by,
        outcome_sha256=outcome_sha256(parts_of(outcome)),
        marks=marks_of(grant_round),
        can_be_decided=outcome.can_be_decided,
        warnings=warnings_json(outcome),
        **fingerprints,
    )
    made.save()
    CalculationInput.objects.create(calculation=made, data=written)
    _keep(OutcomeRows.of(made, outcome))
    record(
        by=by,
        action=Action.CALCULATION_MADE,
        about=round_key(grant_round),
        data={"number": made.number, "outcome_sha256": made.outcome_sha256, **fingerprints},
    )
    return made


def _outcome_of(prepared: Prepared) -> Outcome:
    match prepared.outcome():
        case Outcome() as outcome:
            return outcome
        case RoundError() as error:
            raise Refused(error.sentence)
        case _ as missing:
            raise Refused(sentence_of(missing[0]))


def _keep(rows: OutcomeRows) -> None:
    ListOutcome.objects.bulk_create(rows.list_outcomes())
    CalculationNeed.objects.bulk_create(rows.needs(), batch_size=2_000)
    DrawGroup.objects.bulk_create(rows.draw_groups(), batch_size=2_000)
    _copy(rows.lines())


def _copy(lines: Iterable[OutcomeLine]) -> None:
    """By COPY: a hundred thousand lines as values of statements take more time to quote than all the rest takes."""
    fields = [field for field in OutcomeLine._meta.concrete_fields if not field.primary_key]  # noqa: SLF001 - Django's own name
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    copying = f"COPY {quote(OutcomeLine._meta.db_table)} ({columns}) FROM STDIN"  # noqa: SLF001 - Django's own name
    with connection.cursor() as cursor, cursor.copy(copying) as rows:
        for line in lines:
            rows.write_row(
                [
                    json.dumps(value) if isinstance(field, JSONField) and value is not None else value
                    for field in fields
                    for value in (getattr(line, str(field.attname)),)
                ]
            )
