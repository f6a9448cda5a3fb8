"""Acts that take two people: proposed by one, approved by another, and carried out in that same transaction.

Two people are two accounts with two names, and another name since the proposal makes no other person. That two accounts
with different names are one person cannot be seen from here: that each person has one account is a duty of the
administrator, and both names stand in the log.
"""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from grants.enums import Action, ProposalKind, Verdict
from grants.models import Proposal, ProposalPayload, ProposalVerdict, User, VerdictPayload
from grants.names import sort_key
from grants.permissions import require
from grants.services.acts import act_of
from grants.services.canonical import Json
from grants.services.errors import Refused
from grants.services.log import new_salt, payload_hash, record
from grants.services.people import names_since


@transaction.atomic
def propose(
    *, by: User, kind: ProposalKind, about: str, state: str, payload: Json, reason: str = ""
) -> Proposal:
    """Propose an act on the object with this key, which the proposer saw in this state."""
    salt, data = new_salt(), {"payload": payload, "proposer": by.name, "reason": reason}
    proposal = Proposal(
        kind=kind,
        object_key=about,
        object_state=state,
        payload_sha256=payload_hash(salt, data),
        proposed_by=by,
    )
    kept = ProposalPayload(proposal=proposal, salt=salt, data=data)
    act = act_of(proposal)
    require(by, act.permission_to_propose, act.about(proposal))
    proposal.save()
    kept.save(force_insert=True)  # the application may not change it, so Django need not try
    _record(by, Action.PROPOSAL_MADE, proposal, {"payload_sha256": proposal.payload_sha256, "reason": reason})
    return proposal


@transaction.atomic
def approve(*, by: User, proposal: Proposal) -> ProposalVerdict:
    """Approve what someone else proposed, and carry it out. All of it happens, or nothing."""
    if proposal.is_purged:
        raise Refused(
            _(
                "De inhoud van dit voorstel is verwijderd onder de bewaartermijn, dus het kan niet worden uitgevoerd. "
                "Wijs het af, en doe een nieuw voorstel."
            )
        )
    act = act_of(proposal)
    require(by, act.permission_to_approve, act.about(proposal))
    _require_another_person(by, proposal)
    verdict = _close(by, proposal, Verdict.APPROVED)
    _require_unchanged(proposal)
    act.execute(by, proposal)
    _record_verdict(verdict, proposal)
    return verdict


@transaction.atomic
def refuse(*, by: User, proposal: Proposal, reason: str) -> ProposalVerdict:
    """Refuse what someone else proposed, with a reason. Nothing is carried out."""
    act = act_of(proposal)
    require(by, act.permission_to_approve, act.about(proposal))
    _require_another_person(by, proposal)
    if not reason.strip():
        raise Refused(_("Geef een reden op. De indiener van het voorstel leest die, en verbetert het ermee."))
    verdict = _close(by, proposal, Verdict.REFUSED, reason.strip())
    _record_verdict(verdict, proposal)
    return verdict


@transaction.atomic
def withdraw(*, by: User, proposal: Proposal) -> ProposalVerdict:
    """Take back one's own proposal."""
    if by.pk != proposal.proposed_by_id:
        raise Refused(_("Alleen wie het voorstel deed, kan het intrekken. U kunt het wel afwijzen."))
    verdict = _close(by, proposal, Verdict.WITHDRAWN)
    _record_verdict(verdict, proposal)
    return verdict


def _require_another_person(by: User, proposal: Proposal) -> None:
    if by.pk == proposal.proposed_by_id:
        raise Refused(
            _(
                "U hebt dit zelf voorgesteld. Vraag iemand anders om het te beoordelen: dit besluit vraagt twee mensen."
            )
        )
    proposer = {proposal.proposed_by.sort_name, sort_key(proposal.proposer_name)}
    if proposer & names_since(by, proposal.created_at):
        raise Refused(
            _(
                "Wie dit voorstelde, heeft of had dezelfde naam als u. Twee accounts van één persoon tellen als één. "
                "Bent u een ander? Laat de beheerder een van beide namen aanvullen, en laat het dan opnieuw voorstellen."
            )
        )


def _require_unchanged(proposal: Proposal) -> None:
    if proposal.payload_sha256 != payload_hash(proposal.kept.salt, proposal.kept.data):
        raise Refused(
            _("De inhoud van dit voorstel is veranderd nadat het werd gedaan. Meld dit aan de beheerder.")
        )
    if act_of(proposal).current_state(proposal) != proposal.object_state:
        raise Refused(
            _(
                "Na dit voorstel is er iets veranderd: het gaat niet meer over hoe het nu is. "
                "Wijs het af of laat het intrekken, en doe een nieuw voorstel."
            )
        )


def _close(by: User, proposal: Proposal, verdict: Verdict, reason: str = "") -> ProposalVerdict:
    """Write the one verdict. Whoever comes second waits here for the first, and is then refused."""
    # by its id: the proposal in hand must not seem ended if all of this is undone
    salt, data = new_salt(), {"reason": reason}
    given = ProposalVerdict(
        proposal_id=proposal.pk, verdict=verdict, payload_sha256=payload_hash(salt, data), given_by=by
    )
    try:
        with transaction.atomic():
            given.save()
            VerdictPayload.objects.create(verdict=given, salt=salt, data=data)
    except IntegrityError as error:
        raise Refused(
            _("Dit voorstel is al afgehandeld. Open het opnieuw om te zien hoe, en door wie.")
        ) from error
    return given


def _record_verdict(verdict: ProposalVerdict, proposal: Proposal) -> None:
    """After what it carries out: all other acts wait from the first line in the log on."""
    _record(verdict.given_by, Action(f"proposal_{verdict.verdict}"), proposal, {"reason": verdict.reason})


def _record(by: User, action: Action, proposal: Proposal, data: Json) -> None:
    record(
        by=by,
        action=action,
        about=proposal.object_key,
        data={"proposal": proposal.pk, "kind": proposal.kind, **data},
    )
