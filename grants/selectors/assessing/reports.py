"""What assessors reported to the officials: files that do not open, and applications that were handed back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grants.enums import RemarkKind
from grants.models import Assignment, GrantRound, Remark
from grants.standings import IN_THE_RUNNING

SOLVES = {RemarkKind.FILE: RemarkKind.FILE_SOLVED, RemarkKind.HANDED_BACK: RemarkKind.BACK_SOLVED}
"""Which remark ends each kind of report."""


@dataclass(frozen=True)
class Report:
    """A report with what an official answered, if that was done."""

    remark: Remark
    answer: Remark | None
    is_taken_over: bool = False
    """Handed back, and assigned to somebody since."""

    @property
    def is_open(self) -> bool:
        return self.answer is None and not self.is_taken_over


def reports_in(grant_round: GrantRound) -> list[Report]:
    """Every report of this round, the newest first. Two queries, whatever their number."""
    kinds = [*SOLVES, *SOLVES.values()]
    said = (
        Remark.objects.filter(application__round=grant_round, kind__in=kinds)
        .select_related("application__organisation", "by", "attachment", "payload")
        .defer("application__answers", "application__facts")
        .order_by("pk")
    )
    remarks = list(said)
    given = list(
        Assignment.objects.current()
        .filter(application__round=grant_round)
        .values_list("application_id", "assessor_id", "since")
    )
    found = []
    for each in remarks:
        if each.kind in SOLVES:
            is_taken_over = each.kind == RemarkKind.HANDED_BACK and any(
                application == each.application_id and since > each.created_at
                for application, _assessor, since in given
            )
            found.append(Report(each, _answer(each, remarks), is_taken_over))
    return found[::-1]


def open_reports_in(grant_round: GrantRound) -> list[Report]:
    """Those that still wait for an official."""
    return waiting_among(reports_in(grant_round))


def waiting_among(reports: Iterable[Report]) -> list[Report]:
    """Those that still wait: without an answer, and about what is in the running."""
    return [each for each in reports if each.is_open and each.remark.application.standing in IN_THE_RUNNING]


def _answer(report: Remark, remarks: Sequence[Remark]) -> Remark | None:
    """The first answer after it, about the same file or application."""
    wanted = SOLVES[RemarkKind(report.kind)]
    answers = (
        each
        for each in remarks
        if each.kind == wanted
        and each.pk > report.pk
        and each.application_id == report.application_id
        and each.attachment_id == report.attachment_id
    )
    return next(answers, None)
