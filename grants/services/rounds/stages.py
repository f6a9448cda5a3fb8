"""From one stage of a round to the next: each step is an act, and is allowed from the stages that a table names."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.enums import Action, Role, Stage
from grants.models import GrantRound, User
from grants.selectors.rounds.stages import stage_of
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.standings import STAGE_MAY_BECOME, TO_DO


@transaction.atomic
def start_assessment(*, by: User, grant_round: GrantRound) -> None:
    """Let the assessors begin. Refused before closing, and as long as an application waits for an official."""
    current = GrantRound.objects.select_for_update().get(pk=grant_round.pk)
    require_stage_can_become(current, Stage.ASSESSING)
    open_ones = current.applications.filter(standing__in=TO_DO).count()
    if open_ones:
        raise Refused(
            ngettext(
                "Nog %(count)s aanvraag wacht op een oordeel. Bekijk die eerst. Daarna kunt u beginnen.",
                "Nog %(count)s aanvragen wachten op een oordeel. Bekijk die eerst. Daarna kunt u beginnen.",
                open_ones,
            )
            % {"count": open_ones}
        )
    if not current.roles.current().filter(role=Role.ASSESSOR).exists():
        raise Refused(_("Er zijn nog geen beoordelaars. Laat de beheerder die rol eerst geven."))
    current.stage = Stage.ASSESSING
    current.version += 1
    current.save(update_fields=["stage", "version"])
    record(by=by, action=Action.ASSESSMENT_STARTED, about=round_key(current), data={})


def require_stage_can_become(grant_round: GrantRound, then: Stage) -> None:
    """Refuse a step that the table does not know, with where the round stands now."""
    now = stage_of(grant_round)
    if then not in STAGE_MAY_BECOME[now]:
        raise Refused(
            _("Deze ronde is nu %(now)s. Dan kan zij niet «%(then)s» worden. Bekijk de ronde opnieuw.")
            % {"now": now.label, "then": then.label}
        )
