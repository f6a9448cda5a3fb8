"""The pages of setting a round up and of changing it, each with something on it."""

from datetime import timedelta

from grants import clock
from grants.enums import Role, Stage
from grants.models import GrantRound, RoundRules, User
from grants.services.canonical import fingerprint
from grants.services.proposals import approve
from grants.services.rounds.changes import propose_ceiling, propose_withdrawal
from grants.services.rounds.publication import propose_publication
from grants.services.rounds.rules import rules_of
from grants.views.rounds.parts import CHECK, STEPS
from tests.grants.persons import give
from tests.grants.rounds import MEETING_PLACES, VOLUNTEERS, make_draft_round


def round_pages(official: User, decider: User) -> dict[str, str]:
    """The address of each page, for this official; the proposals are there for the decider as well."""
    draft, published = _draft(official, decider), _published(official, decider)
    give(official, make_draft_round(VOLUNTEERS, "verschreven"), Role.OFFICIAL)
    publishing = propose_publication(by=official, grant_round=draft)
    lowering = propose_ceiling(
        by=official,
        grant_round=published,
        list_key="mantelzorg",
        ceiling_cents=50_000_00,
        reason="Minder geld.",
    )
    approve(by=decider, proposal=lowering)
    withdrawing = propose_withdrawal(by=official, grant_round=published, reason="De regeling vervalt.")
    steps = {f"setup_{step}": f"/rondes/opgezet/opzetten/{step}/" for step in STEPS if step != CHECK}
    return {
        **steps,
        "round_make": "/rondes/nieuw/",
        "round_setup": "/rondes/opgezet/opzetten/geld/",
        "setup_frozen": "/rondes/gewijzigd/opzetten/geld/",
        "round_check": "/rondes/opgezet/controle/",
        "round_copy": "/rondes/gewijzigd/kopie/",
        "round_delete": "/rondes/verschreven/verwijderen/",
        "round_changes": "/rondes/gewijzigd/wijzigen/",
        "round_change": "/rondes/gewijzigd/wijzigen/plafond/",
        "change_closing": "/rondes/gewijzigd/wijzigen/sluiting/",
        "round_changed": "/rondes/gewijzigd/",
        "proposal_publish": f"/voorstellen/{publishing.pk}/",
        "proposal_lower": f"/voorstellen/{lowering.pk}/",
        "proposal_withdraw": f"/voorstellen/{withdrawing.pk}/",
    }


def _draft(official: User, decider: User) -> GrantRound:
    made = _moved(make_draft_round(MEETING_PLACES, "opgezet"), 10)
    made.save()
    give(official, made, Role.OFFICIAL)
    give(decider, made, Role.DECIDER)
    return made


def _published(official: User, decider: User) -> GrantRound:
    made = _moved(make_draft_round(VOLUNTEERS, "gewijzigd"), -1)
    made.stage, made.published_at = Stage.PUBLISHED, clock.now()
    made.save()
    give(official, made, Role.OFFICIAL)
    give(decider, made, Role.DECIDER)
    rules = rules_of(made)
    RoundRules(round=made, number=1, why="published", rules=rules, sha256=fingerprint(rules)).save()
    return made


def _moved(made: GrantRound, days: int) -> GrantRound:
    """The round, to open so many days from now."""
    made.opens_at = clock.now() + timedelta(days=days)
    made.closes_at = made.opens_at + timedelta(days=30)
    made.gazette_on = (made.opens_at - timedelta(days=5)).date()
    return made
