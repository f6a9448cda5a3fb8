"""Setting a round up: each step changes the draft, until it is published."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from grants.documents.stored import document_of
from grants.enums import Action
from grants.models import Deelplafond, GrantRound, RegulationVersion, User
from grants.services.errors import Refused
from grants.services.keys import round_key
from grants.services.log import record
from grants.services.rounds.rules import locked_round
from grants.services.versions import save_version


@dataclass(frozen=True)
class NewList:
    """A list as it is set up: its id in the engine, its kind in the regulation, its name and its limits."""

    key: str
    kind: str
    name: str
    ceiling_cents: int | None = None
    max_grants: int | None = None
    draws_on_shared: bool = False


@transaction.atomic
def change_round(*, by: User | None, grant_round: GrantRound, version: int, **values: object) -> GrantRound:
    """Give a draft round these values, by the names of its columns; `by` is None for the command line.

    `readings` maps the id of each reading to its choice and the reason for it. With another version of the regulation
    each reading is to be confirmed anew. Raises Conflict where another version was seen; refused once published.
    """
    current = _draft(grant_round)
    if isinstance(regulation := values.get("regulation"), RegulationVersion):
        values.setdefault("readings", readings_under(regulation, current))
    changed = save_version(current, version=version, **values)
    record(by=by, action=Action.ROUND_CHANGED, about=round_key(changed), data={"what": sorted(values)})
    return changed


@transaction.atomic
def set_lists(
    *, by: User | None, grant_round: GrantRound, version: int, lists: Sequence[NewList], **values: object
) -> GrantRound:
    """Let a draft round have exactly these lists, and these values beside them: its ceilings and its publication.

    Raises Conflict where another version was seen; refused once published, or where two lists have one key.
    """
    keys = [each.key for each in lists]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise Refused(
            _("Twee lijsten heten «%(name)s». Geef elke lijst een eigen naam.") % {"name": twice[0]}
        )
    changed = save_version(_draft(grant_round), version=version, **values)
    changed.deelplafonds.exclude(key__in=keys).delete()
    for each in lists:
        _set_list(changed, each)
    record(
        by=by,
        action=Action.ROUND_CHANGED,
        about=round_key(changed),
        data={"what": ["lists", *sorted(values)], "lists": keys},
    )
    return changed


def readings_under(regulation: RegulationVersion, grant_round: GrantRound) -> dict[str, object]:
    """The readings of a round under this version: under another one than its own each is to be confirmed anew."""
    if regulation.sha256 == grant_round.regulation.sha256:
        return dict(grant_round.readings)
    offered = {
        reading.id: [choice.choice for choice in reading.choices]
        for reading in document_of(regulation).readings
    }
    return {
        name: {**reading, "confirmed": False}
        for name, reading in grant_round.readings.items()
        if reading["choice"] in offered.get(name, [])
    }


def _draft(grant_round: GrantRound) -> GrantRound:
    """The round, locked. Refused where it was published: its rules are frozen."""
    current = locked_round(grant_round.pk)
    if not current.is_draft:
        raise Refused(
            _(
                "Deze ronde is gepubliceerd, dus de regels liggen vast. Wat nog wel kan, staat op de pagina "
                "«Wijzigen na publicatie»."
            )
        )
    return current


def _set_list(grant_round: GrantRound, each: NewList) -> None:
    values = {name: value for name, value in asdict(each).items() if name != "key"}
    Deelplafond.objects.update_or_create(round=grant_round, key=each.key, defaults=values)
