"""What takes an application out of the running or lets it in: its ground, its being late, and what of it is eligible."""

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import Happening, Stage, Standing
from grants.models import Application, ApplicationEvent, GrantRound, Proposal, User
from grants.selectors.applications.terms import term_of
from grants.services.applications.events import happen, locked, require_no_interest
from grants.services.applications.mail import ask_for_mails
from grants.services.errors import Refused
from grants.services.keys import application_key
from grants.services.rounds.rules import locked_round
from grants.standings import IN_THE_RUNNING, TAKES_LATE
from schemes.words.dutch import euros


@transaction.atomic
def find_inadmissible(
    *, by: User, application: Application, seen: int, ground: str, reason: str
) -> ApplicationEvent:
    """Take an application out of the running, on this ground and with this reason."""
    return happen(
        by=by,
        application=application,
        kind=Happening.INADMISSIBLE,
        data={"ground": ground, "reason": reason},
        standing=Standing.INADMISSIBLE,
        seen=seen,
    )


@transaction.atomic
def refuse_late(*, by: User, application: Application, seen: int, reason: str) -> ApplicationEvent:
    """Answer an application that came after closing: it takes no part in the round."""
    _require_late(locked(application))
    return happen(
        by=by,
        application=application,
        kind=Happening.LATE_REFUSED,
        data={"reason": reason},
        standing=Standing.INADMISSIBLE,
        seen=seen,
    )


def late_one(proposal: Proposal) -> Application:
    """The application that a proposal is about. Its key stays when the payload was removed."""
    pk = proposal.object_key.partition(":")[2]
    return Application.objects.select_related("round").get(pk=pk)


def keys_of_late_ones(rounds: Iterable[GrantRound]) -> list[str]:
    """What proposals about applications that came late are called, in these rounds."""
    late = Application.objects.filter(round__in=list(rounds), submissions__late=True, submissions__number=1)
    return [application_key(each) for each in late]


def state_of_application(proposal: Proposal) -> str:
    """The state that whoever approves must find unchanged."""
    return late_state(late_one(proposal))


def late_state(application: Application) -> str:
    """What of an application that came late may not change between proposal and approval."""
    return f"{application.standing}, {application.version}"


def require_takes_late(grant_round: GrantRound) -> None:
    """Refused once the points of the round, now locked, are established: who comes in then could not be assessed."""
    if grant_round.stage not in TAKES_LATE:
        raise Refused(
            _("Deze ronde is nu %(stage)s. Een aanvraag die te laat kwam, kan niet meer worden toegelaten.")
            % {"stage": Stage(grant_round.stage).label}
        )
    if grant_round.round_points.exists():
        raise Refused(
            _(
                "De punten van deze ronde zijn vastgesteld. Een aanvraag die te laat kwam, kan niet meer worden toegelaten."
            )
        )


@transaction.atomic
def admit_late(by: User, proposal: Proposal) -> None:
    """Let it take part as if it was on time. What a second person carries out by approving.

    Refused where it changed since the proposal, and once the round is ranked.
    """
    late = late_one(proposal)
    require_takes_late(locked_round(late.round_id))
    application = locked(late)
    require_no_interest(by, application.organisation_id)
    _require_late(application)
    if late_state(application) != proposal.object_state:
        raise Refused(
            _("De aanvraag is na dit voorstel veranderd. Wijs het af, en laat een nieuw voorstel doen.")
        )
    happen(
        by=by,
        application=application,
        kind=Happening.LATE_ADMITTED,
        data={"reason": proposal.reason, "proposed_by": proposal.proposed_by.name},
        standing=Standing.SUBMITTED,
    )


@transaction.atomic
def set_grantable(
    *, by: User, application: Application, seen: int, cents: int, reason: str
) -> ApplicationEvent:
    """Correct what of the requested amount is eligible: at most what was requested."""
    current = locked(application)
    if current.requested_cents is None or not 0 <= cents <= current.requested_cents:
        raise Refused(
            _("Subsidiabel is ten hoogste het gevraagde bedrag van %(euros)s.")
            % {"euros": euros(current.requested_cents or 0)}
        )
    _require_in_the_running(current)
    event = happen(
        by=by,
        application=application,
        kind=Happening.GRANTABLE_SET,
        data={"reason": reason, "before_cents": current.grantable_cents},
        amount_cents=cents,
        seen=seen,
    )
    Application.objects.filter(pk=application.pk).update(grantable_cents=cents)
    return event


@transaction.atomic
def postpone_term(
    *, by: User, application: Application, seen: int, until: date, reason: str
) -> ApplicationEvent:
    """Tell the applicant that the decision comes later, and when at the latest (Awb 4:14)."""
    term = term_of(locked(application))
    if term is None:
        raise Refused(_("Over deze aanvraag is al besloten, dus er loopt geen termijn meer."))
    if until <= term.last:
        raise Refused(_("Kies een dag na de dag waarop u nu uiterlijk moet besluiten."))
    event = happen(
        by=by,
        application=application,
        kind=Happening.TERM_POSTPONED,
        data={"reason": reason, "before": term.last.isoformat()},
        until=until,
        seen=seen,
    )
    ask_for_mails(event)
    return event


def _require_late(application: Application) -> None:
    if application.standing != Standing.LATE:
        raise Refused(_("Deze aanvraag wacht niet meer op een antwoord omdat zij te laat was."))


def _require_in_the_running(application: Application) -> None:
    if application.standing not in IN_THE_RUNNING:
        raise Refused(_("Deze aanvraag doet niet mee. Een subsidiabel bedrag heeft dan geen zin."))
