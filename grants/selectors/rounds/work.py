"""What there is to do in a round, and how its lists stand: all that the page of an official needs, in a few queries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, Max, Min, Q, Sum
from django.db.models.functions import Coalesce

from grants.ceilings import ceilings_for
from grants.enums import Happening, ProposalKind, Role, Stage, Standing
from grants.models import Application, ApplicationEvent, Deelplafond, GrantRound, Proposal
from grants.selectors.applications.decisions import to_send_in
from grants.selectors.applications.duplicates import duplicates_in
from grants.selectors.applications.listed import applications_in
from grants.selectors.applications.terms import terms_of, today
from grants.selectors.assessing.panel import Panel, panel_of
from grants.selectors.ranking.standing import RankingStanding, ranking_standing
from grants.selectors.rounds.stages import stage_of
from grants.services.keys import application_key, assessing_key, round_key
from grants.standings import IN_THE_RUNNING

NEEDED_ROLES = (Role.OFFICIAL, Role.DECIDER, Role.ASSESSOR)


@dataclass(frozen=True)
class Divided:
    """A list: what is asked on it against what there is."""

    deelplafond: Deelplafond
    asked_cents: int
    applications: int
    ceiling_cents: int | None
    """None where it has no ceiling of its own."""

    @property
    def fits(self) -> bool:
        """Whether everything that is asked can be granted, as far as the money goes."""
        return self.ceiling_cents is None or self.asked_cents <= self.ceiling_cents

    @property
    def tenfold(self) -> int | None:
        """How many tenths of the ceiling are asked, rounded up; None where there is nothing to divide by."""
        return -(-self.asked_cents * 10 // self.ceiling_cents) if self.ceiling_cents else None


@dataclass(frozen=True)
class Work:
    """The round as it stands now. `asked_until` are the terms of who was asked to complete and did not yet."""

    round: GrantRound
    stage: Stage
    counts: dict[str, int]
    lists: Sequence[Divided]
    asked_until: Sequence[date] = ()
    near: int = 0
    passed: int = 0
    duplicates: int = 0
    to_send: int = 0
    proposals: int = 0
    missing_roles: Sequence[Role] = field(default_factory=tuple)
    today: date = date.min
    panel: Panel | None = None
    """How far the assessing is; None where there is nothing to assess (yet, or any more)."""
    ranking: RankingStanding | None = None
    """How far the ranking is; None as long as the points of the round are not established."""

    def count(self, *standings: Standing) -> int:
        return sum(self.counts.get(each, 0) for each in standings)

    @property
    def received(self) -> int:
        """Everything that was sent in."""
        return sum(self.counts.values())

    @property
    def asked_lapsed(self) -> int:
        """How many did not complete within their term."""
        return sum(until < self.today for until in self.asked_until)


def work_of(grant_round: GrantRound) -> Work:
    """Everything that is to do in this round, now."""
    found = list(applications_in(grant_round).defer("answers", "facts"))
    terms = terms_of(grant_round, found).values()
    passed, panel = sum(term.is_passed for term in terms), panel_of(grant_round)
    is_established = panel is not None and panel.is_established
    return Work(
        round=grant_round,
        stage=stage_of(grant_round),
        counts=_counts(found),
        lists=lists_of(grant_round),
        asked_until=_asked_until(grant_round),
        near=sum(term.is_near for term in terms) - passed,
        passed=passed,
        duplicates=len(duplicates_in(grant_round)),
        to_send=to_send_in(grant_round).count(),
        proposals=_open_proposals(grant_round, found),
        missing_roles=_missing_roles(grant_round),
        today=today(),
        panel=panel,
        ranking=ranking_standing(grant_round) if is_established else None,
    )


def lists_of(grant_round: GrantRound) -> list[Divided]:
    """Each list with what is asked on it by whoever is in the running; what is eligible counts where it was corrected."""
    running = Q(applications__standing__in=IN_THE_RUNNING)
    asked = Coalesce("applications__grantable_cents", "applications__requested_cents")
    lists = grant_round.deelplafonds.annotate(
        asked_cents=Coalesce(Sum(asked, filter=running), 0),
        running=Count("applications", filter=running),
        first_at=Min("applications__received_at", filter=running),
    )
    found = list(lists.order_by("kind", "name", "key"))
    filed = {each.key: each.first_at for each in found if each.first_at is not None}
    own = ceilings_for(grant_round, found, filed).own
    return [Divided(each, each.asked_cents, each.running, own[each.key]) for each in found]


def _counts(found: Sequence[Application]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for each in found:
        counts[each.standing] = counts.get(each.standing, 0) + 1
    return counts


def _asked_until(grant_round: GrantRound) -> list[date]:
    """Of each application that waits for its applicant: the day of its last request."""
    asked = ApplicationEvent.objects.filter(
        kind=Happening.COMPLETION_ASKED,
        application__round=grant_round,
        application__standing=Standing.TO_COMPLETE,
    )
    days = asked.values("application").annotate(day=Max("until")).values_list("day", flat=True)
    return sorted(day for day in days if day is not None)


def _open_proposals(grant_round: GrantRound, found: Sequence[Application]) -> int:
    late = [application_key(each) for each in found if each.standing == Standing.LATE]
    about = Q(object_key__in=[round_key(grant_round), assessing_key(grant_round)])
    about |= Q(kind=ProposalKind.ADMIT_LATE, object_key__in=late)
    return Proposal.objects.filter(about, verdict=None).count()


def _missing_roles(grant_round: GrantRound) -> tuple[Role, ...]:
    held = set(grant_round.roles.current().values_list("role", flat=True))
    return tuple(role for role in NEEDED_ROLES if role not in held)
