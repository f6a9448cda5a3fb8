"""What keeps somebody from assessing, as a sentence: for the page that shows it, and for the service that refuses."""

from django.utils.translation import gettext as _

from grants.enums import Stage
from grants.models import Application, GrantRound, User
from grants.selectors.assessing.state import Assessing
from grants.selectors.rounds.stages import stage_of


def wrong_stage(grant_round: GrantRound, *stages: Stage, established: bool) -> str:
    """Why this does not belong to where the round stands now; empty where it does."""
    now = stage_of(grant_round)
    if now not in stages:
        return _("Deze ronde is nu %(stage)s. Daarom kan dit niet (meer). Wat u typte, is niet verloren.") % {
            "stage": now.label
        }
    if established:
        return _(
            "De punten van deze ronde zijn vastgesteld. De beoordeling is daarmee klaar. Vragen? Vraag een behandelaar."
        )
    return ""


def why_not(state: Assessing, assessor: User, application: Application) -> str:
    """Why this assessor cannot assess this application, apart from the stage; empty where nothing is in the way."""
    running = state.by_id.get(application.pk)
    if running is None:
        return _("Deze aanvraag doet niet meer mee. U hoeft niets meer te doen.")
    if state.bar(running, assessor) is not None:
        return _("U hebt een belang opgegeven. Daarom kunt u deze aanvraag niet beoordelen.")
    if (running.pk, assessor.pk) not in state.assigned:
        return _("Deze aanvraag beoordeelt u niet (meer). Wat u typte, is niet ingediend.")
    if (running.pk, assessor.pk) not in state.interests:
        return _("Geef eerst op of u een belang hebt bij deze aanvraag. Daarna kunt u indienen.")
    if acts_for(assessor, running):
        return _("U treedt op voor deze aanvrager. Daarom kunt u deze aanvraag niet beoordelen.")
    if state.is_ended_for(running, assessor):
        return _("De beoordeling van deze lijst is gesloten. Vraag een behandelaar wat u nu kunt doen.")
    return ""


def acts_for(person: User, application: Application) -> bool:
    """Whether somebody acts for the applicant: nobody assesses an application of their own."""
    return person.represents.current().filter(organisation=application.organisation_id).exists()
