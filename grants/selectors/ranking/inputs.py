"""What a calculation of a round takes, as the rows are now, and what stands in its way."""

from typing import assert_never

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from grants.documents.stored import document_of, regulation_of
from grants.enums import Stage
from grants.models import ApplicationEvent, GrantRound, OfficialDecision
from grants.scheme_input import Missing, MissingKind, Prepared, prepare
from grants.selectors.assessing.points import beside_of
from grants.selectors.ranking.grounds import with_decisions
from grants.selectors.rounds.stages import stage_of
from schemes.files.rounds import round_json
from schemes.files.writing import Json

CALCULATES = (Stage.ASSESSING, Stage.RANKED)
NAMED = 5


def prepared_for(grant_round: GrantRound) -> Prepared:
    """The round with everything that was established and decided about it."""
    prepared = prepare(grant_round, beside_of(grant_round, regulation_of(grant_round)))
    return with_decisions(grant_round, prepared)


def obstacle_in(grant_round: GrantRound, prepared: Prepared) -> str:
    """Why the round cannot be worked out now, and what to do about it; empty where it can."""
    stage = stage_of(grant_round)
    if stage not in CALCULATES:
        return _(
            "Deze ronde is nu %(stage)s. Rekenen kan zodra zij wordt beoordeeld, en tot het besluit."
        ) % {"stage": stage.label}
    if prepared.missing:
        return sentence_of(prepared.missing[0])
    has_points = any(entry.scores for entry in prepared.round_input.entries)
    if has_points and not grant_round.round_points.exists():
        return _("De punten van de ronde zijn nog niet vastgesteld. Doe dat eerst, op de pagina Punten.")
    return ""


def sentence_of(missing: Missing) -> str:
    """What must come first, and of which applications."""
    names = {"names": ", ".join(missing.applications[:NAMED])}
    match missing.kind:
        case MissingKind.FACTS:
            return (
                _("Bij %(names)s ontbreekt een gegeven dat de berekening nodig heeft. Vul dat eerst aan.")
                % names
            )
        case MissingKind.POINTS:
            return _("Van %(names)s zijn nog geen punten vastgesteld. Stel die eerst vast.") % names
        case _:
            assert_never(missing.kind)


def written_round(grant_round: GrantRound, prepared: Prepared) -> dict[str, Json]:
    """The same in the file format: what goes into the calculation, and what its fingerprint is taken of."""
    document = document_of(grant_round.regulation)
    chosen = {name: reading["choice"] for name, reading in grant_round.readings.items()}
    return round_json(document.slug, chosen, prepared.regulation, prepared.round_input)


def marks_of(grant_round: GrantRound) -> dict[str, int]:
    """How far everything is that goes into a calculation. Another one as soon as anything came in; one query each."""
    received = grant_round.applications.exclude(reference=None).aggregate(count=Count("pk"))
    events = ApplicationEvent.objects.filter(application__round=grant_round).aggregate(last=Max("pk"))
    points = grant_round.round_points.aggregate(last=Max("number"))
    rules = grant_round.rules.aggregate(last=Max("number"))
    decisions = OfficialDecision.objects.filter(application__round=grant_round).aggregate(last=Max("pk"))
    return {
        "applications": received["count"],
        "events": events["last"] or 0,
        "points": points["last"] or 0,
        "rules": rules["last"] or 0,
        "decisions": decisions["last"] or 0,
    }
