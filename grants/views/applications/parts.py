"""What pages with applications share: how a standing looks, the table of them, and which were shown."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from grants.enums import Standing
from grants.forms.applications.together import versions_in
from grants.models import Application, GrantRound
from grants.moments import date_in_words
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.terms import Term
from grants.templatetags.rangorde import euro
from grants.views.parts import Cell, Column, Table

LOOKS: dict[Standing, str] = {
    Standing.DRAFT: "neutral",
    Standing.SUBMITTED: "info",
    Standing.LATE: "warn",
    Standing.TO_COMPLETE: "warn",
    Standing.COMPLETED: "info",
    Standing.COMPLETE: "ok",
    Standing.NOT_HANDLED: "error",
    Standing.INADMISSIBLE: "error",
    Standing.WITHDRAWN: "neutral",
}
"""The kind of status that shows each standing."""


def standing_cell(application: Application, term: Term | None = None) -> Cell:
    """Where an application stands, with the last day to decide where that is near."""
    standing, sub = Standing(application.standing), ""
    if term is not None and term.is_passed:
        sub = _("beslistermijn voorbij: %(day)s") % {"day": date_in_words(term.last)}
    elif term is not None and term.is_near:
        sub = _("beslissen vóór of op %(day)s") % {"day": date_in_words(term.last)}
    return Cell(str(standing.label).capitalize(), kind=LOOKS[standing], sub=sub)


def applications_table(
    slug: str,
    found: Sequence[Application],
    terms: Mapping[int, Term],
    done_of: Mapping[int, tuple[int, int]] | None = None,
) -> Table | None:
    """Applications with their applicant, list, amount and standing; and how many assessments are in, while that counts."""
    columns = [
        Column(_("Kenmerk")),
        Column(_("Aanvraag"), "head"),
        Column(_("Lijst")),
        Column(_("Gevraagd"), "num"),
        Column(_("Stand")),
    ]
    rows = [_row(slug, each, terms.get(each.pk)) for each in found]
    if done_of is not None:
        columns.append(Column(_("Beoordeeld"), "num"))
        rows = [(*row, _assessed(done_of.get(each.pk))) for row, each in zip(rows, found, strict=True)]
    return Table(_("Aanvragen in deze ronde"), columns, rows) if rows else None


def _assessed(done: tuple[int, int] | None) -> Cell:
    """Nothing of a number where nobody assesses: noughts would tell who is barred."""
    if done is None or not done[1]:
        return Cell("–")
    return Cell(_("%(done)s van %(given)s") % {"done": done[0], "given": done[1]})


def _row(slug: str, each: Application, term: Term | None) -> tuple[Cell, ...]:
    late = _("te laat ontvangen") if getattr(each, "was_late", False) else ""
    return (
        Cell(each.reference or "", sub=late),
        Cell(each.organisation.name, reverse("application", args=[slug, each.pk]), sub=each.title),
        Cell(each.deelplafond.name if each.deelplafond else "", language="nl"),
        Cell(euro(each.requested_cents or 0)),
        standing_cell(each, term),
    )


def seen_in(request: HttpRequest, grant_round: GrantRound) -> list[Application]:
    """The applications that the form says were shown, as they stand now."""
    keys = versions_in(request.POST.get("seen", ""))
    return list(applications_in(grant_round).filter(pk__in=keys))
