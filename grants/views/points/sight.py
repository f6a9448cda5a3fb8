"""What the page about the points of one application shows, as it is now."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from grants.documents.stored import regulation_of
from grants.enums import ProposalKind, RemarkKind
from grants.forms.apply.sheet import Typed
from grants.forms.apply.steps import new_page
from grants.forms.points.matrix import MatrixForm, sheet_for
from grants.models import Application, EstablishmentDraft, Proposal
from grants.selectors.assessing.history import establishments_of
from grants.selectors.assessing.matrix import Matrix, Row, matrices_of
from grants.selectors.assessing.points import sums_in
from grants.selectors.assessing.standing import Progress, progress_of, seen_of
from grants.selectors.assessing.state import Assessing, assessing_of
from grants.services.applications.drafts import hash_of
from grants.services.keys import assessing_key
from grants.views.points.shown import shown_matrix
from schemes.regulation import Regulation


@dataclass(frozen=True)
class Sight:
    """The application with everything that is known of its points now."""

    application: Application
    state: Assessing
    regulation: Regulation
    matrix: Matrix
    draft: EstablishmentDraft | None
    progress: Progress = field(default=Progress.HIDDEN)

    @property
    def stored(self) -> Typed:
        """What officials typed so far."""
        return {} if self.draft is None else dict(self.draft.answers)

    @property
    def is_established(self) -> bool:
        return self.application.pk in self.state.established

    def form(self, data: Typed | None, typed: Typed) -> MatrixForm:
        return MatrixForm(
            sheet_for(self.state.round),
            data,
            typed=typed,
            rows=self.matrix.rows,
            is_correction=self.is_established,
        )

    def marks(self) -> Typed:
        """What says what the page showed."""
        seen = seen_of(self.state, self.matrix)
        return {
            "seen": hash_of(self.stored),
            "page": new_page(self.application.pk),
            "counted": seen.counted,
            "number": str(seen.number),
        }


def sight_of(application: Application) -> Sight:
    """The application as its points stand now."""
    state, regulation = assessing_of(application.round), regulation_of(application.round)
    current = state.by_id.get(application.pk, application)
    matrix = matrices_of(state, regulation, [current])[0]
    draft = EstablishmentDraft.objects.filter(application=application).select_related("saved_by").first()
    running = application.pk in state.by_id
    progress = progress_of(state, regulation, matrix) if running else Progress.HIDDEN
    return Sight(current, state, regulation, matrix, draft, progress)


def shown_in(sight: Sight, form: MatrixForm | None) -> dict[str, object]:
    """Everything on the page but the form itself."""
    state, application, regulation = sight.state, sight.application, sight.regulation
    sums = sums_in(state.round, regulation)
    assessors = [each.assessor for each in state.assigned_to(application)]
    shown = shown_matrix(regulation, sight.matrix, assessors, sums.of(application), _chosen(sight, form))
    least = state.least(application)
    return {
        "shown": shown,
        "sums_missing": sums.missing,
        "is_fixed": state.points is not None,
        "progress": sight.progress,
        "few": [row.criterion.letter for row in sight.matrix.few(least)],
        "least": least,
        "is_fewer_asked": _is_fewer_asked(sight),
        "barred": [each for each in state.assessors if state.bar(application, each) is not None],
        "blocks": [(row, () if form is None else form.fields_of(row.criterion.letter)) for row in shown.rows],
        "is_mean": regulation.assessment.aggregation == "mean",
        "history": establishments_of(application),
        "draft": sight.draft,
        "remarks": _remarks(application),
    }


def neighbours(sight: Sight) -> dict[str, object]:
    """The one before and the one after, of those of which officials see the points."""
    state = sight.state
    shown = [each for each in state.applications if state.is_open_to_officials(each)]
    at = next((n for n, each in enumerate(shown) if each.pk == sight.application.pk), None)
    if at is None:
        return {}
    return {
        "before": shown[at - 1] if at else None,
        "after": shown[at + 1] if at + 1 < len(shown) else None,
        "at": at + 1,
        "of": len(shown),
    }


def _chosen(sight: Sight, form: MatrixForm | None) -> Mapping[str, Fraction | None]:
    """The points on each criterion as they stand now: chosen on this page, established, agreed, or the mean."""
    is_mean = sight.regulation.assessment.aggregation == "mean"
    return {row.criterion.letter: _chosen_on(row, form, is_mean=is_mean) for row in sight.matrix.rows}


def _chosen_on(row: Row, form: MatrixForm | None, *, is_mean: bool) -> Fraction | None:
    if form is None and row.established is not None:
        return row.established
    if is_mean:
        return row.mean
    chosen = None if form is None else form.points_on(row.criterion.letter)
    return row.agreed if chosen is None else chosen


def _is_fewer_asked(sight: Sight) -> bool:
    """Whether somebody proposed already to establish these points on fewer assessments."""
    about = assessing_key(sight.state.round)
    waiting = Proposal.objects.filter(kind=ProposalKind.ALLOW_FEWER, object_key=about, verdict=None)
    return any(
        each.payload.get("application") == sight.application.pk
        for each in waiting.select_related("kept")
        if not each.is_purged
    )


def _remarks(application: Application) -> list[tuple[object, str]]:
    """What the assessors said to each other, and what was noted of their meetings, with the words."""
    said = application.remarks.filter(kind__in=(RemarkKind.DISCUSSION, RemarkKind.MEETING))
    return [(each, str(each.data.get("words", ""))) for each in said.select_related("by", "payload")]
