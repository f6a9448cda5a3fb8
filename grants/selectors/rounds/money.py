"""What does not add up yet in the lists and ceilings of a round, and what there is to divide."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from grants.documents.of_rounds import asks_whether_money_is_shared
from grants.models import Deelplafond, GrantRound
from schemes.documents import Document
from schemes.regulation import PoolKind
from schemes.words.dutch import euros


def money_sentences(grant_round: GrantRound, document: Document) -> Iterator[str]:
    """Each thing that stands in the way of publishing, as a sentence."""
    lists, kinds = list(grant_round.deelplafonds.all()), document.chosen.pools
    known = {kind.kind: kind for kind in kinds}
    for kind in kinds:
        yield from _missing_lists(kind, [each for each in lists if each.kind == kind.kind])
    if not lists:
        yield _("Er is nog geen lijst waarop aanvragen kunnen komen.")
    for each in lists:
        if each.kind not in known:
            yield _("De lijst «%(name)s» hoort bij een andere regeling. Bewaar het geld opnieuw.") % {
                "name": each.name
            }
        else:
            yield from _limits(grant_round, each, known[each.kind])
    yield from _shared(grant_round, lists, kinds)
    yield from _whole(grant_round, lists)


def asked_of_the_ceiling(grant_round: GrantRound, lists: Sequence[Deelplafond]) -> int:
    """What the lists can take together at most: their own ceilings, and once what they share."""
    own = sum(each.ceiling_cents or 0 for each in lists if not each.draws_on_shared)
    return own + (grant_round.shared_ceiling_cents or 0 if grant_round.shares_money else 0)


def _missing_lists(kind: PoolKind, lists: Sequence[Deelplafond]) -> Iterator[str]:
    there = {each.key for each in lists}
    for key in kind.ids:
        if key not in there:
            yield _("De lijst «%(name)s» ontbreekt nog.") % {"name": kind.name_of(key)}
    if kind.single and len(lists) != 1:
        yield _("Deze regeling kent precies één %(label)s. Vul het bedrag in.") % {"label": kind.label}


def _limits(grant_round: GrantRound, each: Deelplafond, kind: PoolKind) -> Iterator[str]:
    shares = bool(grant_round.shares_money) and each.draws_on_shared
    if each.ceiling_cents is None and not shares:
        yield _("Vul in hoeveel geld er is voor «%(name)s».") % {"name": each.name}
    if each.max_grants is not None and kind.number == "none":
        yield _("Voor «%(name)s» kent de regeling geen grootste aantal. Laat dat leeg.") % {"name": each.name}


def _shared(
    grant_round: GrantRound, lists: Sequence[Deelplafond], kinds: tuple[PoolKind, ...]
) -> Iterator[str]:
    if not asks_whether_money_is_shared(kinds):
        return
    if grant_round.shares_money is None:
        yield _("Kies of lijsten samen geld delen.")
    elif grant_round.shares_money and grant_round.shared_ceiling_cents is None:
        yield _("Vul in hoeveel geld de lijsten samen delen.")
    elif grant_round.shares_money and not any(each.draws_on_shared for each in lists):
        yield _(
            "Geen enkele lijst deelt in het gedeelde plafond. Kruis aan welke dat doen, of deel geen geld."
        )


def _whole(grant_round: GrantRound, lists: Sequence[Deelplafond]) -> Iterator[str]:
    asked, ceiling = asked_of_the_ceiling(grant_round, lists), grant_round.ceiling_cents
    if not ceiling:
        yield _("Vul het subsidieplafond van de hele ronde in.")
    elif asked > ceiling:
        yield _(
            "De lijsten zijn samen %(asked)s, maar het subsidieplafond is %(ceiling)s. "
            "Verlaag een lijst of verhoog het subsidieplafond."
        ) % {"asked": euros(asked), "ceiling": euros(ceiling)}
    if not (grant_round.gazette_number and grant_round.gazette_on):
        yield _("Vul het nummer en de datum in van de bekendmaking van het subsidieplafond (Awb 4:27).")
