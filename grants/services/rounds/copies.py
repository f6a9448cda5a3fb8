"""Beginning from last year's round: a new draft with what it said, but for its moments and its publication."""

from django.db import transaction

from grants.models import Deelplafond, GrantRound, User
from grants.selectors.regulations import latest_version
from grants.services.roles import copy_roles
from grants.services.rounds.making import make_round
from grants.services.rounds.setup import NewList, change_round, readings_under, set_lists

COPIED = (
    "ceiling_cents", "shared_ceiling_cents", "shares_money", "term_weeks", "term_from", "term_source",
    "completion_days", "purpose", "audience", "contact",
)  # fmt: skip


@transaction.atomic
def copy_round(
    *, by: User, grant_round: GrantRound, slug: str, title: str, with_people: bool = False
) -> GrantRound:
    """A new draft under the version of the regulation that holds now, with the lists, readings and texts of this round.

    Under another version than before each reading is to be confirmed anew. Moments and publication are not copied, and
    its people only `with_people`. A draft can be deleted, so that no copy refers to one.
    """
    regulation = latest_version(grant_round.regulation.slug) or grant_round.regulation
    made = make_round(by=by, slug=slug, title=title, regulation=regulation)
    lists = [_same_list(each) for each in grant_round.deelplafonds.all()]
    with_lists = set_lists(by=by, grant_round=made, version=made.version, lists=lists)
    values: dict[str, object] = {name: getattr(grant_round, name) for name in COPIED}
    values["readings"] = readings_under(regulation, grant_round)
    values["copied_from"] = None if grant_round.is_draft else grant_round
    changed = change_round(by=by, grant_round=made, version=with_lists.version, **values)
    if with_people:
        copy_roles(by=by, source=grant_round, grant_round=changed)
    return changed


def _same_list(each: Deelplafond) -> NewList:
    return NewList(
        key=each.key,
        kind=each.kind,
        name=each.name,
        ceiling_cents=each.ceiling_cents,
        max_grants=each.max_grants,
        draws_on_shared=each.draws_on_shared,
    )
