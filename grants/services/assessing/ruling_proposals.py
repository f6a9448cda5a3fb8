"""Proposing what two people decide about the assessing of a round. Apart from what approval then does."""

from django.db import transaction
from django.utils.translation import gettext as _

from grants.enums import ProposalKind, RulingKind, Stage
from grants.models import Application, Deelplafond, GrantRound, Proposal, User
from grants.selectors.assessing.state import assessing_of
from grants.services.assessing.interests import require_stage
from grants.services.assessing.rulings import (
    NewRuling,
    require_no_own_interest,
    require_ruling_makes_sense,
    state_for,
)
from grants.services.errors import Refused
from grants.services.keys import assessing_key
from grants.services.proposals import propose
from grants.services.rounds.rules import locked_round

KINDS = {
    RulingKind.COMPETITOR: ProposalKind.ALLOW_COMPETITORS,
    RulingKind.TERM_ENDED: ProposalKind.END_ASSESSING,
    RulingKind.FEWER: ProposalKind.ALLOW_FEWER,
}


def propose_on_competitors(
    *, by: User, grant_round: GrantRound, assessor: User, allowed: bool, reason: str
) -> Proposal:
    """Propose that an assessor with an interest in one application may, or may not, assess its competitors."""
    title = (
        _("%(name)s mag concurrenten beoordelen")
        if allowed
        else _("%(name)s mag geen concurrenten beoordelen")
    )
    new = NewRuling(
        title=title % {"name": assessor}, kind=RulingKind.COMPETITOR, assessor=assessor.pk, allowed=allowed
    )
    return _propose(by, grant_round, new, reason)


def propose_end_of_assessing(*, by: User, deelplafond: Deelplafond, reason: str) -> Proposal:
    """Propose to close the assessing of a list while assessments are still to come: they will not count."""
    title = _("Beoordeling van %(list)s sluiten") % {"list": deelplafond}
    new = NewRuling(title=title, kind=RulingKind.TERM_ENDED, deelplafond=deelplafond.pk)
    return _propose(by, deelplafond.round, new, reason)


def propose_fewer(*, by: User, application: Application, reason: str) -> Proposal:
    """Propose to establish points on fewer assessments than the regulation asks."""
    title = _("%(reference)s vaststellen met minder beoordelingen") % {"reference": application.reference}
    new = NewRuling(title=title, kind=RulingKind.FEWER, application=application.pk)
    return _propose(by, application.round, new, reason)


@transaction.atomic
def _propose(by: User, grant_round: GrantRound, new: NewRuling, reason: str) -> Proposal:
    if not reason.strip():
        raise Refused(_("Geef een reden op. Wie het beoordeelt, leest die; zij blijft bewaard."))
    current = locked_round(grant_round.pk)
    require_stage(current, Stage.CLOSED, Stage.ASSESSING)
    state = assessing_of(current)
    require_no_own_interest(state, by, new)
    require_ruling_makes_sense(state, new)
    kind, about = KINDS[new.kind], assessing_key(current)
    waiting = Proposal.objects.filter(kind=kind, object_key=about, verdict=None).select_related("kept")
    if any(_same(each, new) for each in waiting):
        raise Refused(_("Dit is al voorgesteld. Een beslisser kan het goedkeuren op de pagina Voorstellen."))
    return propose(
        by=by,
        kind=kind,
        about=about,
        state=state_for(state, new),
        payload=new.model_dump(mode="json"),
        reason=reason.strip(),
    )


def _same(waiting: Proposal, new: NewRuling) -> bool:
    """Whether a proposal is about the same as this, whatever it proposes."""
    if waiting.is_purged:
        return False
    other = NewRuling.model_validate(waiting.payload)
    fields = {"kind", "assessor", "deelplafond", "application"}
    return other.model_dump(include=fields) == new.model_dump(include=fields)
