"""What a round still needs before it can be decided, each in words with who does it."""

from typing import assert_never

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from grants.enums import NeedKind
from grants.models import CalculationNeed, DrawGroup
from grants.selectors.ranking.lists import Ranking
from grants.views.rounds.chore import NEED, WAIT, Chore
from schemes.rules import Discretion, Distance, LowScore, Spread
from schemes.words.dutch import number, rule_in_words
from schemes.words.phrases import at_most_points

NAMED = 6


def needs_of(ranking: Ranking) -> list[Chore]:
    """First what holds the decision up, then the rest."""
    found = [_need(ranking, each) for each in ranking.needs]
    return sorted(found, key=lambda chore: (NEED, WAIT).index(chore.kind))


def _need(ranking: Ranking, need: CalculationNeed) -> Chore:
    match NeedKind(need.kind):
        case NeedKind.DRAW:
            return _draw(ranking, need)
        case NeedKind.DECISION:
            return _decision(ranking, need)
        case other:
            assert_never(other)


def _draw(ranking: Ranking, need: CalculationNeed) -> Chore:
    names = {"names": _named(need.applications), "lid": _lid(need.rule), "list": _list(ranking, need.pool)}
    text = _("%(names)s staan gelijk op de lijst %(list)s (%(lid)s).") % names
    if not need.blocking:
        text += " " + _("De loting verandert niemands uitkomst: zij houdt het besluit niet tegen.")
    group = next((each for each in ranking.draw_groups if each.group["ids"] == need.applications), None)
    return Chore(NEED if need.blocking else WAIT, _about(group), text, _("door een behandelaar"))


def _about(group: DrawGroup | None) -> str:
    places = [place["place"] for place in (group.group["places"] or [])] if group else []
    if not places:
        return _("Loting om de volgorde")
    return _("Loting om plaats %(first)s tot en met %(last)s") % {"first": places[0], "last": places[-1]}


def _decision(ranking: Ranking, need: CalculationNeed) -> Chore:
    discretion = next(each for each in ranking.regulation.discretions if each.code == need.code)
    title = _("Beslissing over %(names)s") % {"names": _named(need.applications)}
    text = f"{ground_in_words(discretion)} ({_lid(need.rule)})."
    address = _address(ranking, need.applications[0], discretion.key)
    return Chore(NEED, title, text, _("door een behandelaar"), address, _("Beslissen"))


def _address(ranking: Ranking, reference: str, key: str) -> str:
    return reverse("decision", args=[ranking.calculation.round.slug, ranking.ids[reference], key])


def ground_in_words(discretion: Discretion) -> str:
    """Why this may be decided, in half a sentence."""
    match discretion:
        case LowScore():
            return _(
                "Op criterium %(letters)s kreeg de aanvraag %(points)s. U mag weigeren, en geeft redenen"
            ) % {
                "letters": "/".join(discretion.criteria),
                "points": at_most_points(discretion.at_most),
            }
        case Distance():
            return _(
                "De plek ligt dichter dan %(metres)s meter bij een plek met meer punten. U mag weigeren, en geeft redenen"
            ) % {"metres": number(discretion.metres)}
        case Spread():
            return _("U mag weigeren of verlagen voor een evenwichtige spreiding, en geeft redenen")
        case _:
            assert_never(discretion)


def _named(references: list[str]) -> str:
    if len(references) <= NAMED:
        return ", ".join(references)
    return ngettext("%(count)s aanvraag", "%(count)s aanvragen", len(references)) % {
        "count": number(len(references))
    }


def _list(ranking: Ranking, key: str) -> str:
    found = ranking.by_key.get(key)
    return found.deelplafond.name if found else _("van het gedeelde plafond")


def _lid(rule: str) -> str:
    return rule_in_words(rule) if rule else ""
