"""What changed in the rules of a round since it was published, in sentences for everyone."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils.translation import gettext as _

from grants.enums import RulesReason
from grants.models import GrantRound, RoundRules
from grants.moments import moment
from schemes.words.dutch import euros


@dataclass(frozen=True)
class Change:
    """A change with its reason. `lowers`: it is without effect on what was filed before (Awb 4:27 lid 2)."""

    at: datetime
    what: str
    sentences: tuple[str, ...]
    reason: str
    lowers: bool


def changes_of(grant_round: GrantRound) -> list[Change]:
    """Every change after publication, the last first."""
    laid_down = list(grant_round.rules.order_by("number"))
    return [_change(before, after) for before, after in pairwise(laid_down)][::-1]


def change_of(laid_down: RoundRules) -> Change:
    """What these rules changed in those before them."""
    before = RoundRules.objects.get(round=laid_down.round_id, number=laid_down.number - 1)
    return _change(before, laid_down)


def _change(before: RoundRules, after: RoundRules) -> Change:
    return Change(
        at=after.created_at,
        what=RulesReason(after.why).label.capitalize(),
        sentences=tuple(_sentences(before, after)),
        reason=after.reason,
        lowers=after.why == RulesReason.CEILING_LOWERED,
    )


def _sentences(before: RoundRules, after: RoundRules) -> Iterator[str]:
    names = {each["key"]: each["name"] for each in after.rules["lists"]}
    old = {each["key"]: each["ceiling_cents"] for each in before.rules["lists"]}
    for each in after.rules["lists"]:
        if each["ceiling_cents"] != old[each["key"]]:
            yield _ceiling(names[each["key"]], old[each["key"]], each["ceiling_cents"])
    for name, label in (
        ("shared_ceiling_cents", _("Het gedeelde plafond")),
        ("ceiling_cents", _("Het subsidieplafond")),
    ):
        if before.rules[name] != after.rules[name]:
            yield _ceiling(label, before.rules[name], after.rules[name])
    was, now = before.rules["moments"]["closes_at"], after.rules["moments"]["closes_at"]
    if was != now:
        values = {"was": moment(datetime.fromisoformat(was)), "now": moment(datetime.fromisoformat(now))}
        yield _("De ronde sluit op %(now)s. Dat was %(was)s.") % values
    if after.why == RulesReason.WITHDRAWN:
        yield _("De ronde gaat niet door. U kunt niet meer aanvragen, en er wordt geen geld verdeeld.")


def _ceiling(name: str, was: int | None, now: int | None) -> str:
    unbroken = [euros(cents or 0).replace(" ", "\N{NO-BREAK SPACE}") for cents in (was, now)]
    values = {"name": name, "was": unbroken[0], "now": unbroken[1]}
    return _("%(name)s: van %(was)s naar %(now)s.") % values
