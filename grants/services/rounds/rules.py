"""The rules of a round as one value: what two people agree on, and what is kept of it."""

from datetime import UTC, date, datetime

from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from grants.enums import RulesReason
from grants.models import Deelplafond, GrantRound, Proposal, RoundRules, User
from grants.services.canonical import Json, fingerprint
from grants.services.errors import Refused


def rules_of(grant_round: GrantRound) -> Json:
    """All that decides the outcome of a round, and when and how it was made public, as canonical JSON has it."""
    regulation = grant_round.regulation
    return {
        "round": grant_round.slug,
        "title": grant_round.title,
        "regulation": {
            "slug": regulation.slug,
            "number": regulation.number,
            "sha256": regulation.sha256,
        },
        "readings": {
            name: {"choice": reading["choice"], "reason": reading.get("reason", "")}
            for name, reading in grant_round.readings.items()
        },
        "lists": [_list(each) for each in grant_round.deelplafonds.order_by("key")],
        "ceiling_cents": grant_round.ceiling_cents,
        "shares_money": grant_round.shares_money,
        "shared_ceiling_cents": grant_round.shared_ceiling_cents,
        "publication": {"number": grant_round.gazette_number, "on": _day(grant_round.gazette_on)},
        "moments": {
            "opens_at": _moment(grant_round.opens_at),
            "closes_at": _moment(grant_round.closes_at),
            "assessed_by": _day(grant_round.assessed_by),
        },
        "term": {
            "weeks": grant_round.term_weeks,
            "from": grant_round.term_from,
            "source": grant_round.term_source,
        },
        "completion_days": grant_round.completion_days,
    }


def state_of_round(grant_round: GrantRound) -> str:
    """The fingerprint of a round: another one as soon as anything changes that two people agree on."""
    texts = [grant_round.purpose, grant_round.audience, grant_round.contact]
    return fingerprint({"rules": rules_of(grant_round), "stage": grant_round.stage, "texts": texts})


def state_of_proposed(proposal: Proposal) -> str:
    """The fingerprint of the round that a proposal is about, as it is now."""
    return state_of_round(round_of(proposal))


def round_of(proposal: Proposal) -> GrantRound:
    """The round that a proposal is about, which is there as long as the proposal waits."""
    return _rounds_of(proposal).get()


def round_about(proposal: Proposal) -> GrantRound | None:
    """The round that a proposal is, or was, about; None where that was a draft that was deleted."""
    return _rounds_of(proposal).first()


def locked_round(pk: int) -> GrantRound:
    """The round, which nobody changes before this transaction ends: whoever also wants to waits here.

    Refused where it is a draft that somebody deleted meanwhile.
    """
    rounds = GrantRound.objects.select_for_update(of=("self",)).select_related("regulation")
    found = rounds.filter(pk=pk).first()
    if found is None:
        raise Refused(_("Deze ronde is er niet meer: iemand heeft het concept verwijderd."))
    return found


def lay_down(grant_round: GrantRound, proposal: Proposal, approved_by: User, why: RulesReason) -> RoundRules:
    """Keep the rules as they are from now on, with who agreed on them, under the next number."""
    last = grant_round.rules.aggregate(last=Max("number"))["last"] or 0
    rules = rules_of(grant_round)
    laid_down = RoundRules(
        round=grant_round,
        number=last + 1,
        why=why,
        reason=proposal.reason,
        rules=rules,
        sha256=fingerprint(rules),
        proposed_by_id=proposal.proposed_by_id,
        approved_by=approved_by,
    )
    laid_down.save()
    return laid_down


def _rounds_of(proposal: Proposal) -> QuerySet[GrantRound]:
    slug = proposal.object_key.removeprefix("round:")
    return GrantRound.objects.select_related("regulation").filter(slug=slug)


def _list(each: Deelplafond) -> Json:
    return {
        "key": each.key,
        "kind": each.kind,
        "name": each.name,
        "ceiling_cents": each.ceiling_cents,
        "max_grants": each.max_grants,
        "draws_on_shared": each.draws_on_shared,
    }


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.astimezone(UTC).isoformat()


def _day(value: date | None) -> str | None:
    return None if value is None else value.isoformat()
